package explain

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Reason is what an Answer leads with.
type Reason uint8

// The reasons. All but the first three are about room that is short: because
// something was refused, or because a range or server worked nearly all the time.
const (
	NothingHere       Reason = iota
	KeysEven                 // nothing stands out
	KeyPattern               // the keys' Pattern, refusals or not
	FullRange                // one range at its capacity
	NeighbourInRange         // a hot key beside the cell fills their range
	CrowdedServer            // the ranges of one server share too little room
	NeighbourOnServer        // a hot key in another range fills the server
	PausedRange              // the range stood still for a split or merge
	MovingRange              // the range was on its way to another server
	FailedServer             // the range's server failed
	SpentAccount             // the account's limit
)

// room is what an answer says of the range and the server that have the cell.
func (w *witness) room(a *Answer, again *sim.Repetition) {
	r, micros := w.main(), max(1, a.To-a.From)
	a.Range, a.Server, a.Away, a.FailedServer = r.uid, int(r.server), r.until, int(r.lostBy)
	a.RangeLoad = min(1000, r.took*1000/micros)
	a.Direction = r.heading.direction(r.all)
	a.Params, a.TableRanges = again.Params(), again.Service().Ranges()
	a.ServerLoad = min(1000, w.busy[r.server]*1000/(micros*int64(a.Params.Cores)))
	for i := range a.TableRanges {
		if again.Service().Range(i).Server == r.server {
			a.OnServer++
		}
	}
}

// reason names why the cell is hot: from the cause of most of its refusals, else
// from the load of its range and server, else from its keys.
func (w *witness) reason(s *sim.Simulation, a *Answer) Reason {
	t := &a.Params.Thresholds
	why := a.Refused.Main()
	if a.Refused.Sum() == 0 {
		switch {
		case a.Pattern == Idle:
			return NothingHere
		case a.RangeLoad >= t.HotUtilisation:
			why = record.RangeFull
		case a.ServerLoad >= t.ServerBusy:
			why = record.ServerCrowded
		case a.Pattern == Even:
			return KeysEven
		default:
			return KeyPattern
		}
	}
	switch why {
	case record.ServerCrowded:
		return w.crowded(s, a)
	case record.RangeFull:
		return w.full(s, a)
	}
	return [...]Reason{
		record.RangePaused: PausedRange, record.RangeMoving: MovingRange, record.ServerFailed: FailedServer, record.AccountLimit: SpentAccount,
	}[why]
}

// full tells why a range is at its capacity.
func (w *witness) full(s *sim.Simulation, a *Answer) Reason {
	if a.Pattern == Append || a.Pattern == Prepend || a.Pattern == Scanning {
		return KeyPattern
	}
	key, share := w.topOf(a.Range)
	heat := s.Heat()
	switch {
	case share < halfOf || a.Direction != Idle:
		return FullRange
	case heat.RowOf(key) != w.row:
		a.Neighbour = s.Key(key)
		return NeighbourInRange
	}
	a.Pattern = HotKey
	return KeyPattern
}

// crowded tells who fills a server.
func (w *witness) crowded(s *sim.Simulation, a *Answer) Reason {
	var most watched
	sum, part := int64(0), int64(0)
	for _, r := range w.ranges {
		if r.server != int32(a.Server) {
			continue
		}
		n := r.queued
		if a.Refused.Sum() == 0 {
			n = r.took
		}
		if sum += n; n > part {
			most, part = r, n
		}
	}
	a.Crowd, a.CrowdShare = most.uid, part*1000/max(1, sum)
	key, share := w.topOf(a.Crowd)
	if a.Crowd == a.Range || a.CrowdShare < halfOf || share < halfOf {
		return CrowdedServer
	}
	a.Neighbour = s.Key(key)
	return NeighbourOnServer
}

// topOf finds the most frequent key of a range and its share of the range's
// operations, in thousandths.
func (w *witness) topOf(uid uint32) (top uint64, share int64) {
	var keys []uint64
	for _, l := range w.near {
		if l.uid == uid {
			keys = append(keys, l.key)
		}
	}
	slices.Sort(keys)
	top, best := mostFrequent(keys)
	return top, int64(best) * 1000 / int64(max(1, len(keys)))
}

// mostFrequent returns the key that occurs most often in an ascending list, and
// how often it does.
func mostFrequent(sorted []uint64) (top uint64, times int) {
	run := 0
	for i, key := range sorted {
		if i == 0 || key != sorted[i-1] {
			run = 0
		}
		if run++; run > times {
			times, top = run, key
		}
	}
	return top, times
}
