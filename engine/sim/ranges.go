package sim

// RangeState is one range in words and numbers, for a list beside the picture.
type RangeState struct {
	Number, Parent uint32 // no other range of the run ever has the number
	Low, High      string
	Bounded        bool // whether there is a High
	Server         int
	Phase          Phase
	Change         Change
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
	out := make([]RangeState, 0, len(s.state.order))
	for _, i := range s.state.order {
		r := &s.state.ranges[i]
		l := &r.meter.load
		o := RangeState{Number: r.uid, Parent: r.parent, Bounded: r.High != 0, Server: int(r.server), Phase: r.phase, Change: r.change,
			Pending: s.state.pending(r), Rate: l.Rate, Target: l.Rate * 1000 / s.state.params.PartitionTarget,
			Utilisation: l.Utilisation, Throttled: l.Throttled, Stored: r.store.total, DecidesIn: -1}
		if r.Low > 0 {
			o.Low = s.Key(r.Low)
		}
		if o.Bounded {
			o.High = s.Key(r.High)
		}
		if r.meter.hotSince != never {
			o.DecidesIn = max(0, r.meter.hotSince+r.meter.hotNeed-s.state.clock.Now)
		}
		out = append(out, o)
	}
	return out
}
