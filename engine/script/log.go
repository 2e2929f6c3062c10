package script

import (
	"errors"

	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
)

// writeLog writes the commands of a tree after the first ones, which are in all its
// branches, then its branches and the place. Commands are numbered in the order
// in which they were done, with the root as 0.
func writeLog(p *link.Writer, t *journal.Tree[entry], begin int) {
	p.Number(uint64(t.Size() - 1 - begin))
	numbers := make(map[int]int, t.Size())
	for id, e := range t.All() {
		n := len(numbers)
		numbers[id] = n
		if n <= begin {
			continue
		}
		parent, _ := t.Parent(id)
		p.Number(uint64(n - 1 - numbers[parent])) // 0 for a command after the one before it
		p.Text(e.command.String())
	}
	h := t.Head()
	p.Number(uint64(len(h.Branches)))
	for _, b := range h.Branches {
		p.Text(b.Name)
		for _, n := range []int{numbers[b.Tip] - begin, b.At - begin} {
			p.Number(uint64(max(n, 0)))
		}
		p.Number(uint64(b.Parent))
		p.Number(uint64(max(b.Fork-begin, 0)))
	}
	p.Number(uint64(h.Current))
}

// readLog reads what writeLog wrote into a World that has done the first commands
// and no others. allow says which commands may follow, nil for all.
func readLog(u *link.Reader, w *World, begin, most int, allow func(command.Command) bool) error {
	entries := map[int]journal.Saved[entry]{}
	for id, e := range w.tree.All() {
		parent, _ := w.tree.Parent(id)
		entries[id] = journal.Saved[entry]{Parent: parent, Value: *e}
	}
	if err := readCommands(u, entries, begin, most, allow); err != nil {
		return err
	}
	h, ok := readHead(u, len(entries), begin)
	tree, whole := journal.Restore(h, entries)
	if !ok || !whole {
		return link.Damaged
	}
	w.tree = tree
	return nil
}

// catchUp does the commands up to the place of the current branch, unless that
// is more than the given work. rest is called before each.
func (w *World) catchUp(most int, rest func()) error {
	for to := w.tree.Position(); w.at < to; {
		rest()
		w.step()
		if w.tree.Entry(w.at).total > most {
			return link.TooMuch
		}
	}
	return nil
}

// readCommands reads commands into entries that hold the first ones and the root.
func readCommands(u *link.Reader, entries map[int]journal.Saved[entry], begin, most int, allow func(command.Command) bool) error {
	n := u.Number()
	if n > uint64(most) {
		return tooMany(n, "steps", most)
	}
	for i := range int(n) {
		back, text := u.Count(i), u.Text()
		c, err := command.Parse(text)
		if u.Broken || err != nil || c.String() != text || allow != nil && !allow(c) {
			return link.Damaged
		}
		if len(entries) > command.MaxCommands {
			return errors.Join(link.Damaged, FullOfCommands)
		}
		entries[begin+1+i] = journal.Saved[entry]{Parent: begin + i - back, Value: entry{command: c, length: len(text), weight: c.Weight()}}
	}
	return nil
}

// readHead reads the branches and the place; next is the id after the last entry.
func readHead(u *link.Reader, next, begin int) (h journal.Head, ok bool) {
	h.Next = next
	for i := range u.Count(MaxBranches) {
		b := journal.BranchHead{Name: u.Text(), Tip: begin + u.Count(next-1-begin), At: begin + u.Count(command.MaxCommands),
			Parent: u.Count(max(0, i-1)), Fork: begin + u.Count(command.MaxCommands)}
		if !usable(b.Name) || i == 0 && (b.Name != MainBranch || b.Fork > begin) {
			u.Broken = true
		}
		if i == 0 { // the first branch was made from none
			b.Fork = 0
		}
		h.Branches = append(h.Branches, b)
	}
	h.Current = u.Count(len(h.Branches) - 1)
	if u.Broken || len(h.Branches) == 0 {
		return h, false
	}
	h.At = h.Branches[h.Current].At
	return h, true
}
