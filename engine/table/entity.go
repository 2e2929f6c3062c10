package table

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
