package table

import (
	"bytes"
	"slices"
)

// page is a block of rows of one partition that follow each other in key
// order: what a partition is made of. The rows are
// encoded one behind the other in blocks without pointers, in the order in which
// they were written, so that the collector marks one block for all of them. A
// page whose base is shared with a snapshot writes into its tail.
//
// What always holds, and Check verifies in this order:
//
//   - a page has at least one row and at most maxRows
//   - its rows ascend, and hashes are those of their RowKeys; a page of one row
//     may do without
//   - each row lies in base or in tail, and what lies there beside them is
//     counted in dead
//   - shape is that of all rows, unless it is mixed
//
// Bytes and hashes that were written never change: snapshots, rows and texts that
// were handed out share them; what is shared has no capacity beyond its length.
// Everything else in a page changes as long as it is of its table's current
// generation, since no snapshot has seen it then.
type page struct {
	// What a point read needs is together.
	hashes []byte // of the rows, by hashOf
	rows   []span
	base   []byte
	tail   []byte

	dead       uint32 // bytes of rows that were replaced or removed
	shape      uint32
	generation uint64
}

// mixed is the shape of a page that has, or had, rows of several shapes.
const mixed = ^uint32(0)

// A page has at most maxRows rows, and a write to one of several rows that would
// have more than pageBytes splits it first. That bounds what the first write to
// a page after a snapshot copies.
const (
	maxRows   = 64
	pageBytes = 16 << 10
)

// span says where a row of a page is: in base, or inTail behind its beginning.
type span struct{ at, size uint32 }

const inTail = 1 << 31

// lonePage returns a page of one row. Beside its bytes it is one piece of memory.
func lonePage(generation uint64, key *bound, row []byte) *page {
	made := &struct {
		page
		row  [1]span
		hash [1]byte
	}{row: [1]span{{0, uint32(len(row))}}, hash: [1]byte{hashOf(key.key)}}
	made.page = page{hashes: made.hash[:], rows: made.row[:], base: slices.Clone(row), shape: rowShape(row), generation: generation}
	return &made.page
}

// follower returns a page of one row beside a full one, and with as much room:
// keys that come in order will need it.
func (p *page) follower(generation uint64, key *bound, row []byte) *page {
	f := &page{generation: generation, shape: rowShape(row)}
	f.hashes = append(make([]byte, 0, len(p.hashes)), hashOf(key.key))
	f.rows = append(make([]span, 0, len(p.rows)), span{0, uint32(len(row))})
	f.base = append(make([]byte, 0, max(min(p.live(), pageBytes), len(row))), row...)
	return f
}

// hashed reports whether there is a hash for each row, or none needed.
func (p *page) hashed() bool {
	return len(p.hashes) == len(p.rows) || len(p.hashes) == 0 && len(p.rows) == 1
}

// find returns the place of the first row that is not before key, and whether
// it has that key.
func (p *page) find(key *bound) (i int, found bool) {
	if len(p.hashes) == 0 {
		if p.rowKey(0) == key.key {
			return 0, true
		}
		return p.after(key), false
	}
	hash := hashOf(key.key)
	for {
		next := bytes.IndexByte(p.hashes[i:], hash)
		if next < 0 {
			return p.after(key), false
		}
		i += next
		if p.rowKey(i) == key.key {
			return i, true
		}
		i++
	}
}

// after returns the place of the first row that is after a key that no row has.
func (p *page) after(key *bound) int {
	low, high := 0, len(p.rows)
	if first := boundOf(p.rowKey(0)); !first.less(key) { // keys often come in order
		return 0
	}
	if last := boundOf(p.rowKey(high - 1)); last.less(key) {
		return high
	}
	for low < high {
		m := int(uint(low+high) >> 1)
		if at := boundOf(p.rowKey(m)); at.less(key) {
			low = m + 1
		} else {
			high = m
		}
	}
	return low
}

// at returns the row that lies where s says.
func (p *page) at(s span) record {
	if s.at >= inTail {
		return recordAt(p.tail, s.at-inTail)
	}
	return recordAt(p.base, s.at)
}

func (p *page) record(i int) record { return p.at(p.rows[i]) }

func (p *page) rowKey(i int) string { return p.record(i).rowKey() }

// live returns how many bytes the rows have.
func (p *page) live() int { return len(p.base) + len(p.tail) - int(p.dead) }

// meet notes that there is a row of a shape.
func (p *page) meet(shape uint32) {
	if p.shape != shape {
		p.shape = mixed
	}
}

// copy returns the page for a later generation. It shares what never changes.
func (p *page) copy(generation uint64) *page {
	c := *p
	c.generation = generation
	c.hashes, c.base, c.tail = slices.Clip(p.hashes), slices.Clip(p.base), slices.Clip(p.tail)
	c.rows = slices.Clone(p.rows)
	return &c
}

// pack moves the rows into a new base, without the dead ones. When more is to
// come, there is then room for it and for half as much as there is, so that a
// row that is written moves two others on average.
func (p *page) pack(more int) {
	room := p.live() + more
	if more > 0 && len(p.rows) > 1 {
		room += room / 2
	}
	packed := make([]byte, 0, room)
	if p.dead == 0 && len(p.tail) == 0 {
		packed = append(packed, p.base...)
	} else {
		for i, s := range p.rows {
			p.rows[i].at = uint32(len(packed))
			packed = append(packed, p.at(s).bytes(s.size)...)
		}
	}
	p.base, p.tail, p.dead = packed, nil, 0
}

// append writes an encoded row behind the others and returns where it is. No
// list names it yet. The tail grows to half of the live bytes at most.
func (p *page) append(row []byte) span {
	size := len(row)
	p.meet(rowShape(row))
	if len(p.tail) == 0 && cap(p.base)-len(p.base) < size || len(p.tail) > 0 {
		if live := p.live(); len(p.tail)+size <= live/2 {
			if cap(p.tail)-len(p.tail) < size {
				p.growTail(max(size, live/8))
			}
			at := uint32(len(p.tail)) + inTail
			p.tail = append(p.tail, row...)
			return span{at, uint32(size)}
		}
		p.pack(size)
	}
	at := uint32(len(p.base))
	p.base = append(p.base, row...)
	return span{at, uint32(size)}
}

// growTail makes room for a first few bytes, or for all that a tail may have: to
// grow little by little would leave more to collect.
func (p *page) growTail(first int) {
	if len(p.tail) > 0 {
		first = p.live() / 2
	}
	p.tail = append(make([]byte, 0, first), p.tail...)
}

// insert stores a new row at place i.
func (p *page) insert(i int, key *bound, row []byte) {
	if len(p.hashes) == 0 {
		p.hashes = []byte{hashOf(p.rowKey(0))}
	}
	at := p.append(row)
	p.hashes = slices.Insert(p.hashes, i, hashOf(key.key))
	p.rows = slices.Insert(p.rows, i, at)
}

// replace stores another row with the key of the one at place i.
func (p *page) replace(i int, row []byte) {
	at := p.append(row)
	old := p.rows[i].size
	p.rows[i] = at
	p.bury(old)
}

// remove drops the row at place i, which is not the only one.
func (p *page) remove(i int) {
	size := p.rows[i].size
	p.hashes = slices.Concat(p.hashes[:i], p.hashes[i+1:])
	p.rows = slices.Delete(p.rows, i, i+1)
	p.bury(size)
}

// bury counts bytes as dead, and gives all up when they are most.
func (p *page) bury(size uint32) {
	p.dead += size
	if int(p.dead) > p.live() {
		p.pack(0)
	}
}

// split moves the rows from place i on into a page of their own, which it
// returns. Neither half is empty.
func (p *page) split(i int) *page {
	right := &page{generation: p.generation, base: p.base, tail: p.tail, shape: p.shape}
	right.hashes, p.hashes = slices.Clone(p.hashes[i:]), slices.Clone(p.hashes[:i])
	right.rows, p.rows = slices.Clone(p.rows[i:]), p.rows[:i]
	right.dead, p.dead = p.beside(right.rows), p.beside(p.rows)
	right.pack(0)
	p.pack(0)
	return right
}

// beside returns how many bytes the given rows leave to others.
func (p *page) beside(rows []span) uint32 {
	n := uint32(len(p.base) + len(p.tail))
	for _, s := range rows {
		n -= s.size
	}
	return n
}
