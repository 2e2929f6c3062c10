package filter

import (
	"os"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// cell is one line of a comparison table: whether "stored op literal" holds.
type cell struct {
	line    string
	stored  string // a literal, or "" for an entity without the property
	op      string
	literal string
	want    bool
}

func readCells(t *testing.T, name string) []cell {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var cells []cell
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, " | ")
		if len(f) != 6 || f[5] != "true" && f[5] != "false" {
			t.Fatalf("%s: not a cell: %q", name, line)
		}
		cells = append(cells, cell{line, f[1], f[2], f[4], f[5] == "true"})
	}
	return cells
}

// literalValue reads a literal by way of a filter.
func literalValue(t *testing.T, text string) table.Value {
	t.Helper()
	if text == "" {
		return table.Value{}
	}
	e, err := Parse("P eq " + text)
	if err != nil {
		t.Fatalf("literal %s: %v", text, err)
	}
	return e.Root.(*Comparison).Literal.Value
}

// storedRow returns an entity as it lies in a table.
func storedRow(t testing.TB, e table.Entity) table.Row {
	t.Helper()
	tab := table.New("Cells")
	if _, err := tab.Insert(e, table.MinDateTime); err != nil {
		t.Fatalf("insert %v: %v", e, err)
	}
	row, ok := tab.Snapshot().Get(e.Key)
	if !ok {
		t.Fatalf("entity %v is not in the table", e.Key)
	}
	return row
}

func entityWith(v table.Value) table.Entity {
	e := table.Entity{Key: table.Key{PartitionKey: "p", RowKey: "r"}}
	if !v.IsNull() {
		e.Properties = []table.Property{{Name: "P", Value: v}}
	}
	return e
}

// The typed comparison of the service, cell by cell. Public measurements on the
// real service cover 588 combinations: nine kinds of values (the eight types,
// with DateTime submitted in two ways) stored and compared with
//
//   - their own kind: 8 kinds with a smaller, an equal and a greater literal
//     under 6 operators, and Boolean true with its 2 literals under 6
//     operators: 8*3*6 + 2*6 = 156;
//   - each of the 8 other kinds under 6 operators: 9*8*6 = 432.
//
// comparisons.txt has these, derived from the rules and not from this package;
// more_comparisons.txt has what they leave open: absent properties, the order
// inside each type, unequal widened numbers, NaN.
func TestComparisonTable(t *testing.T) {
	cells := readCells(t, "comparisons.txt")
	if len(cells) != 588 {
		t.Fatalf("comparisons.txt has %d cells, want 588", len(cells))
	}
	checkCells(t, cells)
	checkCells(t, readCells(t, "more_comparisons.txt"))
}

func checkCells(t *testing.T, cells []cell) {
	t.Helper()
	for _, c := range cells {
		op, ok := parseOp(c.op)
		if !ok {
			t.Fatalf("%s: unknown operator", c.line)
		}
		stored, literal := literalValue(t, c.stored), literalValue(t, c.literal)
		entity := entityWith(stored)
		row := storedRow(t, entity)
		if got := Compare(op, stored, literal); got != c.want {
			t.Errorf("%s: Compare = %v", c.line, got)
		}
		if got := twinCompare(c.op, stored, literal); got != c.want {
			t.Errorf("%s: twin = %v", c.line, got)
		}
		for text, want := range map[string]bool{
			"P " + c.op + " " + c.literal:                            c.want,
			c.literal + " " + op.Reversed().String() + " P":          c.want,
			"not (P " + c.op + " " + c.literal + ")":                 !c.want,
			"(P) " + c.op + " (" + c.literal + ") and RowKey eq 'r'": c.want,
		} {
			e, err := Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if got := Compile(e).Match(row); got != want {
				t.Errorf("%s: %s: Match = %v, want %v", c.line, text, got, want)
			}
			if got := evaluate(e, entity); got != want {
				t.Errorf("%s: %s: evaluate = %v, want %v", c.line, text, got, want)
			}
		}
	}
}

// A comparison with an operator or a type that does not exist is false.
func TestCompareOutOfRange(t *testing.T) {
	if Compare(Op(6), table.Int32Value(1), table.Int32Value(1)) {
		t.Error("an operator beyond the last holds")
	}
	if !Compare(NotEqual, table.Int32Value(1), table.Value{}) {
		t.Error("a null literal is not a mismatch")
	}
}
