package table

import "github.com/tidwall/btree"

// partition holds the rows of one PartitionKey: a tree of pages in key order,
// or the only page, since there may be as many partitions as entities.
//
// Two things always hold: a partition in a table's index is not empty, and
// only a partition of the table's current generation is ever written, and in it
// only nodes and pages of that generation.
type partition struct {
	*home
	generation uint64
	only       *page
	top        *node // nil when there is one page
	count      int   // of rows
}

// home is what all rows of a partition share. It outlives the generations.
type home struct {
	key    string
	shapes *shapes
}

// entry is what a table's index is made of: a partition behind the beginning
// of its PartitionKey. It is three words, what the compiler keeps out of memory,
// and one of them a pointer, which is what the collector has to follow.
type entry struct {
	prefix
	part *partition
}

// entryPivot returns what to look for in an index.
func entryPivot(partitionKey string) entry {
	return entry{prefixOf(partitionKey), newPartition(partitionKey, 0, nil)}
}

func lessEntry(a, b entry) bool {
	if a.high != b.high {
		return a.high < b.high
	}
	if a.low != b.low {
		return a.low < b.low
	}
	return lessTail(a.part.key, b.part.key)
}

var treeOptions = btree.Options{NoLocks: true}

// homed is a partition with what its rows share, in one piece of memory, because
// there may be as many partitions as entities.
type homed struct {
	partition
	of home
}

// newPartition returns an empty partition.
func newPartition(key string, generation uint64, s *shapes) *partition {
	return new(homed).init(key, generation, s)
}

func (h *homed) init(key string, generation uint64, s *shapes) *partition {
	h.of, h.home, h.generation = home{key, s}, &h.of, generation
	return &h.partition
}

// clone returns a partition of a later generation with the same rows, in
// constant time: the two share nodes and pages until one is written.
func (p *partition) clone(generation uint64) *partition {
	c := *p
	c.generation = generation
	return &c
}

// position is a place in a partition.
type position struct {
	page *page
	at   int
}

// page returns the page that a key belongs to, nil in a new partition.
func (p *partition) page(key *bound) *page {
	if p.top == nil {
		return p.only
	}
	return p.top.page(key)
}

// last returns the last page, nil in a new partition.
func (p *partition) last() *page {
	if p.top == nil {
		return p.only
	}
	return p.top.last()
}

// ascend calls visit for each page from the one that key belongs to, or the
// first, on until it returns false, and returns whether it never did.
func (p *partition) ascend(key *bound, visit func(p *page) bool) bool {
	if p.top == nil {
		return visit(p.only)
	}
	return p.top.ascend(key, visit)
}

// seek returns where the row with a key is, and whether there is one. If not,
// the place is where it has to be inserted; a new partition has no page.
func (p *partition) seek(key *bound) (at position, found bool) {
	if at.page = p.page(key); at.page != nil {
		at.at, found = at.page.find(key)
	}
	return at, found
}

func (p *partition) row(at position) Row { return Row{at.page.record(at.at), p.home} }

// insert stores a new row at the place where seek would find it. A page that is
// full is split, but one that would grow at its end or beginning stays full:
// keys often come in order.
func (p *partition) insert(at position, key *bound, row []byte) {
	p.count++
	if at.page == nil {
		p.only = lonePage(p.generation, key, row)
		return
	}
	full := at.page.full(len(row))
	switch {
	case full && at.at == len(at.page.rows):
		p.add(at.page.follower(p.generation, key, row))
		return
	case full && at.at == 0:
		p.set(key, at.page.follower(p.generation, key, row))
		p.add(at.page)
		return
	}
	at.page = p.own(at.page, key)
	for len(at.page.rows) > 1 && at.page.full(len(row)) {
		at = p.split(at, key)
	}
	at.page.insert(at.at, key, row)
}

// full reports whether another row of the given size is too much.
func (p *page) full(size int) bool { return len(p.rows) == maxRows || p.live()+size > pageBytes }

// replace stores another row with the same key.
func (p *partition) replace(at position, key *bound, row []byte) {
	at.page = p.own(at.page, key)
	for len(at.page.rows) > 1 && at.page.live()+len(row) > pageBytes {
		at = p.split(at, key)
	}
	at.page.replace(at.at, row)
}

// split splits a page of several rows, of the current generation, in the middle
// and returns where the place of a key in it is now.
func (p *partition) split(at position, key *bound) position {
	middle := len(at.page.rows) / 2
	right := at.page.split(middle)
	p.add(right)
	if p.page(key) == right {
		return position{right, at.at - middle}
	}
	return at
}

// own returns the page that a key belongs to, to be written: itself or, when a
// snapshot may have it, a copy.
func (p *partition) own(shared *page, key *bound) *page {
	if shared.generation == p.generation {
		return shared
	}
	copied := shared.copy(p.generation)
	p.set(key, copied)
	return copied
}

// set stores a page in place of the one that key belongs to.
func (p *partition) set(key *bound, made *page) {
	if p.top == nil {
		p.only = made
		return
	}
	p.top = p.top.own(p.generation)
	p.top.set(key, made)
}

// add stores a page whose rows all belonged to one page so far, of which it
// holds the last.
func (p *partition) add(made *page) {
	if p.only != nil {
		p.top = &node{p.generation, []branch{{page: p.only}, branchOf(made)}}
		p.only = nil
		return
	}
	p.top = p.top.own(p.generation)
	if rest := p.top.add(branchOf(made)); rest.node != nil {
		p.top = &node{p.generation, []branch{{node: p.top}, rest}}
	}
}

// remove drops the row at a place, and its page with the last row.
func (p *partition) remove(at position, key *bound) {
	p.count--
	if len(at.page.rows) > 1 {
		p.own(at.page, key).remove(at.at)
		return
	}
	if p.top == nil {
		p.only = nil
		return
	}
	p.top = p.top.own(p.generation)
	p.top.remove(key)
	for p.top != nil && len(p.top.branches) == 1 {
		p.only, p.top = p.top.branches[0].page, p.top.branches[0].node
	}
}

// append stores rows that come after all others in the last page, which has room
// for them.
func (p *partition) append(last *page, rows []span, bytes []byte) {
	for _, r := range rows {
		row := bytes[r.at : r.at+r.size]
		key := boundOf(recordAt(row, 0).rowKey())
		last = p.own(last, &key)
		last.insert(len(last.rows), &key, row)
	}
}
