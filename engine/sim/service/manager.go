package service

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// manager is the PartitionManager at work on a service: it decides, and carries out
// what is decided, by it or by hand.
type manager struct{ *Service }

// note records what happens now.
func (s manager) note(n record.Note) { s.record.Note(s.clock.Now, n) }

// tick is one look of the manager: it measures, then splits what is hot, then
// relieves busy servers, then merges what is cold.
func (s manager) tick() {
	s.clock.Push(s.clock.Now+s.params.Tick, clock.Pack(clock.Tick, 0, 0))
	s.splits = 0
	for _, i := range s.order {
		s.measure(&s.ranges[i])
	}
	for i := range s.servers {
		s.measureServer(&s.servers[i])
	}
	if s.params.Manager {
		s.splitHot()
		s.relieve()
		s.mergeCold()
	}
	for _, i := range s.order {
		s.ranges[i].meter.forget()
		s.ranges[i].reservoir.seen = 0
	}
}

// measure brings the averages of a range up to date and notes since when it has
// been hot or cold.
func (s manager) measure(r *rangeState) {
	t := &r.meter
	l := &t.load
	l.Rate = (l.Rate + t.served*clock.Second/s.params.Tick + 1) / 2
	l.Utilisation = (l.Utilisation + min(1000, t.busy*1000/s.params.Tick)) / 2
	l.Throttled = (l.Throttled + t.throttled*1_000_000/max(1, t.offered)) / 2
	if !s.params.Thresholds.Hot(*l) {
		t.hotSince, t.trying = never, false
	} else if t.hotSince == never {
		t.hotSince = s.clock.Now
		t.hotNeed = s.decide.Between(s.params.SustainLow, s.params.SustainHigh)
	}
	if !s.params.Thresholds.Cold(*l) {
		t.coldSince = never
	} else if t.coldSince == never {
		t.coldSince = s.clock.Now
	}
}

func (t *meter) forget() {
	t.served, t.offered, t.throttled, t.busy = 0, 0, 0, 0
	t.left, t.right = 0, 0
}

func (s manager) measureServer(v *server) {
	now := min(1000, v.worked*1000/(s.params.Tick*int64(s.params.Cores)))
	v.load = (v.load + now) / 2
	v.worked = 0
	if v.load < s.params.Thresholds.ServerBusy {
		v.busySince = never
	} else if v.busySince == never {
		v.busySince = s.clock.Now
	}
}

// ripe reports whether a range has been hot for long enough.
func (s manager) ripe(r *rangeState) bool {
	return r.phase == Online && r.change == NoChange && r.meter.hotSince != never && s.clock.Now-r.meter.hotSince >= r.meter.hotNeed
}

// splitHot begins the splits of this tick, in the order of the keys.
func (s manager) splitHot() {
	for place := 0; place < len(s.order); place++ {
		if s.splits >= s.params.SplitsPerTick || len(s.order)+s.splitting() >= s.params.HighWatermark {
			return
		}
		index := s.order[place]
		if s.ripe(&s.ranges[index]) {
			s.decideSplit(index)
		}
	}
}

// decideSplit looks for a key in the sample of the last tick. Where the guard is
// on, a key is first tried for one tick: traffic that has moved to one side of it
// by then would not be divided by a split.
func (s manager) decideSplit(index int32) {
	r := &s.ranges[index]
	t := &r.meter
	var cut partition.Split
	if t.trying {
		t.trying = false
		cut = partition.Split{Key: t.candidate, Left: int(t.left), Right: int(t.right)}
		if 4*min(t.left, t.right) < t.left+t.right || t.left+t.right < partition.LeastSamples {
			cut.Reason = partition.Unbalanced
		}
	} else {
		cut = partition.Cut(r.reservoir.sample())
		if cut.Reason == partition.Found && !r.Divides(cut.Key) {
			cut.Reason = partition.OneSided
		}
		if cut.Reason == partition.Found && s.params.Guard {
			t.trying, t.candidate = true, cut.Key
			return
		}
	}
	if cut.Reason != partition.Found {
		r.noSplit++
		s.record.NoSplits++
		s.note(record.Note{Kind: record.NoSplitNote, Range: r.uid, Server: r.server, Key: r.Low, Split: cut, Load: t.load,
			For: s.clock.Now - t.hotSince})
		t.hotSince, t.hotNeed = s.clock.Now, s.decide.Between(s.params.SustainLow, s.params.SustainHigh)
		return
	}
	s.splits++
	s.note(record.Note{Kind: record.SplitNote, Range: r.uid, Server: r.server, Key: cut.Key, Split: cut, Load: t.load,
		For: s.clock.Now - t.hotSince})
	s.beginSplit(index, cut.Key)
}

// relieve lets each server that has been busy for long enough hand over one
// range, unless one of its ranges will be split.
func (s manager) relieve() {
	for i := range s.servers {
		v := &s.servers[i]
		if v.dead || v.busySince == never || s.clock.Now-v.busySince < s.params.ServerSustain {
			continue
		}
		target := s.coolest(int32(i))
		if target == none {
			return
		}
		s.relieveServer(int32(i), target)
	}
}

func (s manager) relieveServer(index, target int32) {
	v := &s.servers[index]
	load := partition.Server{Utilisation: v.load, Cores: int64(s.params.Cores), Ranges: s.scratch[:0]}
	candidates := s.places[:0]
	for _, i := range s.order {
		r := &s.ranges[i]
		if r.server != index {
			continue
		}
		if r.change != NoChange || s.ripe(r) {
			return
		}
		if r.phase == Online {
			load.Ranges = append(load.Ranges, r.meter.load.Utilisation)
			candidates = append(candidates, i)
		}
	}
	s.scratch, s.places = load.Ranges, candidates
	which, found := s.params.Thresholds.Shed(load, s.servers[target].load)
	if !found {
		return
	}
	chosen := candidates[which]
	r := &s.ranges[chosen]
	s.note(record.Note{Kind: record.MoveNote, Range: r.uid, Server: index, To: target, Key: r.Low, Load: r.meter.load,
		For: s.clock.Now - v.busySince, ServerLoad: v.load})
	v.busySince = s.clock.Now
	s.beginMove(chosen, target)
}

// coolest returns the server with the least load that is not the one given, or
// none. Of equals it is the one with the fewest ranges, then the first.
func (s manager) coolest(not int32) int32 {
	best, bestLoad := none, int64(0)
	for i := range s.servers {
		if s.servers[i].dead || int32(i) == not {
			continue
		}
		if load := s.servers[i].load*1000 + s.rangesOf(int32(i)); best == none || load < bestLoad {
			best, bestLoad = int32(i), load
		}
	}
	return best
}

func (s manager) rangesOf(server int32) (n int64) {
	for _, i := range s.order {
		if s.ranges[i].server == server || s.ranges[i].change == Moving && s.ranges[i].target == server {
			n++
		}
	}
	return n
}

// mergeCold begins at most one merge in a tick.
func (s manager) mergeCold() {
	if len(s.order) <= s.params.LowWatermark {
		return
	}
	for place := 0; place+1 < len(s.order); place++ {
		left, right := &s.ranges[s.order[place]], &s.ranges[s.order[place+1]]
		if s.cold(left) && s.cold(right) {
			s.note(record.Note{Kind: record.MergeNote, Range: left.uid, Other: right.uid, Server: left.server, Key: right.Low,
				Load: left.meter.load, For: s.clock.Now - max(left.meter.coldSince, right.meter.coldSince)})
			s.beginMerge(place)
			return
		}
	}
}

func (s manager) cold(r *rangeState) bool {
	return r.phase == Online && r.change == NoChange && r.meter.coldSince != never && s.clock.Now-r.meter.coldSince >= s.params.ColdSustain
}
