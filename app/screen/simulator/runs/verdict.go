package runs

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Verdict is a run in a few numbers, up to the playhead. Each is one of the run's
// totals, or follows from them.
type Verdict struct {
	Span     int64  // microseconds that have passed
	Offered  uint64 // entities of operations that callers began
	Accepted uint64 // entities of requests that were done
	Resent   uint64 // entities of retries, which Offered leaves out
	P99      int64  // microseconds, from the first attempt to the answer
	Callers  int    // that wait for each answer before they send again; 0 where operations keep arriving
	Sent     uint64 // requests, retries included
	Billed   uint64
	Refused  record.Refusals // requests
	Over     int64           // microseconds in which one partition was offered more than Target
	Target   int64           // entities per second of one partition
	Pages    uint64          // of scans
	Empty    uint64          // of them without an entity
	Splits   Effects
	Moves    Effects // of their own, not those that follow a split
	Servers  int
	Busiest  int   // a server
	Share    int64 // thousandths of the work that it did
	Working  int   // servers that did a hundredth of the work or more
}

// Effects are how many changes there were, and how many of them helped. The
// others are not judged.
type Effects struct{ All, Helped, Vain int }

// Throttled returns how many requests a full queue refused.
func (v *Verdict) Throttled() (n uint64) {
	for why, of := range v.Refused {
		if record.Cause(why).Throttles() {
			n += of
		}
	}
	return n
}

// Verdict sums the run up.
func (r *Run) Verdict() Verdict {
	t := r.sim.Total()
	v := Verdict{Span: r.sim.Now(), Offered: t.Wanted, Accepted: t.Entities, Resent: t.SentEntities - t.Wanted, P99: t.Latency.Quantile(990),
		Sent: t.Sent, Billed: t.Billed(), Refused: t.Refused, Over: min(int64(t.OverSeconds)*clock.Second, r.sim.Now()), Target: r.target,
		Pages: t.Pages, Empty: t.Empty}
	v.Callers = r.callers()
	v.Splits.All = int(t.Splits)
	for _, j := range r.Judged() {
		v.Moves.All += j.Moves
		switch j.Effect {
		case Helped:
			v.Splits.Helped += j.Splits
			v.Moves.Helped += j.Moves
		case DidNotHelp:
			v.Splits.Vain += j.Splits
			v.Moves.Vain += j.Moves
		}
	}
	r.work(&v)
	return v
}

// callers counts the threads that wait for each answer, or returns 0 where some
// operations arrive whatever becomes of them.
func (r *Run) callers() (n int) {
	c := r.sim.Scenario()
	for i, g := range c.Groups {
		l := g.Load
		for _, command := range c.Commands {
			if command.Do == sim.SetLoad && command.Group == i && command.At <= r.sim.Now() {
				l = command.Load
			}
		}
		if l.Rate > 0 {
			return 0
		}
		if !l.Paused {
			n += l.VMs * l.Threads
		}
	}
	return n
}

func (r *Run) work(v *Verdict) {
	servers := r.sim.Servers()
	v.Servers = len(servers)
	most, all := uint64(0), uint64(0)
	for i, s := range servers {
		all += s.Entities
		if s.Entities > most {
			most, v.Busiest = s.Entities, i
		}
	}
	for _, s := range servers {
		if s.Entities*100 >= all && s.Entities > 0 {
			v.Working++
		}
	}
	v.Share = int64(most * 1000 / max(1, all))
}
