package check

import (
	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Analysis gathers what there is to say about the keys of a table's rows. Of
// rows with the same key the first that was added has it. Which rows are written
// last is told by an Arrival alone, never by the order in which they were added.
//
// What always holds: rows = len(writes) + duplicates + refused + rows without a
// key; every write has a key that no earlier write has; the sizes of the
// partitions add up to len(writes). Adding a row costs one look-up of its
// partition and one of its key; a write keeps 16 bytes beside its RowKey, and no
// pointer: the collector would follow every one of them, all in one go.
type Analysis struct {
	pk, rk *keys.Bound
	rows   int

	stored
	troubles   []trouble
	duplicates duplicates
	numbers    [2][]numbers // of each slot, PartitionKey first
	splits     [2]*splits   // nil where no placeholder writes a text
	textOrders [2][]*textOrder
	ranks      *TextRanks // nil where nothing is known about these rows

	arrival Arrival
	recency *recency // nil until it is asked for
}

// stored is the keys of the rows that would become entities.
type stored struct {
	partitions []partition
	families   index  // the partitions by their keys
	lastKey    string // the PartitionKey of the last write, a short cut
	last       int32
	writes     []write
	texts      texts // the RowKeys of the writes, and the PartitionKeys
	index      index
	sizes      []int // of the partitions in ascending order, of so many entities
	sized      int
}

type partition struct {
	key      text
	entities int32
	first    int32 // its first write
}

// write is a row that would become an entity.
type write struct {
	rowKey    text
	partition int32
	row       int32
}

// NewAnalysis returns an Analysis of rows whose keys are made by pk and rk, and
// which are written in the given order.
func NewAnalysis(pk, rk *keys.Bound, arrival Arrival) *Analysis {
	a := &Analysis{pk: pk, rk: rk, stored: stored{last: -1}, arrival: arrival}
	a.numbers[0] = make([]numbers, len(pk.Slots()))
	a.numbers[1] = make([]numbers, len(rk.Slots()))
	for which, b := range [...]*keys.Bound{pk, rk} {
		a.splits[which] = newSplits(b)
		a.textOrders[which] = make([]*textOrder, len(b.Slots()))
	}
	return a
}

// Grow makes room for so many partitions and rows, so that none is made while
// rows are added. There may be more or fewer.
func (a *Analysis) Grow(partitions, rows int) {
	if len(a.writes) == 0 {
		a.families.room(partitions)
		a.partitions = make([]partition, 0, partitions)
		a.writes = make([]write, 0, rows)
		a.index.room(rows - partitions)
	}
}

// Seal gives up what only serves to add rows. None may come after it.
func (a *Analysis) Seal() { a.families, a.index = index{}, index{} }

// Rows returns how many rows were added, Entities how many of them have a key
// that the service takes and that no earlier row has.
func (a *Analysis) Rows() int { return a.rows }

// Entities returns how many rows would become entities.
func (a *Analysis) Entities() int { return len(a.writes) }

// Add takes the next row: the keys just made by the two Bounds, and the error
// or the joined errors that they returned. It returns the number of the write
// that has the row's key, from 0: the row itself or, for a duplicate, an earlier
// one. ok is false for a row without a key or with one that the service refuses.
func (a *Analysis) Add(pk, rk string, err error) (write int, ok bool) {
	row := a.rows
	a.rows++
	a.measure(0, a.pk, pk)
	a.measure(1, a.rk, rk)
	if err != nil {
		a.noKey(row, err)
		return 0, false
	}
	if a.refuses(a.pk, false, pk, row) || a.refuses(a.rk, true, rk, row) {
		return 0, false
	}
	known := len(a.partitions)
	id := a.partition(pk)
	a.splits[0].add(a.pk, id, int32(row), int(id) == known)
	if first, taken := a.taken(id, rk); taken {
		a.splits[1].add(a.rk, int32(first), int32(row), false)
		a.duplicates.add(row, int(a.writes[first].row), pk, rk)
		return first, true
	}
	a.splits[1].add(a.rk, int32(len(a.writes)), int32(row), true)
	a.recency = nil
	a.keepWrite(id, rk, row)
	return len(a.writes) - 1, true
}

// taken returns the write that has a key, if there is one. If not, the index has
// it for the next write, but for the first of a partition: there may be as many of
// those as rows, and they are looked for when a second comes.
func (s *stored) taken(partition int32, rk string) (first int, taken bool) {
	p := &s.partitions[partition]
	if p.entities == 0 {
		return 0, false
	}
	if p.entities == 1 {
		s.enter(partition, s.rowKey(s.writes[p.first]), int(p.first))
	}
	return s.enter(partition, rk, len(s.writes))
}

// enter looks for a key in the index and puts it there for a write if it has none.
func (s *stored) enter(partition int32, rk string, next int) (write int, known bool) {
	h := hash.Fold(hash.FNV(hash.Basis^uint64(uint32(partition))*hash.Prime, rk))
	return s.index.put(h, next, func(n int) bool {
		return s.writes[n].partition == partition && s.rowKey(s.writes[n]) == rk
	})
}

func (s *stored) keepWrite(partition int32, rk string, row int) {
	p := &s.partitions[partition]
	if p.entities++; p.entities == 1 {
		p.first = int32(len(s.writes))
	}
	s.writes = append(s.writes, write{s.texts.keep(rk), partition, int32(row)})
}

// partition returns the place of a PartitionKey, new or known.
func (s *stored) partition(pk string) int32 {
	if s.last >= 0 && s.lastKey == pk {
		return s.last
	}
	n, known := s.families.put(hash.Fold(hash.FNV(hash.Basis, pk)), len(s.partitions),
		func(n int) bool { return s.partitionKey(int32(n)) == pk })
	if !known {
		s.partitions = append(s.partitions, partition{key: s.texts.keep(pk)})
	}
	s.last, s.lastKey = int32(n), s.partitionKey(int32(n))
	return s.last
}

// key returns the key of a write.
func (s *stored) key(w write) table.Key {
	return table.Key{PartitionKey: s.partitionKey(w.partition), RowKey: s.rowKey(w)}
}

func (s *stored) partitionKey(id int32) string { return s.texts.of(s.partitions[id].key) }

func (s *stored) rowKey(w write) string { return s.texts.of(w.rowKey) }
