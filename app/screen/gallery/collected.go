package gallery

import (
	"strings"

	"github.com/keyrange/keyrange/lessons/assign"
)

// Collected is the task whose results a gallery takes. A result brings a task of its
// own, which whoever hands it in may have made easier: only that of the leader's
// link is sure to be the one that was set.
type Collected struct {
	*assign.Task // nil before the first result
	Sure         bool
}

// pin takes the task of a leader's link as the one whose results are collected, and
// refuses those of another that came before.
func (s *State) pin(text string, rest func()) {
	t, err := assign.Unpack(text, rest)
	switch {
	case err != nil:
		s.refuse(err.Error())
		return
	case s.task.Sure && !same(&t, s.task.Task):
		s.refuse("This gallery collects another task: “" + s.task.Goal + "” Clear it to collect this one.")
		return
	}
	s.task = Collected{&t, true}
	clear(s.known) // what was judged by another task
	var kept []*Entry
	for _, e := range s.entries {
		if s.ofTask(&e.Result) {
			kept = append(kept, e)
		} else if e == s.now {
			s.now, s.replay = nil, nil
		}
	}
	if len(kept) < len(s.entries) {
		s.entries, s.Selected = kept, -1
		s.Removals++
	}
}

// ofTask reports whether a result is of the task that is collected, and refuses it
// otherwise. The first result's task is collected where no link said which.
func (s *State) ofTask(r *assign.Result) bool {
	if s.task.Task == nil {
		s.task.Task = &r.Task
	}
	if same(&r.Task, s.task.Task) {
		return true
	}
	s.refuse(r.Alias + " handed in another task than the one that is collected here: “" + r.Task.Goal + "”")
	return false
}

func same(a, b *assign.Task) bool { return a.String() == b.String() }

// taskText says which task is collected, and how sure that is.
func (s *State) taskText() string {
	switch {
	case s.task.Task == nil:
		return "Add the link of your task first: then only its results are taken."
	case s.task.Sure:
		return "Collected: " + s.task.Goal
	}
	return "Collected: " + s.task.Goal +
		" This is the task of the first result. Add the link of your own, so that no result can bring an easier one."
}

// taskLine is the task as a line that another gallery takes, empty where no link said
// which it is.
func (s *State) taskLine() string {
	if !s.task.Sure {
		return ""
	}
	text, err := s.task.Pack(func() {})
	if err != nil {
		return ""
	}
	return assign.TaskMark + text + "\n"
}

// taskIn is the packed task in a line, if it is the link of one.
func taskIn(line string) (string, bool) {
	_, text, ok := strings.Cut(line, assign.TaskMark)
	return text, ok
}
