package draft

import (
	"github.com/keyrange/keyrange/engine/table"
)

// DefaultFanout is the fan-out of a tree until the reader chooses one.
const DefaultFanout = 16

// IndexWork is what the reader asks of the index.
type IndexWork struct {
	Fanout int       `json:",omitempty"` // 0: DefaultFanout
	Find   KeyWanted `json:",omitzero"`  // not given: one from the middle of the table
	Class  Class     `json:",omitempty"` // of the range
	Filter string    `json:",omitempty"` // of the range, for OwnRange
	Insert KeyWanted `json:",omitzero"`  // not given: one whose leaf is full
}

// KeyWanted is a key that the reader gave, or none.
type KeyWanted struct {
	Given                bool   `json:",omitempty"`
	PartitionKey, RowKey string `json:",omitempty"`
}

// WantedKey returns a key that the reader gave.
func WantedKey(k table.Key) KeyWanted { return KeyWanted{true, k.PartitionKey, k.RowKey} }

// Key returns the key that was given.
func (k KeyWanted) Key() table.Key {
	return table.Key{PartitionKey: k.PartitionKey, RowKey: k.RowKey}
}

// Class is which range is read.
type Class uint8

// The classes of ranges.
const (
	RowRange Class = iota
	OnePartition
	WholeTable
	OwnRange // by the reader's own filter
)
