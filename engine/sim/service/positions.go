package service

import (
	"slices"

	"github.com/keyrange/keyrange/engine/partition"
)

// Naming is a service for whoever gives keys their positions.
type Naming struct{ *Service }

// EachPosition visits every position that the service remembers: where ranges
// begin and end, what requests are for, what samples and counts are of. Whoever
// gives keys their positions may change all of them at once, as long as the order
// of any two stays: nothing else in the service depends on how far apart they are
// but how a count of stored entities is divided at a split.
func (s Naming) EachPosition(visit func(at *uint64)) {
	for place, i := range s.order {
		r := &s.ranges[i]
		visit(&r.Low)
		visit(&r.High)
		s.lows[place] = r.Low
		if r.change == Splitting {
			visit(&r.cut)
		}
		if r.meter.trying {
			visit(&r.meter.candidate)
		}
		for k := range r.reservoir.sample() {
			visit(&r.reservoir.keys[k])
		}
		for k := range r.store.used {
			visit(&r.store.keys[k])
		}
		visit(&r.store.last)
	}
	for i := range s.requests {
		if s.requests[i].live {
			visit(&s.requests[i].Key)
		}
	}
}

// RangeOf returns the range that holds a key.
func (s Naming) RangeOf(key uint64) RangePartition { return s.view(&s.ranges[s.rangeOf(key)]) }

// Found gives the keys from one on, of which none was asked for yet, a range of
// their own, at once and at no cost: that is how a table begins. It is on the server
// that has least to do, or if packed on that of the keys before. Where a range begins
// with the key already, there is nothing to do. It is false where it cannot be done
// now: the range that holds them is being merged, there are as many ranges as may be,
// or one of them was asked for after all.
func (s Naming) Found(low uint64, packed bool) bool {
	index := s.rangeOf(low)
	r := &s.ranges[index]
	if r.Low == low {
		return true
	}
	parts := r.change == Splitting && r.cut >= low
	if parts || !s.divisible(r, low) || s.asks(index, func(key uint64) bool { return key >= low }) {
		return false
	}
	place, server := s.placeOf(low), r.server
	if !packed {
		server = (manager{s.Service}).coolest(none)
	}
	other := s.newRange(partition.Range{Low: low, High: r.High}, server, s.clock.Now)
	left, right := &s.ranges[index], &s.ranges[other]
	left.High = low
	right.store = left.store.cutAt(low)
	s.insertRange(place, other)
	return true
}

// Precede gives the keys before one, of which none was asked for yet, a range of
// their own, as Found does for those after one.
func (s Naming) Precede(high uint64, packed bool) bool {
	first := s.order[0]
	r := &s.ranges[first]
	parts := r.change == Splitting && r.cut <= high
	if parts || !s.divisible(r, high) || s.asks(first, func(key uint64) bool { return key < high }) {
		return false
	}
	server := r.server
	if !packed {
		server = (manager{s.Service}).coolest(none)
	}
	other := s.newRange(partition.Range{High: high}, server, s.clock.Now)
	left, right := &s.ranges[other], &s.ranges[first]
	right.Low, left.store = high, right.store
	right.store = left.store.cutAt(high)
	s.order, s.lows = slices.Insert(s.order, 0, other), slices.Insert(s.lows, 1, high)
	return true
}

// divisible reports whether a range can be divided at a key at once.
func (s Naming) divisible(r *rangeState, at uint64) bool {
	joins := r.change == Absorbing || r.change == Joining || r.joins
	return !joins && r.Divides(at) && len(s.order)+s.splitting() < s.params.HighWatermark
}

// asks reports whether a range holds a request for such a key.
func (s Naming) asks(index int32, such func(key uint64) bool) bool {
	r := &s.ranges[index]
	if r.executing != none && such(s.requests[r.executing].Key) {
		return true
	}
	return slices.ContainsFunc([]list{r.waiting, r.group, r.flight}, func(l list) bool {
		for i := l.head; i != none; i = s.requests[i].next {
			if such(s.requests[i].Key) {
				return true
			}
		}
		return false
	})
}
