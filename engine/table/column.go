package table

// Column reads one named property of many rows quickly: it remembers where the
// last row's shape had it. A Column belongs to one reader at a time.
type Column struct {
	name   string
	system system
	shapes *shapes // whose numbering shape is of
	shape  uint32
	slot   int // -1 when the shape lacks the property
	kind   EdmType
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
	if c.system != custom {
		return c.ofSystem(r)
	}
	if c.shapes != r.home.shapes || c.shape != r.shapeID() {
		c.find(r)
	}
	if c.slot < 0 {
		return Value{}
	}
	return r.data.value(c.slot, c.kind)
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

func (c *Column) find(r Row) {
	s := r.shape()
	c.shapes, c.shape, c.slot = r.home.shapes, s.id, s.slot(c.name)
	if c.slot >= 0 {
		c.kind = s.types[c.slot]
	}
}
