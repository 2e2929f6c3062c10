package sim

import (
	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// Scenario is everything that a run is made of. Two runs of equal scenarios are
// equal in every detail.
type Scenario struct {
	Name     string
	Lesson   string // what it shows, one sentence
	Seed     uint64
	Span     int64 // virtual time that the run is meant for; the rows of its heat map and its first ranges divide the keys of that time
	Params   Params
	Template string // of the PartitionKey
	Entities demand.Entities
	Replay   *Replay // in place of Entities
	Groups   []Group
	Ranges   int      // at the start, each with about as many keys
	Bounds   []string // or where they begin, but for the first, ascending
	Packed   bool     // they all begin on one server
	Stored   int64    // entities that each range holds at the start
	Commands []Command
}

// Group is a named Load.
type Group struct {
	Name string
	Load Load
}

// Replay is the rows of a data set in the order of their arrival. How fast they
// arrive is said by the Groups.
type Replay struct {
	Columns []keys.Column
	Rows    demand.Rows
	Count   int
	Repeat  bool // begin again after the last row

	first uint64 // how many rows have arrived before the start
}

// demand prepares the keys. What it has in common with another demand, which may
// be nil, is taken from there. rest is that of NewLike.
func (c *Scenario) demand(like *demand.Source, rest func()) (*demand.Source, error) {
	template, err := keys.Parse(c.Template)
	if err != nil {
		return nil, templateError(err)
	}
	var d *demand.Source
	if c.Replay != nil {
		d, err = demand.Replay(template, c.Replay.Columns, c.Replay.Rows, c.Replay.Count, c.Replay.Repeat, rest)
	} else {
		d, err = demand.New(template, c.Entities, like, rest)
	}
	return d, templateError(err)
}

// start returns the state before the first event.
func (c *Scenario) start(m *model) *state {
	s := &state{seed: c.Seed, params: c.Params, free: none, hash: hash.Basis}
	m.recorder.Ledger = &s.ledger
	if c.Replay != nil {
		s.rows = c.Replay.first
	}
	s.service = random.Stream(random.Mix(c.Seed ^ 2))
	s.throttle = random.Stream(random.Mix(c.Seed ^ 3))
	s.decide = random.Stream(random.Mix(c.Seed ^ 4))
	s.tokens = c.Params.AccountLimit * clock.Second
	for range c.Params.Servers {
		s.servers = append(s.servers, server{ready: none, busySince: never})
	}
	c.divide(m, s)
	s.begun = len(s.order)
	s.clock.Push(c.Params.Tick, clock.Pack(clock.Tick, 0, 0))
	for i, g := range c.Groups {
		first := int32(len(s.threads))
		s.groups = append(s.groups, groupState{first: first, last: first + 1})
		s.threads = append(s.threads, thread{group: int32(i), vm: none, id: threadID(i, 0), cursor: g.Load.From})
		if g.Load.Rate > 0 {
			s.threads[first].cursor = 0
		}
	}
	for i, g := range c.Groups {
		s.groups[i].load = g.Load
		s.setLoad(i, g.Load)
	}
	return s
}

// bounds returns where the ranges of the start begin.
func (c *Scenario) bounds(d *demand.Source) []uint64 {
	if c.Bounds == nil {
		return d.Bounds(c.Seed, c.Span/clock.Second, c.Ranges)
	}
	var out []uint64
	for _, text := range c.Bounds {
		key, found := d.Ordinal(text)
		if found && key > 0 && (len(out) == 0 || key > out[len(out)-1]) {
			out = append(out, key)
		}
	}
	return out
}

// divide makes the ranges of the start and puts them on the servers in turn.
func (c *Scenario) divide(m *model, s *state) {
	s.order = append(s.order, s.newRange(wholeSpace, 0))
	s.lows = append(s.lows, 0)
	for i, key := range c.bounds(m.demand) {
		server := int32(0)
		if !c.Packed {
			server = int32((i + 1) % c.Params.Servers)
		}
		last := &s.ranges[s.order[i]]
		last.High = key
		next := wholeSpace
		next.Low = key
		index := s.newRange(next, server)
		s.insertRange(i, index)
	}
	for _, i := range s.order {
		if c.Stored > 0 {
			r := &s.ranges[i]
			r.store.add(r.Low, uint32(c.Stored))
			s.ledger.Inserted += uint64(c.Stored)
		}
	}
}
