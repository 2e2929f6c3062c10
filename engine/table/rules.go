package table

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of the service's data model. Lengths are in UTF-16 code units.
const (
	// MaxKeyLength is the longest PartitionKey or RowKey. The data model says
	// "up to 1 KiB in size", which is 512 units.
	MaxKeyLength = 512
	// MaxNameLength is the longest property name.
	MaxNameLength = 255
	// MaxProperties is the largest number of custom properties of an entity.
	MaxProperties = 252
	// MaxStringLength is the longest Edm.String (64 KiB).
	MaxStringLength = 32_768
	// MaxBinaryBytes is the longest Edm.Binary.
	MaxBinaryBytes = 65_536
	// MaxEntityBytes is the largest entity, by EntityBytes.
	MaxEntityBytes = 1 << 20
)

func refuseAbsent() error {
	return Refuse(ResourceNotFound, "The specified resource does not exist.")
}

// isDropped tells the properties that are never stored: null means "not
// mentioned".
func isDropped(p Property) bool { return p.Value.IsNull() || isIgnored(p) }

func anyDropped(properties []Property) bool {
	for i := range properties {
		if properties[i].Value.kind == Null || ignoredName(properties[i].Name) {
			return true
		}
	}
	return false
}

// isIgnored tells the names that the service ignores in a request: the
// server assigns the Timestamp, and the rest are annotations.
func isIgnored(p Property) bool { return ignoredName(p.Name) }

func ignoredName(name string) bool { return name == "Timestamp" || strings.HasPrefix(name, "odata.") }

// checkNames applies the rules for property names: the data model allows the
// identifiers of C# with at most 255 characters, each name once (the keys are
// names too), and 252 properties beside the three that every entity has.
func checkNames(properties []Property) error {
	seen := make(map[string]bool, len(properties))
	stored := 0
	for _, p := range properties {
		if err := checkName(p.Name); err != nil {
			return err
		}
		if seen[p.Name] || systemName(p.Name) != custom {
			return Refuse(DuplicatePropertiesSpecified, "A property is specified more than one time.")
		}
		seen[p.Name] = true
		if !p.Value.IsNull() {
			stored++
		}
	}
	if stored > MaxProperties {
		return Refuse(TooManyProperties, "The entity contains more properties than allowed. Each entity can include up to 252 properties to "+
			"store data. Each entity also has 3 system properties.")
	}
	return nil
}

func checkName(name string) error {
	if UTF16Len(name) > MaxNameLength {
		return Refuse(PropertyNameTooLong, "The property name exceeds the maximum allowed length (255).")
	}
	if !isIdentifier(name) {
		return Refuse(PropertyNameInvalid, "The property name is invalid.")
	}
	return nil
}

// isIdentifier applies the C# rule: a letter or "_" first, then also digits,
// combining marks, connectors and formatting characters.
func isIdentifier(name string) bool {
	for i, r := range name {
		switch {
		case r == utf8.RuneError, r > 0xFFFF: // C# tests UTF-16 code units: no surrogate is a letter
			return false
		case r == '_', unicode.IsLetter(r), unicode.Is(unicode.Nl, r):
		case i > 0 && unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Cf):
		default:
			return false
		}
	}
	return name != ""
}

// checkRanges refuses a DateTime outside 1601 to 9999; the message has the
// value in US form, as measured on the real service.
func checkRanges(properties []Property) error {
	for i := range properties {
		p := &properties[i]
		if t := p.Value.Ticks(); p.Value.kind == DateTime && (t < MinDateTime || t > MaxDateTime) {
			return refuseParameter(p.Name, t.Time().Format("01/02/2006 15:04:05"))
		}
	}
	return nil
}

func refuseParameter(name, value string) error {
	return Refuse(OutOfRangeInput, "The '"+name+"' parameter of value '"+value+"' is out of range.")
}

// condition is an ETag that an update demands, read once.
type condition struct {
	any     bool // every version of an existing entity will do
	foreign bool // a tag that no version of an entity has
	version Ticks
}

func (c condition) met(r Row) bool { return c.any || !c.foreign && c.version == r.Timestamp() }

// checkETag refuses a condition that is neither "*" nor a tag.
func checkETag(match ETag) error {
	_, err := parseCondition(match)
	return err
}

// parseCondition refuses what is neither "*" nor a tag. A weak tag that is none of
// ours is met by nothing (observed on the service and on the old emulator).
func parseCondition(match ETag) (condition, error) {
	if match == AnyETag {
		return condition{any: true}, nil
	}
	version, ok := match.Version()
	if !ok && match.foreign() {
		return condition{foreign: true}, nil
	}
	if !ok {
		return condition{}, Refuse(InvalidInput, "The etag value '"+string(match)+"' specified in one of the request headers is not valid. "+
			"Please make sure only one etag value is specified and is valid.")
	}
	return condition{version: version}, nil
}

// EntityBytes returns the size of an entity as the service accounts for it:
// 4 bytes, two per character of the keys, and for each property 8 bytes, two
// per character of its name, and its value (a text counts 4 bytes more than
// its length).
func EntityBytes(k Key, properties []Property) int {
	n := 4 + 2*UTF16Len(k.PartitionKey) + 2*UTF16Len(k.RowKey)
	for _, p := range properties {
		n += 8 + 2*UTF16Len(p.Name) + valueBytes(p.Value)
	}
	return n
}

var fixedBytes = [len(edmNames)]int{Boolean: 1, DateTime: 8, Double: 8, Guid: 16, Int32: 4, Int64: 8}

func valueBytes(v Value) int {
	switch v.kind {
	case String:
		return 4 + 2*UTF16Len(v.text)
	case Binary:
		return 4 + len(v.text)
	}
	return fixedBytes[v.kind]
}

// checkSizes checks an entity and then its keys and values.
func checkSizes(k Key, properties []Property) error {
	if err := checkValueSizes(k, properties); err != nil {
		return err
	}
	if tooLong(k.PartitionKey, MaxKeyLength) || tooLong(k.RowKey, MaxKeyLength) {
		return refuseValue()
	}
	return nil
}

// checkValueSizes checks the entity as a whole first, as measured on the real
// service: a single property of 1 MiB is EntityTooLarge. Keys are not checked
// here: where an entity must exist, that one with a key that is too long does
// not is what the service says.
func checkValueSizes(k Key, properties []Property) error {
	if !surelySmall(k, properties) && EntityBytes(k, properties) > MaxEntityBytes {
		return Refuse(EntityTooLarge, "The entity is larger than the maximum allowed size (1MB).")
	}
	for i := range properties {
		v := &properties[i].Value
		if v.kind == String && tooLong(v.text, MaxStringLength) || v.kind == Binary && len(v.text) > MaxBinaryBytes {
			return refuseValue()
		}
	}
	return nil
}

// surelySmall bounds EntityBytes from above without decoding a character: no
// text has more UTF-16 code units than bytes of UTF-8.
func surelySmall(k Key, properties []Property) bool {
	n := 4 + 2*len(k.PartitionKey) + 2*len(k.RowKey)
	for i := range properties {
		n += 24 + 2*len(properties[i].Name) + 2*len(properties[i].Value.text)
	}
	return n <= MaxEntityBytes
}

func tooLong(s string, limit int) bool { return len(s) > limit && UTF16Len(s) > limit }

func refuseValue() error {
	return Refuse(PropertyValueTooLarge, "The property value exceeds the maximum allowed size (64KB). If the property value is a string, it "+
		"is UTF-16 encoded and the maximum number of characters should be 32K or less.")
}
