package table

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Texts that clients match on, as the service writes them.
const (
	wantTooLarge = "The property value exceeds the maximum allowed size (64KB). If the property value is a string, it is UTF-16 encoded and the maximum number of characters should be 32K or less."
	wantEntity   = "The entity is larger than the maximum allowed size (1MB)."
	wantTooMany  = "The entity contains more properties than allowed. Each entity can include up to 252 properties to store data. Each entity also has 3 system properties."
	wantTwice    = "A property is specified more than one time."
	wantName     = "The property name is invalid."
	wantLongName = "The property name exceeds the maximum allowed length (255)."
	wantRange    = "One of the request inputs is out of range."
	wantSyntax   = "Bad Request - Error in query syntax."
	wantURL      = "Bad Request - Invalid URL"
	wantAbsent   = "The specified resource does not exist."
)

func wantError(t *testing.T, err error, code Code, message string) {
	t.Helper()
	var refusal *Error
	if code == "" {
		if err != nil {
			t.Errorf("got %v, want no error", err)
		}
		return
	}
	if !errors.As(err, &refusal) || refusal.Code != code || refusal.Message != message {
		t.Errorf("got %v, want %s: %s", err, code, message)
	}
}

// writes are the five ways to store an entity. The entity with key pr exists.
var writes = []struct {
	name   string
	insert bool // the key comes in the body
	must   bool // the entity must exist
	do     func(*Table, Entity) (ETag, error)
}{
	{"Insert", true, false, func(t *Table, e Entity) (ETag, error) { return t.Insert(e, noon) }},
	{"InsertOrReplace", false, false, func(t *Table, e Entity) (ETag, error) { return t.InsertOrReplace(e, noon) }},
	{"InsertOrMerge", false, false, func(t *Table, e Entity) (ETag, error) { return t.InsertOrMerge(e, noon) }},
	{"Replace", false, true, func(t *Table, e Entity) (ETag, error) { return t.Replace(e, AnyETag, noon) }},
	{"Merge", false, true, func(t *Table, e Entity) (ETag, error) { return t.Merge(e, AnyETag, noon) }},
}

func repeat(n int, value func(i int) Property) []Property {
	properties := make([]Property, n)
	for i := range properties {
		properties[i] = value(i)
	}
	return properties
}

func numbered(n int) []Property {
	return repeat(n, func(i int) Property { return number(fmt.Sprintf("P%03d", i), 1) })
}

// filling returns properties that make the entity with empty keys exactly size
// bytes by the service's own formula.
func filling(size int) []Property {
	const each = 8 + 2*4 + 4 // 8, the name B000, the count of a Binary
	var properties []Property
	for left := size - 4; left > 0; {
		n := min(left, MaxBinaryBytes+each)
		if rest := left - n; rest > 0 && rest < each {
			n -= each
		}
		properties = append(properties, Property{fmt.Sprintf("B%03d", len(properties)), BinaryValue(make([]byte, n-each))})
		left -= n
	}
	return properties
}

// Property names, types and sizes: "Understanding the Table service data
// model", with codes and order of checks as measured on the real service. All
// five writes agree.
func TestPropertyLimits(t *testing.T) {
	long := strings.Repeat("n", 255)
	cases := []struct {
		name       string
		properties []Property
		code       Code
		message    string
	}{
		{"name of 255", []Property{number(long, 1)}, "", ""},
		{"name of 256", []Property{number(long+"n", 1)}, PropertyNameTooLong, wantLongName},
		{"name of 255 wide letters", []Property{number(strings.Repeat("ꀕ", 255), 1)}, "", ""},
		{"name of 256 wide letters", []Property{number(strings.Repeat("ꀕ", 256), 1)}, PropertyNameTooLong, wantLongName},
		{"underscore first", []Property{number("_a1", 1)}, "", ""},
		{"combining mark", []Property{number("e\u0301", 1)}, "", ""},
		{"digit first", []Property{number("123", 1)}, PropertyNameInvalid, wantName},
		{"mark first", []Property{number("\u0301e", 1)}, PropertyNameInvalid, wantName},
		{"hyphen", []Property{number("a-b", 1)}, PropertyNameInvalid, wantName},
		{"space", []Property{number("a b", 1)}, PropertyNameInvalid, wantName},
		{"letter beyond the basic plane", []Property{number("𝔸", 1)}, PropertyNameInvalid, wantName},
		{"not UTF-8", []Property{number("a\xff", 1)}, PropertyNameInvalid, wantName},
		{"empty name", []Property{number("", 1)}, PropertyNameInvalid, wantName},
		{"bad name of a null", []Property{{"1", Value{}}}, PropertyNameInvalid, wantName},
		{"two cases of a name", []Property{number("Birthday", 1), number("birthday", 1)}, "", ""},
		{"a name twice", []Property{number("A", 1), text("A", "")}, DuplicatePropertiesSpecified, wantTwice},
		{"a name twice, once null", []Property{number("A", 1), {"A", Value{}}}, DuplicatePropertiesSpecified, wantTwice},
		{"a key as property", []Property{text("RowKey", "r")}, DuplicatePropertiesSpecified, wantTwice},
		{"a property called ETag", []Property{text("ETag", "x")}, "", ""},
		{"252 properties", numbered(252), "", ""},
		{"252 properties and a null", append(numbered(252), Property{"N", Value{}}), "", ""},
		{"253 properties", numbered(253), TooManyProperties, wantTooMany},
		{"earliest DateTime", []Property{{"D", DateTimeValue(MinDateTime)}}, "", ""},
		{"before the earliest", []Property{{"D", DateTimeValue(MinDateTime - 1)}}, OutOfRangeInput, "The 'D' parameter of value '12/31/1600 23:59:59' is out of range."},
		{"year one", []Property{{"Born", DateTimeValue(0)}}, OutOfRangeInput, "The 'Born' parameter of value '01/01/0001 00:00:00' is out of range."},
		{"latest DateTime", []Property{{"D", DateTimeValue(MaxDateTime)}}, "", ""},
		{"after the latest", []Property{{"D", DateTimeValue(MaxDateTime + 1)}}, OutOfRangeInput, "The 'D' parameter of value '01/01/10000 00:00:00' is out of range."},
		{"String of 32,768", []Property{text("S", strings.Repeat("s", 32_768))}, "", ""},
		{"String of 32,769", []Property{text("S", strings.Repeat("s", 32_769))}, PropertyValueTooLarge, wantTooLarge},
		{"String of 16,384 pairs", []Property{text("S", strings.Repeat("🎬", 16_384))}, "", ""},
		{"String of 16,384 pairs and one", []Property{text("S", strings.Repeat("🎬", 16_384)+"s")}, PropertyValueTooLarge, wantTooLarge},
		{"String of 32,768 wide letters", []Property{text("S", strings.Repeat("語", 32_768))}, "", ""},
		{"Binary of 65,536", []Property{{"B", BinaryValue(make([]byte, 65_536))}}, "", ""},
		{"Binary of 65,537", []Property{{"B", BinaryValue(make([]byte, 65_537))}}, PropertyValueTooLarge, wantTooLarge},
		{"one Binary of 1 MiB", []Property{{"B", BinaryValue(make([]byte, 1<<20))}}, EntityTooLarge, wantEntity},
		{"entity of 1 MiB", filling(1<<20 - 4), "", ""}, // the keys p and r are 4 bytes
		{"entity of 1 MiB and a byte", filling(1<<20 - 3), EntityTooLarge, wantEntity},
	}
	for _, c := range cases {
		for _, w := range writes {
			t.Run(w.name+" "+c.name, func(t *testing.T) {
				made := mustInsert(t)
				if w.must {
					made = mustInsert(t, entity("p", "r"))
				}
				before := made.Snapshot()
				_, err := w.do(made, entity("p", "r", c.properties...))
				wantError(t, err, c.code, c.message)
				if err != nil && made.Snapshot() != before {
					t.Error("a refused write changed the table")
				}
			})
		}
	}
}

func TestEntityBytes(t *testing.T) {
	guid, _ := ParseGuid("0a4b3c2d-1e0f-4a5b-8c7d-9e0f1a2b3c4d")
	cases := []struct {
		name string
		e    Entity
		want int
	}{
		{"empty", Entity{}, 4},
		{"keys", entity("ab", "🎬"), 4 + 4 + 4},
		{"String", entity("", "", text("Ab", "xyz")), 4 + 8 + 4 + 10},
		{"Binary", entity("", "", Property{"A", BinaryValue([]byte{1})}), 4 + 8 + 2 + 5},
		{"numbers", entity("", "", number("A", 1), Property{"B", Int64Value(1)}, Property{"C", DoubleValue(1)}), 4 + 30 + 4 + 8 + 8},
		{"others", entity("", "", Property{"A", DateTimeValue(noon)}, Property{"B", guid}, Property{"C", BooleanValue(true)}), 4 + 30 + 8 + 16 + 1},
	}
	for _, c := range cases {
		if got := EntityBytes(c.e.Key, c.e.Properties); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

// Limits hold for the merged entity, which only a merge can exceed in parts.
func TestMergedLimits(t *testing.T) {
	merges := map[string]func(*Table, Entity) error{
		"Merge":         func(made *Table, e Entity) error { _, err := made.Merge(e, AnyETag, noon); return err },
		"InsertOrMerge": func(made *Table, e Entity) error { _, err := made.InsertOrMerge(e, noon); return err },
	}
	for name, merge := range merges {
		t.Run(name+" counts properties", func(t *testing.T) {
			made := mustInsert(t, entity("p", "r", numbered(251)...))
			wantError(t, merge(made, entity("p", "r", number("P000", 2), number("Q", 1))), "", "")
			wantError(t, merge(made, entity("p", "r", number("R", 1))), TooManyProperties, wantTooMany)
		})
		t.Run(name+" counts bytes", func(t *testing.T) {
			made := mustInsert(t, entity("p", "r", filling(1<<20-4-11)...))
			wantError(t, merge(made, entity("p", "r", Property{"T", BooleanValue(true)})), "", "") // 8 + 2 + 1
			wantError(t, merge(made, entity("p", "r", Property{"U", BooleanValue(true)})), EntityTooLarge, wantEntity)
		})
	}
}

// Keys are at most 1 KiB each. Where the entity must exist, that it does not
// is noticed first, as measured on the real service.
func TestKeyLength(t *testing.T) {
	for _, unit := range []string{"k", "語", "🎬"} {
		key := strings.Repeat(unit, MaxKeyLength/UTF16Len(unit))
		for _, w := range writes {
			for i, k := range []Key{{key, "r"}, {"p", key}, {key + "k", "r"}, {"p", key + "k"}} {
				t.Run(fmt.Sprintf("%s %s %d", w.name, unit, i), func(t *testing.T) {
					_, err := w.do(mustInsert(t), Entity{Key: k})
					switch {
					case w.must:
						wantError(t, err, ResourceNotFound, wantAbsent)
					case i < 2:
						wantError(t, err, "", "")
					default:
						wantError(t, err, PropertyValueTooLarge, wantTooLarge)
					}
				})
			}
		}
		long := Key{key + "k", "r"}
		wantError(t, mustInsert(t).Delete(long, AnyETag), ResourceNotFound, wantAbsent)
		_, err := mustInsert(t).Get(long)
		wantError(t, err, ResourceNotFound, wantAbsent)
	}
}

// Every character below U+0100 and some others, in either key, for every
// operation, against the table of what was measured on the real service.
func TestKeyCharacters(t *testing.T) {
	const inURL = "\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f\u0081\u008d\u008f\u0090\u009d\x00"
	for r := rune(0); r < 0x10FFFF; r++ {
		switch r { // beyond U+0100, only some
		case 0x100:
			r = 0xD7FF
		case 0xD800:
			r = 0xFFFD
		case 0xFFFE:
			r = '🎬'
		case '🎬' + 1:
			return
		}
		var refuse string // on update
		code := OutOfRangeInput
		switch {
		case strings.ContainsRune(inURL, r):
			code, refuse = InvalidInput, wantURL
		case r == '/' || r == '\\':
			code, refuse = InvalidInput, wantSyntax
		case r == '#' || r == '?' || r >= 0x80 && r <= 0x9F:
			refuse = wantRange
		}
		for i, k := range []Key{{"a" + string(r) + "b", "r"}, {"p", string(r)}} {
			name, value := "PartitionKey", k.PartitionKey
			if i == 1 {
				name, value = "RowKey", k.RowKey
			}
			made := mustInsert(t)
			_, err := made.Insert(Entity{Key: k}, noon)
			if refuse == "" {
				wantError(t, err, "", "")
				_, err = made.Get(k)
				wantError(t, err, "", "")
				continue
			}
			wantError(t, err, OutOfRangeInput, "The '"+name+"' parameter of value '"+value+"' is out of range.")
			for _, w := range writes {
				if !w.insert {
					_, err := w.do(made, Entity{Key: k})
					wantError(t, err, code, refuse)
				}
			}
			wantError(t, made.Delete(k, AnyETag), code, refuse)
			_, err = made.Get(k)
			if code == OutOfRangeInput { // the service checks no key on reads
				wantError(t, err, ResourceNotFound, wantAbsent)
				continue
			}
			wantError(t, err, code, refuse)
		}
	}
}

// Text that is not UTF-8 has no order in UTF-16 and no form in a URL.
func TestKeyNotUTF8(t *testing.T) {
	made := mustInsert(t, entity("p", "r"))
	bad := "\xffr"
	_, err := made.Insert(entity("p", bad), noon)
	wantCode(t, err, OutOfRangeInput)
	_, err = made.InsertOrReplace(entity(bad, "r"), noon)
	wantCode(t, err, InvalidInput)
	if _, ok := made.Snapshot().Get(Key{"p", bad}); ok {
		t.Error("found a key that cannot be stored")
	}
	if got := keysOf(made.Snapshot(), Key{"p", bad}); len(got) != 0 {
		t.Errorf("scan found %v after every key", got)
	}
}

func TestETagMessage(t *testing.T) {
	made := mustInsert(t, entity("p", "r"))
	wantError(t, made.Delete(pr, "MalformedETag"), InvalidInput, "The etag value 'MalformedETag' specified in one of the request headers is not valid. Please make sure only one etag value is specified and is valid.")
	wantError(t, made.Delete(pr, ETagOf(noon+1)), UpdateConditionNotSatisfied, "The update condition specified in the request was not satisfied.")
	_, err := made.Insert(entity("p", "r"), noon)
	wantError(t, err, EntityAlreadyExists, "The specified entity already exists.")
}
