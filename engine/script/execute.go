package script

import (
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// CommandTime is how far each command moves the clock before it is done.
const CommandTime = 10 * table.Millisecond

// clockEnd is where a World ends: the year 9000, so that no sum of times goes
// beyond what Ticks hold.
const clockEnd table.Ticks = 2_840_000_000_000_000_000

// run is one command while it is done.
type run struct {
	*state
	command command.Command
	speaker *speaker
	service *service
	result  Result
}

// execute does a command and returns what came of it. A command that fails is
// a part of the log like any other: the clock moves, and faults are met.
func (s *state) execute(c command.Command) Result {
	r := &run{state: s, command: c, service: &service{state: s}}
	r.perform()
	return r.result
}

func (r *run) perform() {
	r.result = Result{Command: r.command, Began: r.now, Ended: r.now}
	if r.now > clockEnd {
		r.mistake("The clock has reached the year 9000, where this World ends.")
		return
	}
	r.advance(CommandTime)
	if r.speaker = r.state.speaker(r.command.Client); r.speaker == nil {
		r.mistake("There are 16 clients already, which is the most.")
	} else {
		r.do()
		r.hint()
	}
	r.result.Ended = r.now
}

// advance moves the clock, on which late requests arrive.
func (r *run) advance(d table.Ticks) {
	r.now += d
	r.result.Late = append(r.result.Late, r.network.Deliver(r.service, r.now)...)
}

func (r *run) mistake(sentence string) { r.result.Mistake = sentence }

// do does the command by the family of its verb.
func (r *run) do() {
	switch v := r.command.Verb; {
	case v == command.CreateTable || v == command.DropTable || v == command.Get || v.Writes():
		r.single()
	case v == command.Query || v == command.Next:
		r.query()
	case v == command.Read:
		r.read()
	case v == command.Batch:
		r.batch()
	case v == command.Design:
		r.design()
	case v == command.Import:
		r.importRows()
	case v >= command.TrackOption && v <= command.Save:
		r.track()
	case v >= command.Policy && v <= command.Split:
		r.set()
	case v >= command.QueueCreate && v <= command.QueuePoison:
		r.useQueue()
	case v >= command.BlobCreate && v <= command.BlobDelete:
		r.useBlobs()
	case v == command.Simulate:
		r.simulate()
	default:
		r.mistake("This is no command.")
	}
}

// caller is how the speaker reaches the service: the console at once, a client
// through the network and with its retries.
func (r *run) caller() *client.Caller {
	c := &client.Caller{Service: r.service, Network: r.network, Policy: r.speaker.policy, Random: r.draw, Now: r.now}
	if r.speaker.name == "" {
		c.Network, c.Policy = &client.Network{}, client.NoRetry
	}
	return c
}

// send sends one call and takes its answer into the result.
func (r *run) send(call client.Call) (client.Answer, bool) {
	caller := r.caller()
	x := caller.Send(call)
	r.now = caller.Now
	return r.took(x)
}

// took takes what came of a call into the result.
func (r *run) took(x client.Exchange) (client.Answer, bool) {
	r.result.Exchanges = append(r.result.Exchanges, x)
	a, answered := x.Answer()
	r.result.Unanswered = !answered
	r.result.Refusal = a.Refusal
	r.result.Cost = r.result.Cost.Add(a.Cost)
	if answered {
		r.speaker.hear(x.Call, a)
	}
	return a, answered && a.Refusal == nil
}

var callVerbs = map[command.Verb]client.Verb{
	command.CreateTable: client.CreateTable, command.DropTable: client.DeleteTable, command.Insert: client.Insert, command.Get: client.Get,
	command.Replace: client.Replace, command.Merge: client.Merge, command.InsertOrReplace: client.InsertOrReplace,
	command.InsertOrMerge: client.InsertOrMerge, command.Delete: client.Delete,
}

// call returns the request for a command that is one, or false when its
// condition cannot be met.
func (r *run) call(c *command.Command) (client.Call, bool) {
	tag, ok := r.speaker.match(c.Table, c.Key, c.If)
	if !ok {
		r.mistake("The ETag of " + command.FormatKey(c.Key) + " is not known here. Read the entity first, or write: if *.")
		return client.Call{}, false
	}
	e := table.Entity{Key: c.Key, Properties: c.Properties}
	return client.Call{Verb: callVerbs[c.Verb], Table: c.Table, Entity: e, Match: tag}, true
}

// single does a command that is one call.
func (r *run) single() {
	call, ok := r.call(&r.command)
	if !ok {
		return
	}
	if a, ok := r.send(call); ok {
		r.result.ETag, r.result.Entities = a.ETag, a.Entities
		r.reach(&r.result, call.Table, call.Entity.Key)
	}
}

func (r *run) batch() {
	batch := client.Call{Verb: client.Batch, Table: r.command.Table}
	for i := range r.command.Changes {
		call, ok := r.call(&r.command.Changes[i])
		if !ok {
			return
		}
		batch.Changes = append(batch.Changes, call)
	}
	r.send(batch)
}

// query asks for one page: the first of a query or the next of the last one.
func (r *run) query() {
	next := &cursor{r.command.Table, r.command.Query}
	if r.command.Verb == command.Next {
		last := r.speaker.cursor
		switch {
		case last == nil:
			r.mistake("There is no query to go on with. Begin with one: " + command.Query.Example() + ".")
			return
		case last.request.Token == nil:
			r.mistake("There is no next page: the last answer had no token.")
			return
		}
		next = &cursor{last.table, last.request}
	}
	a, ok := r.send(client.Call{Verb: client.Query, Table: next.table, Query: next.request})
	if !ok {
		return // the cursor stays, so that the same page can be asked for again
	}
	r.show(a)
	r.reachPage(next)
	r.result.Select = next.request.Select
	next.request.Token = a.Next
	r.speaker.cursor = next
}

// show takes a page into the result.
func (r *run) show(a client.Answer) {
	r.result.Entities = append(r.result.Entities, a.Entities...)
	r.result.Next = a.Next
	if r.service.plan != nil {
		r.result.Plan, r.result.Stop = r.service.plan, r.service.stop
	}
}

// reachPage notes the range that a page was read in: it never goes beyond one.
func (r *run) reachPage(c *cursor) {
	if r.service.plan == nil {
		return
	}
	from, _, _ := r.service.plan.Range()
	if t := c.request.Token; t != nil && t.Key().Compare(from) > 0 {
		from = t.Key()
	}
	r.reach(&r.result, c.table, from)
}

// read runs a paging loop to its end, right or wrong as its habit is.
func (r *run) read() {
	reading := client.NewReading(r.command.Table, r.command.Query, r.command.Habit)
	reading.Later = r.command.Text
	for range MaxPages {
		call, more := reading.Next()
		if !more {
			break
		}
		a, ok := r.send(call)
		if !ok {
			break
		}
		reading.Take(a)
		r.show(a)
	}
	r.result.Select = r.command.Query.Select
}
