package store

import (
	"slices"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

// ClientNames are the two clients, in the order of their places.
var ClientNames = [2]string{"A", "B"}

// maxClientTurns bounds how many steps a client is given. Every order of two
// programs takes those of script.MaxTurns at most.
const maxClientTurns = 40

// Clients are two clients and the service between them: a World whose commands
// are the steps of two programs, in the order that the user decides.
//
// What always holds:
//   - the log begins with the set-up of the story, which no gesture undoes
//   - how far a program is follows from the log alone, so going back in the
//     log gives its steps back
//   - results are those of the commands that are done
type Clients struct {
	stepLog
	story    Story
	programs [2][]script.Turn
	results  []script.Result
	diagram  *Diagram
	orders   orders
	View     ClientsView
}

// ClientsView is what is looked at and what is being filled in: no part of the
// log, but of the moment.
type ClientsView struct {
	Row    int            // of the diagram whose call is shown, -1 for the last call
	Adding int            // whose form is open, -1 for none
	Form   [2]TurnChoice  // the step that is being added to each program
	Ending script.Verdict // of the orders that are listed
}

// NewClients returns two clients at the beginning of the first story.
func NewClients() *Clients {
	c := &Clients{}
	c.Tell(Stories()[0])
	return c
}

// Tell begins a story.
func (c *Clients) Tell(s Story) {
	*c = Clients{story: s, stepLog: stepLog{world: script.New(1, script.DefaultStart, nil)}, View: ClientsView{Row: -1, Adding: -1, Ending: script.Lost}}
	for _, line := range s.setup {
		if _, err := c.world.DoText(line); err != nil {
			panic(err) // a story of ours
		}
	}
	c.begin = c.world.Len()
	for i, lines := range s.turns {
		for _, line := range lines {
			turn, err := script.ParseTurn(line)
			if err != nil {
				panic(err) // a story of ours
			}
			c.programs[i] = append(c.programs[i], turn)
		}
	}
	c.follow()
}

// Story returns the story that is told.
func (c *Clients) Story() Story { return c.story }

// follow works out again what depends on the log.
func (c *Clients) follow() {
	c.results = c.results[:0]
	for n := range c.world.Position() {
		c.results = append(c.results, c.world.Result(n))
	}
	c.diagram, c.View.Row = nil, -1
	c.orders = orders{}
	c.refusal = ""
}

// belongs reports which program a command of the log is a step of, -1 for
// none: a clock that moves is a step of the client in whose program it stands.
func (c *Clients) belongs(cmd script.Command) int {
	if cmd.Verb == script.Policy || cmd.Verb == script.Fault {
		return -1
	}
	if i := slices.Index(ClientNames[:], cmd.Client); i >= 0 {
		return i
	}
	for i, program := range c.programs {
		for _, t := range program {
			if t.Command.Client == "" && t.Command.Equal(cmd) {
				return i
			}
		}
	}
	return -1
}

// Done returns how many steps of a client's program are done.
func (c *Clients) Done(who int) int {
	n := 0
	for _, r := range c.results[c.begin:] {
		if c.belongs(r.Command) == who {
			n++
		}
	}
	return min(n, len(c.programs[who]))
}

// Program returns the steps of a client. It must not be changed.
func (c *Clients) Program(who int) []script.Turn { return c.programs[who] }

// CanStep reports whether a client has a step left.
func (c *Clients) CanStep(who int) bool { return c.Done(who) < len(c.programs[who]) }

// Step does the next step of a client.
func (c *Clients) Step(who int) {
	if !c.CanStep(who) {
		return
	}
	var m script.Memory
	for _, r := range c.results {
		m.Hear(r)
	}
	for _, cmd := range m.Commands(c.programs[who][c.Done(who)]) {
		if _, ok := c.do(cmd); !ok {
			break
		}
	}
	c.followed()
}

// followed is follow for a gesture that may have been refused.
func (c *Clients) followed() {
	refusal := c.refusal
	c.follow()
	c.refusal = refusal
}

// Add puts a step after those of a client that are done.
func (c *Clients) Add(who int, t script.Turn) {
	if len(c.programs[who]) >= maxClientTurns {
		c.refusal = "A client has at most 40 steps. Take one away first."
		return
	}
	c.programs[who] = slices.Insert(slices.Clone(c.programs[who]), c.Done(who), t)
	c.orders, c.refusal = orders{}, ""
}

// Remove takes a step away that is not done yet.
func (c *Clients) Remove(who, n int) {
	if n >= c.Done(who) && n < len(c.programs[who]) {
		c.programs[who] = slices.Delete(slices.Clone(c.programs[who]), n, n+1)
		c.orders = orders{}
	}
}

// SetRetry sets whether a client sends again what got no answer.
func (c *Clients) SetRetry(who int, p client.Policy) {
	if c.Retry(who) == p {
		return
	}
	c.do(script.Command{Client: ClientNames[who], Verb: script.Policy, Policy: p})
	c.followed()
}

// Retry returns how a client sends again.
func (c *Clients) Retry(who int) client.Policy {
	p, _ := c.world.Habits(ClientNames[who])
	return p
}

// Seek goes to the state after n commands. A fault belongs to the step after
// it, so a place between the two is that before both.
func (c *Clients) Seek(n int) {
	n = c.begin + max(0, min(n, c.Len()))
	forward := n > c.world.Position()
	for n > c.begin && n < c.world.Len() && c.world.Command(n-1).Verb == script.Fault {
		if n--; forward {
			n += 2
			break
		}
	}
	c.world.Seek(n)
	c.follow()
}

// Label says what command n after the set-up does, from 1.
func (c *Clients) Label(n int) string { return c.world.Command(c.begin + n - 1).String() }

// Entity returns the entity of the story as the service has it.
func (c *Clients) Entity() (e table.Entity, ok bool) { return stored(c.world) }

func stored(w *script.World) (e table.Entity, ok bool) {
	t, err := w.Table(sharedTable)
	if err != nil {
		return table.Entity{}, false
	}
	e, err = t.Get(table.Key{PartitionKey: "Channel9", RowKey: "Oct-29"})
	return e, err == nil
}

// Remembered returns the entity as a client has last read it. A tracking
// client has it in its context.
func (c *Clients) Remembered(who int) (e table.Entity, tag table.ETag, ok bool) {
	key := table.Key{PartitionKey: "Channel9", RowKey: "Oct-29"}
	for _, o := range c.world.Tracked(ClientNames[who]) {
		if o.Entity.Key == key {
			return o.Entity, o.ETag, true
		}
	}
	var m script.Memory
	for _, r := range c.results {
		m.Hear(r)
	}
	e, ok = m.Last(ClientNames[who], sharedTable, key)
	tag, seen := c.world.Seen(ClientNames[who], sharedTable, key)
	if !ok && seen {
		return table.Entity{Key: key}, tag, true
	}
	return e, tag, ok
}

// Tracked returns what the context of a client holds.
func (c *Clients) Tracked(who int) []client.Object { return c.world.Tracked(ClientNames[who]) }

// Switch goes to another branch, to the place where it was left.
func (c *Clients) Switch(name string) {
	err := c.turnTo(name)
	c.follow()
	c.fail(err)
}

// Fork makes a branch of the steps that are done and goes on in it.
func (c *Clients) Fork() {
	err := c.branchOff()
	c.follow()
	c.fail(err)
}

// Traffic returns what command n of the log sent, as HTTP.
func (c *Clients) Traffic(n int) []script.Message {
	if n < 0 || n >= c.world.Position() {
		return nil
	}
	return c.world.Traffic(n)
}
