package keys

import (
	"strings"
	"testing"
)

// The parts of any text, put together, are the text.
func checkParts(t *testing.T, text string) {
	t.Helper()
	var b strings.Builder
	for _, p := range Parts(text) {
		if p.Offset != b.Len() || p.Text == "" {
			t.Fatalf("%q: the part %q is at %d, want %d", text, p.Text, p.Offset, b.Len())
		}
		b.WriteString(p.Text)
	}
	if b.String() != text {
		t.Fatalf("the parts of %q are %q", text, b.String())
	}
}
