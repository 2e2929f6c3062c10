package table

import "encoding/binary"

// Row is a stored entity, read in place: nothing is copied or allocated until
// Entity is called. A Row stays what it is, whatever is written later.
//
// Its data is one string without pointers, so that the collector has next to
// nothing to mark:
//
//	byte 0       rowMark, which no UTF-8 text begins with
//	byte 1       number of properties
//	bytes 2-3    length of the RowKey in bytes
//	bytes 4-7    shape
//	bytes 8-15   Timestamp
//	8 per slot   the bits of a number, or place<<32|length of a text
//	then         the RowKey and the texts
//
// All numbers are little-endian. A Row is also the item of a partition's tree,
// so that a scan hands over the leaves as they are; the prefix is what most
// comparisons need. The data of a pivot is the bare RowKey.
type Row struct {
	prefix
	data string
	home *home
}

const (
	rowMark    = 0xFF
	headerSize = 16
	slotSize   = 8
)

// PartitionKey returns the entity's PartitionKey.
func (r Row) PartitionKey() string { return r.home.key }

// RowKey returns the entity's RowKey.
func (r Row) RowKey() string {
	if r.data == "" || r.data[0] != rowMark {
		return r.data // a pivot
	}
	return rowKey(r.data)
}

// Key returns the entity's key.
func (r Row) Key() Key { return Key{r.home.key, r.RowKey()} }

// Timestamp returns when the entity was last written.
func (r Row) Timestamp() Ticks { return timestamp(r.data) }

// ETag returns the entity's version tag.
func (r Row) ETag() ETag { return ETagOf(timestamp(r.data)) }

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

func (r Row) shape() *shape { return r.home.shapes.list[shapeID(r.data)] }

func (r Row) appendProperties(to []Property) []Property {
	s := r.shape()
	for i, name := range s.names {
		to = append(to, Property{Name: name, Value: slotValue(r.data, i, s.types[i])})
	}
	return to
}

func rowKey(data string) string {
	from := headerSize + slotSize*int(data[1])
	return data[from : from+(int(data[2])|int(data[3])<<8)]
}

func timestamp(data string) Ticks { return Ticks(word(data, 8)) }

func shapeID(data string) uint32 { return uint32(word(data, 0) >> 32) }

// slotValue reads the property in a slot of a row. Texts share the row's
// memory.
func slotValue(data string, slot int, kind EdmType) Value {
	bits := word(data, headerSize+slotSize*slot)
	if !inText[kind] {
		return Value{kind: kind, bits: bits}
	}
	from := bits >> 32
	return Value{kind: kind, text: data[from : from+bits&0xFFFFFFFF]}
}

// inText tells the types whose value is kept as text behind the slots.
var inText = [len(edmNames)]bool{Binary: true, Guid: true, String: true}

// appendRow encodes an entity of the given shape, without its PartitionKey.
func appendRow(to []byte, s *shape, rowKey string, t Ticks, properties []Property) []byte {
	to = append(to, rowMark, byte(len(properties)))
	to = binary.LittleEndian.AppendUint16(to, uint16(len(rowKey)))
	to = binary.LittleEndian.AppendUint32(to, s.id)
	to = binary.LittleEndian.AppendUint64(to, uint64(t))
	end := uint64(headerSize + slotSize*len(properties) + len(rowKey))
	for i := range properties {
		v := &properties[i].Value
		bits := v.bits
		if inText[v.kind] {
			bits = end<<32 | uint64(len(v.text))
			end += uint64(len(v.text))
		}
		to = binary.LittleEndian.AppendUint64(to, bits)
	}
	to = append(to, rowKey...)
	for i := range properties {
		to = append(to, properties[i].Value.text...)
	}
	return to
}
