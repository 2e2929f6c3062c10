package filter

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// FuzzParse: no text makes Parse or Tokens panic; an error points into the
// text; a filter printed back reads as the same filter and has no bad token.
func FuzzParse(f *testing.F) {
	for _, line := range brokenInputs(f) {
		f.Add(line)
	}
	f.Add(typical)
	f.Add("not not (A eq -1.5e3D or B ne X'00') and C le guid'68260b3f-beab-45e2-b900-33e2b442e724'")
	f.Add("datetime'2020-01-22T02:00:00.10+02:00' gt Timestamp or A eq NaN or A eq -INF or Done and true")
	f.Fuzz(func(t *testing.T, text string) {
		checkTokens(t, text)
		e, err := Parse(text)
		if err != nil {
			var refusal *Error
			if !errors.As(err, &refusal) {
				t.Fatalf("%q: %T", text, err)
			}
			if refusal.Offset < 0 || refusal.Offset > refusal.End || refusal.End > len(text) {
				t.Fatalf("%q: bytes %d to %d", text, refusal.Offset, refusal.End)
			}
			return
		}
		checkSound(t, text)
		Compile(e)
		printed := e.String()
		if len(printed) > MaxLength {
			return
		}
		back, err := Parse(printed)
		if err != nil {
			t.Fatalf("%q printed as %q: %v", text, printed, err)
		}
		if again := back.String(); again != printed || comparisons(e.Root) != comparisons(back.Root) {
			t.Fatalf("%q printed as %q, then as %q", text, printed, again)
		}
	})
}

// brokenInputs reads the filters of testdata/broken.txt, one per line.
func brokenInputs(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/broken.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
