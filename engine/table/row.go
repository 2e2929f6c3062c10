package table

import "encoding/binary"

// Row is a stored entity, read in place: nothing is copied or allocated until
// Entity is called. A Row stays what it is, whatever is written later.
//
// A Row is also the item of a partition's tree, so that a scan hands over the
// leaves as they are; the prefix is what most comparisons need. Its data is
// one block without pointers, so that the collector has next to nothing to
// mark, and is never written once it is made:
//
//	bytes 0-7    shape<<32 | number of properties<<16 | length of the RowKey in bytes
//	bytes 8-15   Timestamp
//	8 per slot   the bits of a number, or place<<32 | length of a text
//	then         the RowKey and the texts
//
// All numbers are in the machine's byte order. A Row without a home is a
// pivot: a RowKey to search for, and nothing else.
type Row struct {
	prefix
	data record
	home *home
}

const (
	headerSize = 16
	slotSize   = 8
)

// PartitionKey returns the entity's PartitionKey.
func (r Row) PartitionKey() string { return r.home.key }

// RowKey returns the entity's RowKey.
func (r Row) RowKey() string {
	if r.home == nil {
		return r.data.pivotKey()
	}
	head := r.data.word(0)
	return r.data.text(headerSize+slotSize*int(uint16(head>>16)), int(uint16(head)))
}

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

func (r Row) shapeID() uint32 { return uint32(r.data.word(0) >> 32) }

func (r Row) shape() *shape { return r.home.shapes.at(r.shapeID()) }

func (r Row) appendProperties(to []Property) []Property {
	s := r.shape()
	for i, name := range s.names {
		to = append(to, Property{Name: name, Value: r.data.value(i, s.types[i])})
	}
	return to
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
	order := binary.NativeEndian
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
