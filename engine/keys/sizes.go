package keys

import "github.com/keyrange/keyrange/engine/table"

// Size is one partition and how many entities it holds.
type Size struct {
	PartitionKey string
	Entities     int
}

// Sizes is how the entities are distributed over the partitions. The entities
// of Top and RestEntities add up to Entities.
type Sizes struct {
	Partitions, Entities int
	Top                  []Size // largest first, of equal ones the first in key order first
	Rest, RestEntities   int    // partitions not in Top, and what they hold
	LargestShare         float64
	MedianShare          float64 // the share of a partition of median size
}

// PartitionSizes returns the n largest partitions and the rest summed.
func (a *Analysis) PartitionSizes(n int) Sizes {
	s := Sizes{Partitions: len(a.partitions), Entities: len(a.writes)}
	if s.Partitions == 0 {
		return s
	}
	largest := int32(0)
	for _, p := range a.partitions {
		s.Top = keepLargest(s.Top, Size{p.key, int(p.entities)}, n)
		largest = max(largest, p.entities)
	}
	s.Rest, s.RestEntities = s.Partitions-len(s.Top), s.Entities
	for _, t := range s.Top {
		s.RestEntities -= t.Entities
	}
	total := float64(s.Entities)
	s.LargestShare, s.MedianShare = float64(largest)/total, a.median(largest)/total
	return s
}

// keepLargest puts x in its place among the at most n largest.
func keepLargest(top []Size, x Size, n int) []Size {
	i := len(top)
	for i > 0 && x.before(top[i-1]) {
		i--
	}
	if i == n {
		return top
	}
	if len(top) < n {
		top = append(top, Size{})
	}
	copy(top[i+1:], top[i:])
	top[i] = x
	return top
}

func (s Size) before(t Size) bool {
	if s.Entities != t.Entities {
		return s.Entities > t.Entities
	}
	return table.CompareUTF16(s.PartitionKey, t.PartitionKey) < 0
}

// median returns the median number of entities, by counting the partitions of
// each size: there are at most as many sizes as entities.
func (a *Analysis) median(largest int32) float64 {
	of := make([]int, largest+1)
	for _, p := range a.partitions {
		of[p.entities]++
	}
	n := len(a.partitions)
	return float64(sizeAt(of, (n-1)/2)+sizeAt(of, n/2)) / 2
}

// sizeAt returns the size of the partition at a place in the order of sizes.
func sizeAt(of []int, place int) int {
	for size, partitions := range of {
		if place < partitions {
			return size
		}
		place -= partitions
	}
	return len(of) - 1
}
