package lesson

import (
	"testing"

	"github.com/keyrange/keyrange/lessons/content"
)

// bookOf is a book in which so many tasks of a lesson are solved.
func bookOf(id string, solved int) Book {
	p := &lessonProgress{Tasks: map[string]taskProgress{}}
	for n := range solved {
		p.Tasks[string(rune('a'+n))] = taskProgress{Solved: true}
	}
	return Book{id: p}
}

// The lesson to go on with is the one that was opened last, unless it is complete;
// what is complete takes no more time.
func TestCourse(t *testing.T) {
	list := content.Catalogue()
	whole := 0
	for _, e := range list {
		whole += e.Minutes
	}
	for _, c := range []struct {
		name    string
		book    Book
		last    string
		next    string
		minutes int
	}{
		{"nothing done", Book{}, "", list[0].ID, whole},
		{"opened and left", Book{}, list[5].ID, list[5].ID, whole},
		{"one task solved", bookOf(list[0].ID, 1), "", list[0].ID, whole},
		{"the last one complete", bookOf(list[0].ID, list[0].Tasks), list[0].ID, list[1].ID, whole - list[0].Minutes},
		{"one that is not there", Book{}, "gone", list[0].ID, whole},
	} {
		k := course{c.book, list, c.last}
		e, ok := k.next()
		if minutes, _ := k.left(list); !ok || e.ID != c.next || minutes != c.minutes {
			t.Errorf("%s: next %s with %d minutes left, want %s with %d", c.name, e.ID, minutes, c.next, c.minutes)
		}
	}
	for minutes, want := range map[int]string{9: "9 min", 60: "1 h", 125: "2 h 5 min"} {
		if got := hours(minutes); got != want {
			t.Errorf("%d minutes are %q, want %q", minutes, got, want)
		}
	}
}

// Every lesson has a place of its own on the map, to the right of those that it
// builds on, and below the lessons of the tracks before.
func TestMap(t *testing.T) {
	c := course{list: content.Catalogue()}
	at, taken := c.spots(), map[spot]string{}
	bottom, track, lowest := 0, c.list[0].Track, 0
	for _, e := range c.list {
		s := at[e.ID]
		if taken[s] != "" {
			t.Errorf("%s and %s stand on one place", e.ID, taken[s])
		}
		for _, id := range e.Needs {
			if at[id].x >= s.x {
				t.Errorf("%s is not to the right of %s", e.ID, id)
			}
		}
		if e.Track != track {
			track, bottom = e.Track, lowest
		}
		if s.y <= bottom {
			t.Errorf("%s is not below the tracks before", e.ID)
		}
		taken[s], lowest = e.ID, max(lowest, s.y)
	}
}
