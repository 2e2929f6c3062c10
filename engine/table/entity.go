package table

// Key names an entity inside its table.
type Key struct {
	PartitionKey, RowKey string
}

// Compare orders keys as the service does: PartitionKey first, then RowKey,
// each by UTF-16 code units.
func (k Key) Compare(l Key) int {
	if c := CompareUTF16(k.PartitionKey, l.PartitionKey); c != 0 {
		return c
	}
	return CompareUTF16(k.RowKey, l.RowKey)
}

// Property is one named value of an entity.
type Property struct {
	Name  string
	Value Value
}

// Entity is a whole entity as a caller writes and reads it. Properties holds
// the custom properties in the order the service returns them: as submitted
// after an insert, in ordinal order of the name after any update. Timestamp is
// set by the table; what a caller puts there is ignored.
type Entity struct {
	Key
	Timestamp  Ticks
	Properties []Property
}

// Property returns the value of the named property, the three system
// properties included, or the null Value when the entity has none.
func (e Entity) Property(name string) Value {
	switch name {
	case "PartitionKey":
		return StringValue(e.PartitionKey)
	case "RowKey":
		return StringValue(e.RowKey)
	case "Timestamp":
		return DateTimeValue(e.Timestamp)
	}
	for _, p := range e.Properties {
		if p.Name == name {
			return p.Value
		}
	}
	return Value{}
}

// ETag returns the entity's version tag.
func (e Entity) ETag() ETag { return ETagOf(e.Timestamp) }
