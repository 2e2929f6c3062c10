package table

import (
	"slices"
	"strings"
)

// node is a node of a partition's tree of pages (a B+ tree). Searching it is
// most of a point read, so where a branch begins is beside it: no page is
// touched but the one that is sought.
//
// What always holds, and Check verifies in this order:
//
//   - a node has at least one branch and at most maxBranches, the topmost at
//     least two
//   - a branch has a page or a node of its own, and all leaves are equally deep
//   - all keys of a branch are at or after its beginning and before that of the
//     next; that of the first is never read
//   - nothing below a node is of a later generation than the node
//
// Pages and nodes with few branches are not joined: that empty ones go keeps a
// tree under writes as well filled, with less work (Johnson and Shasha, "B-trees
// with inserts and deletes: why free-at-empty is better than merge-at-half").
type node struct {
	generation uint64
	branches   []branch
}

// branch is one of the parts of a node, with the key at which it begins.
type branch struct {
	from bound
	page *page // in a leaf
	node *node // elsewhere
}

const maxBranches = 64

// bound is a RowKey, ready to be compared.
type bound struct {
	prefix
	key string
}

func boundOf(key string) bound { return bound{prefixOf(key), key} }

// less is the order of keys.
func (a *bound) less(b *bound) bool {
	if a.high != b.high {
		return a.high < b.high
	}
	if a.low != b.low {
		return a.low < b.low
	}
	return lessTail(a.key, b.key)
}

// place returns which branch a key belongs to.
func (n *node) place(key *bound) int {
	low, high := 1, len(n.branches)
	for low < high {
		m := int(uint(low+high) >> 1)
		from, after := &n.branches[m].from, false
		switch {
		case key.high != from.high:
			after = key.high < from.high
		case key.low != from.low:
			after = key.low < from.low
		default:
			after = lessTail(key.key, from.key)
		}
		if after {
			high = m
		} else {
			low = m + 1
		}
	}
	return low - 1
}

// page returns the page that a key belongs to.
func (n *node) page(key *bound) *page {
	for {
		b := &n.branches[n.place(key)]
		if b.page != nil {
			return b.page
		}
		n = b.node
	}
}

// last returns the last page.
func (n *node) last() *page {
	for {
		b := &n.branches[len(n.branches)-1]
		if b.page != nil {
			return b.page
		}
		n = b.node
	}
}

// ascend calls visit for each page from the one that key belongs to, or the
// first, on until it returns false, and returns whether it never did.
func (n *node) ascend(key *bound, visit func(p *page) bool) bool {
	i := 0
	if key != nil {
		i = n.place(key)
	}
	for ; i < len(n.branches); i++ {
		b := &n.branches[i]
		if b.page != nil && !visit(b.page) || b.node != nil && !b.node.ascend(key, visit) {
			return false
		}
		key = nil
	}
	return true
}

// own returns the node to be written: itself or, when a snapshot may have it, a
// copy.
func (n *node) own(generation uint64) *node {
	if n.generation == generation {
		return n
	}
	return &node{generation, slices.Clone(n.branches)}
}

// below returns the node of branch i, to be written as n is.
func (n *node) below(i int) *node {
	b := &n.branches[i]
	b.node = b.node.own(n.generation)
	return b.node
}

// set stores a page in place of the one that key belongs to.
func (n *node) set(key *bound, made *page) {
	i := n.place(key)
	if n.branches[i].node != nil {
		n.below(i).set(key, made)
		return
	}
	n.branches[i].page = made
}

// add stores a page whose rows all belonged to one page so far, of which it
// holds the last. It returns what n does not hold any more, if n had to be split.
func (n *node) add(added branch) (rest branch) {
	i := n.place(&added.from)
	if n.branches[i].node != nil {
		if added = n.below(i).add(added); added.node == nil {
			return branch{}
		}
	}
	n.branches = slices.Insert(n.branches, i+1, added)
	count := len(n.branches)
	if count <= maxBranches {
		return branch{}
	}
	half := count / 2
	if i+2 == count { // keys often come in order
		half = count - 1
	}
	right := &node{n.generation, slices.Clone(n.branches[half:])}
	n.branches = slices.Delete(n.branches, half, count)
	return branch{from: right.branches[0].from, node: right}
}

// remove drops the page that key belongs to, and each node with its last branch.
func (n *node) remove(key *bound) {
	i := n.place(key)
	if n.branches[i].node != nil {
		below := n.below(i)
		if below.remove(key); len(below.branches) > 0 {
			return
		}
	}
	n.branches = slices.Delete(n.branches, i, i+1)
}

// branchOf returns a branch of one page. What is kept of the key is not a part
// of the page, which may be given up before.
func branchOf(p *page) branch { return branch{from: boundOf(strings.Clone(p.rowKey(0))), page: p} }
