package draft

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/keyrange/keyrange/engine/journal"
)

// A journal behaves like a list of lists of states: each branch is a list, a
// gesture in the past begins another, and no state of any branch is lost.
func TestJournalAgainstLists(t *testing.T) {
	for seed := range int64(200) {
		random := rand.New(rand.NewSource(seed))
		j := NewJournal("Start", Work{})
		type list struct {
			states []string
			at     int
		}
		lists, names, now := []list{{states: []string{""}}}, []string{journal.Main}, 0
		fork := func() {
			l := &lists[now]
			lists = append(lists, list{slices.Clone(l.states[:l.at+1]), l.at})
			now = len(lists) - 1
			names = append(names, j.Branches()[now].Name)
		}
		for step := range 60 {
			l := &lists[now]
			switch random.Intn(6) {
			case 0, 1, 2:
				text := fmt.Sprint(step)
				undone := l.at < len(l.states)-1
				j.Add(Gesture{Label: "Edit", Work: Work{Filter: text}})
				if undone {
					fork()
					l = &lists[now]
				}
				l.states, l.at = append(l.states, text), l.at+1
			case 3, 4:
				l.at = random.Intn(len(l.states))
				j.Tree.Seek(l.at)
			case 5:
				if random.Intn(3) == 0 && j.fork(j.Tree.FreeName()) {
					fork()
				} else {
					now = random.Intn(len(lists))
					j.Tree.Switch(names[now])
				}
			}
			l = &lists[now]
			if j.Position() != l.at || j.Len() != len(l.states)-1 || j.here().Work.Filter != l.states[l.at] {
				t.Fatalf("seed %d, step %d: at %d of %d with %q, want %d of %d with %q", seed, step, j.Position(), j.Len(), j.here().Work.Filter, l.at, len(l.states)-1, l.states[l.at])
			}
		}
		for i, l := range lists {
			j.Tree.Switch(names[i])
			for n, want := range l.states {
				if got := j.Work(n).Filter; got != want {
					t.Fatalf("seed %d: %s has %q at %d, want %q", seed, names[i], got, n, want)
				}
			}
		}
	}
}

// A full journal drops the branch whose tip is the oldest, and then the
// beginning of the only one, and says so.
func TestJournalBounds(t *testing.T) {
	j := NewJournal("Start", Work{})
	for range 3 {
		j.Add(Gesture{Label: "Edit", Work: Work{Filter: "main"}})
	}
	j.Tree.Seek(1)
	for n := range maxGestures + 10 {
		j.Add(Gesture{Label: "Edit", Work: Work{Filter: fmt.Sprint(n)}})
	}
	if j.Tree.Size() > maxGestures+1 || len(j.Branches()) != 1 || j.dropped == "" {
		t.Errorf("%d gestures, %d branches, dropped %q", j.Tree.Size(), len(j.Branches()), j.dropped)
	}
	if got := j.here().Work.Filter; got != fmt.Sprint(maxGestures+9) {
		t.Errorf("the journal stands at %q, want the last gesture", got)
	}
	t.Run("branches", func(t *testing.T) {
		j := NewJournal("Start", Work{})
		for range 2 * journal.MaxBranches {
			j.Tree.Seek(0)
			j.Add(Gesture{Label: "Edit", Work: Work{Filter: "x"}})
		}
		if got := len(j.Branches()); got != journal.MaxBranches {
			t.Errorf("%d branches, want %d", got, journal.MaxBranches)
		}
	})
}
