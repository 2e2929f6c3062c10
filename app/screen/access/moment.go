package access

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/journal"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

const screen = "access"

// Moment returns the choices and requests as a text for a link; see Screen.
func (a *State) Moment(rest func()) string {
	text := movesMoment(a.story, a.tree).Link(rest)
	if (text == "" || len(text) > moment.MaxLink) && len(a.tree.Branches()) > 1 {
		text = movesMoment(a.story, a.tree.Cut(0, a.Len())).Link(rest)
	}
	return text
}

// Saved returns the choices and requests as a text for a storage; see Screen.
func (a *State) Saved() string { return movesMoment(a.story, a.tree).Text() }

// movesMoment writes the story, the branches, and a line for each move: the
// number of the one before it, and what it says.
func movesMoment(story accessStory, t *journal.Tree[Move]) script.Moment {
	t = t.Renumbered()
	var moves strings.Builder
	for id, m := range t.All() {
		if parent, ok := t.Parent(id); ok {
			moves.WriteString(strconv.Itoa(parent) + " " + m.Name + "=" + m.Value + "\n")
		}
	}
	return script.Moment{Screen: screen, Notes: []string{story.ID, draft.AsJSON(t.Head()), moves.String()}}
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (a *State) OpenMoment(text string, rest func()) error {
	m, n, err := moment.OpenMoment(text, screen, rest)
	if err != nil {
		return err
	}
	story, ok := storyByID(n.Text())
	if !ok {
		return link.OtherStory
	}
	next := &State{}
	next.open(story)
	if len(m.Notes) == 1 {
		next.tree, err = queue(m)
	} else {
		next.tree, err = readMoves(&n)
	}
	if err != nil {
		return err
	}
	for _, b := range next.Branches() {
		if b.Len > maxAccessMoves {
			return link.Damaged
		}
	}
	next.follow()
	*a = *next
	return nil
}

// readMoves reads the branches and the moves of movesMoment.
func readMoves(n *moment.Notes) (*journal.Tree[Move], error) {
	var h journal.Head
	head, lines := n.Text(), n.Text()
	if err := n.Done(); err != nil || json.Unmarshal([]byte(head), &h) != nil {
		return nil, link.Damaged
	}
	moves := map[int]journal.Saved[Move]{0: {Parent: -1}}
	for line := range strings.Lines(lines) {
		number, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		name, value, _ := strings.Cut(text, "=")
		m := Move{name, value}
		parent, err := strconv.Atoi(number)
		if err != nil || parent < 0 || !m.legal() || len(moves) > step.MaxLogCommands {
			return nil, link.Damaged
		}
		moves[len(moves)] = journal.Saved[Move]{Parent: parent, Value: m}
	}
	tree, ok := journal.Restore(h, moves)
	if !ok {
		return nil, link.Damaged
	}
	return tree, nil
}

// choices is the queue of a log in which each move was a message, as links have
// it that are kept from then.
const choices = "choices"

// queue reads the moves of such a log.
func queue(m script.Moment) (*journal.Tree[Move], error) {
	w := script.New(1, script.DefaultStart, nil)
	if _, err := w.Do(command.Command{Verb: command.QueueCreate, Table: choices}); err != nil {
		return nil, err
	}
	begin := w.Len()
	if err := m.Continue(w, chooses); err != nil {
		return nil, err
	}
	h := journal.Head{Next: 1, At: max(0, w.Position()-begin)}
	moves := map[int]journal.Saved[Move]{0: {Parent: -1}}
	ways, places := [][]int{}, map[string]int{}
	for i, b := range w.Branches() {
		way, log := []int{0}, w.LogOf(b.Name)[begin:]
		parent, fork := places[b.Parent], max(0, b.Fork-begin)
		if i > 0 {
			way = append(way, ways[parent][1:1+min(fork, len(ways[parent])-1, len(log))]...)
		}
		for _, c := range log[len(way)-1:] {
			moves[h.Next] = journal.Saved[Move]{Parent: way[len(way)-1], Value: moveOf(c)}
			way = append(way, h.Next)
			h.Next++
		}
		ways, places[b.Name] = append(ways, way), i
		h.Branches = append(h.Branches, journal.BranchHead{Name: b.Name, Tip: way[len(way)-1], At: max(0, b.Position-begin), Parent: parent,
			Fork: fork})
		if b.Current {
			h.Current = i
		}
	}
	tree, ok := journal.Restore(h, moves)
	if !ok {
		return nil, link.Damaged
	}
	return tree, nil
}

// moveOf is the move that a command stands for.
func moveOf(c command.Command) Move {
	name, value, _ := strings.Cut(c.Text, "=")
	return Move{name, value}
}

// chooses reports whether a command is a move.
func chooses(c command.Command) bool {
	m := moveOf(c)
	put := command.Command{Verb: command.QueuePut, Table: choices, Text: m.Name + "=" + m.Value}
	return c.Equal(put) && m.legal()
}
