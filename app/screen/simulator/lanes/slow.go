package lanes

import (
	"sort"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// pieceEvents is how many events are done between two looks at the time that is left.
const pieceEvents = 1500

// Slow is a run that is looked at from a moment on, as slowly as wanted.
type Slow struct {
	run     *sim.Simulation
	again   *sim.Repetition
	From    int64    // the moment in the run, in microseconds
	At      int64    // the instant that is shown
	refused []turned // in the last second, in order
}

// turned is a request that was refused.
type turned struct {
	at     int64
	key    uint64
	ticket int32
}

// NewSlow begins to look at a run. Advance takes it to the moment.
func NewSlow(run *sim.Simulation, from int64) *Slow {
	s := &Slow{run: run, again: run.Repeat(max(0, from-clock.Second)), From: from, At: from}
	s.again.Watch(service.Watch{Refused: func(q service.Seen, _ record.Cause) {
		if q.At > s.From-clock.Second {
			s.refused = append(s.refused, turned{q.At, q.Key, q.Ticket})
		}
	}})
	return s
}

// Ready reports whether the instant that is shown is reached.
func (s *Slow) Ready() bool { return s.again.Now() >= s.At }

// Advance does what happens up to the instant, while more returns true.
func (s *Slow) Advance(more func() bool) {
	for !s.Ready() {
		s.again.RunBudget(s.At, pieceEvents)
		if !more() {
			return
		}
	}
	old := sort.Search(len(s.refused), func(i int) bool { return s.refused[i].at > s.At-clock.Second })
	s.refused = s.refused[old:]
}

// Lane is one range with what is on its way to it and in it, in requests.
type Lane struct {
	Number                   uint32
	Low                      string // the key at which it begins, empty for the first
	Server                   int
	Away                     bool // nobody serves it for now
	OnWay                    int  // to it
	Waiting, Served, Logging int  // in its queue, on a core, and executed but not yet in the log
	Refused                  int  // in the last second
	Pending                  int64
}

// Held is how many requests the range has, on their way or inside.
func (l *Lane) Held() int { return l.OnWay + l.Waiting + l.Served + l.Logging }

// View is what there is at an instant.
type View struct {
	At      int64
	Lanes   []Lane // in the order of the keys
	Cores   int    // of one server
	Half    int64  // the way between a client and the front door, in microseconds
	Running int64  // threads of the clients
	Pausing int64  // of them, after an error, with requests that wait to be sent again
	moves   []move
}

// move is a request on its way.
type move struct {
	lane   int
	ticket int32
	left   int64 // microseconds to the front door, or since it was refused there
	back   bool
}

// View looks at the instant that was reached.
func (s *Slow) View() *View {
	svc, clients := s.again.Service(), s.again.Clients()
	v := &View{At: s.At, Cores: svc.Params().Cores, Half: max(1, clients.Delays().RoundTrip/2), Running: clients.Running(),
		Pausing: clients.Waiting(), Lanes: make([]Lane, svc.Ranges())}
	lows := make([]uint64, len(v.Lanes))
	for i := range v.Lanes {
		r := svc.Range(i)
		lows[i] = r.Low
		v.Lanes[i] = Lane{Number: r.Number, Server: int(r.Server), Away: r.Phase != service.Online, Pending: r.Pending}
		if r.Low > 0 {
			v.Lanes[i].Low = s.run.Key(r.Low)
		}
	}
	of := func(key uint64) int { return sort.Search(len(lows), func(i int) bool { return lows[i] > key }) - 1 }
	svc.EachHeld(func(h service.Held) {
		switch l := &v.Lanes[of(h.Key)]; h.Stage { // a request lies in the range that holds its key
		case service.Waiting:
			l.Waiting++
		case service.Executing:
			l.Served++
		default:
			l.Logging++
		}
	})
	clients.EachOnWay(func(key uint64, ticket int32, due int64) {
		lane := of(key)
		v.Lanes[lane].OnWay++
		v.moves = append(v.moves, move{lane, ticket, due - s.At, false})
	})
	for _, t := range s.refused {
		lane := of(t.key)
		v.Lanes[lane].Refused++
		if since := s.At - t.at; since < v.Half {
			v.moves = append(v.moves, move{lane, t.ticket, since, true})
		}
	}
	return v
}

// Busiest are the places of the lanes with most requests, at most so many, in the order
// of the keys; of equal ones the first.
func (v *View) Busiest(most int) []int {
	order := make([]int, len(v.Lanes))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := &v.Lanes[order[i]], &v.Lanes[order[j]]
		return a.Held()+a.Refused > b.Held()+b.Refused
	})
	order = order[:min(len(order), most)]
	sort.Ints(order)
	return order
}
