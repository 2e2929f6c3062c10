package keyed

import (
	"strings"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/table"
)

// Key is a partition of a table. The names of tables are the same whatever the case
// of their letters.
type Key struct{ Table, PartitionKey string }

// Place is the key as one text, which compares as the keys of all tables do. Neither
// part can hold what stands between them.
func (k Key) Place() string { return k.Table + "/" + k.PartitionKey }

func keyOf(place string) Key {
	name, key, _ := strings.Cut(place, "/")
	return Key{name, key}
}

// Request is one request as it reaches the front end.
type Request struct {
	Key
	Ticket   int32 // by which its caller knows it
	Entities uint16
	Do       service.Operation // Insert, Get or Delete
	From     uint8             // which of the callers
}

// Layout is how each table is divided when it is first asked for.
type Layout struct {
	Bounds []string // PartitionKeys at which its ranges begin, but for the first, ascending
	Packed bool     // they all begin on one server
	Tables []Key    // where the ranges of the start begin, ascending; none where there is no table yet
}

// Service is the service for keys that are texts.
type Service struct {
	inner   service.Service
	clock   clock.Clock
	ledger  record.Ledger
	record  *record.Recorder
	places  places
	layout  Layout
	names   map[string]string // of tables as they were first written, by their lower case
	founded map[string]bool   // tables that have begun, by that name
	first   string            // of them
	read    int               // notes that are among the next or were given out
	notes   []Note
	worked  []int64 // microseconds of each server since they were last asked for
	seed    uint64
	callers []service.Caller
}

// New returns a service without a table, at the beginning of time.
func New(p service.Params, seed uint64, l Layout, callers ...service.Caller) *Service {
	s := &Service{places: newPlaces(), layout: l, names: map[string]string{}, founded: map[string]bool{}, seed: seed, callers: callers}
	s.record = record.New([]uint64{0})
	s.record.Ledger = &s.ledger
	s.inner.Attach(&s.clock, s.record, callers...)
	s.worked = make([]int64, p.Servers)
	s.inner.Watch(service.Watch{Executed: func(r service.RangePartition, _, took int64) { s.worked[r.Server] += took }})
	var bounds []uint64
	for i, k := range l.Tables {
		k.Table = s.name(k.Table)
		if s.founded[k.Table] = true; i == 0 {
			s.first = k.Table
			continue
		}
		bounds = append(bounds, s.position(k))
	}
	s.inner.Begin(p, seed, service.Layout{Bounds: bounds})
	return s
}

// Again returns a service at the beginning of time that has the ranges of this one.
// It remembers nothing else of it.
func (s *Service) Again() *Service {
	l := Layout{Bounds: s.layout.Bounds, Packed: s.layout.Packed}
	for _, r := range s.Ranges() {
		l.Tables = append(l.Tables, r.From)
	}
	return New(s.inner.Params(), s.seed+1, l, s.callers...)
}

func (s *Service) naming() service.Naming { return service.Naming{Service: &s.inner} }

// name is how the name of a table was first written.
func (s *Service) name(table string) string {
	if s.founded[table] {
		return table
	}
	lower := strings.ToLower(table)
	if name, known := s.names[lower]; known {
		return name
	}
	if len(s.names) < maxTables {
		s.names[strings.Clone(lower)] = strings.Clone(table)
	}
	return table
}

// position returns the position of a key whose table is named as it was first.
func (s *Service) position(k Key) uint64 {
	text := k.Place()
	at, ok := s.places.of(text)
	if !ok {
		s.tidy()
		at, _ = s.places.of(text)
	}
	return at
}

// tidy forgets the keys that the service does not remember. What the present second
// was asked for is counted by position, and begins anew.
func (s *Service) tidy() {
	s.collect()
	s.places.tidy(s.naming().EachPosition)
	s.record.Restart()
}

// Arrive is the front door of package service, with a key as a text. RunUntil says
// before what time it is.
func (s *Service) Arrive(q Request) service.Answer {
	q.Table = s.name(q.Table)
	s.begin(q.Table)
	at := s.position(q.Key)
	s.record.Sent(uint32(q.Entities), true)
	return s.inner.Arrive(service.Request{Key: at, Ticket: q.Ticket, Entities: q.Entities, Do: q.Do, From: q.From})
}

// Answered counts a request whose caller has its answer after so many microseconds.
func (s *Service) Answered(entities uint16, micros int64) {
	s.record.Answered(uint32(entities), micros)
}

// begin gives a table its ranges when it is first asked for. While that cannot be
// done it shares those of its neighbour.
func (s *Service) begin(name string) {
	if s.founded[name] || len(s.founded) >= maxTables || !s.found(name) {
		return
	}
	s.founded[strings.Clone(name)] = true
	for _, key := range s.layout.Bounds {
		s.naming().Found(s.position(Key{name, key}), s.layout.Packed)
	}
	p := s.inner.Params()
	p.LowWatermark = max(p.LowWatermark, len(s.founded)*(len(s.layout.Bounds)+1))
	s.inner.SetParams(p)
}

// found makes the first range of a table. The first table of all has the range that
// is there, so that none stays empty.
func (s *Service) found(name string) bool {
	switch {
	case len(s.founded) == 0:
	case table.CompareUTF16(name, s.first) > 0:
		return s.naming().Found(s.position(Key{Table: name}), false)
	case name != s.first && !s.naming().Precede(s.position(Key{Table: s.first}), false):
		return false
	}
	s.first = strings.Clone(name)
	return true
}

// Forget lets a table begin again with ranges of its own when it is next asked for:
// it was deleted, and its ranges are merged in time.
func (s *Service) Forget(table string) {
	if name := s.name(table); name != s.first {
		delete(s.founded, name)
	}
}

// maxTables is how many tables get ranges of their own, and one name.
const maxTables = 1000

// Now is the present moment, in microseconds.
func (s *Service) Now() int64 { return s.clock.Now }

// Next is when something happens next, if anything does.
func (s *Service) Next() (at int64, ok bool) {
	if !s.clock.Due(clock.MaxTime) {
		return 0, false
	}
	return s.clock.First().Time(), true
}

// RunUntil lets everything happen that is due up to a moment, and goes to it. A
// moment that is over changes nothing.
func (s *Service) RunUntil(now int64) {
	now = min(now, clock.MaxTime)
	for s.clock.Due(now) {
		e := s.clock.Pop()
		s.advance()
		s.inner.Handle(e.Kind(), e)
	}
	s.clock.Now = max(s.clock.Now, now)
	s.advance()
}

func (s *Service) advance() {
	if s.clock.Now >= s.record.End {
		s.record.Advance(s.clock.Now)
	}
}

// Check verifies what always holds, as Check of package service does.
func (s *Service) Check() error { return s.inner.Check() }
