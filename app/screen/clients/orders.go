package clients

import (
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// orders are the outcomes of both programs in every order, as far as they have
// been run.
type orders struct {
	run  *schedule.Orders
	list []schedule.Order
	busy bool
	from int  // place of the log where they began
	kept bool // which of them are listed is chosen already
}

// orderCount counts the outcomes of all orders that have been run.
type orderCount struct {
	Run, Of             int
	Fine, Refused, Lost int
}

// TryOrders begins to run what is left of both programs in every order. Advance
// does the work.
func (c *State) TryOrders() {
	rest := [2][]schedule.Turn{}
	for i := range rest {
		rest[i] = c.programs[i][c.Done(i):]
	}
	c.orders = orders{run: schedule.NewOrders(c.Live, c.results, rest[0], rest[1]), busy: true, from: c.Live.Position()}
}

// Advance runs orders while more returns true, one at least. It reports
// whether any are left.
func (c *State) Advance(more func() bool) (busy bool) {
	for c.orders.busy {
		order, ok := c.orders.run.Next()
		if !ok {
			c.orders.busy = false
			c.listed()
			return false
		}
		c.orders.list = append(c.orders.list, order)
		if !more() {
			return true
		}
	}
	return false
}

// listed lists the gravest outcome that there is, once all orders are run.
func (c *State) listed() {
	gravest := schedule.Fine
	for _, o := range c.orders.list {
		gravest = max(gravest, o.Verdict)
	}
	if !c.orders.kept {
		c.View.Ending = gravest
	}
}

// Orders returns the orders that have been run, and how they ended. ok is false
// when they were not asked for since the programs or the log changed.
func (c *State) Orders() (list []schedule.Order, count orderCount, ok bool) {
	if c.orders.run == nil {
		return nil, orderCount{}, false
	}
	count = orderCount{Run: len(c.orders.list), Of: c.orders.run.Count()}
	for _, o := range c.orders.list {
		switch o.Verdict {
		case schedule.Fine:
			count.Fine++
		case schedule.Refused:
			count.Refused++
		case schedule.Lost:
			count.Lost++
		}
	}
	return c.orders.list, count, true
}

// Replay does one of the orders that have been run as steps of the log, from
// where they began. The orders stay listed.
func (c *State) Replay(n int) {
	if n < 0 || n >= len(c.orders.list) {
		return
	}
	kept := c.orders
	c.Live.Seek(kept.from)
	if c.Refused = ""; c.Room() {
		c.Fail(kept.run.Play(kept.list[n]))
	}
	c.followed()
	c.orders = kept
}

// option is one way on for a client whose write was refused, with what it
// would come to.
type option struct {
	Title  string
	Tag    string // "*" or the short name of the version that is sent
	Turns  []schedule.Turn
	Entity table.Entity
	There  bool
	Losses []schedule.Loss
}

// Options returns the ways on when the last call was a write that the service
// refused because another client had been there first, and whose it was.
func (c *State) Options() (who int, list []option) {
	if len(c.results) <= c.Begin {
		return 0, nil
	}
	r := c.results[len(c.results)-1]
	who = c.belongs(r.Command)
	if who < 0 || len(c.programs[who]) == 0 || r.Refusal == nil || r.Refusal.Code != table.UpdateConditionNotSatisfied || own(r) ||
		!single(r.Command.Verb) {
		return 0, nil
	}
	again := c.programs[who][max(0, c.Done(who)-1)]
	if again.Fault = 0; !single(again.Command.Verb) {
		return 0, nil // the step was taken away while another branch was looked at
	}
	read := schedule.Turn{Command: command.Command{Client: r.Command.Client, Verb: command.Get, Table: r.Command.Table, Key: r.Command.Key}}
	seen, force, replace := again, again, again
	seen.Command.If = command.Condition{Seen: true}
	force.Command.If = command.Condition{Tag: table.AnyETag}
	replace.Command.If = command.Condition{Tag: table.AnyETag}
	replace.Command.Verb, replace.Whole = command.Replace, true
	current := c.Diagram().Name(c.Diagram().Versions[len(c.Diagram().Versions)-1].Tag)
	list = []option{{Title: "Read again, then " + verbWord(again.Command.Verb), Tag: current, Turns: []schedule.Turn{read, seen}},
		{Title: upperFirst(verbWord(again.Command.Verb)) + ", no check", Tag: "*", Turns: []schedule.Turn{force}}}
	if again.Command.Verb == command.Merge {
		list = append(list, option{Title: "Replace, no check", Tag: "*", Turns: []schedule.Turn{replace}})
	}
	for i := range list {
		o := &list[i]
		schedule.Try(c.Live, c.results, o.Turns, func(j *schedule.Judge, _ []script.Result) {
			o.Entity, o.There = c.entity()
			o.Losses = j.Losses
		})
	}
	return who, list
}

func single(v command.Verb) bool {
	return v == command.Merge || v == command.Replace || v == command.Delete
}

// own reports whether the refusal answers the client's own first try.
func own(r script.Result) bool {
	if r.Refusal == nil {
		return false
	}
	for _, x := range r.Exchanges {
		if x.Misleading() {
			return true
		}
	}
	return false
}

// Choose puts the steps of an option into the client's program and does the
// first.
func (c *State) Choose(who int, o option) {
	for i := len(o.Turns) - 1; i >= 0; i-- {
		c.Add(who, o.Turns[i])
	}
	c.Step(who)
}

func verbWord(v command.Verb) string {
	return map[command.Verb]string{command.Merge: "merge", command.Replace: "replace", command.Delete: "delete"}[v]
}

func upperFirst(s string) string { return string(s[0]-'a'+'A') + s[1:] }
