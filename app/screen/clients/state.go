package clients

import (
	"slices"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// Names are the two clients, in the order of their places.
var Names = [2]string{"A", "B"}

// maxClientTurns bounds how many steps a client is given. Every order of two
// programs takes those of script.MaxTurns at most.
const maxClientTurns = 40

// State are two clients and the service between them: a World whose commands
// are the steps of two programs, in the order that the user decides.
//
// What always holds:
//   - the log begins with the set-up of the story, which no gesture undoes
//   - how far a program is follows from the log alone, so going back in the
//     log gives its steps back
//   - results are those of the commands that are done
type State struct {
	stepLog
	story    Story
	subject  subject
	programs [2][]schedule.Turn
	results  []script.Result
	diagram  *Diagram
	orders   orders
	View     ClientsView
}

// ClientsView is what is looked at and what is being filled in: no part of the
// log, but of the moment.
type ClientsView struct {
	Row    int              // of the diagram whose call is shown, -1 for the last call
	Adding int              // whose form is open, -1 for none
	Form   [2]TurnChoice    // the step that is being added to each program
	Ending schedule.Verdict // of the orders that are listed
}

// NewState returns two clients at the beginning of the first story.
func NewState() *State {
	c := &State{}
	c.Tell(Stories()[0])
	return c
}

// Tell begins a story.
func (c *State) Tell(s Story) {
	*c = State{story: s, subject: sharedSubject, stepLog: step.Log{Live: script.New(1, script.DefaultStart, nil)},
		View: ClientsView{Row: -1, Adding: -1, Ending: schedule.Lost}}
	for _, line := range s.setup {
		if _, err := c.Live.DoText(line); err != nil {
			panic(err) // a story of ours
		}
	}
	c.Begin = c.Live.Len()
	for i, lines := range s.turns {
		for _, line := range lines {
			turn, err := schedule.Parse(line)
			if err != nil {
				panic(err) // a story of ours
			}
			c.programs[i] = append(c.programs[i], turn)
		}
	}
	c.follow(atOnce)
}

// Story returns the story that is told.
func (c *State) Story() Story { return c.story }

// atOnce is no rest.
func atOnce() {}

// follow works out again what depends on the log, with rests.
func (c *State) follow(rest func()) {
	c.results = c.results[:0]
	for n := range c.Live.Position() {
		rest()
		c.results = append(c.results, c.Live.Result(n))
	}
	c.diagram, c.View.Row = nil, -1
	c.orders = orders{}
	c.Refused = ""
}

// belongs reports which program a command of the log is a step of, -1 for
// none: a clock that moves is a step of the client in whose program it stands.
func (c *State) belongs(cmd command.Command) int {
	if cmd.Verb == command.Policy || cmd.Verb == command.Fault {
		return -1
	}
	if i := slices.Index(Names[:], cmd.Client); i >= 0 {
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
func (c *State) Done(who int) int { return min(len(ended(c, who)), len(c.programs[who])) }

// ended tells of each step that a client has done whether it came to what it was
// for, as far as the client knows.
func ended(c *State, who int) (list []bool) {
	for _, r := range c.results[c.Begin:] {
		if c.belongs(r.Command) == who {
			list = append(list, r.OK())
		}
	}
	return list
}

// Program returns the steps of a client. It must not be changed.
func (c *State) Program(who int) []schedule.Turn { return c.programs[who] }

// CanStep reports whether a client has a step left.
func (c *State) CanStep(who int) bool { return c.Done(who) < len(c.programs[who]) }

// Step does the next step of a client.
func (c *State) Step(who int) {
	if !c.CanStep(who) {
		return
	}
	var m schedule.Memory
	for _, r := range c.results {
		m.Hear(r)
	}
	for _, cmd := range m.Commands(c.programs[who][c.Done(who)]) {
		if _, ok := c.Do(cmd); !ok {
			break
		}
	}
	c.followed()
}

// followed is follow for a gesture that may have been refused.
func (c *State) followed() {
	refusal := c.Refused
	c.follow(atOnce)
	c.Refused = refusal
}

// Add puts a step after those of a client that are done.
func (c *State) Add(who int, t schedule.Turn) {
	if len(c.programs[who]) >= maxClientTurns {
		c.Refused = "A client has at most 40 steps. Take one away first."
		return
	}
	program, at := c.programs[who], c.Done(who)
	c.programs[who] = slices.Concat(program[:at], []schedule.Turn{t}, program[at:])
	c.orders, c.Refused = orders{}, ""
}

// Remove takes a step away that is not done yet.
func (c *State) Remove(who, n int) {
	if n >= c.Done(who) && n < len(c.programs[who]) {
		c.programs[who] = slices.Delete(slices.Clone(c.programs[who]), n, n+1)
		c.orders = orders{}
	}
}

// SetRetry sets whether a client sends again what got no answer.
func (c *State) SetRetry(who int, p client.Policy) {
	if c.retry(who) == p {
		return
	}
	c.Do(command.Command{Client: Names[who], Verb: command.Policy, Policy: p})
	c.followed()
}

// retry returns how a client sends again.
func (c *State) retry(who int) client.Policy { return c.Live.Client(Names[who]).Policy() }

// Seek goes to the state after n commands. A fault belongs to the step after
// it, so a place between the two is that before both.
func (c *State) Seek(n int) {
	n = c.Begin + max(0, min(n, c.Len()))
	forward := n > c.Live.Position()
	for n > c.Begin && n < c.Live.Len() && c.Live.Command(n-1).Verb == command.Fault {
		if n--; forward {
			n += 2
			break
		}
	}
	c.Live.Seek(n)
	c.follow(atOnce)
}

// Label says what command n after the set-up does, from 1.
func (c *State) Label(n int) string { return c.Live.Command(c.Begin + n - 1).String() }

// entity returns the entity of the story as the service has it.
func (c *State) entity() (e table.Entity, ok bool) { return c.subject.in(c.Live) }

// remembered returns the entity as a client has last read it. A tracking
// client has it in its context.
func (c *State) remembered(who int) (e table.Entity, tag table.ETag, ok bool) {
	key := c.subject.key
	for _, o := range c.Live.Client(Names[who]).Tracked() {
		if o.Entity.Key == key {
			return o.Entity, o.ETag, true
		}
	}
	var m schedule.Memory
	for _, r := range c.results {
		m.Hear(r)
	}
	e, ok = m.Last(Names[who], c.subject.table, key)
	tag, seen := c.Live.Client(Names[who]).Seen(c.subject.table, key)
	if !ok && seen {
		return table.Entity{Key: key}, tag, true
	}
	return e, tag, ok
}

// Switch goes to another branch, to the place where it was left.
func (c *State) Switch(name string) {
	err := c.TurnTo(name)
	c.follow(atOnce)
	c.Fail(err)
}

// Fork makes a branch of the steps that are done and goes on in it.
func (c *State) Fork() {
	err := c.BranchOff()
	c.follow(atOnce)
	c.Fail(err)
}

// traffic returns what command n of the log sent, as HTTP.
func (c *State) traffic(n int) []script.Message {
	if n < 0 || n >= c.Live.Position() {
		return nil
	}
	return c.Live.Traffic(n)
}

// stepLog is embedded under a name of its own: what it promises to the screen is not
// promised by the screen.
type stepLog = step.Log
