package workshop

import "github.com/keyrange/keyrange/lessons"

// The bounds of a workshop. They keep a foreign file from being more work than
// one of ours.
const (
	MaxFile     = 64 << 10 // bytes
	MaxItems    = 40
	MaxOpenings = 8    // of an item
	MaxMinutes  = 600  // of a workshop
	MaxText     = 400  // bytes of a title or a caption
	MaxAddress  = 8000 // bytes of a moment or a task
)

// Workshop is an agenda and what is told beside it. It never changes.
type Workshop struct {
	ID      string
	Title   string
	Minutes int
	For     string // who it is for
	Bring   string // what they need
	Lede    []lessons.Block
	Items   []Item
}

// Item is a part of the agenda.
type Item struct {
	Title    string
	Minutes  int
	Prose    []lessons.Block // for everybody
	Openings []Opening
	Notes    []lessons.Block // for who leads
	Answers  []lessons.Block // for who leads, until asked
}

// Opening is something of this site that an item opens.
type Opening struct {
	Kind   Kind
	Target string // the ID of a lesson, or a path of the site with what stands behind it
	Text   string // a caption; empty for a lesson
}

// Kind is what an Opening opens.
type Kind string

// The kinds of openings.
const (
	Lesson Kind = "lesson"
	Moment Kind = "moment" // a shared moment of a screen
	Task   Kind = "task"   // something to do there
	Page   Kind = "page"   // any page
)

// Path is where it lies on the site.
func (o Opening) Path() string {
	if o.Kind == Lesson {
		return "/lessons/" + o.Target
	}
	return o.Target
}

// Starts returns at which minute each item begins, and after the last one the end.
func (w *Workshop) Starts() []int {
	at := make([]int, 1, len(w.Items)+1)
	for i := range w.Items {
		at = append(at, at[i]+w.Items[i].Minutes)
	}
	return at
}

// Lessons are the IDs of the lessons that the workshop opens, in its order.
func (w *Workshop) Lessons() (list []string) {
	for _, i := range w.Items {
		for _, o := range i.Openings {
			if o.Kind == Lesson {
				list = append(list, o.Target)
			}
		}
	}
	return list
}
