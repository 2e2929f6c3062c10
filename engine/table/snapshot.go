package table

import "github.com/tidwall/btree"

// Snapshot is the table as it was at one moment; it never changes. Making one
// copies nothing: it shares all nodes with the table, which copies what it
// then writes.
type Snapshot struct {
	index  *btree.BTreeG[entry]
	shapes *shapes
	count  int
}

// Len returns the number of entities.
func (s *Snapshot) Len() int { return s.count }

// Get returns the entity with key k.
func (s *Snapshot) Get(k Key) (Row, bool) {
	found, ok := s.index.Get(entry{prefix: prefixOf(k.PartitionKey), key: k.PartitionKey})
	if !ok {
		return Row{}, false
	}
	return found.part.get(k.RowKey)
}

// Partitions calls visit for each partition from the PartitionKey low
// (included) on, in key order and with its number of entities, until visit
// returns false.
func (s *Snapshot) Partitions(low string, visit func(partitionKey string, entities int) bool) {
	s.index.Ascend(entry{prefix: prefixOf(low), key: low}, func(e entry) bool {
		return visit(e.key, e.part.rows.Len())
	})
}

// Scan calls visit for the rows from key low (included) on, in key order, in
// runs of at most runSize rows of one partition each, until visit returns
// false. The slice is only valid during the call.
func (s *Snapshot) Scan(low Key, visit func(rows []Row) bool) {
	r := run{visit: visit}
	s.index.Ascend(entry{prefix: prefixOf(low.PartitionKey), key: low.PartitionKey}, func(e entry) bool {
		r.part = e.part
		switch {
		case e.key != low.PartitionKey || low.RowKey == "":
			e.part.rows.Walk(r.addAll)
		case readable(low.RowKey):
			e.part.rows.Ascend(pivot(low.RowKey), r.add)
		}
		return r.flush()
	})
}

// runSize is the largest number of rows that Scan hands over in one call.
const runSize = 64

// run gathers rows of one partition until there are enough for a call.
type run struct {
	visit func(rows []Row) bool
	part  *partition
	rows  []Row
	done  bool
}

func (r *run) add(i item) bool {
	r.rows = append(r.rows, Row{i.row, r.part})
	return len(r.rows) < runSize || r.flush()
}

func (r *run) addAll(items []item) bool {
	if len(r.rows)+len(items) > runSize && !r.flush() {
		return false
	}
	for i := range items {
		r.rows = append(r.rows, Row{items[i].row, r.part})
	}
	return true
}

// flush hands over what is gathered and reports whether the reader wants more.
func (r *run) flush() bool {
	if !r.done && len(r.rows) > 0 {
		r.done = !r.visit(r.rows)
	}
	r.rows = r.rows[:0]
	return !r.done
}
