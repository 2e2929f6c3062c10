package index

import (
	"errors"
	"sort"
)

// Nodes returns how many nodes there are.
func (s *Shape) Nodes() int {
	n := 0
	for _, level := range s.Levels {
		n += len(level)
	}
	return n
}

// Leaf reports whether a level is that of the leaves.
func (s *Shape) Leaf(level int) bool { return level == len(s.Levels)-1 }

// Item returns the place of item i of a node.
func (s *Shape) Item(level, node, i int) int {
	n := s.Levels[level][node]
	if s.Leaf(level) {
		return int(n.From) + i
	}
	return int(s.Levels[level+1][int(n.First)+i].To)
}

// Find returns which item of a node stands at a place, or, when none does, how
// many of its items come before it. That is also which of its children leads
// there.
func (s *Shape) Find(level, node, place int) (i int, found bool) {
	items := int(s.Levels[level][node].Items)
	i = sort.Search(items, func(i int) bool { return s.Item(level, node, i) >= place })
	return i, i < items && s.Item(level, node, i) == place
}

// Spot names a node.
type Spot struct{ Level, Node int }

// Child returns child i of an inner node.
func (s *Shape) Child(at Spot, i int) Spot {
	return Spot{at.Level + 1, int(s.Levels[at.Level][at.Node].First) + i}
}

// Holder returns the node that holds the item at a place, and which of its
// items it is.
func (s *Shape) Holder(place int) (at Spot, item int) {
	for {
		i, found := s.Find(at.Level, at.Node, place)
		if found || s.Leaf(at.Level) {
			return at, i
		}
		at = s.Child(at, i)
	}
}

// Between returns the nodes of a level that hold any of the places from to to,
// half-open, themselves or below them.
func (s *Shape) Between(level, from, to int) (first, last int) {
	nodes := s.Levels[level]
	first = sort.Search(len(nodes), func(i int) bool { return int(nodes[i].To) > from })
	if from >= to {
		return first, first
	}
	last = sort.Search(len(nodes), func(i int) bool { return int(nodes[i].From) >= to })
	return first, max(first, last)
}

// The ways in which a shape can be wrong.
var (
	errRoot  = errors.New("index: the first level is not the root alone")
	errItems = errors.New("index: a node holds no item or too many")
	errChild = errors.New("index: the children of a node are not those between its items")
	errLeaf  = errors.New("index: a leaf does not hold its places")
)

// Check verifies what always holds of the shape of a tree with a fan-out.
func (s *Shape) Check(fanout int) error {
	if len(s.Levels) == 0 && s.Len == 0 {
		return nil
	}
	if len(s.Levels) == 0 || len(s.Levels[0]) != 1 || s.Levels[0][0].From != 0 || int(s.Levels[0][0].To) != s.Len {
		return errRoot
	}
	for level, nodes := range s.Levels {
		next := int32(0)
		for i, n := range nodes {
			if n.Items < 1 || int(n.Items) >= fanout {
				return errItems
			}
			if s.Leaf(level) {
				if n.To-n.From != n.Items {
					return errLeaf
				}
				continue
			}
			if n.First != next || !s.joined(level, i) {
				return errChild
			}
			next += n.Items + 1
		}
		if !s.Leaf(level) && int(next) != len(s.Levels[level+1]) {
			return errChild
		}
	}
	return nil
}

// joined reports whether the children of an inner node and its items follow
// each other without a gap.
func (s *Shape) joined(level, node int) bool {
	n := s.Levels[level][node]
	below := s.Levels[level+1]
	if int(n.First+n.Items) >= len(below) {
		return false
	}
	children := below[n.First : n.First+n.Items+1]
	for i := 1; i < len(children); i++ {
		if children[i].From != children[i-1].To+1 {
			return false
		}
	}
	return children[0].From == n.From && children[n.Items].To == n.To
}
