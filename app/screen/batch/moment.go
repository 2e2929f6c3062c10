package batch

import (
	"slices"

	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
)

const screen = "transactions"

// maxChangesLength is how many bytes the changes that are not sent yet may have
// as texts.
const maxChangesLength = 128 << 10

// Moment returns the batches as a text for a link; see Screen.
func (b *State) Moment(rest func()) string { return b.MomentLink(screen, b.notes(), rest) }

// Saved returns the batches as a text for a storage; see Screen.
func (b *State) Saved() string { return b.MomentText(screen, b.notes()) }

func (b *State) notes() (n moment.Notes) {
	n.Put(b.preset.ID)
	if b.asSent() {
		n.Count(-1)
	} else {
		n.Count(len(b.changes))
		for _, c := range b.changes {
			n.Put(changeText(c))
		}
	}
	e := &b.Editing
	n.Flags(e.Open)
	n.Count(e.Place)
	n.Put(e.Form.Kind, e.Form.PartitionKey, e.Form.RowKey, e.Form.Properties, e.Form.Condition)
	return n
}

// changeText is a change as the only one of a batch.
func changeText(c command.Command) string {
	return command.Command{Verb: command.Batch, Table: step.Rentals, Changes: []command.Command{c}}.String()
}

// asSent reports whether the changes are those that the log gives.
func (b *State) asSent() bool {
	return b.sent || b.Position() == 0 && slices.EqualFunc(b.changes, b.preset.make(), command.Command.Equal)
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (b *State) OpenMoment(text string, rest func()) error {
	m, n, err := moment.OpenMoment(text, screen, rest)
	if err != nil {
		return err
	}
	next, preset := &State{}, n.Text()
	p, ok := presetByID(preset)
	if !ok {
		return link.OtherStory
	}
	next.Take(p)
	changes, own := readChanges(&n)
	e := &next.Editing
	e.Open, e.Place = n.Flag(), n.Number(-1, command.MaxChanges)
	n.Texts(&e.Form.Kind, &e.Form.PartitionKey, &e.Form.RowKey, &e.Form.Properties, &e.Form.Condition)
	if err := n.Done(); err != nil {
		return err
	}
	if err := m.Continue(next.Live, func(c command.Command) bool { return c.Verb == command.Batch && c.Table == step.Rentals }); err != nil {
		return err
	}
	if next.follow(); own {
		next.edit(changes)
	}
	*b = *next
	return nil
}

// changes reads changes that are not sent yet. own is false when they are those
// of the log.
func readChanges(n *moment.Notes) (list []command.Command, own bool) {
	count, length := n.Number(-1, command.MaxChanges), 0
	for range count {
		text := n.Text()
		length += len(text)
		c, err := command.Parse(text)
		if err != nil || length > maxChangesLength || len(c.Changes) != 1 || changeText(c.Changes[0]) != text {
			n.Bad = true
			return nil, false
		}
		list = append(list, c.Changes[0])
	}
	return list, count >= 0
}
