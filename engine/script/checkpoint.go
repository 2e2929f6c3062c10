package script

import (
	"slices"

	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/script/command"
)

// checkpointWork is how much work lies between two checkpoints, and so how
// much Seek does again, in units of about the time of one insert.
const checkpointWork = 50

// requestsPerWork is how many requests of a simulation take about as long as one
// insert.
const requestsPerWork = 4

// maxCheckpoints bounds what checkpoints keep in memory: about 100 KB each at
// worst, for 40 writes far from each other.
const maxCheckpoints = 512

// work estimates how long a command took, in units of one insert.
func work(r Result) int {
	n := 1 + len(r.Saved)
	for _, x := range r.Exchanges {
		n += len(x.Attempts) + len(x.Call.Changes)
	}
	if r.Import != nil {
		n += r.Import.Rows / 2
	}
	if r.Simulated != nil {
		n += int(r.Simulated.Totals.Sent) / requestsPerWork
	}
	return n + (r.Cost.Examined+r.Cost.Returned)/20
}

// marks are the ids of the entries of a tree that have a checkpoint, the root
// first: never more than maxCheckpoints.
type marks []int

// add adds an entry, and drops the checkpoint that saves the least work when there
// are too many. The root's stays.
func (m *marks) add(tree *journal.Tree[entry], id int) {
	*m = append(*m, id)
	if len(*m) <= maxCheckpoints {
		return
	}
	best, least := 0, 0
	reach := m.reach(tree)
	for i, id := range (*m)[1:] {
		if r := reach[id]; best == 0 || r < least {
			best, least = i+1, r
		}
	}
	tree.Get((*m)[best]).mark = nil
	*m = slices.Delete(*m, best, best+1)
}

// reach returns for each checkpoint but the root's how much work would lie
// between the one before it and the farthest one after it.
func (m marks) reach(tree *journal.Tree[entry]) map[int]int {
	before := make(map[int]int, len(m))
	for _, id := range m[1:] {
		p, _ := tree.Parent(id)
		for tree.Get(p).mark == nil {
			p, _ = tree.Parent(p)
		}
		before[id] = p
	}
	reach := make(map[int]int, len(m))
	for _, id := range m[1:] {
		end := tree.Get(id).total
		reach[id] = max(reach[id], end-tree.Get(before[id]).total)
		if p := before[id]; p != 0 {
			reach[p] = max(reach[p], end-tree.Get(before[p]).total)
		}
	}
	return reach
}

// Checkpoint is a state of a World as it was when Checkpoint was called.
type Checkpoint struct{ of *checkpoint }

// Checkpoint returns the state in which the World is.
func (w *World) Checkpoint() Checkpoint { return Checkpoint{w.state.checkpoint()} }

// Beside hands a function to try commands with, one after another from a
// checkpoint of the World on. They are not in the log, and afterwards the World
// is as it was.
func (w *World) Beside(from Checkpoint, try func(do func(command.Command) Result)) {
	s := w.state
	here := s.checkpoint()
	defer s.restore(here)
	s.restore(from.of)
	try(s.execute)
}
