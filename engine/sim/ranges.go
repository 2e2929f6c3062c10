package sim

import "github.com/keyrange/keyrange/engine/sim/service"

// RangeState is one range in words and numbers, for a list beside the picture.
type RangeState struct {
	Number, Parent uint32 // no other range of the run ever has the number
	Low, High      string
	Bounded        bool // whether there is a High
	Server         int
	Phase          service.Phase
	Change         service.Change
	Pending        int64 // entities that wait or are served
	Rate           int64 // entities per second, a moving average
	Target         int64 // that rate against the target of a partition, in thousandths
	Utilisation    int64 // thousandths
	Throttled      int64 // millionths of the requests
	Stored         int64 // entities
	DecidesIn      int64 // microseconds until a hot range is split or found to have no key, -1 when it is not hot
}

// Ranges returns all ranges of this moment in the order of their keys.
func (s *Simulation) Ranges() []RangeState {
	v := &s.state.service
	out := make([]RangeState, v.Ranges())
	for i := range out {
		r := v.Range(i)
		o := RangeState{Number: r.Number, Parent: r.Parent, Bounded: r.High != 0, Server: int(r.Server), Phase: r.Phase, Change: r.Change,
			Pending: r.Pending, Rate: r.Rate, Target: r.Rate * 1000 / v.Params().PartitionTarget,
			Utilisation: r.Utilisation, Throttled: r.Throttled, Stored: r.Stored, DecidesIn: -1}
		if r.Low > 0 {
			o.Low = s.Key(r.Low)
		}
		if o.Bounded {
			o.High = s.Key(r.High)
		}
		if r.DecidesAt >= 0 {
			o.DecidesIn = max(0, r.DecidesAt-s.state.clock.Now)
		}
		out[i] = o
	}
	return out
}

// Servers returns all servers of this moment.
func (s *Simulation) Servers() []service.PartitionServer { return s.state.service.Servers() }
