package index

// Node is a node of a tree. Places count the items of the whole tree in their
// order, from 0.
type Node struct {
	From, To int32 // half-open: the places of all items in it and below it
	First    int32 // the first of its children in the level below; a leaf has none
	Items    int32 // how many items it holds itself
}

// Shape is the structure of a tree.
//
// What always holds, and Check verifies in this order:
//
//   - the first level is the root alone, and an empty tree has no level
//   - every node holds an item, and no more than the fan-out less one
//   - an inner node has one child more than it has items, its children are
//     neighbours, and the item between two of them comes right after all of the
//     left one and right before all of the right one
//   - a leaf holds its places and no others
type Shape struct {
	Levels [][]Node // from the root down
	Len    int      // items
}

// rebuild finds the structure of a tree from the runs of items that its Walk
// gives: a leaf, the item that separates it from the next leaf, that leaf, and
// so on. Each run is a part of its node's own memory, so two separators stand
// in one node exactly when the second lies in the slot after the first, and a
// run's capacity tells where the memory of its node ends.
func rebuild[T any](walk func(func(run []T) bool)) Shape {
	var r rebuilder[T]
	leaf := true
	walk(func(run []T) bool {
		if leaf {
			r.leaf(len(run))
		} else {
			r.separator(run)
		}
		leaf = !leaf
		return true
	})
	return r.finish()
}

// rebuilder has read a part of a walk. Levels count from the leaves up.
type rebuilder[T any] struct {
	levels [][]Node
	open   [][]T // for each level the last separator of its node that is not complete, or nil
	place  int32
}

func (r *rebuilder[T]) leaf(items int) {
	if len(r.levels) == 0 {
		r.levels, r.open = append(r.levels, nil), append(r.open, nil)
	}
	to := r.place + int32(items)
	r.levels[0] = append(r.levels[0], Node{From: r.place, To: to, First: -1, Items: int32(items)})
	r.place = to
}

// separator puts an item into the lowest node that goes on with it or begins
// with it. A leaf that follows a separator belongs to the separator's node, so
// a node that does not go on is complete, and the search goes on above it.
func (r *rebuilder[T]) separator(run []T) {
	level := 1
	for ; level < len(r.levels) && r.open[level] != nil; level++ {
		if follows(r.open[level], run) {
			nodes := r.levels[level]
			nodes[len(nodes)-1].Items++
			break
		}
		r.close(level)
	}
	if level == len(r.levels) {
		r.levels, r.open = append(r.levels, nil), append(r.open, nil)
	}
	if r.open[level] == nil {
		below := r.levels[level-1]
		first := len(below) - 1
		r.levels[level] = append(r.levels[level], Node{From: below[first].From, First: int32(first), Items: 1})
	}
	r.open[level] = run
	r.place++
}

// follows reports whether an item lies in memory right after another one of
// the same node.
func follows[T any](before, after []T) bool {
	return cap(before) > 1 && &before[:2][1] == &after[0]
}

func (r *rebuilder[T]) close(level int) {
	nodes := r.levels[level]
	nodes[len(nodes)-1].To = r.place
	r.open[level] = nil
}

func (r *rebuilder[T]) finish() Shape {
	s := Shape{Len: int(r.place)}
	for level := len(r.levels) - 1; level >= 0; level-- {
		if r.open[level] != nil {
			r.close(level)
		}
		s.Levels = append(s.Levels, r.levels[level])
	}
	return s
}
