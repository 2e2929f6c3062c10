package filter

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

func movie() table.Entity {
	return table.Entity{
		Key: table.Key{PartitionKey: "Drama", RowKey: "Solaris"},
		Properties: []table.Property{
			{Name: "Rating", Value: table.DoubleValue(8.1)},
			{Name: "Votes", Value: table.Int64Value(92_000)},
			{Name: "Done", Value: table.BooleanValue(true)},
			{Name: "Director", Value: table.StringValue("Tarkovsky")},
		},
	}
}

// Two-valued logic: a comparison with an absent property is false, ne
// included, and "not" turns that into true. A bare property counts only when
// it is an Edm.Boolean.
func TestMatch(t *testing.T) {
	row := storedRow(t, movie())
	for text, want := range map[string]bool{
		"":                   true,
		"true":               true,
		"false":              false,
		"not false and true": true,
		"PartitionKey eq 'Drama' and RowKey ge 'S' and RowKey lt 'T'": true,
		"Timestamp eq datetime'1601-01-01T00:00:00Z'":                 true,
		"Rating gt 8":                         true,
		"Rating gt 8 and Votes lt 1000":       false,
		"Rating gt 9 or Votes gt 1000":        true,
		"Foo eq 1":                            false,
		"Foo ne 1":                            false,
		"not (Foo eq 1)":                      true,
		"not (Foo ne 1)":                      true,
		"Done":                                true,
		"not Done":                            false,
		"Director":                            false,
		"Votes":                               false,
		"Foo":                                 false,
		"not Foo and not Director":            true,
		"Director lt 5":                       true,
		"Director gt 5":                       false,
		"not (Done and (Foo or Rating lt 5))": true,
		"director eq 'Tarkovsky'":             false,
	} {
		e, err := Parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := Compile(e).Match(row); got != want {
			t.Errorf("%q: Match = %v, want %v", text, got, want)
		}
	}
	if !Compile(nil).Match(row) {
		t.Error("a nil Expr does not match")
	}
}

// One Predicate serves rows of different shapes in turn.
func TestMatchShapes(t *testing.T) {
	tab := table.New("Shapes")
	for i, v := range []table.Value{table.Int32Value(1), table.StringValue("1"), {}, table.Int32Value(1), table.Int64Value(1)} {
		e := entityWith(v)
		e.RowKey = string(rune('a' + i))
		if i%2 == 1 {
			e.Properties = append([]table.Property{{Name: "Other", Value: table.Int32Value(9)}}, e.Properties...)
		}
		if _, err := tab.Insert(e, table.MinDateTime); err != nil {
			t.Fatal(err)
		}
	}
	e, err := Parse("P eq 1")
	if err != nil {
		t.Fatal(err)
	}
	p, got := Compile(e), ""
	tab.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			if p.Match(r) {
				got += r.RowKey()
			}
		}
		return true
	})
	if got != "ade" {
		t.Errorf("matched %q, want ade", got)
	}
}

const typical = "PartitionKey eq 'Drama' and RowKey ge 'S' and RowKey lt 'T' and (Rating gt 8.0 or not (Director eq 'Nobody'))"

// Matching a row allocates nothing.
func TestMatchAllocations(t *testing.T) {
	row := storedRow(t, movie())
	e, err := Parse(typical)
	if err != nil {
		t.Fatal(err)
	}
	p := Compile(e)
	if n := testing.AllocsPerRun(100, func() { p.Match(row) }); n != 0 {
		t.Errorf("Match allocates %v times, want 0", n)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := Parse(typical); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	row := storedRow(b, movie())
	for _, c := range []struct{ name, text string }{
		{"Double", "Rating gt 9.0"},
		{"Int64", "Votes gt 100000"},
		{"StringEqual", "Director eq 'Tarantino'"},
		{"StringOrder", "Director ge 'Tarkowskz'"},
		{"TwoProperties", "Rating gt 8.0 and Votes lt 1000"},
		{"Absent", "Foo eq 1"},
		{"Typical", typical},
	} {
		e, err := Parse(c.text)
		if err != nil {
			b.Fatal(err)
		}
		p := Compile(e)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Match(row)
			}
		})
	}
}

// BenchmarkScan is Select over 20,000 rows as they lie in a table; the figure to
// read is ns/row.
func BenchmarkScan(b *testing.B) {
	const rows = 20_000
	entities := make([]table.Entity, rows)
	for n := range entities {
		entities[n] = movie()
		entities[n].RowKey = fmt.Sprintf("%05d", n)
	}
	tab := table.New("Scan")
	if err := tab.Load(entities, table.MinDateTime); err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{"Rating gt 9.0", "Rating gt 8.0 and Director lt 'A'", "Director eq 'Tarantino'"} {
		e, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		p := Compile(e)
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				var found []table.Row
				tab.Snapshot().Runs(table.Key{}, func(run table.Run) bool {
					found = p.Select(found[:0], run)
					return true
				})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
	}
}

// Select agrees with Match at the ends of every type's numbers, for every
// operator and as the second of two tests too.
func TestSelectEnds(t *testing.T) {
	negativeZero := math.Copysign(0, -1)
	for name, values := range map[string][]table.Value{
		"Int32":    {table.Int32Value(math.MinInt32), table.Int32Value(-1), table.Int32Value(0), table.Int32Value(math.MaxInt32)},
		"Int64":    {table.Int64Value(math.MinInt64), table.Int64Value(math.MinInt64 + 1), table.Int64Value(0), table.Int64Value(math.MaxInt64)},
		"Boolean":  {table.BooleanValue(false), table.BooleanValue(true)},
		"DateTime": {table.DateTimeValue(table.MinDateTime), table.DateTimeValue(table.MinDateTime + 1), table.DateTimeValue(table.MaxDateTime)},
		"Double":   {table.DoubleValue(math.NaN()), table.DoubleValue(math.Inf(-1)), table.DoubleValue(-math.MaxFloat64), table.DoubleValue(negativeZero), table.DoubleValue(0), table.DoubleValue(math.SmallestNonzeroFloat64), table.DoubleValue(math.MaxFloat64), table.DoubleValue(math.Inf(1))},
	} {
		t.Run(name, func(t *testing.T) {
			tab := table.New("Ends")
			for i, v := range values {
				e := table.Entity{Key: table.Key{PartitionKey: "p", RowKey: strconv.Itoa(i)}, Properties: []table.Property{{Name: "N", Value: v}, {Name: "Yes", Value: table.Int32Value(1)}}}
				if _, err := tab.Insert(e, table.MinDateTime); err != nil {
					t.Fatal(err)
				}
			}
			yes := &Comparison{Property: &Property{Name: "Yes"}, Op: Equal, Literal: &Literal{Value: table.Int32Value(1)}}
			for _, op := range ops {
				for _, literal := range values {
					test := &Comparison{Property: &Property{Name: "N"}, Op: op, Literal: &Literal{Value: literal}}
					one, two := Compile(&Expr{Root: test}), Compile(&Expr{Root: &And{Terms: []Node{yes, test}}})
					tab.Snapshot().Runs(table.Key{}, func(run table.Run) bool {
						var want []table.Row
						for _, r := range run.Append(nil) {
							if Compare(op, r.Property("N"), literal) {
								want = append(want, r)
							}
						}
						if got, again := one.Select(nil, run), two.Select(nil, run); !slices.Equal(got, want) || !slices.Equal(again, want) {
							t.Errorf("N %v %v: got %d and %d rows, want %d", op, literal, len(got), len(again), len(want))
						}
						return true
					})
				}
			}
		})
	}
}
