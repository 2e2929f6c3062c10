package store

import (
	"slices"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

const clientsScreen = "clients"

// Moment returns the two clients as a text for a link; see Screen.
func (c *Clients) Moment() string { return c.momentLink(clientsScreen, c.notes()) }

// Saved returns the two clients as a text for a storage; see Screen.
func (c *Clients) Saved() string { return c.momentText(clientsScreen, c.notes()) }

func (c *Clients) notes() (n notes) {
	n.put(c.story.ID)
	for _, program := range c.programs {
		n.count(len(program))
		for _, t := range program {
			n.put(t.String())
		}
	}
	v := &c.View
	n.count(v.Row, v.Adding, int(v.Ending))
	for _, f := range v.Form {
		n.put(f.Kind, f.Property, f.Value, f.Condition, f.Network)
	}
	from := -1
	if c.orders.run != nil {
		from = c.orders.from - c.begin
	}
	n.count(from)
	return n
}

// OpenMoment takes up what Moment or Saved gave; see Screen. Orders that had
// been tried are tried again by Advance.
func (c *Clients) OpenMoment(text string) error {
	m, n, err := openMoment(text, clientsScreen)
	if err != nil {
		return err
	}
	next, story := &Clients{}, n.text()
	if s, ok := StoryByID(story); ok {
		next.Tell(s)
	} else {
		return script.ShareOtherStory
	}
	for who := range next.programs {
		next.programs[who] = readTurns(&n, ClientNames[who])
	}
	view := readClientsView(&n)
	from := n.number(-1, maxLogCommands)
	if err := n.done(); err != nil {
		return err
	}
	if err := m.Continue(next.world, next.allows); err != nil {
		return err
	}
	next.follow()
	next.View = view
	next.tried(from)
	*c = *next
	return nil
}

// turns reads the program of a client.
func readTurns(n *notes, name string) (list []script.Turn) {
	for range n.number(0, maxClientTurns) {
		text := n.text()
		t, err := script.ParseTurn(text)
		if err != nil || t.String() != text || t.Command.Client != name && t.Command.Verb != script.Advance || !stepVerb(t.Command) {
			n.bad = true
			return nil
		}
		list = append(list, t)
	}
	return list
}

func readClientsView(n *notes) (v ClientsView) {
	v.Row, v.Adding, v.Ending = n.number(-1, 1<<20), n.number(-1, 1), script.Verdict(n.number(0, int(script.Lost)))
	for i := range v.Form {
		f := &v.Form[i]
		n.texts(&f.Kind, &f.Property, &f.Value, &f.Condition, &f.Network)
	}
	return v
}

// tried tries the orders from the place where they had been tried.
func (c *Clients) tried(from int) {
	if from < 0 || from > c.Len() {
		return
	}
	at, row := c.world.Position(), c.View.Row
	c.world.Seek(c.begin + from)
	c.follow()
	c.TryOrders()
	c.orders.kept = true
	orders := c.orders
	c.world.Seek(at)
	c.follow()
	c.orders, c.View.Row = orders, row
}

// allows reports whether a command is one that a gesture can give.
func (c *Clients) allows(cmd script.Command) bool {
	switch cmd.Verb {
	case script.Policy:
		return slices.Contains(ClientNames[:], cmd.Client)
	case script.Fault:
		return true
	}
	return stepVerb(cmd) && (slices.Contains(ClientNames[:], cmd.Client) || cmd.Verb == script.Advance)
}

// stepVerb reports whether a command can be a step of a program.
func stepVerb(c script.Command) bool {
	switch c.Verb {
	case script.Get, script.Merge, script.Replace, script.Insert, script.InsertOrMerge, script.InsertOrReplace, script.Delete,
		script.TrackEdit, script.TrackUpdate, script.TrackDelete, script.TrackAttach:
		return c.Table == sharedTable && c.Key == table.Key{PartitionKey: "Channel9", RowKey: "Oct-29"}
	case script.TrackLoad:
		return c.Table == sharedTable
	}
	return c.Verb == script.Advance || c.Verb == script.TrackOption || c.Verb == script.Save
}
