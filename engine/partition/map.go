package partition

import (
	"fmt"
	"sort"

	"github.com/keyrange/keyrange/engine/table"
)

// Map is a division of a table by PartitionKey: which server has which range.
// It is immutable.
type Map struct {
	bounds  []string // first PartitionKey of every range but the first, ascending
	servers []int
}

// NewMap returns the Map whose ranges begin at the start of the key space and at
// each of the bounds. There is one server more than there are bounds. An error
// says which bound is not above the one before.
func NewMap(bounds []string, servers []int) (*Map, error) {
	if len(servers) != len(bounds)+1 {
		return nil, fmt.Errorf("%d bounds make %d ranges, and %d servers were given", len(bounds), len(bounds)+1, len(servers))
	}
	for i, b := range bounds {
		if b == "" || i > 0 && table.CompareUTF16(bounds[i-1], b) >= 0 {
			return nil, fmt.Errorf("bound %d, %q, is not above the one before", i+1, b)
		}
	}
	return &Map{append([]string(nil), bounds...), append([]int(nil), servers...)}, nil
}

// Len returns the number of ranges.
func (m *Map) Len() int { return len(m.servers) }

// Find returns the number of the range that holds the PartitionKey.
func (m *Map) Find(partitionKey string) int {
	return sort.Search(len(m.bounds), func(i int) bool { return table.CompareUTF16(m.bounds[i], partitionKey) > 0 })
}

// Bounds returns the first PartitionKey of a range, "" for the first range, and
// the first one of the next range; there is none for the last.
func (m *Map) Bounds(i int) (low, high string, bounded bool) {
	if i > 0 {
		low = m.bounds[i-1]
	}
	if i < len(m.bounds) {
		return low, m.bounds[i], true
	}
	return low, "", false
}

// Server returns the server that has the range.
func (m *Map) Server(i int) int { return m.servers[i] }

// Next returns the first PartitionKey of the range after the one that holds the
// given key. It has the form in which a query asks where its pages end.
func (m *Map) Next(from table.Key) (next string, bounded bool) {
	_, next, bounded = m.Bounds(m.Find(from.PartitionKey))
	return next, bounded
}
