package lesson

import (
	"encoding/json"
	"strings"

	"github.com/keyrange/keyrange/lessons"
)

// maxDraft is how many commands of a step are kept as a draft, maxLessonID how many
// bytes name a lesson.
const (
	maxDraft    = 200
	maxLessonID = 40
)

// lessonProgress is what is kept of a lesson on this device.
type lessonProgress struct {
	Hash   string // of the version that the drafts are of
	Drafts []Draft
	Tasks  map[string]taskProgress // by ID
}

// Draft is a learner's commands in one step.
type Draft struct {
	Step     int
	At       int // where the log stands
	Commands []string
}

// taskProgress is how far a learner came with a task.
type taskProgress struct {
	Solved bool   `json:",omitempty"`
	Seen   bool   `json:",omitempty"` // the solution was played first
	Hints  int    `json:",omitempty"` // hints that were opened
	Guess  string `json:",omitempty"` // what was expected before it was done
}

// Book is what is kept of all lessons, by their IDs.
type Book map[string]*lessonProgress

// readLessonBook reads a saved book. ok is false for a text that is none.
func readLessonBook(text string) (book Book, ok bool) {
	if text == "" {
		return Book{}, true
	}
	if len(text) > 4<<20 || json.Unmarshal([]byte(text), &book) != nil || book == nil {
		return Book{}, false
	}
	for id, p := range book {
		if p == nil || len(id) > maxLessonID {
			delete(book, id)
			continue
		}
		for i, d := range p.Drafts {
			p.Drafts[i].Commands = d.Commands[:min(len(d.Commands), maxDraft)]
		}
	}
	for _, m := range moved {
		book.move(m.task, m.from, m.to)
	}
	return book, true
}

// moved are the tasks that a book may have under the lesson that they were part of
// when it was kept.
var moved = [...]struct{ task, from, to string }{
	{"season-import", "granularity", "seasons"}, {"two-days", "granularity", "seasons"},
}

// move takes what was reached in a task from one lesson to another, which keeps what
// it has of the task itself.
func (b Book) move(task, from, to string) {
	if b[from] == nil {
		return
	}
	done, there := b[from].Tasks[task]
	if !there {
		return
	}
	delete(b[from].Tasks, task)
	if b[to] == nil {
		b[to] = &lessonProgress{}
	}
	if b[to].Tasks == nil {
		b[to].Tasks = map[string]taskProgress{}
	}
	if _, known := b[to].Tasks[task]; !known {
		b[to].Tasks[task] = done
	}
}

// Text writes a book as it is saved.
func (b Book) Text() string {
	text, err := json.Marshal(b)
	if err != nil {
		return ""
	}
	return string(text)
}

// Count tells how many of a lesson's tasks are solved, how many only seen.
func (p *lessonProgress) Count() (solved, seen int) {
	if p == nil {
		return 0, 0
	}
	for _, t := range p.Tasks {
		switch {
		case t.Solved:
			solved++
		case t.Seen:
			seen++
		}
	}
	return solved, seen
}

// reportText is how far the learner is, as JSON for the page around: the lesson, and of
// each task its ID, whether it is solved, whether its solution was seen, and the hints
// that were opened.
func reportText(p *State) string {
	tasks := [][]any{}
	for i := range p.Content.Steps {
		for j := range p.Content.Steps[i].Tasks {
			t := &p.Content.Steps[i].Tasks[j]
			done := p.Task(t)
			tasks = append(tasks, []any{t.ID, done.Solved, done.Seen, done.Hints})
		}
	}
	text, err := json.Marshal(map[string]any{"lesson": p.Content.ID, "tasks": tasks})
	if err != nil {
		return ""
	}
	return string(text)
}

// Progress returns what is to be kept.
func (p *State) Progress() *lessonProgress { return p.progress }

// Task returns how far the learner came with a task.
func (p *State) Task(t *lessons.Task) taskProgress { return p.progress.Tasks[t.ID] }

// hint notes that hint n of a task, from 1, was opened.
func (p *State) hint(t *lessons.Task, n int) {
	done := p.progress.Tasks[t.ID]
	done.Hints = max(done.Hints, n)
	p.progress.Tasks[t.ID] = done
	p.Rev++
}

// note takes what was reached and the log of the step into the progress.
func (p *State) note() {
	s := p.session()
	step, number := s.Step()
	for i := range step.Tasks {
		t := p.progress.Tasks[step.Tasks[i].ID]
		if s.Solved(i) && !t.Solved {
			t.Solved = !t.Seen
			p.progress.Tasks[step.Tasks[i].ID] = t
		}
	}
	d := Draft{Step: number, At: s.Done()}
	for n := s.Start(); n < s.World().Len() && len(d.Commands) < maxDraft; n++ {
		d.Commands = append(d.Commands, s.World().Command(n).String())
	}
	p.keep(d)
	p.Rev++
}

func (p *State) keep(d Draft) {
	for i := range p.progress.Drafts {
		if p.progress.Drafts[i].Step == d.Step {
			p.progress.Drafts[i] = d
			return
		}
	}
	p.progress.Drafts = append(p.progress.Drafts, d)
}

// ofSite reports whether a text is a path of this site. A browser takes two slashes,
// a backslash too, for the beginning of another host, and drops tabs and line ends.
func ofSite(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.ContainsAny(path, "\\\t\r\n")
}
