package filter

import (
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite testdata/broken.golden")

// Each broken filter is shown as the editor shows it: the text, a caret line
// under the offending token, the service's words and the hint. The golden file
// is read by people whenever it changes.
func TestBrokenInputs(t *testing.T) {
	var b strings.Builder
	for _, text := range brokenInputs(t) {
		e := parseError(t, text)
		b.WriteString(text + "\n" + caret(text, e) + "\n" + string(e.Code) + ": " + e.Message + "\n" + e.Hint + "\n\n")
	}
	const name = "testdata/broken.golden"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("%s differs; run with -update and read the change\n%s", name, got)
	}
}

// caret returns a line that marks the offending characters, or the end.
func caret(text string, e *Error) string {
	width := max(1, utf8.RuneCountInString(text[e.Offset:e.End]))
	return strings.Repeat(" ", utf8.RuneCountInString(text[:e.Offset])) + strings.Repeat("^", width)
}
