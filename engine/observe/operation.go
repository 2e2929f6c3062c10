package observe

import (
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/table"
)

// Kind is what a request asks for.
type Kind uint8

// The kinds of requests.
const (
	Insert Kind = iota
	Replace
	Merge
	Delete
	Get
	Query
	Batch
	Other // of tables, properties and the like: it has no PartitionKey
	Kinds // how many there are
)

// String returns the kind in one word, as files have it.
func (k Kind) String() string {
	return [...]string{"insert", "replace", "merge", "delete", "get", "query", "batch", "other"}[k]
}

// Writes reports whether a request changes entities.
func (k Kind) Writes() bool { return k <= Delete || k == Batch }

// kindOf returns the kind of a name.
func kindOf(name string) (Kind, bool) {
	for k := range Kinds {
		if k.String() == name {
			return k, true
		}
	}
	return Other, false
}

// Operation is one request, as whoever answered it knows it. The texts may lie in
// a buffer that is used again: an Observer copies what it keeps.
type Operation struct {
	At           int64 // microseconds since the recording began, when it was answered
	Kind         Kind
	Table        string
	PartitionKey string
	RowKey       string
	Spread       bool // it is about more than one PartitionKey, or about none
	Status       int
	Refused      bool         // the service refused it for its load
	Why          record.Cause // where it was refused
	Micros       int64        // from its arrival to the answer
	Entities     int          // that were written, or asked for by a Batch
	Examined     int          // entities that a Query read
	Returned     int
	Plan         query.Kind // of a Query
	Filter       string     // of a Query, as it came
	Bytes        int        // of the request and the answer
	Properties   []Property // of an Insert or Replace, as far as they are known
}

// Property is a value of an entity as text, with the name of its type where that
// is known, such as Edm.Int32.
type Property struct {
	Name string `json:"n"`
	Type string `json:"t,omitempty"`
	Text string `json:"v"`
}

// Place is where a PartitionKey lies among those of all tables. Places compare as
// the service orders tables and the keys in them.
func Place(table, partitionKey string) string { return table + "/" + partitionKey }

// placeOf is the place of an operation, cut to what a service could have stored.
func placeOf(o *Operation) string {
	if len(o.Table) > longestName || len(o.PartitionKey) > longestKey || !utf8.ValidString(o.PartitionKey) || !utf8.ValidString(o.Table) {
		return Place(whole(o.Table, longestName), whole(o.PartitionKey, longestKey))
	}
	return Place(o.Table, o.PartitionKey)
}

// Placed returns the table and the PartitionKey of a place.
func Placed(place string) (table, partitionKey string) {
	table, partitionKey, _ = strings.Cut(place, "/")
	return table, partitionKey
}

// comparePlaces orders places as the service does keys.
func comparePlaces(a, b string) int { return table.CompareUTF16(a, b) }

// failed reports whether a request was answered with an error that is its own.
func (o *Operation) failed() bool { return !o.Refused && o.Status >= 400 }

// longestShape bounds the text of a shape in bytes.
const longestShape = 240

// Shape is a filter without its values, so that queries that differ in nothing else
// are counted as one: texts become '…' and numbers 0.
func Shape(filter string) string {
	var b strings.Builder
	for i := 0; i < len(filter) && b.Len() < longestShape; {
		switch c := filter[i]; {
		case c == '\'':
			i = afterText(filter, i)
			b.WriteString("'…'")
		case c >= '0' && c <= '9' && (i == 0 || !wordByte(filter[i-1])):
			for i < len(filter) && (wordByte(filter[i]) || filter[i] == '.') {
				i++
			}
			b.WriteByte('0')
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.ToValidUTF8(b.String(), "")
}

// afterText returns where a quoted text ends; a doubled quote is a part of it.
func afterText(s string, i int) int {
	for i++; i < len(s); i++ {
		if s[i] != '\'' {
			continue
		}
		if i+1 == len(s) || s[i+1] != '\'' {
			return i + 1
		}
		i++
	}
	return len(s)
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
