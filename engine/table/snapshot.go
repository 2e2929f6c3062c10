package table

import "github.com/tidwall/btree"

// Snapshot is the table as it was at one moment; it never changes. Making one
// copies nothing: it shares all nodes with the table, which copies what it
// then writes.
type Snapshot struct {
	index  *btree.BTreeG[entry]
	shapes *shapes
	count  int
	sought home                   // what find looks for, kept here so that it needs no memory
	recent [recentSize]*partition // what find found last, each in the place of its slot
}

// Len returns the number of entities.
func (s *Snapshot) Len() int { return s.count }

// Get returns the entity with key k.
func (s *Snapshot) Get(k Key) (Row, bool) {
	p := s.find(k.PartitionKey)
	if p == nil {
		return Row{}, false
	}
	return p.get(k.RowKey)
}

// find returns the partition with the given key, or nil.
func (s *Snapshot) find(partitionKey string) *partition {
	at := prefixOf(partitionKey)
	recent := &s.recent[at.slot()]
	if *recent != nil && (*recent).key == partitionKey {
		return *recent
	}
	s.sought.key = partitionKey
	found, ok := s.index.Get(entry{prefix: at, home: &s.sought})
	if ok {
		*recent = found.part
	}
	return found.part
}

// recentSize is a compromise: finding a partition in the tree takes several
// times as long, and every snapshot copies the list.
const recentSize = 256

// slot returns a place in the list of recently found partitions.
func (p prefix) slot() uint8 {
	return uint8((p.high*31 ^ p.low) * 0x9E3779B97F4A7C15 >> 56)
}

// Partitions calls visit for each partition from the PartitionKey low
// (included) on, in key order and with its number of entities, until visit
// returns false.
func (s *Snapshot) Partitions(low string, visit func(partitionKey string, entities int) bool) {
	s.index.Ascend(entryPivot(low), func(e entry) bool {
		return visit(e.key, e.part.rows.Len())
	})
}

// Scan calls visit for the rows from key low (included) on, in key order, in
// runs of one partition each and at most maxRun long, until visit returns
// false. The slice is only valid during the call and must not be written.
func (s *Snapshot) Scan(low Key, visit func(rows []Row) bool) {
	s.index.Ascend(entryPivot(low.PartitionKey), func(e entry) bool {
		if e.key == low.PartitionKey && low.RowKey != "" {
			return e.part.scanFrom(low.RowKey, visit)
		}
		more := true
		e.part.rows.Walk(func(rows []Row) bool { more = visit(rows); return more })
		return more
	})
}

// maxRun is the largest number of rows that Scan hands over in one call: a
// full leaf.
const maxRun = 64

// scanFrom is Scan from the middle of a partition, where the tree gives one
// row at a time.
func (p *partition) scanFrom(low string, visit func(rows []Row) bool) bool {
	g := gatherer{visit: visit}
	p.rows.Ascend(pivot(low), g.add)
	return g.flush()
}

// gatherer makes runs of single rows. It holds few, so that a short range does
// not pay for a long one.
type gatherer struct {
	rows  [16]Row
	n     int
	ended bool // the reader has enough
	visit func(rows []Row) bool
}

func (g *gatherer) add(r Row) bool {
	g.rows[g.n] = r
	g.n++
	return g.n < len(g.rows) || g.flush()
}

// flush hands over what is gathered and reports whether the reader wants more.
func (g *gatherer) flush() bool {
	if g.n > 0 && !g.ended {
		g.ended = !g.visit(g.rows[:g.n])
	}
	g.n = 0
	return !g.ended
}
