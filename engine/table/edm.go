package table

// EdmType is one of the eight property types of the Table service. The zero
// EdmType belongs to the null Value and is never stored.
type EdmType uint8

// The eight types, in the order in which the service's data model lists them.
const (
	Null EdmType = iota
	Binary
	Boolean
	DateTime
	Double
	Guid
	Int32
	Int64
	String
)

var edmNames = [...]string{"", "Edm.Binary", "Edm.Boolean", "Edm.DateTime", "Edm.Double",
	"Edm.Guid", "Edm.Int32", "Edm.Int64", "Edm.String"}

// EdmTypes lists the eight types in the order of their constants.
func EdmTypes() []EdmType {
	return []EdmType{Binary, Boolean, DateTime, Double, Guid, Int32, Int64, String}
}

// String returns the type's wire name, such as "Edm.Int32", or "" for Null.
func (t EdmType) String() string {
	if int(t) >= len(edmNames) {
		return ""
	}
	return edmNames[t]
}

// ParseEdmType returns the type with the given wire name. The name is
// case-sensitive, as on the wire.
func ParseEdmType(name string) (EdmType, bool) {
	for i, n := range edmNames {
		if i > 0 && n == name {
			return EdmType(i), true
		}
	}
	return Null, false
}
