package store

import (
	"slices"

	"github.com/keyrange/keyrange/engine/script"
)

const batchScreen = "transactions"

// maxChangesLength is how many bytes the changes that are not sent yet may have
// as texts.
const maxChangesLength = 128 << 10

// Moment returns the batches as a text for a link; see Screen.
func (b *Batch) Moment() string { return b.momentLink(batchScreen, b.notes()) }

// Saved returns the batches as a text for a storage; see Screen.
func (b *Batch) Saved() string { return b.momentText(batchScreen, b.notes()) }

func (b *Batch) notes() (n notes) {
	n.put(b.preset.ID)
	if b.asSent() {
		n.count(-1)
	} else {
		n.count(len(b.changes))
		for _, c := range b.changes {
			n.put(changeText(c))
		}
	}
	e := &b.Editing
	n.flags(e.Open)
	n.count(e.Place)
	n.put(e.Form.Kind, e.Form.PartitionKey, e.Form.RowKey, e.Form.Properties, e.Form.Condition)
	return n
}

// changeText is a change as the only one of a batch.
func changeText(c script.Command) string {
	return script.Command{Verb: script.Batch, Table: rentals, Changes: []script.Command{c}}.String()
}

// asSent reports whether the changes are those that the log gives.
func (b *Batch) asSent() bool {
	return b.sent || b.Position() == 0 && slices.EqualFunc(b.changes, b.preset.make(), script.Command.Equal)
}

// OpenMoment takes up what Moment or Saved gave; see Screen.
func (b *Batch) OpenMoment(text string) error {
	m, n, err := openMoment(text, batchScreen)
	if err != nil {
		return err
	}
	next, preset := &Batch{}, n.text()
	p, ok := BatchPresetByID(preset)
	if !ok {
		return script.ShareOtherStory
	}
	next.Take(p)
	changes, own := readChanges(&n)
	e := &next.Editing
	e.Open, e.Place = n.flag(), n.number(-1, script.MaxChanges)
	n.texts(&e.Form.Kind, &e.Form.PartitionKey, &e.Form.RowKey, &e.Form.Properties, &e.Form.Condition)
	if err := n.done(); err != nil {
		return err
	}
	if err := m.Continue(next.world, func(c script.Command) bool { return c.Verb == script.Batch && c.Table == rentals }); err != nil {
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
func readChanges(n *notes) (list []script.Command, own bool) {
	count, length := n.number(-1, script.MaxChanges), 0
	for range count {
		text := n.text()
		length += len(text)
		c, err := script.Parse(text)
		if err != nil || length > maxChangesLength || len(c.Changes) != 1 || changeText(c.Changes[0]) != text {
			n.bad = true
			return nil, false
		}
		list = append(list, c.Changes[0])
	}
	return list, count >= 0
}
