// Package image writes the tables of an account as blocks of bytes, and makes the
// account again of them, many times faster than by the requests that filled it.
//
// Read Image first, which is what the tables are at one moment, then Reader.
//
// What always holds: the account that is made again has the same tables, with the
// same entities in the same versions, the order of their properties included, and
// the same names that are being deleted; no block is larger than BlockBytes and
// one entity.
//
// Left out: who may do what, which is not of the tables, and where the blocks go.
package image

import (
	"encoding/binary"
	"math"

	"github.com/keyrange/keyrange/engine/table"
)

// BlockBytes is how many bytes of entities fill a block.
const BlockBytes = 256 << 10

// The kinds of blocks, each told by its first byte.
const (
	nameBlock     = 'T' // the name of a table; its entities follow
	entitiesBlock = 'E'
	deletionBlock = 'D' // when a name was given up, and the name
)

// Image is the tables of an account at one moment. It never changes.
type Image struct {
	tables    []named
	deletions []table.Deletion
}

type named struct {
	name string
	rows *table.Snapshot
}

// Of returns the account as it is now, in time for each table and none for each
// entity.
func Of(a *table.Account) Image {
	i := Image{deletions: a.Deletions()}
	for _, t := range a.Tables() {
		i.tables = append(i.tables, named{t.Name(), t.Snapshot()})
	}
	return i
}

// Write gives the blocks of the image one after another to put, which must not
// keep them, and ends with the first error of it.
func (i Image) Write(put func(block []byte) error) error {
	for _, d := range i.deletions {
		block := binary.AppendVarint([]byte{deletionBlock}, int64(d.At))
		if err := put(append(block, d.Name...)); err != nil {
			return err
		}
	}
	w := writer{put: put}
	for _, t := range i.tables {
		if err := put(append([]byte{nameBlock}, t.name...)); err != nil {
			return err
		}
		w.begin()
		t.rows.Runs(table.Key{}, w.run)
		if w.flush(); w.err != nil {
			return w.err
		}
	}
	return nil
}

// writer collects entities in blocks. Within a block an entity that has the
// PartitionKey of the one before does not repeat it, and names and types of
// properties are there once for all entities that share them.
type writer struct {
	put        func([]byte) error
	err        error
	block      []byte
	partition  string
	shapes     map[string]uint64 // by their text, from 1 on
	last       []table.Property  // of the entity before
	lastShape  uint64
	properties []table.Property
	text       []byte
}

func (w *writer) begin() {
	w.block = append(w.block[:0], entitiesBlock)
	w.partition, w.last, w.lastShape, w.shapes = "", w.last[:0], 0, map[string]uint64{}
}

func (w *writer) run(rows table.Run) bool {
	for i := range rows.Len() {
		if len(w.block) >= BlockBytes {
			w.flush()
		}
		w.entity(rows.Row(i))
	}
	return w.err == nil
}

func (w *writer) flush() {
	if len(w.block) > 1 && w.err == nil {
		w.err = w.put(w.block)
	}
	w.begin()
}

// An entity is whether its PartitionKey is new, that, RowKey, Timestamp, the
// number of its shape, a new shape, and its values.
func (w *writer) entity(r table.Row) {
	if p := r.PartitionKey(); p != w.partition || len(w.block) == 1 {
		w.partition = p
		w.block = appendText(append(w.block, 1), p)
	} else {
		w.block = append(w.block, 0)
	}
	w.block = appendText(w.block, r.RowKey())
	w.block = binary.AppendVarint(w.block, int64(r.Timestamp()))
	w.properties = r.AppendProperties(w.properties[:0])
	w.shape()
	for i := range w.properties {
		w.block = appendValue(w.block, w.properties[i].Value)
	}
	w.last, w.properties = w.properties, w.last
}

// shape appends the number of the entity's shape, and a shape that is new.
func (w *writer) shape() {
	if w.lastShape > 0 && sameShape(w.last, w.properties) {
		w.block = binary.AppendUvarint(w.block, w.lastShape)
		return
	}
	w.text = binary.AppendUvarint(w.text[:0], uint64(len(w.properties)))
	for i := range w.properties {
		w.text = append(w.text, byte(w.properties[i].Value.Type()))
		w.text = appendText(w.text, w.properties[i].Name)
	}
	number, known := w.shapes[string(w.text)]
	if known {
		w.block = binary.AppendUvarint(w.block, number)
	} else {
		number = uint64(len(w.shapes)) + 1
		w.shapes[string(w.text)] = number
		w.block = append(append(w.block, 0), w.text...)
	}
	w.lastShape = number
}

func sameShape(a, b []table.Property) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Value.Type() != b[i].Value.Type() || a[i].Name != b[i].Name {
			return false
		}
	}
	return true
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

func appendValue(to []byte, v table.Value) []byte {
	switch v.Type() {
	case table.String, table.Binary:
		return appendText(to, v.Bytes())
	case table.Guid:
		return append(to, v.Bytes()...)
	case table.Double:
		return binary.LittleEndian.AppendUint64(to, math.Float64bits(v.Float()))
	}
	return binary.AppendVarint(to, v.Int())
}
