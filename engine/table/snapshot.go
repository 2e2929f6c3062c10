package table

import "github.com/tidwall/btree"

// Snapshot is the table as it was at one moment; it never changes. Making one
// copies nothing: it shares all nodes with the table, which copies what it
// then writes.
type Snapshot struct {
	index  *btree.BTreeG[entry]
	shapes *shapes
	count  int
	recent [recentSize]*partition // what find found last, each in its place by hashOf

	generation uint64 // no partition in it is of a later one

	// What find looks for, kept here so that it needs no memory.
	sought homed
}

// Len returns the number of entities.
func (s *Snapshot) Len() int { return s.count }

// Get returns the entity with key k.
func (s *Snapshot) Get(k Key) (Row, bool) {
	p := s.find(k.PartitionKey)
	if p == nil {
		return Row{}, false
	}
	key := boundOf(k.RowKey)
	at, ok := p.seek(&key)
	if !ok {
		return Row{}, false
	}
	return p.row(at), true
}

// find returns the partition with the given key, or nil.
func (s *Snapshot) find(partitionKey string) *partition {
	recent := &s.recent[hashOf(partitionKey)]
	if *recent != nil && (*recent).key == partitionKey {
		return *recent
	}
	s.sought.init(partitionKey, 0, nil)
	found, ok := s.index.Get(entry{prefixOf(partitionKey), &s.sought.partition})
	if ok {
		*recent = found.part
	}
	return found.part
}

// recentSize is a compromise: finding a partition in the tree takes several
// times as long, and every snapshot copies the list.
const recentSize = 256

// Partitions calls visit for each partition from the PartitionKey low
// (included) on, in key order and with its number of entities, until visit
// returns false.
func (s *Snapshot) Partitions(low string, visit func(partitionKey string, entities int) bool) {
	s.index.Ascend(entryPivot(low), func(e entry) bool {
		return visit(e.part.key, e.part.count)
	})
}
