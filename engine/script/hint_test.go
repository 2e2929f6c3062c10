package script

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// What may be meant is said beside the answer of the service, which stays as it
// is.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		command, want string
		code          table.Code // "" for none
	}{
		{"get Movies Comedy/shrek", "There is comedy/shrek.", table.ResourceNotFound},
		{"merge movies COMEDY/SHREK n=1", "There is comedy/shrek.", table.ResourceNotFound},
		{"delete Movies comedy/Shrek", "There is comedy/shrek.", table.ResourceNotFound},
		{"get Movies comedy/shrek2", "", table.ResourceNotFound},
		{"get Films Comedy/shrek", "", table.TableNotFound},
		{"get Movies comedy/shrek", "", ""},
		{"query Movies where n = 1", "Write eq instead of =.", table.InvalidInput},
		{"query Movies where n == 1", "Write eq instead of =.", table.InvalidInput},
		{"read Movies where n eq 1 && n eq 2", "Write and instead of a sign.", table.InvalidInput},
		{"A: query Movies where n eq 1 AND n eq 2", "write and.", table.InvalidInput},
		{"query Movies where n eq 1", "", ""},
		{"import Movies partition '{A}' row '{B}' csv \"A,B,n\\ncomedy,shrek,1\\n\"", "1 row is there already under the same keys", ""},
		{"import Movies partition '{B}' row '{A}' csv \"A,B,n\\ncomedy,shrek,1\\n\"", "the first as comedy/shrek", ""},
		{"import Movies partition '{B}' row '{A}' csv \"A,B,n\\ncomedy,shrek,2\\n\"", "", ""},
	} {
		w := New(1, DefaultStart, nil)
		for _, text := range []string{"create table Movies", "import Movies partition '{A}' row '{B}' csv \"A,B,n\\ncomedy,shrek,1\\n\""} {
			if r, err := w.DoText(text); err != nil || !r.OK() {
				t.Fatal(text, r.Lines(), err)
			}
		}
		r, err := w.DoText(c.command)
		if err != nil {
			t.Fatal(err)
		}
		if (r.Hint == "") != (c.want == "") || !strings.Contains(r.Hint, c.want) {
			t.Errorf("%s: got the hint %q, want %q", c.command, r.Hint, c.want)
		}
		if got := r.Refusal; (got == nil) != (c.code == "") || got != nil && (got.Code != c.code || strings.Contains(got.Message, "Write ")) {
			t.Errorf("%s: got %v, want %s", c.command, got, c.code)
		}
		if said := slices.Contains(r.Lines(), "hint: "+r.Hint); said != (r.Hint != "") {
			t.Errorf("%s: got %q", c.command, r.Lines())
		}
	}
}
