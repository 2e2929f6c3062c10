package keyed

import (
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Range is one range of the map.
type Range struct {
	service.RangePartition
	From, To Key // To is the zero Key for the last range
}

// Ranges returns the map in the order of its keys, none while there is no table.
func (s *Service) Ranges() []Range {
	out := make([]Range, 0, s.inner.Ranges())
	if len(s.founded) == 0 {
		return nil
	}
	for i := range s.inner.Ranges() {
		out = append(out, Range{RangePartition: s.inner.Range(i), From: Key{Table: s.first}})
		if i > 0 {
			out[i].From = keyOf(s.places.text(out[i].Low))
			out[i-1].To = out[i].From
		}
	}
	return out
}

// Worked returns how many microseconds the cores of each server worked since it was
// last asked.
func (s *Service) Worked() []int64 {
	out := s.worked
	s.worked = make([]int64, len(out))
	return out
}

// Params returns the numbers that hold now.
func (s *Service) Params() service.Params { return s.inner.Params() }

// Totals are the counts from the start.
func (s *Service) Totals() record.Totals { return s.ledger.Totals }

// holder is a position in the range that holds a key. It gives the key none.
func (s *Service) holder(k Key) uint64 {
	k.Table = s.name(k.Table)
	if low := s.places.below(k.Place()); low != nil {
		return low.at
	}
	return 0
}

// SameRange reports whether one range holds two keys.
func (s *Service) SameRange(a, b Key) bool {
	return s.naming().RangeOf(s.holder(a)).Number == s.naming().RangeOf(s.holder(b)).Number
}

// Boundary returns the first PartitionKey of the range after the one that holds a
// key, in the same table, and whether there is one. There a page of a query ends.
func (s *Service) Boundary(k Key) (next string, ok bool) {
	high := s.naming().RangeOf(s.holder(k)).High
	if high == 0 {
		return "", false
	}
	to := keyOf(s.places.text(high))
	return to.PartitionKey, to.Table == s.name(k.Table)
}

// Note is something that happened, with the key that it is about.
type Note struct {
	record.Note
	Key Key // where a range is split, or begins
}

// Notes returns what has happened since it was last asked, at most 20,000 in all.
func (s *Service) Notes() (out []Note) {
	s.collect()
	out, s.notes = s.notes, nil
	return out
}

// collect names the keys of what has happened, while they are still known.
func (s *Service) collect() {
	all := s.record.Noted()
	for _, n := range all[s.read:] {
		k := Key{Table: s.first}
		if n.Key != 0 {
			k = keyOf(s.places.text(n.Key))
		}
		s.notes = append(s.notes, Note{Note: n, Key: k})
	}
	s.read = len(all)
}
