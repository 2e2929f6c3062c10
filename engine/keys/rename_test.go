package keys

import "testing"

// Renaming a column changes its uses and nothing else: not a quoted text, a
// date part or another column that has the name in it.
func TestRename(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{a}", "{Long}"},
		{"a_{a}_{ab}_{or( a , 'a')}_{a.year-a.month:02}", "a_{Long}_{ab}_{or( Long , 'a')}_{Long.year-Long.month:02}"},
		{"{upper(a)}{{a}}", "{upper(Long)}{{a}}"},
		{"{b}", "{b}"},
	} {
		template, err := Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if got := template.Rename("a", "Long"); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}
