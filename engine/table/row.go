package table

import (
	"encoding/binary"
	"math"
)

// Row is a stored entity, read in place: nothing is copied or allocated until
// Entity is called. A Row stays what it is, whatever is written later; as long
// as it is kept, so is the page of memory that it shares with others.
//
// Its data is encoded without pointers and never written once it is made:
//
//	bytes 0-7    shape<<32 | number of properties<<16 | length of the RowKey in bytes
//	bytes 8-15   Timestamp
//	8 per slot   a number as a Value has it, or place<<32 | length of a text
//	then         the RowKey and the texts
//
// All numbers are in the machine's byte order.
type Row struct {
	data record
	home *home
}

var order = binary.NativeEndian

const (
	headerSize = 16
	slotSize   = 8
)

// PartitionKey returns the entity's PartitionKey.
func (r Row) PartitionKey() string { return r.home.key }

// RowKey returns the entity's RowKey.
func (r Row) RowKey() string { return r.data.rowKey() }

// Key returns the entity's key.
func (r Row) Key() Key { return Key{r.home.key, r.RowKey()} }

// Timestamp returns when the entity was last written.
func (r Row) Timestamp() Ticks { return Ticks(r.data.word(8)) }

// ETag returns the entity's version tag.
func (r Row) ETag() ETag { return ETagOf(r.Timestamp()) }

// Property is Entity.Property without building the entity.
func (r Row) Property(name string) Value {
	c := Column{name: name, system: systemName(name)}
	return c.Of(r)
}

// Entity returns a copy of the whole entity.
func (r Row) Entity() Entity {
	return Entity{
		Key:        r.Key(),
		Timestamp:  r.Timestamp(),
		Properties: r.appendProperties(make([]Property, 0, len(r.shape().names))),
	}
}

func (r Row) shapeID() uint32 { return r.data.shapeID() }

func (r record) shapeID() uint32 { return uint32(r.word(0) >> 32) }

// rowShape is shapeID for a row that is in no page yet.
func rowShape(row []byte) uint32 { return uint32(order.Uint64(row) >> 32) }

func (r Row) shape() *shape { return r.home.shapes.at(r.shapeID()) }

func (r Row) appendProperties(to []Property) []Property {
	s := r.shape()
	for i, name := range s.names {
		to = append(to, Property{Name: name, Value: r.data.value(i, s.types[i])})
	}
	return to
}

func (r record) rowKey() string {
	head := r.word(0)
	return r.text(headerSize+slotSize*int(uint16(head>>16)), int(uint16(head)))
}

// value reads the property in a slot. Texts share the record's memory.
func (r record) value(slot int, kind EdmType) Value {
	bits := r.word(headerSize + slotSize*slot)
	if !inText[kind] {
		return Value{kind: kind, bits: bits}
	}
	return Value{kind: kind, text: r.text(int(bits>>32), int(uint32(bits)))}
}

// inText tells the types whose value is kept as text behind the slots.
var inText = [...]bool{Binary: true, Guid: true, String: true}

// appendRow encodes an entity of the given shape, without its PartitionKey.
func appendRow(to []byte, s *shape, rowKey string, t Ticks, properties []Property) []byte {
	to = order.AppendUint64(to, uint64(s.id)<<32|uint64(len(properties))<<16|uint64(len(rowKey)))
	to = order.AppendUint64(to, uint64(t))
	end := uint64(headerSize + slotSize*len(properties) + len(rowKey))
	for i := range properties {
		v := &properties[i].Value
		bits := v.bits
		if inText[v.kind] {
			bits = end<<32 | uint64(len(v.text))
			end += uint64(len(v.text))
		}
		to = order.AppendUint64(to, bits)
	}
	to = append(to, rowKey...)
	for i := range properties {
		to = append(to, properties[i].Value.text...)
	}
	return to
}

// appendReordered encodes the row old with its properties in another order: s is
// the shape then, and from has for each of its slots the one in old.
func appendReordered(to []byte, old Row, s *shape, from []int) []byte {
	r := old.data
	to = order.AppendUint64(to, uint64(s.id)<<32|r.word(0)&math.MaxUint32)
	to = order.AppendUint64(to, r.word(8))
	key := r.rowKey()
	end := uint64(headerSize + slotSize*len(from) + len(key))
	for i, slot := range from {
		bits := r.word(headerSize + slotSize*slot)
		if inText[s.types[i]] {
			size := uint64(uint32(bits))
			bits = end<<32 | size
			end += size
		}
		to = order.AppendUint64(to, bits)
	}
	to = append(to, key...)
	for i, slot := range from {
		if inText[s.types[i]] {
			bits := r.word(headerSize + slotSize*slot)
			to = append(to, r.text(int(bits>>32), int(uint32(bits)))...)
		}
	}
	return to
}
