package table

import "github.com/tidwall/btree"

// partition holds the rows of one PartitionKey in a tree of their own.
//
// Two things always hold: a partition in a table's index is not empty, and
// only a partition of the table's current generation is ever written.
type partition struct {
	key        string
	generation uint64
	shapes     *shapes
	rows       *btree.BTreeG[item]
}

// item is what a partition's tree is made of: a row behind the beginning of
// its RowKey. As a pivot, its row is the bare RowKey.
type item struct {
	prefix
	row string
}

func pivot(key string) item { return item{prefixOf(key), key} }

func (i item) key() string {
	if i.row == "" || i.row[0] != rowMark {
		return i.row
	}
	return rowKey(i.row)
}

func lessItem(a, b item) bool {
	if a.high != b.high {
		return a.high < b.high
	}
	if a.low != b.low {
		return a.low < b.low
	}
	return lessTail(a.key(), b.key())
}

// entry is what a table's index is made of: a partition behind the beginning
// of its PartitionKey. As a pivot it has no partition.
type entry struct {
	prefix
	key  string
	part *partition
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
	return &partition{key, generation, s, btree.NewBTreeGOptions(lessItem, treeOptions)}
}

// clone returns a partition of a later generation with the same rows, in
// constant time: the trees share their nodes until one is written.
func (p *partition) clone(generation uint64) *partition {
	return &partition{p.key, generation, p.shapes, p.rows.Copy()}
}

func (p *partition) get(key string) (Row, bool) {
	if !readable(key) {
		return Row{}, false
	}
	found, ok := p.rows.Get(pivot(key))
	return Row{found.row, p}, ok
}

// readable reports whether key can be told from a row. What it refuses is not
// UTF-8, sorts after every stored key and is never stored.
func readable(key string) bool { return key == "" || key[0] != rowMark }
