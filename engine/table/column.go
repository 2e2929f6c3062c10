package table

import "math"

// Column reads one named property of many rows quickly: it remembers where the
// last row's shape had it. A Column belongs to one reader at a time.
type Column struct {
	name   string
	system system
	shapes *shapes // whose numbering shape is of
	shape  uint32
	slot   int // -1 when the shape lacks the property
	offset int // of the slot; 0, which can be read as well, when there is none
	kind   EdmType
	text   bool // such a value is kept as text
}

// system is one of the three properties that every entity has.
type system uint8

const (
	custom system = iota
	partitionKey
	rowKey
	timestamp
)

func systemName(name string) system {
	switch name {
	case "PartitionKey":
		return partitionKey
	case "RowKey":
		return rowKey
	case "Timestamp":
		return timestamp
	}
	return custom
}

// NewColumn returns a reader of the named property (system properties too).
func NewColumn(name string) *Column { return &Column{name: name, system: systemName(name)} }

// Of returns the property's value in r, or null.
func (c *Column) Of(r Row) Value {
	if !c.Ready(r) {
		if c.system != custom {
			return c.ofSystem(r)
		}
		c.Find(r)
	}
	if c.slot < 0 {
		return Value{}
	}
	bits := r.data.word(c.offset)
	if !c.text {
		return Value{kind: c.kind, bits: bits}
	}
	return Value{kind: c.kind, text: r.data.text(int(bits>>32), int(uint32(bits)))}
}

// Ready reports whether the column was last used for a row of the same shape,
// so that Type, Int and Float hold for r as well. If not, Find makes it ready; a
// column of a system property never is.
//
// Ready, Type, Int and Float are the inner loop of a scan. They are apart because
// the compiler inlines each of them, and calls are dear in WebAssembly.
func (c *Column) Ready(r Row) bool { return c.shape == r.shapeID() && c.shapes == r.home.shapes }

// Type returns the type of the property in the row that the column is ready
// for, Null when there is no such property or it is a system property.
func (c *Column) Type() EdmType { return c.kind }

// Int returns a whole number, an instant or a Boolean (0 or 1) in r, for which the
// column must be ready.
func (c *Column) Int(r Row) int64 { return int64(r.data.word(c.offset)) }

// Float returns a Double in r, for which the column must be ready.
func (c *Column) Float(r Row) float64 { return math.Float64frombits(rank(r.data.word(c.offset))) }

// Find makes the column ready for r.
func (c *Column) Find(r Row) {
	if c.system != custom {
		return
	}
	s := r.shape()
	c.shapes, c.shape, c.slot = r.home.shapes, s.id, s.slot(c.name)
	c.offset, c.kind = 0, Null
	if c.slot >= 0 {
		c.offset, c.kind = headerSize+slotSize*c.slot, s.types[c.slot]
		c.text = inText[c.kind]
	}
}

func (c *Column) ofSystem(r Row) Value {
	switch c.system {
	case partitionKey:
		return StringValue(r.home.key)
	case rowKey:
		return StringValue(r.RowKey())
	}
	return DateTimeValue(r.Timestamp())
}
