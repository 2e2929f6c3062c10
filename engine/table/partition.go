package table

import "github.com/tidwall/btree"

// partition holds the rows of one PartitionKey in a tree of their own.
//
// Two things always hold: a partition in a table's index is not empty, and
// only a partition of the table's current generation is ever written.
type partition struct {
	*home
	generation uint64
	rows       *btree.BTreeG[Row]
	sought     string // what get looks for, kept here so that it needs no memory
}

// home is what all rows of a partition share. It outlives the generations.
type home struct {
	key    string
	shapes *shapes
}

// pivot returns a row to search for.
func pivot(key string) Row { return Row{prefix: prefixOf(key), data: pivotRecord(&key)} }

func lessRow(a, b Row) bool {
	if a.high != b.high {
		return a.high < b.high
	}
	if a.low != b.low {
		return a.low < b.low
	}
	return lessRowTail(a, b)
}

// lessRowTail is apart from lessRow so that the usual case stays short.
func lessRowTail(a, b Row) bool { return lessTail(a.RowKey(), b.RowKey()) }

// entry is what a table's index is made of: a partition behind the beginning
// of its PartitionKey. As a pivot it has no
// partition. Like Row it is four words, what the compiler keeps out of memory.
type entry struct {
	prefix
	*home
	part *partition
}

func entryPivot(partitionKey string) entry {
	return entry{prefix: prefixOf(partitionKey), home: &home{key: partitionKey}}
}

func lessEntry(a, b entry) bool {
	if a.high != b.high {
		return a.high < b.high
	}
	if a.low != b.low {
		return a.low < b.low
	}
	return lessTail(a.key, b.key)
}

var treeOptions = btree.Options{NoLocks: true}

func newPartition(key string, generation uint64, s *shapes) *partition {
	return &partition{home: &home{key, s}, generation: generation, rows: btree.NewBTreeGOptions(lessRow, treeOptions)}
}

// clone returns a partition of a later generation with the same rows, in
// constant time: the trees share their nodes until one is written.
func (p *partition) clone(generation uint64) *partition {
	return &partition{home: p.home, generation: generation, rows: p.rows.Copy()}
}

func (p *partition) get(key string) (Row, bool) {
	p.sought = key
	return p.rows.Get(Row{prefix: prefixOf(key), data: pivotRecord(&p.sought)})
}
