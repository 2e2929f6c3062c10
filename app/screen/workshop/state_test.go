package workshop

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/workspace"
	agenda "github.com/keyrange/keyrange/lessons/workshop"
)

func hotKeys(t *testing.T) *State {
	t.Helper()
	w, err := agenda.Parse(agenda.Text("hot-keys"))
	if err != nil {
		t.Fatal(err)
	}
	return NewState(w)
}

const minute = 60_000 // ms

// The times are those of whoever asks: what is left of an item, and how late it
// began.
func TestTimes(t *testing.T) {
	s := hotKeys(t) // 4, 10, 11, 13 and 7 minutes
	const nine = 1_700_000_000_000
	if s.Begin(1, nine); s.TimeText(nine+30_000) != "3:30 left" || s.LateText() != "On time" {
		t.Errorf("got %s and %s", s.TimeText(nine+30_000), s.LateText())
	}
	if got := s.TimeText(nine + 4*minute + 65_000); got != "1:05 over" {
		t.Errorf("got %s, want 1:05 over", got)
	}
	if s.Begin(2, nine+6*minute); s.LateText() != "2 min behind the plan" || s.TimeText(nine+7*minute) != "9:00 left" {
		t.Errorf("got %s and %s", s.LateText(), s.TimeText(nine+7*minute))
	}
	if s.Begin(3, nine+11*minute); s.LateText() != "3 min ahead of the plan" {
		t.Errorf("got %s", s.LateText())
	}
	if s.Begin(9, nine); s.At != 3 || s.Show(0) || s.Show(6) {
		t.Error("the class is at an item that is not there")
	}
	late := hotKeys(t)
	if late.Begin(3, nine); late.LateText() != "On time" {
		t.Errorf("begun in the middle: got %s", late.LateText())
	}
}

// What is kept comes back as it was, and nothing else changes the state.
func TestRestore(t *testing.T) {
	s := hotKeys(t)
	s.Leads = true
	s.Begin(4, 50*minute)
	again := hotKeys(t)
	if again.Restore(s.Text()); *again != (State{Plan: again.Plan, At: 4, Leads: true, began: 25 * minute, since: 50 * minute}) {
		t.Errorf("got %+v, want %+v", again, s)
	}
	for _, text := range []string{"", "x", "6 1 1 true", "-1 1 1 true", "1 9 1 true", "1 -5 1 true", "1 1 1", "1 1 1 maybe"} {
		other := hotKeys(t)
		if other.Restore(text); other.At != 0 || other.Leads || other.Runs() {
			t.Errorf("%q changed the state to %+v", text, other)
		}
	}
}

// The class follows the window that presents to the item that opens what it shows.
func TestHears(t *testing.T) {
	s := hotKeys(t)
	for _, c := range []struct {
		path string
		want int
	}{{"/lessons/ranges", 2}, {"/lessons/spread/", 4}, {"/playground", 5}, {"/figures", 0}} {
		if got := s.Hears(c.path, "A title"); got != c.want || s.Projected != "A title" {
			t.Errorf("%s: got item %d, want %d", c.path, got, c.want)
		}
	}
	if s.Hears("", ""); s.Projected != "" {
		t.Error("a window that has gone is still heard")
	}
	w, _ := agenda.Parse(agenda.Text("design"))
	twice := NewState(w) // the playground is opened by two items
	first := twice.Hears("/playground", "P")
	twice.Show(first + 1)
	if second := twice.Hears("/playground", "P"); second <= first {
		t.Errorf("got item %d after item %d", second, first)
	}
}

// What stands behind the # is a number, or the path of a file and a number.
func TestPlace(t *testing.T) {
	for fragment, want := range map[string]struct {
		path string
		item int
	}{
		"": {"", 0}, "3": {"", 3}, "x": {"", 0}, "/a/b.md": {"/a/b.md", 0}, "/a/b.md:7": {"/a/b.md", 7},
		"//evil.example/a.md": {"", 0}, "/\\evil.example": {"", 0},
	} {
		if path, item := Place(fragment); path != want.path || item != want.item {
			t.Errorf("%q: got %q and %d, want %q and %d", fragment, path, item, want.path, want.item)
		}
	}
}

// Participants see the agenda, and no note and no answer; who leads sees them.
func TestPage(t *testing.T) {
	p := New(workspace.NewTab(&workspace.Registry{}), "hot-keys")
	p.OnInit()
	html := apptest.HTML(p.Render())
	apptest.Contains(t, html, "Hot keys in 45 minutes", "The split that does not help", "0:14 to 0:25, 11 min", "Lesson: One more part in the key", "Lead this workshop")
	for _, secret := range []string{"Collect the numbers", "No number of splits is enough", "Answers"} {
		if strings.Contains(html, secret) {
			t.Errorf("participants read %q", secret)
		}
	}
	p.state.Leads, p.now = true, 5*minute
	p.state.Begin(3, 4*minute)
	html = apptest.HTML(p.Render())
	apptest.Contains(t, html, "Collect the numbers", "No number of splits is enough", "10:00 left of 11 min", "The class is here", "Begin item 4", "/workshop/hot-keys#3")
}
