package lessons

import (
	"math"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// valueKind is the type of a value. An open value is one that only the World
// knows the type of: it is compared with anything, and unlike types differ.
type valueKind uint8

const (
	open valueKind = iota
	number
	text
	truth
)

func (k valueKind) String() string {
	return [...]string{"a value", "a number", "a text", "true or false"}[k]
}

// value is what an expression comes to. The zero value is nothing: a property
// that is not there.
type value struct {
	kind valueKind
	n    float64
	s    string
	b    bool
}

func numberOf(n int) value  { return value{kind: number, n: float64(n)} }
func textOf(s string) value { return value{kind: text, s: s} }
func truthOf(b bool) value  { return value{kind: truth, b: b} }

// stored returns the value of a property.
func stored(v table.Value) value {
	switch v.Type() {
	case table.Int32, table.Int64:
		return value{kind: number, n: float64(v.Int())}
	case table.Double:
		return value{kind: number, n: v.Float()}
	case table.Boolean:
		return truthOf(v.Bool())
	}
	if v.IsNull() {
		return value{}
	}
	if v.Type() == table.String {
		return textOf(v.Str())
	}
	return textOf(v.String())
}

// add adds the value of a property to a number, if it is one.
func (v *value) add(other table.Value) {
	if o := stored(other); o.kind == number {
		v.n += o.n
	}
}

// String writes a value as a message shows it: numbers with thousands commas,
// and at most one decimal place.
func (v value) String() string {
	switch v.kind {
	case number:
		return formatNumber(v.n)
	case text:
		return v.s
	case truth:
		if v.b {
			return "yes"
		}
		return "no"
	}
	return "nothing"
}

func formatNumber(n float64) string {
	s := strconv.FormatFloat(math.Round(n*10)/10, 'f', -1, 64)
	whole, rest, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return whole
}

// compare reports whether a and b are in the relation. Unlike types are
// neither less nor greater nor equal.
func compare(op string, a, b value) bool {
	if a.kind != b.kind {
		return op == "!="
	}
	c := 0
	switch {
	case a.kind == text:
		c = table.CompareUTF16(a.s, b.s)
	case a.kind == number && a.n != b.n, a.kind == truth && a.b != b.b:
		c = 1
		if a.n < b.n || b.b {
			c = -1
		}
	}
	switch op {
	case "=":
		return c == 0
	case "!=":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	}
	return c >= 0
}
