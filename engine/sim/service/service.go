package service

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// none is the index of nothing, in lists of requests, ranges and servers.
const none = int32(-1)

// Service is the ranges of a table, the servers that serve them and the requests
// that wait in them. The zero value has neither: Attach it, then Begin.
type Service struct {
	params Params

	execution, throttle, decide random.Stream

	pool
	partitionMap
	servers []server
	account account
	splits  int // begun in this tick
	begun   int // ranges at the start

	ties
}

// ties are what a service works with and does not own. They are no part of its
// state.
type ties struct {
	clock   *clock.Clock
	record  *record.Recorder
	callers []Caller
	watch   Watch

	// For the manager, so that a tick allocates nothing.
	scratch []int64
	places  []int32
}

// Attach gives the service the clock that it schedules in, the recorder that it
// writes to and its callers, by the number that their requests come From.
func (s *Service) Attach(c *clock.Clock, r *record.Recorder, callers ...Caller) {
	s.clock, s.record, s.callers = c, r, callers
}

// Layout is how a table is divided at the start.
type Layout struct {
	Bounds []uint64 // positions at which the ranges begin, but for the first, ascending
	Packed bool     // all ranges are on one server; else they are on the servers in turn
	Stored int64    // entities that each range holds
}

// Begin sets the service up, once, and schedules the manager's first look.
func (s *Service) Begin(p Params, seed uint64, l Layout) {
	s.params, s.free = p, none
	s.execution = random.Stream(random.Mix(seed ^ 2))
	s.throttle = random.Stream(random.Mix(seed ^ 3))
	s.decide = random.Stream(random.Mix(seed ^ 4))
	s.account.tokens = p.AccountLimit * clock.Second
	for range p.Servers {
		s.servers = append(s.servers, server{ready: none, busySince: never})
	}
	s.divide(l)
	s.begun = len(s.order)
	s.clock.Push(p.Tick, clock.Pack(clock.Tick, 0, 0))
}

// divide makes the ranges of the start.
func (s *Service) divide(l Layout) {
	s.order = append(s.order, s.newRange(partition.Range{}, 0, s.clock.Now))
	s.lows = append(s.lows, 0)
	for i, key := range l.Bounds {
		server := int32(0)
		if !l.Packed {
			server = int32((i + 1) % s.params.Servers)
		}
		s.ranges[s.order[i]].High = key
		s.insertRange(i, s.newRange(partition.Range{Low: key}, server, s.clock.Now))
	}
	if l.Stored == 0 {
		return
	}
	for _, i := range s.order {
		r := &s.ranges[i]
		r.store.add(r.Low, uint32(l.Stored))
		s.record.Inserted += uint64(l.Stored)
	}
}

// CopyTo makes another service a copy of this one. It keeps its own ties, and what
// it holds already is used again.
func (s *Service) CopyTo(d *Service) {
	old := *d
	*d = *s
	d.ties = old.ties
	d.requests = append(old.requests[:0], s.requests...)
	d.ranges = append(old.ranges[:0], s.ranges...)
	d.order = append(old.order[:0], s.order...)
	d.lows = append(old.lows[:0], s.lows...)
	d.servers = append(old.servers[:0], s.servers...)
}

// Bytes is about how much memory a copy takes.
func (s *Service) Bytes() int { return len(s.ranges)*1300 + len(s.requests)*32 }

// Params returns the numbers that hold now.
func (s *Service) Params() Params { return s.params }

// SetParams changes the numbers from now on. The number of servers stays.
func (s *Service) SetParams(p Params) {
	p.Servers = s.params.Servers
	s.params = p
	s.account.limit(&s.params)
}

// RefillAccount lets the account do at once what it may do in a second.
func (s *Service) RefillAccount() {
	s.account = account{s.params.AccountLimit * clock.Second, s.clock.Now}
}

// Handle does what an event of the service, of this kind, is about.
func (s *Service) Handle(k clock.Kind, e clock.Event) {
	switch k {
	case clock.Core:
		s.executed(e.Index(), uint32(e.Detail()))
	case clock.Log:
		s.flushed(e.Index(), uint32(e.Detail()))
	case clock.Tick:
		manager{s}.tick()
	case clock.Pause:
		manager{s}.paused(e.Index(), uint32(e.Detail()))
	case clock.Online:
		manager{s}.online(e.Index(), uint32(e.Detail()))
	}
}
