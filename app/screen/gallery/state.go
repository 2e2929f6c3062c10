package gallery

import (
	"cmp"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/workspace"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/lessons/assign"
)

// The bounds of a gallery.
const (
	MaxEntries = 300
	MaxPaste   = 8 << 20 // bytes of what is pasted or dropped at once
	maxPieces  = 60_000  // of doing one result again: one that takes longer goes round in circles
	maxRefused = 20      // reasons that are listed
)

// Entry is one result and what came of doing it again.
type Entry struct {
	Alias  string
	Line   string // as it was handed in, without an address
	Result assign.Result
	Outcome
	Done   bool
	Reason string // why it could not be done again, a sentence; empty if it could
	Older  bool   // somebody of the same name handed in another one later
}

// Outcome is what a result comes to.
type Outcome struct {
	Judged   assign.Outcome
	Keys     [2]string // the templates of a design; of a run the first alone
	Each     float64   // entities that the questions examine for each that they return; 0 where there is none
	Accepted int       // entities per second; 0 where there is none
	Lost     int       // rows
	Picture  Picture
}

// Opener opens a result's work to do it again, and the aspects of its beginning.
type Opener interface {
	Replay(r *assign.Result, like workspace.Replay) (workspace.Replay, error)
	Aspects(t *assign.Task) (map[string]string, error)
}

// State is what was collected.
//
// What always holds: the entries stand in the order in which they came, and are all
// of one task; at most one is being done again.
type State struct {
	open    Opener
	task    Collected
	entries []*Entry
	refused []string // reasons, the latest last
	count   int      // of the lines that were refused

	Hidden   bool // names are numbers
	Selected int  // place among the entries, -1 for none

	now    *Entry // that is being done again
	replay workspace.Replay
	like   workspace.Replay // the last one, whose rows the next may use
	pieces int
	begun  map[uint32]map[string]string // by task
}

// NewState returns an empty gallery.
func NewState(open Opener) *State {
	return &State{open: open, Selected: -1, begun: map[uint32]map[string]string{}}
}

// Entries returns what was collected. It must not be changed.
func (s *State) Entries() []*Entry { return s.entries }

// Refused returns how many lines were refused, and the reasons of the last.
func (s *State) Refused() (n int, reasons []string) { return s.count, s.refused }

// Add takes every line of a text and returns how many results it brought. Lines
// that are there already are passed over.
func (s *State) Add(text string, rest func()) (added int) {
	if len(text) > MaxPaste {
		s.refuse("This is longer than 8 MB. Bring the results in parts.")
		return 0
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if s.add(line, rest) {
			added++
		}
	}
	return added
}

func (s *State) add(line string, rest func()) bool {
	if text, ok := taskIn(line); ok {
		s.pin(text, rest)
		return false
	}
	if _, after, ok := strings.Cut(line, assign.ResultMark); ok {
		line = strings.TrimSpace(after)
	}
	switch {
	case slices.ContainsFunc(s.entries, func(e *Entry) bool { return e.Line == line }):
		return false
	case len(s.entries) >= MaxEntries:
		s.refuse("The gallery holds 300 results. Clear it to collect others.")
		return false
	case len(line) > assign.MaxLine:
		s.refuse("A line has more than 65,536 characters, which is the most that a result has.")
		return false
	}
	r, err := assign.UnpackResult(line, rest)
	if err != nil {
		s.refuse(err.Error())
		return false
	}
	if !s.ofTask(&r) {
		return false
	}
	for _, e := range s.entries {
		e.Older = e.Older || e.Alias == r.Alias
	}
	s.entries = append(s.entries, &Entry{Alias: r.Alias, Line: line, Result: r})
	return true
}

func (s *State) refuse(reason string) {
	s.count++
	s.refused = append(s.refused, reason)
	s.refused = s.refused[max(0, len(s.refused)-maxRefused):]
}

// Clear forgets everything.
func (s *State) Clear() { *s = *NewState(s.open) }

// Remove forgets one result.
func (s *State) Remove(i int) {
	if s.entries[i] == s.now {
		s.now, s.replay = nil, nil
	}
	s.entries, s.Selected = slices.Delete(slices.Clone(s.entries), i, i+1), -1
}

// Lines are the task and all results as they were handed in, for another leader's
// gallery.
func (s *State) Lines() string {
	var b strings.Builder
	b.WriteString(s.taskLine())
	for _, e := range s.entries {
		b.WriteString(e.Line + "\n")
	}
	return b.String()
}

// Open returns how many results are still to be done again.
func (s *State) Open() (n int) {
	for _, e := range s.entries {
		if !e.Done {
			n++
		}
	}
	return n
}

// Name is what an entry is called: its alias, or a number while names are hidden.
func (s *State) Name(i int) string {
	if s.Hidden {
		return "Design " + words.Number(i+1)
	}
	return s.entries[i].Alias
}

// Best returns the entries that were done again, best first: those that keep all
// rows, then those of more load, then of cheaper questions.
func (s *State) Best() []int {
	var list []int
	for i, e := range s.entries {
		if e.Done && e.Reason == "" {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int {
		a, b := s.entries[i], s.entries[j]
		return cmp.Or(cmp.Compare(min(1, a.Lost), min(1, b.Lost)), cmp.Compare(b.Accepted, a.Accepted), cmp.Compare(a.Each, b.Each))
	})
	return list
}

// Edge reports whether nobody is better in both: takes at least as much load for
// questions that are at most as dear, and more or cheaper in one of them. A design
// that loses rows is never on it.
func (s *State) Edge(i int) bool {
	e := s.entries[i]
	if !e.plotted() || e.Lost > 0 {
		return false
	}
	return !slices.ContainsFunc(s.entries, func(o *Entry) bool {
		return o.plotted() && o.Lost == 0 && o.Accepted >= e.Accepted && o.Each <= e.Each && (o.Accepted > e.Accepted || o.Each < e.Each)
	})
}

// plotted reports whether an entry has a place in the scatter.
func (e *Entry) plotted() bool { return e.Done && e.Reason == "" && e.Accepted > 0 && e.Each > 0 }

// Plotted reports it for the entry at a place.
func (s *State) Plotted(i int) bool { return s.entries[i].plotted() }
