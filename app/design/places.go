package design

import (
	"slices"
	"sort"

	"github.com/keyrange/keyrange/engine/table"
)

// Sizes of Places.
const (
	anchorEvery = 128  // entities between two anchors
	windowRows  = 384  // entities that are kept around the last one asked for
	scanRows    = 2000 // entities of one step
)

// places finds the entities of a table by their place in key order, which the
// table itself does not know.
//
// What always holds: anchors stand anchorEvery entities apart from place 0 on,
// as far as the table was read, and window is a run of entities from place
// opened on.
type places struct {
	from    *table.Snapshot
	anchors []table.Key
	written []table.Ticks // of each entity, by place
	last    table.Key     // that was read
	done    bool

	opened int
	window []table.Row
}

func newPlaces(from *table.Snapshot) *places { return &places{from: from} }

// step reads on. It reports whether there is more.
func (p *places) step() bool {
	low, n := table.Key{}, len(p.written)
	if n > 0 {
		low = table.Key{PartitionKey: p.last.PartitionKey, RowKey: p.last.RowKey + "\x00"}
	}
	p.done = true
	p.from.Scan(low, func(rows []table.Row) bool {
		for _, r := range rows {
			if len(p.written)%anchorEvery == 0 {
				p.anchors = append(p.anchors, r.Key())
			}
			p.written = append(p.written, r.Timestamp())
		}
		p.last = rows[len(rows)-1].Key()
		p.done = len(p.written) < n+scanRows
		return p.done
	})
	return !p.done
}

// len returns how many entities there are.
func (p *places) len() int { return len(p.written) }

// row returns the entity at a place. The ones around it are kept, since they
// are what is asked for next.
func (p *places) row(i int) table.Row {
	if i < p.opened || i >= p.opened+len(p.window) {
		first := max(0, i/anchorEvery-1)
		p.opened, p.window = first*anchorEvery, p.window[:0]
		p.from.Scan(p.anchors[first], func(rows []table.Row) bool {
			p.window = append(p.window, rows...)
			return len(p.window) < windowRows
		})
	}
	return p.window[i-p.opened]
}

// key returns the key at a place, without keeping those around it.
func (p *places) key(i int) (k table.Key) {
	skip := i % anchorEvery
	p.from.Scan(p.anchors[i/anchorEvery], func(rows []table.Row) bool {
		if skip >= len(rows) {
			skip -= len(rows)
			return true
		}
		k = rows[skip].Key()
		return false
	})
	return k
}

// rank returns how many entities sort before a key.
func (p *places) rank(k table.Key) int {
	a := sort.Search(len(p.anchors), func(i int) bool { return p.anchors[i].Compare(k) >= 0 }) - 1
	if a < 0 {
		return 0
	}
	n := a * anchorEvery
	p.from.Scan(p.anchors[a], func(rows []table.Row) bool {
		for _, r := range rows {
			if r.Key().Compare(k) >= 0 {
				return false
			}
			n++
		}
		return true
	})
	return n
}

// asWritten returns the places in the order in which their entities were last
// written, oldest first; those of one instant stay in key order. Imports write
// one microsecond apart, so nearly all find their place without a comparison.
func (p *places) asWritten() []int32 {
	if len(p.written) == 0 {
		return nil
	}
	first := slices.Min(p.written)
	slots := make([]int32, 2*len(p.written)) // place and one more, 0 for none
	var rest []int32
	for i, t := range p.written {
		if at := (t - first) / table.Microsecond; at < table.Ticks(len(slots)) && slots[at] == 0 && (t-first)%table.Microsecond == 0 {
			slots[at] = int32(i) + 1
		} else {
			rest = append(rest, int32(i))
		}
	}
	sort.SliceStable(rest, func(i, j int) bool { return p.written[rest[i]] < p.written[rest[j]] })
	order := make([]int32, 0, len(p.written))
	for at, slot := range slots {
		if slot == 0 {
			continue
		}
		for t := first + table.Ticks(at)*table.Microsecond; len(rest) > 0 && p.written[rest[0]] < t; rest = rest[1:] {
			order = append(order, rest[0])
		}
		order = append(order, slot-1)
	}
	return append(order, rest...)
}
