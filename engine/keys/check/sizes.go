package check

import "slices"

// Size is one partition and how many entities it holds.
type Size struct {
	PartitionKey string
	Entities     int
}

// Sizes is how the entities are distributed over the partitions. The entities
// of Top and RestEntities add up to Entities.
type Sizes struct {
	Partitions, Entities int
	Top                  []Size // largest first, of equal ones the first to arrive first
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
	for _, p := range a.partitions {
		if len(s.Top) < n || int(p.entities) > s.Top[n-1].Entities {
			s.Top = keepLargest(s.Top, Size{a.texts.of(p.key), int(p.entities)}, n)
		}
	}
	sizes := a.sortedSizes()
	s.Rest, s.RestEntities = s.Partitions-len(s.Top), s.Entities
	for _, t := range s.Top {
		s.RestEntities -= t.Entities
	}
	total, count := float64(s.Entities), len(sizes)
	s.LargestShare = float64(sizes[count-1]) / total
	s.MedianShare = float64(sizes[(count-1)/2]+sizes[count/2]) / 2 / total
	return s
}

// sortedSizes returns how many entities each partition holds, the fewest first.
func (s *stored) sortedSizes() []int {
	if len(s.sizes) != len(s.partitions) || s.sized != len(s.writes) {
		s.sizes, s.sized = make([]int, len(s.partitions)), len(s.writes)
		for i, p := range s.partitions {
			s.sizes[i] = int(p.entities)
		}
		slices.Sort(s.sizes)
	}
	return s.sizes
}

// keepLargest puts x in its place among the at most n largest.
func keepLargest(top []Size, x Size, n int) []Size {
	i := len(top)
	for i > 0 && x.Entities > top[i-1].Entities {
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

// PartitionCount returns how many partitions there are.
func (a *Analysis) PartitionCount() int { return len(a.partitions) }
