package gallery

import (
	"cmp"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/link"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/lessons/assign"
)

// The bounds of a gallery.
const (
	MaxEntries = 300
	MaxPaste   = 8 << 20 // bytes of what is pasted or dropped at once
	MaxLines   = 20_000  // of them
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

	Partitions int
	Scans      int // questions that examine the whole table
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

	coming incoming
	series link.Series // of the lines

	Hidden   bool // names are numbers
	Stopped  bool // nothing is read or done again for now
	Selected int  // place among the entries, -1 for none
	Removals int  // grows when results go, and others come into their places

	now    *Entry // that is being done again
	replay workspace.Replay
	like   workspace.Replay // the last one, whose rows the next may use
	pieces int
	begun  map[uint32]map[string]string // by task
	known  map[string]Outcome           // of work that was done again, by sameWork: all of one task
}

// NewState returns an empty gallery.
func NewState(open Opener) *State {
	return &State{open: open, Selected: -1, begun: map[uint32]map[string]string{}, known: map[string]Outcome{}}
}

// Entries returns what was collected. It must not be changed.
func (s *State) Entries() []*Entry { return s.entries }

// Refused returns how many lines were refused, and the reasons of the last.
func (s *State) Refused() (n int, reasons []string) { return s.count, s.refused }

// Clear forgets everything.
func (s *State) Clear() {
	removals := s.Removals + 1
	*s = *NewState(s.open)
	s.Removals = removals
}

// Remove forgets one result.
func (s *State) Remove(i int) {
	if s.entries[i] == s.now {
		s.now, s.replay = nil, nil
	}
	s.entries, s.Selected = slices.Delete(slices.Clone(s.entries), i, i+1), -1
	s.Removals++
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
