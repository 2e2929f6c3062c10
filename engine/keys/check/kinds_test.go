package check

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
)

// declaredKinds reads the kinds of findings from the source of the package.
func declaredKinds(t *testing.T) []Kind {
	t.Helper()
	var all []Kind
	for _, name := range []string{"finding.go", "placeholder.go"} {
		file, err := goparser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Kind" {
					value, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
					all = append(all, Kind(value))
				}
			}
			return true
		})
	}
	return all
}

// Every kind of finding that the package declares has rows that make it appear
// and rows, as near to them as can be, that make it stay away.
func TestEveryKind(t *testing.T) {
	rows := posts(400)
	short := posts(LeastWrites - 1)
	checked := func(pk, rk string, rows []keystest.Row) func() []Finding {
		return func() []Finding { return analyse(t, pk, rk, postColumns, rows).Findings() }
	}
	arriving := func(pk string, arrival Arrival) func() []Finding {
		return func() []Finding {
			a := analyse(t, pk, "{PostId:06}", postColumns, rows)
			a.SetArrival(arrival)
			return a.Findings()
		}
	}
	trapped := func(template string, rows []keystest.Row) func() []Finding {
		return func() []Finding { return ruled(t, template, rows).Findings }
	}
	typed := func(keys ...string) func() []Finding {
		return func() []Finding { return TypedRuler(keys).Findings }
	}
	title := func(text string) []keystest.Row {
		return change(rows, 3, func(i int) (table.Value, bool) { return table.StringValue(text), i == 7 })
	}
	month := "{PostedAt.year}_{PostedAt.month:02}"
	unstated, reference := Arrival{}, Arrival{Kind: ReferenceData}
	list := []struct {
		kind        Kind
		there, away func() []Finding
	}{
		{Partitions, checked("{Channel}", "{PostId:06}", rows), checked("x", "{PostId:06}", rows)},
		{OnePartition, checked("x", "{PostId:06}", rows), checked("{Channel}", "{PostId:06}", rows)},
		{HotPartition, checked(month, "{PostId:06}", rows), arriving(month, unstated)},
		{HotPartition, checked(month, "{PostId:06}", rows), arriving(month, reference)},
		{HotPartition, checked(month, "{PostId:06}", rows), checked(month+"{Channel}", "{PostId:06}", rows)},
		{LargePartition, checked(month, "{PostId:06}", rows), checked("{PostedAt.date}", "{PostId:06}", rows)},
		{SinglePartitions, checked("{PostId:06}", "", rows), checked("{Channel}", "{PostId:06}", rows)},
		{SinglePartitions, checked("{PostId:06}", "", rows), checked("{PostId:06}", "", short)},
		{DuplicateKey, checked("{Channel}", "", rows), checked("{Channel}", "{PostId:06}", rows)},
		{RefusedCharacter, checked("{Channel}", "{Title}", title("a/b")), checked("{Channel}", "{Title}", title("a-b"))},
		{LongKey, checked("{Channel}", "{Title}", title(strings.Repeat("x", 513))), checked("{Channel}", "{Title}", title(strings.Repeat("x", 512)))},
		{MissingValue, checked("{Channel}", "{Title}", change(rows, 3, func(i int) (table.Value, bool) { return table.Value{}, i == 7 })), checked("{Channel}", "{Title}", rows)},
		{UnusableValue, checked("{Channel}", "{9/PostId}", rows), checked("{Channel}", "{9/(PostId+1)}", rows)},
		{UnpaddedNumber, checked("{Channel}", "{PostId}", rows[:11]), checked("{Channel}", "{PostId}", rows[:10])},
		{UnpaddedNumber, trapped("{Id}_x", ids(5, 57)), trapped("{Id}-x", ids(5, 57))},
		{NegativeNumber, checked("{Channel}", "{PostId-2}", rows[:5]), checked("{Channel}", "{PostId-1}", rows[:5])},
		{AppendOnly, checked("{PostedAt}", "", rows), arriving("{PostedAt}", unstated)},
		{AppendOnly, checked("{PostedAt}", "", rows), arriving("{PostedAt}", reference)},
		{AppendOnly, checked("{PostedAt}", "", rows), checked("{Channel}", "{PostId:06}", rows)},
		{AppendOnly, checked("{PostedAt}", "", rows), checked("{PostedAt}", "", short)},
		{PrependOnly, checked("{reverseTicks(PostedAt):19}", "", rows), arriving("{reverseTicks(PostedAt):19}", unstated)},
		{PrependOnly, checked("{reverseTicks(PostedAt):19}", "", rows), arriving("{reverseTicks(PostedAt):19}", reference)},
		{PrependOnly, checked("{reverseTicks(PostedAt):19}", "", rows), checked("{PostedAt}", "", rows)},
		{SpreadWrites, checked("{Channel}", "{PostId:06}", rows), arriving("{Channel}", unstated)},
		{SpreadWrites, checked("{Channel}", "{PostId:06}", rows), checked("{PostedAt}", "", rows)},
		{UsableKeys, checked("{Channel}", "{Title}", rows), checked("{Channel}", "{Title}", title("a/b"))},
		{UniqueKeys, checked("{Channel}", "{PostId:06}", rows), checked("{Channel}", "", rows)},
		{PaddedNumbers, checked("{Channel}", "{PostId:06}", rows), checked("{Channel}", "{PostId}", rows)},
		{PaddedNumbers, checked("{Channel}", "{PostId:06}", rows), checked("{Channel}", "{Title}", rows)},
		{UnfixedTicks, trapped("{ticks(At)}", dates("2008-10-28", "2009-10-28")), trapped("{ticks(At):19}", dates("2008-10-28", "2009-10-28"))},
		{LocalTime, trapped("{Local}", locals("2008-10-28T09:00:00+09:00", "2008-10-28T08:00:00+01:00")), trapped("{Local}", locals("2008-10-28T08:00:00Z", "2008-10-28T09:00:00Z"))},
		{LateSeparator, trapped("{Name}_{Id}", names("R", "RD")), trapped("{Name}-{Id}", names("R", "RD"))},
		{LostBoundary, trapped("{Name}{Id}", names("R", "RD")), trapped("{Name}{Id}", names("RA", "RD"))},
		{HeldSeparator, trapped("{Name}_{Id}", names("a_b", "c")), trapped("{Name}_{Id}", names("ab", "c"))},
		{MixedCase, trapped("{Name}", names("apple", "Zebra")), trapped("{Name}", names("apple", "zebra"))},
		{MixedDirection, trapped("{9999-At.year}_{At.month:02}", dates("2008-10-28", "2008-11-28")), trapped("{9999-At.year}_{13-At.month:02}", dates("2008-10-28", "2008-11-28"))},
		{OrderedTexts, checked("{Channel}", "{Title}", rows[:50]), checked("{Channel}", "{Title}", title("a title in small letters"))},
		{OrderedTexts, checked("{Channel}", "{Title}", rows[:50]), checked("x", "{PostId:06}", rows)},
		{OtherOrder, typed("zebra", "apple"), typed("apple", "zebra")},
	}
	covered := map[Kind]bool{}
	for i, test := range list {
		covered[test.kind] = true
		if find(test.there(), test.kind) == nil {
			t.Errorf("case %d: %s does not appear", i+1, test.kind)
		}
		if f := find(test.away(), test.kind); f != nil {
			t.Errorf("case %d: %s does not stay away: %s", i+1, test.kind, f.Detail)
		}
	}
	kinds := declaredKinds(t)
	if len(kinds) < 26 {
		t.Fatalf("only %d kinds were read from the source", len(kinds))
	}
	for _, kind := range kinds {
		if !covered[kind] {
			t.Errorf("%s has no case that makes it appear and one that makes it stay away", kind)
		}
	}
}

// Buckets are offered only where there are writes that go on.
func TestBucketsNeedAnArrival(t *testing.T) {
	for _, arrival := range []Arrival{{}, {Kind: ReferenceData}, {Kind: RowOrder}} {
		a := analyse(t, "x", "{PostId:06}", postColumns, posts(100))
		a.SetArrival(arrival)
		f := find(a.Findings(), OnePartition)
		if f == nil || (f.Fix != nil) != arrival.Known() {
			t.Errorf("arrival %v: the finding is %+v", arrival.Kind, f)
		}
	}
}

// The recent writes are those with the greatest moments, of equal ones those of
// later rows: the same as sorting all of them.
func TestRecentAgainstSorting(t *testing.T) {
	random := rand.New(rand.NewPCG(enginetest.Seed(t, 20081028), 1))
	for range 300 {
		n := 1 + random.IntN(60)
		a := analyse(t, "{Channel}", "{PostId:06}", postColumns, posts(n))
		when := make([]int64, n)
		for i := range when {
			if when[i] = random.Int64N(20) - 10; random.IntN(8) == 0 {
				when[i] = noMoment
			}
		}
		a.SetArrival(Arrival{Kind: TimeOfWriting, By: "PostedAt", When: when})
		var naive []int
		for i := range when {
			at := len(naive)
			for at > 0 && when[naive[at-1]] > when[i] {
				at--
			}
			if when[i] != noMoment {
				naive = append(naive[:at], append([]int{i}, naive[at:]...)...)
			}
		}
		r := a.recent()
		wanted := naive[len(naive)-min(recentWrites, (len(naive)+1)/2):]
		if r.dated != len(naive) || r.undated != n-len(naive) || len(r.newest) != len(wanted) {
			t.Fatalf("%d dated, %d undated, %d recent; want %d, %d, %d", r.dated, r.undated, len(r.newest), len(naive), n-len(naive), len(wanted))
		}
		for i, row := range wanted {
			if int(r.newest[i]) != row {
				t.Fatalf("recent write %d is row %d, want %d; moments %v", i, r.newest[i], row, when)
			}
		}
		for i := range when {
			early := when[i] != noMoment
			for _, row := range wanted {
				early = early && row != i
			}
			if r.before(a, int32(i)) != early {
				t.Fatalf("row %d is before the recent ones: %v, want %v", i, !early, early)
			}
		}
	}
}

// Moments of one column compare as its values do.
func TestMoments(t *testing.T) {
	last := int64(noMoment)
	for _, f := range []float64{-1e300, -5.5, -1, -1e-9, 0, 1e-9, 0.5, 1, 7, 1e300} {
		if m := Moment(table.DoubleValue(f)); m <= last {
			t.Errorf("%v has no later moment than what is below it", f)
		} else {
			last = m
		}
	}
	if Moment(table.DoubleValue(0)) != Moment(table.DoubleValue(0*-1)) || Moment(table.StringValue("x")) != noMoment || Moment(table.Value{}) != noMoment {
		t.Error("0, texts or missing values have the wrong moment")
	}
}
