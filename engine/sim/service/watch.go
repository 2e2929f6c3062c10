package service

import "github.com/keyrange/keyrange/engine/sim/record"

// Watch is who looks at what the service does. What is nil is not told. It may
// look at the service meanwhile and may not ask anything of it.
type Watch struct {
	Arrived  func(q Seen)                           // every request at the front end, before the verdict
	Refused  func(q Seen, why record.Cause)         // every request that is refused, before its caller is told
	Answered func(q Seen)                           // every request that is done, before its caller is told
	Executed func(r RangePartition, at, took int64) // every range whose executor is done with a request
}

// Seen is a request as a Watch sees it.
type Seen struct {
	Request
	At    int64
	Row   uint8          // of the heat map
	Range RangePartition // that holds its key
}

// Watch lets someone look on, instead of who did before.
func (s *Service) Watch(w Watch) { s.watch = w }

func (s *Service) seen(q *Request, row uint8) Seen {
	return Seen{*q, s.clock.Now, row, s.view(&s.ranges[s.rangeOf(q.Key)])}
}

// RangePartition is one range as others see it.
type RangePartition struct {
	Low, High      uint64 // positions; High is 0 for the last range
	Number, Parent uint32 // no other range of the service ever has the number
	Server         int32
	FailedServer   int32 // the one that failed and so makes it move, or -1
	Phase          Phase
	Change         Change
	Since, Until   int64 // when the phase began and is expected to end, 0 for not known
	Pending        int64 // entities that wait or are served
	Rate           int64 // entities per second, a moving average
	Utilisation    int64 // thousandths
	Throttled      int64 // millionths of the requests
	Stored         int64 // entities
	DecidesAt      int64 // when a hot range is split or found to have no key, -1 when it is not hot
}

func (s *Service) view(r *rangeState) RangePartition {
	l := &r.meter.load
	v := RangePartition{
		Low: r.Low, High: r.High, Number: r.uid, Parent: r.parent, Server: r.server, FailedServer: r.lostBy, Phase: r.phase, Change: r.change,
		Since: r.since, Until: r.until, Pending: s.pending(r), Rate: l.Rate, Utilisation: l.Utilisation, Throttled: l.Throttled,
		Stored: r.store.total, DecidesAt: -1,
	}
	if r.meter.hotSince != never {
		v.DecidesAt = r.meter.hotSince + r.meter.hotNeed
	}
	return v
}

// Ranges returns how many ranges there are.
func (s *Service) Ranges() int { return len(s.order) }

// Range returns one of the ranges, which are in the order of their keys.
func (s *Service) Range(place int) RangePartition { return s.view(&s.ranges[s.order[place]]) }

// PartitionServer is one server as others see it.
type PartitionServer struct {
	Utilisation int64 // thousandths
	Pending     int64 // entities that wait or are served
	Ranges      int
	Failed      bool
	Entities    uint64 // of all requests that it has done
}

// Servers returns all servers.
func (s *Service) Servers() []PartitionServer {
	out := make([]PartitionServer, len(s.servers))
	for i, v := range s.servers {
		out[i] = PartitionServer{Utilisation: v.load, Pending: v.pending, Failed: v.dead, Entities: v.entities}
	}
	for _, i := range s.order {
		out[s.ranges[i].server].Ranges++
	}
	return out
}

// Stage is how far an admitted request is.
type Stage uint8

// The stages. Only writes come to the last two.
const (
	Waiting   Stage = iota // for its turn
	Executing              // on a core of the server
	Executed               // and waiting for the next flush of the log
	Logging                // in the flush under way
)

// Held is a request that was admitted and is not done yet.
type Held struct {
	Request
	Stage Stage
	Range uint32 // the number of the one that has it
}

// EachHeld visits all requests that the service holds, range by range.
func (s *Service) EachHeld(visit func(h Held)) {
	for _, i := range s.order {
		r := &s.ranges[i]
		each := func(l *list, stage Stage) {
			for j := l.head; j != none; j = s.requests[j].next {
				visit(Held{s.requests[j].Request, stage, r.uid})
			}
		}
		each(&r.waiting, Waiting)
		if r.executing != none {
			visit(Held{s.requests[r.executing].Request, Executing, r.uid})
		}
		each(&r.group, Executed)
		each(&r.flight, Logging)
	}
}
