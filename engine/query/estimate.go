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
