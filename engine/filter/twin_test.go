package filter

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/keyrange/keyrange/engine/table"
)

// evaluate is the naive twin of Predicate: it walks the tree over an Entity and
// shares no code with the comparison under test.
func evaluate(e *Expr, entity table.Entity) bool {
	return e.Root == nil || evaluateNode(e.Root, entity)
}

func evaluateNode(n Node, entity table.Entity) bool {
	switch n := n.(type) {
	case *Or:
		return slices.ContainsFunc(n.Terms, func(t Node) bool { return evaluateNode(t, entity) })
	case *And:
		return !slices.ContainsFunc(n.Terms, func(t Node) bool { return !evaluateNode(t, entity) })
	case *Not:
		return !evaluateNode(n.Term, entity)
	case *Comparison:
		return twinCompare(n.Op.String(), entity.Property(n.Property.Name), n.Literal.Value)
	case *Property:
		v := entity.Property(n.Name)
		return v.Type() == table.Boolean && v.Bool()
	case *Literal:
		return n.Value.Bool()
	}
	panic(fmt.Sprintf("unknown node %T", n))
}

func twinCompare(op string, stored, literal table.Value) bool {
	if stored.IsNull() {
		return false
	}
	c, known := twinOrder(stored, literal)
	if !known {
		nan := stored.Type() == table.Double && slices.Contains([]table.EdmType{table.Int32, table.Int64, table.Double}, literal.Type())
		return op == "ne" || !nan && (op == "lt" || op == "le")
	}
	return map[string]bool{"eq": c == 0, "ne": c != 0, "lt": c < 0, "le": c <= 0, "gt": c > 0, "ge": c >= 0}[op]
}

// twinOrder compares by way of other representations than the engine's: UTF-16
// slices, big numbers, times, text.
func twinOrder(stored, literal table.Value) (int, bool) {
	switch fmt.Sprint(stored.Type(), " ", literal.Type()) {
	case "Edm.String Edm.String":
		return slices.Compare(utf16.Encode([]rune(stored.Str())), utf16.Encode([]rune(literal.Str()))), true
	case "Edm.Binary Edm.Binary":
		return bytes.Compare([]byte(stored.Bytes()), []byte(literal.Bytes())), true
	case "Edm.Guid Edm.Guid":
		return strings.Compare(stored.String(), literal.String()), true
	case "Edm.Boolean Edm.Boolean":
		return strings.Compare(stored.String(), literal.String()), true // "false" < "true"
	case "Edm.DateTime Edm.DateTime":
		return stored.Ticks().Time().Compare(literal.Ticks().Time()), true
	case "Edm.Int32 Edm.Int32", "Edm.Int64 Edm.Int64", "Edm.Int64 Edm.Int32":
		return big.NewInt(stored.Int()).Cmp(big.NewInt(literal.Int())), true
	case "Edm.Double Edm.Double", "Edm.Double Edm.Int32", "Edm.Double Edm.Int64":
		b := literal.Float()
		if literal.Type() != table.Double {
			b = float64(literal.Int())
		}
		if stored.Float() != stored.Float() || b != b {
			return 0, false
		}
		return new(big.Float).SetFloat64(stored.Float()).Cmp(new(big.Float).SetFloat64(b)), true
	}
	return 0, false
}

// newRand returns a source of random numbers whose seed is printed, and fixed
// unless KEYRANGE_SEED sets it.
func newRand(t *testing.T) *rand.Rand {
	seed := uint64(20261121)
	if s := os.Getenv("KEYRANGE_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("KEYRANGE_SEED: %v", err)
		}
		seed = n
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

// few has values of all types, with neighbours on either side.
var few = func() []table.Value {
	var g [16]byte
	h := g
	h[15] = 1
	v := []table.Value{
		table.Int32Value(2), table.Int32Value(3), table.Int64Value(2), table.Int64Value(3), table.Int64Value(1 << 40),
		table.DoubleValue(2), table.DoubleValue(2.5), table.DoubleValue(3), table.BooleanValue(false), table.BooleanValue(true),
		table.DateTimeValue(table.MinDateTime), table.DateTimeValue(table.MinDateTime + 1), table.GuidValue(g), table.GuidValue(h),
		table.BinaryValue(nil), table.BinaryValue([]byte{0}), table.BinaryValue([]byte{0xff}),
		table.StringValue(""), table.StringValue("O'B"), table.StringValue("b"), table.StringValue("～"), table.StringValue("😀"),
	}
	return v
}()

// randomText writes a random filter over the properties A, B, C and the
// system properties, in a spelling with more freedom than the canonical one.
func randomText(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(4) == 0 {
		return randomComparison(r)
	}
	x, y := randomText(r, depth-1), randomText(r, depth-1)
	switch r.IntN(6) {
	case 0:
		return "not " + x
	case 1:
		return "not(" + x + ")"
	case 2, 3:
		return "(" + x + ") and\t" + y
	case 4:
		return x + " or " + y
	}
	return "( " + x + "\n)"
}

// ops are the six operators.
var ops = []Op{Equal, NotEqual, LessThan, LessThanOrEqual, GreaterThan, GreaterThanOrEqual}

func randomComparison(r *rand.Rand) string {
	op := ops[r.IntN(6)]
	switch r.IntN(8) {
	case 0:
		return []string{"A", "B", "C", "true", "false"}[r.IntN(5)]
	case 1:
		return "PartitionKey " + op.String() + " 'p'"
	case 2:
		return "datetime'1601-01-01T00:00:00Z' " + op.String() + " Timestamp"
	}
	name, v := []string{"A", "B", "C"}[r.IntN(3)], FormatLiteral(few[r.IntN(len(few))])
	if r.IntN(2) == 0 {
		return v + "  " + op.String() + " " + name
	}
	return name + " " + op.String() + " " + v
}

func randomEntity(r *rand.Rand, n int) table.Entity {
	if n%4 > 0 { // most partitions have one shape, which scans have a loop of their own for
		return table.Entity{Key: table.Key{PartitionKey: "s" + strconv.Itoa(n%4), RowKey: strconv.Itoa(n)}, Properties: []table.Property{
			{Name: "A", Value: few[[]int{0, 2, 5}[n%4-1]+r.IntN(2)]}, {Name: "B", Value: few[5+r.IntN(3)]}, {Name: "C", Value: few[17+r.IntN(5)]},
		}}
	}
	e := table.Entity{Key: table.Key{PartitionKey: []string{"o", "p", "q"}[n%3], RowKey: strconv.Itoa(n)}}
	for _, name := range []string{"A", "B", "C"} {
		if r.IntN(3) > 0 {
			e.Properties = append(e.Properties, table.Property{Name: name, Value: few[r.IntN(len(few))]})
		}
	}
	return e
}

// A Predicate agrees with the naive twin on random filters and entities, and a
// filter printed back is the same filter.
func TestTwin(t *testing.T) {
	r := newRand(t)
	tab := table.New("Twin")
	for n := range 300 {
		if _, err := tab.Insert(randomEntity(r, n), table.MinDateTime+table.Ticks(n%3)); err != nil {
			t.Fatal(err)
		}
	}
	tab.Snapshot() // so that entities that are written again lie apart from the others
	for n := 0; n < 300; n += 7 {
		if _, err := tab.InsertOrReplace(randomEntity(r, n), table.MinDateTime); err != nil {
			t.Fatal(err)
		}
	}
	for range 3000 {
		text := randomText(r, 4)
		e, err := Parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		back, err := Parse(e.String())
		if err != nil || back.String() != e.String() {
			t.Fatalf("%q printed as %q and back as %v (%v)", text, e, back, err)
		}
		p, q := Compile(e), Compile(back)
		var selected, expected []table.Row
		tab.Snapshot().Runs(table.Key{}, func(run table.Run) bool {
			selected = p.Select(selected, run)
			return true
		})
		tab.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
			for _, row := range rows {
				entity := row.Entity()
				got, again, want := p.Match(row), q.Match(row), evaluate(e, entity)
				if got != want || again != want {
					t.Fatalf("%q on %v: Match = %v, after printing %v, twin %v", text, entity, got, again, want)
				}
				if want {
					expected = append(expected, row)
				}
			}
			return true
		})
		if !slices.Equal(selected, expected) {
			t.Fatalf("%q: Select gives %d rows other than the %d of the twin", text, len(selected), len(expected))
		}
	}
}
