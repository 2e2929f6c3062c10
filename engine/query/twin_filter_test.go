package query

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"unicode/utf16"

	"github.com/keyrange/keyrange/engine/table"
)

// node is the twin's own filter: a tree that prints itself as $filter text and
// judges an entity by the documented rules, without the filter package.
type node struct {
	op          string // and, or, not, true (a bare property), or a comparison
	left, right *node
	name        string
	literal     table.Value
	flipped     bool // the literal stands on the left
	parens      bool // more parentheses than needed
}

// text prints the node; tight is true inside and and not, where or needs
// parentheses.
func (n *node) text(tight bool) string {
	var s string
	switch n.op {
	case "or":
		s = n.left.text(false) + " or " + n.right.text(true)
		if tight {
			return "(" + s + ")"
		}
	case "and":
		s = n.left.text(true) + " and " + n.right.text(true)
	case "not":
		s = "not (" + n.left.text(false) + ")"
	case "true":
		s = n.name
	default:
		if n.flipped {
			s = literalText(n.literal) + " " + mirror(n.op) + " " + n.name
		} else {
			s = n.name + " " + n.op + " " + literalText(n.literal)
		}
	}
	if n.parens {
		s = "(" + s + ")"
	}
	return s
}

// mirror is the operator that means the same with its operands exchanged.
func mirror(op string) string {
	switch op {
	case "lt":
		return "gt"
	case "le":
		return "ge"
	case "gt":
		return "lt"
	case "ge":
		return "le"
	}
	return op
}

func literalText(v table.Value) string {
	switch v.Type() {
	case table.String:
		return "'" + strings.ReplaceAll(v.Str(), "'", "''") + "'"
	case table.Int64:
		return v.String() + "L"
	case table.DateTime:
		return "datetime'" + v.String() + "'"
	case table.Guid:
		return "guid'" + v.String() + "'"
	case table.Binary:
		return "X'" + hex.EncodeToString([]byte(v.Bytes())) + "'"
	}
	return v.String()
}

// holds judges an entity.
func (n *node) holds(e *table.Entity) bool {
	switch n.op {
	case "and":
		return n.left.holds(e) && n.right.holds(e)
	case "or":
		return n.left.holds(e) || n.right.holds(e)
	case "not":
		return !n.left.holds(e)
	case "true":
		return find(e, n.name) == table.BooleanValue(true)
	}
	v := find(e, n.name)
	if v.Type() == table.Null {
		return false // a comparison with an absent property is false, ne too
	}
	order, comparable, unordered := naiveOrder(v, n.literal)
	switch {
	case unordered: // NaN
		return n.op == "ne"
	case !comparable: // measured on the real service: the operator decides
		return n.op == "ne" || n.op == "lt" || n.op == "le"
	}
	switch n.op {
	case "eq":
		return order == 0
	case "ne":
		return order != 0
	case "lt":
		return order < 0
	case "le":
		return order <= 0
	case "gt":
		return order > 0
	}
	return order >= 0
}

func find(e *table.Entity, name string) table.Value {
	switch name {
	case "PartitionKey":
		return table.StringValue(e.PartitionKey)
	case "RowKey":
		return table.StringValue(e.RowKey)
	case "Timestamp":
		return table.DateTimeValue(e.Timestamp)
	}
	for _, p := range e.Properties {
		if p.Name == name {
			return p.Value
		}
	}
	return table.Value{}
}

// naiveOrder compares a stored value with a literal. Only the literal widens:
// an Int32 literal to any number, an Int64 literal to Double.
func naiveOrder(stored, literal table.Value) (order int, comparable, unordered bool) {
	s, l := stored.Type(), literal.Type()
	switch {
	case s == table.Double && (l == table.Double || l == table.Int32 || l == table.Int64):
		a, b := stored.Float(), literal.Float()
		if l != table.Double {
			b = float64(literal.Int())
		}
		return sign(a < b, a > b), true, a != a || b != b
	case s == table.Int64 && (l == table.Int64 || l == table.Int32), s == table.Int32 && l == table.Int32:
		return sign(stored.Int() < literal.Int(), stored.Int() > literal.Int()), true, false
	case s != l:
		return 0, false, false
	case s == table.String:
		return naiveStrings(stored.Str(), literal.Str()), true, false
	case s == table.Boolean:
		return sign(!stored.Bool() && literal.Bool(), stored.Bool() && !literal.Bool()), true, false
	case s == table.DateTime:
		return sign(stored.Ticks() < literal.Ticks(), stored.Ticks() > literal.Ticks()), true, false
	case s == table.Guid:
		return strings.Compare(stored.String(), literal.String()), true, false
	case s == table.Binary:
		return bytes.Compare([]byte(stored.Bytes()), []byte(literal.Bytes())), true, false
	}
	return 0, false, false
}

func sign(less, more bool) int {
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}

// naiveStrings orders by UTF-16 code units, literally.
func naiveStrings(a, b string) int {
	if a == b {
		return 0
	}
	var spaceA, spaceB [32]uint16
	ua, ub := spaceA[:0], spaceB[:0]
	for _, r := range a {
		ua = utf16.AppendRune(ua, r)
	}
	for _, r := range b {
		ub = utf16.AppendRune(ub, r)
	}
	for i := range min(len(ua), len(ub)) {
		if ua[i] != ub[i] {
			return sign(ua[i] < ub[i], true)
		}
	}
	return sign(len(ua) < len(ub), true)
}

var comparisons = []string{"eq", "ne", "lt", "le", "gt", "ge"}

// randomNode returns a filter of at most depth levels. Keys are frequent, so
// that every kind of plan comes up.
func randomNode(r *rand.Rand, depth int) *node {
	n := &node{parens: r.IntN(10) == 0}
	if depth > 0 && r.IntN(100) < 70 {
		switch n.left = randomNode(r, depth-1); r.IntN(8) {
		case 0, 1:
			n.op, n.right = "or", randomNode(r, depth-1)
		case 2:
			n.op = "not"
		default:
			n.op, n.right = "and", randomNode(r, depth-1)
		}
		return n
	}
	n.op, n.flipped = comparisons[r.IntN(len(comparisons))], r.IntN(6) == 0
	switch k := r.IntN(20); {
	case k < 6:
		n.name, n.literal = "PartitionKey", table.StringValue(pick(r, partitionKeys))
	case k < 11:
		n.name, n.literal = "RowKey", table.StringValue(pick(r, rowKeys))
	case k == 11:
		n.name, n.literal = "Timestamp", table.DateTimeValue(firstTick+table.Ticks(r.IntN(5000)))
	case k == 12:
		n.op, n.name = "true", pick(r, propertyNames)
	default:
		n.name, n.literal = pick(r, propertyNames), pick(r, literals)
	}
	if (n.name == "PartitionKey" || n.name == "RowKey") && r.IntN(3) == 0 {
		n.op = "eq"
	}
	return n
}

// randomNarrow returns a filter with a fixed PartitionKey and a bounded RowKey,
// which random trees seldom are.
func randomNarrow(r *rand.Rand) *node {
	n := &node{op: "and", left: compareKey(r, "PartitionKey", "eq", partitionKeys), right: compareKey(r, "RowKey", pick(r, comparisons), rowKeys)}
	for range r.IntN(3) {
		n = &node{op: "and", left: n, right: compareKey(r, "RowKey", pick(r, comparisons), rowKeys)}
	}
	if r.IntN(3) == 0 {
		n = &node{op: "and", left: randomNode(r, 1), right: n}
	}
	return n
}

func compareKey(r *rand.Rand, name, op string, from []string) *node {
	return &node{op: op, name: name, literal: table.StringValue(pick(r, from)), flipped: r.IntN(6) == 0}
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }
