package table

import "fmt"

// Check verifies what is listed above Table, in that order, and returns the
// first thing that does not hold. It reads everything: it is for tests.
func (t *Table) Check() error {
	c := checker{table: t}
	t.live.index.Scan(c.partition)
	if c.err == nil && c.count != t.live.count {
		c.err = fmt.Errorf("count is %d, partitions hold %d", t.live.count, c.count)
	}
	return c.err
}

type checker struct {
	table *Table
	last  *partition
	count int
	depth int // of a partition's pages, -1 until the first
	err   error
}

func (c *checker) fail(format string, args ...any) bool {
	c.err = fmt.Errorf(format, args...)
	return false
}

func (c *checker) partition(e entry) bool {
	p := e.part
	switch {
	case e.prefix != prefixOf(p.key):
		return c.fail("partition %q is indexed as %v", p.key, e.prefix)
	case c.last != nil && CompareUTF16(c.last.key, p.key) >= 0:
		return c.fail("partition %q comes after %q", p.key, c.last.key)
	case p.count == 0:
		return c.fail("partition %q is empty", p.key)
	case p.generation > c.table.generation:
		return c.fail("partition %q is of generation %d, the table of %d", p.key, p.generation, c.table.generation)
	}
	c.last = p
	c.rows(p)
	return c.err == nil
}

func (c *checker) rows(p *partition) {
	if (p.only == nil) == (p.top == nil) {
		c.fail("partition %q has neither a page nor a tree, or both", p.key)
		return
	}
	if p.top != nil {
		if len(p.top.branches) < 2 {
			c.fail("the tree of %q has %d branches", p.key, len(p.top.branches))
			return
		}
		c.depth = -1
		c.node(p.generation, p.top, 0, nil, nil)
	}
	n, last := 0, ""
	if c.err == nil {
		p.ascend(nil, func(at *page) bool {
			if first := at.rowKey(0); n > 0 && CompareUTF16(last, first) >= 0 {
				return c.fail("the page from %q of %q comes after the one to %q", first, p.key, last)
			}
			last = at.rowKey(len(at.rows) - 1)
			n += len(at.rows)
			return c.page(p, at)
		})
	}
	if c.err == nil && n != p.count {
		c.fail("partition %q counts %d rows and has %d", p.key, p.count, n)
	}
	c.count += n
}

// node checks a node whose keys are from one bound to before the other, if they
// are there. generation is that of the node above.
func (c *checker) node(generation uint64, n *node, depth int, from, to *bound) bool {
	if n.generation > generation || len(n.branches) == 0 || len(n.branches) > maxBranches {
		return c.fail("a node has generation %d below %d, and %d branches", n.generation, generation, len(n.branches))
	}
	for i := range n.branches {
		b := &n.branches[i]
		low, high := from, to
		if i > 0 {
			low = &b.from
		}
		if i+1 < len(n.branches) {
			high = &n.branches[i+1].from
		}
		switch {
		case (b.page == nil) == (b.node == nil):
			return c.fail("a branch has neither a page nor a node, or both")
		case low != nil && (low.prefix != prefixOf(low.key) || high != nil && !low.less(high)):
			return c.fail("a branch begins at %q, the next at %q", low.key, high.key)
		case b.node != nil:
			if !c.node(n.generation, b.node, depth+1, low, high) {
				return false
			}
		case !c.leaf(n, b.page, depth, low, high):
			return false
		}
	}
	return true
}

// leaf checks a page as a part of a node.
func (c *checker) leaf(n *node, p *page, depth int, from, to *bound) bool {
	if c.depth < 0 {
		c.depth = depth
	}
	first, last := boundOf(p.rowKey(0)), boundOf(p.rowKey(len(p.rows)-1))
	switch {
	case depth != c.depth:
		return c.fail("pages are %d and %d deep", c.depth, depth)
	case p.generation > n.generation:
		return c.fail("a page has generation %d below %d", p.generation, n.generation)
	case from != nil && first.less(from) || to != nil && !last.less(to):
		return c.fail("a page from %q to %q is indexed as from %v to %v", first.key, last.key, from, to)
	}
	return true
}

func (c *checker) page(p *partition, at *page) bool {
	if len(at.rows) == 0 || len(at.rows) > maxRows || !at.hashed() || at.generation > p.generation {
		return c.fail("a page of %q has %d rows, generation %d of %d", p.key, len(at.rows), at.generation, p.generation)
	}
	live, before := 0, ""
	for i, s := range at.rows {
		block, from := at.base, int(s.at)
		if s.at >= inTail {
			block, from = at.tail, int(s.at-inTail)
		}
		if from+int(s.size) > len(block) {
			return c.fail("row %d of a page of %q ends at %d of %d", i, p.key, from+int(s.size), len(block))
		}
		r := p.row(position{at, i})
		key := r.RowKey()
		switch {
		case len(at.hashes) > 0 && at.hashes[i] != hashOf(key) || p.home.shapes != c.table.live.shapes:
			return c.fail("row %q of %q is indexed as another", key, p.key)
		case i > 0 && CompareUTF16(before, key) >= 0:
			return c.fail("row %q of %q comes after %q", key, p.key, before)
		case at.shape != mixed && at.shape != r.shapeID():
			return c.fail("row %q of %q has shape %d in a page of shape %d", key, p.key, r.shapeID(), at.shape)
		}
		before = key
		live += int(s.size)
		if !c.row(r, int(s.size)) {
			return false
		}
	}
	if live != at.live() {
		return c.fail("a page of %q has %d and %d bytes: %d in rows and %d dead", p.key, len(at.base), len(at.tail), live, at.dead)
	}
	return true
}

// row checks that the texts of a row follow each other from its RowKey to its
// end.
func (c *checker) row(r Row, size int) bool {
	if r.shapeID() >= r.home.shapes.count {
		return c.fail("row %q has the unknown shape %d", r.RowKey(), r.shapeID())
	}
	s := r.shape()
	if len(s.names) != int(uint16(r.data.word(0)>>16)) {
		return c.fail("row %q has %d slots, its shape %d", r.RowKey(), uint16(r.data.word(0)>>16), len(s.names))
	}
	end := headerSize + slotSize*len(s.names) + len(r.RowKey())
	for slot, kind := range s.types {
		if !inText[kind] {
			continue
		}
		bits := r.data.word(headerSize + slotSize*slot)
		if int(bits>>32) != end {
			return c.fail("row %q has the text of %s at %d, not %d", r.RowKey(), s.names[slot], bits>>32, end)
		}
		end += int(uint32(bits))
	}
	if end != size {
		return c.fail("row %q has %d bytes, and room of %d", r.RowKey(), end, size)
	}
	return true
}
