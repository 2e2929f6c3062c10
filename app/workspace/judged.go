package workspace

import (
	"slices"

	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/assign"
)

// Judged is the state of a screen on which a task can be set.
type Judged interface {
	// Kind says which figures it has.
	Kind() assign.Kind
	// Facts are what conditions ask about, as it is now.
	Facts() *lessons.Facts
	// Waiting says why its figures do not count yet, a sentence, or is empty.
	Waiting() string
	// Aspects are the parts of it that a task may hold fixed, by assign.Freedoms:
	// two states with the same text of one differ in nothing of it.
	Aspects() map[string]string
	// Given is its moment in a form that assign packs: with the whole journal of the
	// branch, or as it is now alone.
	Given(journal bool) string
}

// Replay is a moment that is done again, apart from the reader's own work.
type Replay interface {
	Judged
	// Step does one bounded piece and reports whether there was any.
	Step() bool
}

// judging is a page whose state can be judged.
type judging interface{ Judged() Judged }

// Judging returns the state of the screen that is shown as tasks ask about it, nil
// where none can be set.
func Judging(t *Tab) Judged {
	if j, ok := t.Here.(judging); ok {
		return j.Judged()
	}
	return nil
}

// EntryAt returns the page at a path.
func EntryAt(t *Tab, path string) (e Entry, ok bool) {
	i := slices.IndexFunc(t.entries, func(e Entry) bool { return e.Path == path })
	if i < 0 {
		return e, false
	}
	return t.entries[i], true
}

// Take makes a task the one that the reader works on, nil for none. The error is
// that of its beginning.
func Take(t *Tab, task *assign.Task, rest func()) error {
	t.Task, t.Begun = task, nil
	if task == nil || task.Start == "" {
		return nil
	}
	aspects, err := AspectsOf(t, task, rest)
	t.Begun = aspects
	return err
}

// AspectsOf returns those of the moment with which a task begins.
func AspectsOf(t *Tab, task *assign.Task, rest func()) (map[string]string, error) {
	e, ok := EntryAt(t, task.Screen)
	if !ok || e.Replay == nil {
		return nil, assign.NotATask
	}
	if task.Start == "" {
		return nil, nil
	}
	r, err := e.Replay(assign.Opened(task.Start), nil, rest)
	if err != nil {
		return nil, err
	}
	return r.Aspects(), nil
}

// StateOf is a screen as a task asks about it, begun being the aspects with which the
// task began.
func StateOf(j Judged, begun map[string]string) assign.State {
	s := assign.State{Facts: j.Facts(), Waiting: j.Waiting()}
	if begun == nil {
		return s
	}
	now := j.Aspects()
	for _, name := range assign.Freedoms {
		if now[name] != begun[name] {
			s.Changed = append(s.Changed, name)
		}
	}
	return s
}
