package query

import (
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Estimate returns what reading the plan to its end over s costs, with the
// zero Limits, without $top and without looking at any entity. Examined and
// Ranges are exact. Returned and Pages are exact when there is no Residual;
// with one they are the most that can come out, since only reading shows which
// entities match. It counts whole partitions by their size and takes time in
// proportion to the number of partitions, or to the entities read when RowKey
// has bounds.
func (p Plan) Estimate(s *table.Snapshot) trace.Cost {
	if p.Empty() {
		return trace.Cost{Pages: 1}
	}
	n := p.count(s)
	pages := max(1, (n+MaxPageSize-1)/MaxPageSize)
	return trace.Cost{Examined: n, Returned: n, Pages: pages, Ranges: 1}
}

// Bracket is what reading a plan to its end costs: at least Low, at most High.
type Bracket struct {
	Low, High trace.Cost
}

// Bracket returns what reading the plan to its end over s costs under the limits
// of a server, with a $top per page or NoTop. The actual cost always lies in it.
//
// A page ends when it is full, as large or as long as it may be, or where a
// range ends. How often that happens follows from how much is read and returned:
// a page that ends before the plan does leaves an entity unread, or a range.
func (p Plan) Bracket(s *table.Snapshot, top int, l Limits) Bracket {
	if top == 0 || p.Empty() {
		return Bracket{trace.Cost{Pages: 1}, trace.Cost{Pages: 1}}
	}
	n := p.count(s)
	least := trace.Cost{Examined: n, Ranges: p.ranges(l)}
	most := trace.Cost{Examined: n, Returned: n, Ranges: least.Ranges}
	if p.Residual == nil {
		least.Returned = n
	}
	ends := max(0, n-1)
	most.Pages = most.Ranges + ends/l.pageSize(top)
	least.Pages = max(least.Ranges, (least.Returned+l.pageSize(top)-1)/l.pageSize(top))
	if l.Examined > 0 {
		most.Pages += ends / l.Examined
		least.Pages = max(least.Pages, (n+l.Examined-1)/l.Examined)
	}
	if l.Bytes > 0 {
		most.Pages = most.Ranges + ends // a page with one entity may be as large as it may be
	}
	most.Pages = max(least.Pages, min(most.Pages, most.Ranges+ends))
	return Bracket{least, most}
}

// ranges returns how many ranges the plan reaches into.
func (p Plan) ranges(l Limits) int {
	from, high, bounded := p.Range()
	n := 1
	for {
		next, ok := l.boundary(from)
		if !ok || bounded && next.Compare(high) >= 0 {
			return n
		}
		from = next
		n++
	}
}

// count returns the number of entities inside the bounds.
func (p Plan) count(s *table.Snapshot) int {
	low, high, bounded := p.Range()
	if p.Partition.Fixed() && p.Row.Bounded() {
		w := walk{high: high, bounded: bounded}
		return w.count(s, low)
	}
	n := 0
	s.Partitions(low.PartitionKey, func(partitionKey string, entities int) bool {
		if bounded && table.CompareUTF16(partitionKey, high.PartitionKey) >= 0 {
			return false
		}
		n += entities
		return true
	})
	return n
}

// count returns how many rows lie between low and the walk's high.
func (w *walk) count(s *table.Snapshot, low table.Key) int {
	n := 0
	s.Runs(low, func(run table.Run) bool {
		inside := w.inside(run)
		n += inside
		return inside == run.Len()
	})
	return n
}
