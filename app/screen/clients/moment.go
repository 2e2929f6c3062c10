package clients

import (
	"slices"

	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

const screen = "clients"

// Moment returns the two clients as a text for a link; see Screen.
func (c *State) Moment(rest func()) string { return c.MomentLink(screen, c.notes(), rest) }

// Saved returns the two clients as a text for a storage; see Screen.
func (c *State) Saved() string { return c.MomentText(screen, c.notes()) }

func (c *State) notes() (n moment.Notes) {
	n.Put(c.story.ID)
	for _, program := range c.programs {
		n.Count(len(program))
		for _, t := range program {
			n.Put(t.String())
		}
	}
	v := &c.View
	n.Count(v.Row, v.Adding, int(v.Ending))
	for _, f := range v.Form {
		n.Put(f.Kind, f.Property, f.Value, f.Condition, f.Network)
	}
	from := -1
	if c.orders.run != nil {
		from = c.orders.from - c.Begin
	}
	n.Count(from)
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen. Orders that had
// been tried are tried again by Advance.
func (c *State) OpenMoment(text string, rest func()) error {
	m, n, err := moment.OpenMoment(text, screen, rest)
	if err != nil {
		return err
	}
	next, story := &State{}, n.Text()
	if s, ok := storyByID(story); ok {
		next.Tell(s)
	} else {
		return link.OtherStory
	}
	for who := range next.programs {
		next.programs[who] = readTurns(&n, Names[who])
	}
	view := readClientsView(&n)
	from := n.Number(-1, step.MaxLogCommands)
	if err := n.Done(); err != nil {
		return err
	}
	if err := m.Continue(next.Live, next.allows); err != nil {
		return err
	}
	next.follow(rest)
	next.View = view
	next.tried(from, rest)
	next.drawn(rest)
	*c = *next
	return nil
}

// turns reads the program of a client.
func readTurns(n *moment.Notes, name string) (list []schedule.Turn) {
	for range n.Number(0, maxClientTurns) {
		text := n.Text()
		t, err := schedule.Parse(text)
		if err != nil || t.String() != text || t.Command.Client != name && t.Command.Verb != command.Advance || !stepVerb(t.Command) {
			n.Bad = true
			return nil
		}
		list = append(list, t)
	}
	return list
}

func readClientsView(n *moment.Notes) (v ClientsView) {
	v.Row, v.Adding, v.Ending = n.Number(-1, 1<<20), n.Number(-1, 1), schedule.Verdict(n.Number(0, int(schedule.Lost)))
	for i := range v.Form {
		f := &v.Form[i]
		n.Texts(&f.Kind, &f.Property, &f.Value, &f.Condition, &f.Network)
	}
	return v
}

// tried tries the orders from the place where they had been tried.
func (c *State) tried(from int, rest func()) {
	if from < 0 || from > c.Len() {
		return
	}
	at, row := c.Live.Position(), c.View.Row
	c.Live.Seek(c.Begin + from)
	c.follow(rest)
	c.TryOrders()
	c.orders.kept = true
	orders := c.orders
	c.Live.Seek(at)
	c.follow(rest)
	c.orders, c.View.Row = orders, row
}

// allows reports whether a command is one that a gesture can give.
func (c *State) allows(cmd command.Command) bool {
	switch cmd.Verb {
	case command.Policy:
		return slices.Contains(Names[:], cmd.Client)
	case command.Fault:
		return true
	}
	return stepVerb(cmd) && (slices.Contains(Names[:], cmd.Client) || cmd.Verb == command.Advance)
}

// stepVerb reports whether a command can be a step of a program.
func stepVerb(c command.Command) bool {
	switch c.Verb {
	case command.Get, command.Merge, command.Replace, command.Insert, command.InsertOrMerge, command.InsertOrReplace, command.Delete,
		command.TrackEdit, command.TrackUpdate, command.TrackDelete, command.TrackAttach:
		return c.Table == sharedTable && c.Key == table.Key{PartitionKey: "Channel9", RowKey: "Oct-29"}
	case command.TrackLoad:
		return c.Table == sharedTable
	}
	return c.Verb == command.Advance || c.Verb == command.TrackOption || c.Verb == command.Save
}
