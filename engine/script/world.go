package script

import (
	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
)

// DefaultStart is when the clock of a World begins unless it is said.
const DefaultStart table.Ticks = 639_028_224_000_000_000 // 2026-01-01T00:00:00Z

// World is a state and the log that made it. It is a tree of commands: each
// branch is one way through it, and the World stands at one place of one
// branch.
//
// What always holds:
//
//   - the state is what the commands from the beginning to the place where the
//     World stands make of the seed and the start, and of nothing else
//   - no command that was done is ever lost, except by Drop
//   - every command in the tree is one that Parse can give
//   - the root has a checkpoint, and there are at most maxCheckpoints
type World struct {
	seed  uint64
	start table.Ticks
	state *state
	tree  *journal.Tree[entry]
	at    int   // commands of the current branch that the state has done
	since int   // work since the last checkpoint on the way to here
	marks marks // of the checkpoints that are kept
}

// New returns a World without commands. The same seed, start, library and
// commands make the same state on every machine. The library may be nil.
func New(seed uint64, start table.Ticks, library Library) *World {
	return NewOver(seed, start, library, table.NewAccount())
}

// Runs returns what the World remembers of simulate commands.
func (w *World) Runs() *simulated.Runs { return w.state.outcomes }

// ShareRuns makes the World remember in common with others.
func (w *World) ShareRuns(r *simulated.Runs) { w.state.outcomes = r }

// NewOver is New with tables that are there before the first command, and that
// belong to the World from then on. They are no part of a Moment.
func NewOver(seed uint64, start table.Ticks, library Library, tables *table.Account) *World {
	w := &World{seed: seed, start: start, state: newState(seed, start, library)}
	w.state.tables = tables
	w.tree = journal.New(entry{mark: w.state.checkpoint()})
	w.marks = marks{0}
	return w
}

// Seed returns the number from which all draws follow.
func (w *World) Seed() uint64 { return w.seed }

// Start returns when the clock began.
func (w *World) Start() table.Ticks { return w.start }

// Now returns the clock.
func (w *World) Now() table.Ticks { return w.state.now }

// Len returns the number of commands of the current branch, those that are
// undone included.
func (w *World) Len() int { return w.tree.Len() }

// Position returns how many commands of the branch are done.
func (w *World) Position() int { return w.at }

// Command returns the command that leads from position n to n+1. n must be
// from 0 to Len-1.
func (w *World) Command(n int) command.Command { return w.tree.Entry(n + 1).command }

// Log returns all commands of the current branch.
func (w *World) Log() []command.Command {
	log := make([]command.Command, w.Len())
	for n := range log {
		log[n] = w.Command(n)
	}
	return log
}

// Do does a command after those that are done. If the same command was undone
// here, it is done again; if others were, they stay in the branch that they
// are in, and the World goes on in a new one with a name of its own.
//
// The error is an *Error for a command that the language cannot write, or a
// Full. A refusal of the service is a Result, not an error.
func (w *World) Do(c command.Command) (Result, error) {
	text := c.String()
	parsed, err := command.Parse(text)
	if err != nil {
		return Result{}, err
	}
	if w.at < w.Len() {
		if w.Command(w.at).String() == text {
			return w.step(), nil
		}
		if err := w.Branch(w.tree.FreeName()); err != nil {
			return Result{}, err
		}
	}
	if w.tree.Size() > command.MaxCommands {
		return Result{}, FullOfCommands
	}
	w.tree.Add(entry{command: parsed, length: len(text), weight: parsed.Weight()})
	return w.step(), nil
}

// DoText does the command that the text stands for.
func (w *World) DoText(text string) (Result, error) {
	c, err := command.Parse(text)
	if err != nil {
		return Result{}, err
	}
	return w.Do(c)
}

// Undo goes one command back. ok is false at the beginning.
func (w *World) Undo() (ok bool) {
	if w.at == 0 {
		return false
	}
	w.Seek(w.at - 1)
	return true
}

// Redo does the next command of the branch again. ok is false at its end.
func (w *World) Redo() (r Result, ok bool) {
	if w.at == w.Len() {
		return Result{}, false
	}
	return w.step(), true
}

// Seek goes to the state after the first n commands of the branch; n below 0
// is 0, and beyond Len is Len. It takes the nearest checkpoint and does again
// what comes after it.
func (w *World) Seek(n int) {
	n = max(0, min(n, w.Len()))
	from := n
	for w.tree.Entry(from).mark == nil {
		from--
	}
	if w.at < from || w.at > n { // else the way from here is shorter
		w.state.restore(w.tree.Entry(from).mark)
		w.at, w.since = from, 0
	}
	for w.at < n {
		w.step()
	}
	w.tree.Seek(n)
}

// Result returns again what command n of the branch did, as Do returned it. n
// must be from 0 to Len-1. The World stays where it is.
func (w *World) Result(n int) Result {
	at := w.at
	w.Seek(n)
	r := w.step()
	w.Seek(at)
	return r
}

// step does the next command of the line, and takes a checkpoint when enough
// work has been done since the last one.
func (w *World) step() Result {
	w.at++
	w.tree.Seek(w.at)
	e, before := w.tree.Entry(w.at), w.tree.Entry(w.at-1)
	r := w.state.execute(e.command.Copy())
	cost := work(r)
	e.total = before.total + cost
	w.since += cost
	switch {
	case e.mark != nil:
		w.since = 0
	case w.since >= checkpointWork:
		w.since = 0
		e.mark = w.state.checkpoint()
		w.marks.add(w.tree, w.tree.ID(w.at))
	}
	return r
}

// Tables returns the tables as they are now, in the order of their names. They
// are to be read, through their snapshots.
func (w *World) Tables() []*table.Table { return w.state.tables.Tables() }

// Table returns the table with the given name, or the service's refusal.
func (w *World) Table(name string) (*table.Table, error) {
	return w.state.tables.Table(name, w.state.now)
}

// Simulated returns what the last simulation that is done came to, nil if
// there is none.
func (w *World) Simulated() *simulated.Outcome { return w.state.simulated }

// Limits returns when the service ends the pages of a table.
func (w *World) Limits(name string) query.Limits { return w.state.limits(name) }

// Load returns how many commands the branches of a World have together, how
// long they are as texts, and how many bytes their values have in memory.
func (w *World) Load() (commands, length, weight int) {
	for _, e := range w.tree.All() {
		length += e.length
		weight += e.weight
	}
	return w.tree.Size() - 1, length, weight
}
