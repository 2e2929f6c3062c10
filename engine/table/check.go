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
	err   error
}

func (c *checker) fail(format string, args ...any) bool {
	c.err = fmt.Errorf(format, args...)
	return false
}

func (c *checker) partition(e entry) bool {
	p := e.part
	switch {
	case e.key != p.key || e.prefix != prefixOf(e.key):
		return c.fail("partition %q is indexed as %q", p.key, e.key)
	case c.last != nil && CompareUTF16(c.last.key, p.key) >= 0:
		return c.fail("partition %q comes after %q", p.key, c.last.key)
	case p.rows.Len() == 0:
		return c.fail("partition %q is empty", p.key)
	case p.generation > c.table.generation:
		return c.fail("partition %q is of generation %d, the table of %d", p.key, p.generation, c.table.generation)
	}
	c.last = p
	c.rows(p)
	return c.err == nil
}

func (c *checker) rows(p *partition) {
	before, n := "", 0
	p.rows.Scan(func(r Row) bool {
		key := r.RowKey()
		switch {
		case r.prefix != prefixOf(key) || r.home.key != p.key || r.home.shapes != c.table.live.shapes:
			return c.fail("row %q of %q is indexed as another", key, p.key)
		case n > 0 && CompareUTF16(before, key) >= 0:
			return c.fail("row %q of %q comes after %q", key, p.key, before)
		}
		before = key
		n++
		return c.row(r)
	})
	if c.err == nil && n != p.rows.Len() {
		c.fail("partition %q counts %d rows and has %d", p.key, p.rows.Len(), n)
	}
	c.count += n
}

// row checks that the texts of a row follow each other from its RowKey on.
func (c *checker) row(r Row) bool {
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
	return true
}
