package reach

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

var reachColumns = []keys.Column{{Name: "A", Type: table.String}, {Name: "N", Type: table.Int32}, {Name: "D", Type: table.DateTime}, {Name: "R", Type: table.Double}, {Name: "B", Type: table.Boolean}}

// The bounds that questions give, one kind of template after another.
func TestReach(t *testing.T) {
	for _, c := range []struct{ template, question, want string }{
		{"{A}", "A ge 'C' and A lt 'E'", "RowKey ge 'C' and RowKey lt 'E'"},
		{"{clean(or(A,'Unknown'))}", "A ge 'C' and A lt 'E'", "RowKey ge 'C' and RowKey lt 'E'"},
		{"{clean(or(A,'Unknown'))}", "A ge 'D' and A lt 'E'", "RowKey ge 'D' and RowKey lt 'E'"},
		{"{clean(or(A,'Unknown'))}", "A gt 'C'", "RowKey gt 'C'"},
		{"{clean(A)}", "A lt 'E'", "RowKey lt '`'"}, // / becomes _, which sorts after E
		{"{A}", "A gt 'C'", "RowKey gt 'C'"},
		{"{A}", "A le 'C'", "RowKey le 'C'"},
		{"{A}_{N:03}", "A gt 'C'", "RowKey ge 'C'"},
		{"{A}_{N:03}", "A le 'C'", "RowKey lt '`'"}, // the empty text gives _007
		{"{upper(A)}", "A ge 'Fo' and A lt 'Fr'", "RowKey ge 'FO' and RowKey lt 'FR'"},
		{"{upper(A)}", "A ge 'F'", "RowKey ge 'A'"}, // abc is above F, and its key is ABC
		{"{prefix(A,2)}", "A ge 'Foo' and A le 'Gamma'", "RowKey ge 'Fo' and RowKey le 'Ga'"},
		{"{reverse(A)}", "A ge 'Foo'", ""},
		{"{N:04}_{A}", "N ge 500", "RowKey ge '0500_'"},
		{"{N:04}_{A}", "N ge 500 and N lt 600", "RowKey ge '0500_' and RowKey lt '0599`'"},
		{"{N:04}_{A}", "N ge 5000", "RowKey ge '1000000000_'"}, // it is above 5000, and its key sorts before
		{"{N:04}_{A}", "N lt 500", "RowKey lt '0499`'"},        // negative numbers sort before
		{"{N:04}_{A}", "N le -5 and N ge -20", "RowKey ge '-0005_' and RowKey lt '-0020`'"},
		{"{9999-N:04}", "N ge 1990 and N le 1999", "RowKey ge '8000' and RowKey le '8009'"},
		{"{N/10:03}-{N%10}", "N ge 1995 and N lt 2000", "RowKey ge '199-5' and RowKey lt '199.'"},
		{"{D.year}-{D.month:02}", "D ge datetime'2020-03-05T00:00:00Z' and D lt datetime'2021-02-01T00:00:00Z'", "RowKey ge '2020-03' and RowKey le '2021-01'"},
		{"{9999-D.year}-{13-D.month:02}", "D ge datetime'2020-03-05T00:00:00Z'", ""}, // 0-01 and 999-12 are the first and the last key of all dates, and of these
		{"{D.date}", "D ge datetime'2020-03-05T10:00:00Z'", "RowKey ge '2020-03-05'"},
		{"{D.weekYear}-{D.week:02}", "D ge datetime'2020-12-30T00:00:00Z' and D lt datetime'2021-01-20T00:00:00Z'", "RowKey ge '2020-53' and RowKey le '2021-03'"},
		{"{reverseTicks(D):19}", "D ge datetime'2020-01-01T00:00:00Z'", "RowKey le '2518244639999999999'"},
		{"{D}_{N}", "D lt datetime'2020-01-01T00:00:00Z'", "RowKey lt '2019-12-31T23:59:59.9999999Z`'"},
		{"{R:02}", "R ge 1.5 and R lt 12.25", "RowKey ge '01.5' and RowKey lt '12.25'"},
		{"{R:02}", "R gt 1.5 and R le 12.25", "RowKey gt '01.5' and RowKey le '12.25'"},
		{"{R:02}_{A}", "R gt 1.5 and R le 12.25", "RowKey ge '01.5' and RowKey lt '12.2`'"},
		{"{floor(R)}", "R ge 2.5 and R lt 3.5", "RowKey ge '2' and RowKey le '3'"},
		{"{join('x',A)}", "A ge 'C' and A lt 'E'", "RowKey ge 'xC' and RowKey lt 'xE'"},
		{"{or(when(A,'Post',N),'other')}", "A eq 'Post' and N ge 100 and N le 199", "RowKey ge '100' and RowKey le '199'"},
		{"{or(when(A,'Post',N),'other')}", "A eq 'Page'", "RowKey eq 'other'"},
		{"{or(N,0):04}", "N ge 500", "RowKey ge '0500'"},
		{"{B}_{N:03}", "B and N eq 7", "RowKey eq 'true_007'"},
		{"{hash(A)}", "A ge 'C'", ""},
		{"{N:04}", "A eq 'x'", ""},
	} {
		got := Translate(asked(t, c.question), boundTo(t, "p", reachColumns), boundTo(t, c.template, reachColumns), nil)
		bounds := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(got.Requests[0].String(), asked(t, c.question).String()), "PartitionKey eq 'p'"), " and ")
		if bounds = strings.TrimSuffix(bounds, " and "); bounds != c.want || len(got.Requests) != 1 || got.Rests != nil {
			t.Errorf("%s under %s:\ngot  %s %v\nwant %s", c.question, c.template, bounds, got.Rests, c.want)
		}
	}
}

// The parts of random templates: what a slot writes, and its column.
var reachSlots = []struct{ text, column string }{
	{"{A}", "A"}, {"{upper(A)}", "A"}, {"{lower(A)}", "A"}, {"{clean(A)}", "A"}, {"{clean(A,'+')}", "A"}, {"{prefix(A,1)}", "A"}, {"{prefix(clean(A),2)}", "A"}, {"{or(A,'none')}", "A"},
	{"{clean(or(A,'Unknown'))}", "A"}, {"{join('x',A)}", "A"}, {"{join(A,'x')}", "A"},
	{"{N}", "N"}, {"{N:03}", "N"}, {"{N:05}", "N"}, {"{-N:03}", "N"}, {"{9999-N:04}", "N"}, {"{N/10:02}", "N"}, {"{N*3-7:04}", "N"}, {"{N%7}", "N"}, {"{or(N,0):04}", "N"},
	{"{D}", "D"}, {"{D.year}", "D"}, {"{9999-D.year:04}", "D"}, {"{D.date}", "D"}, {"{ticks(D):19}", "D"}, {"{reverseTicks(D):19}", "D"}, {"{D.weekYear}", "D"}, {"{D.year*12+D.month}", ""},
	{"{R}", "R"}, {"{R:02}", "R"}, {"{floor(R)}", "R"}, {"{floor(R):03}", "R"}, {"{B}", "B"},
}

var dateSlots = []string{"{D.year}{D.month:02}", "{D.year}-{13-D.month:02}", "{9999-D.year}_{13-D.month:02}{32-D.day:02}", "{D.date}T{D.hour:02}", "{D.weekYear}{D.week:02}{D.weekday}", "{D.year}{D.dayOfYear:03}{D.time}"}

// domain is the values that a column takes in the test: those at which texts
// change their length or begin one another.
func domain(column string) (all []table.Value) {
	switch column {
	case "A":
		letters := []string{"", "A", "B", "a", "_", "/", "~", "é", "Z", "µ", "\u212a", " ", "\\", "\u0080"}
		for _, x := range letters {
			for _, y := range letters {
				for _, z := range letters {
					if (x != "" || y == "") && (y != "" || z == "") {
						all = append(all, table.StringValue(x+y+z))
					}
				}
			}
		}
	case "N":
		for n := int32(-1205); n < 1205; n++ {
			all = append(all, table.Int32Value(n))
		}
		for p := 1000; p <= 1e10; p *= 10 { // and what the templates make of them
			for _, n := range []int{p, -p, (p + 7) / 3, (7 - p) / 3, 9999 - p, 9999 + p, 10 * p, -10 * p} {
				for m := n - 3; m <= n+3; m++ {
					if m >= math.MinInt32 && m <= math.MaxInt32 {
						all = append(all, table.Int32Value(int32(m)))
					}
				}
			}
		}
		all = append(all, table.Int32Value(math.MaxInt32), table.Int32Value(math.MinInt32))
	case "D":
		first, _ := table.ParseTicks("2019-12-20T00:00:00Z")
		for day := range table.Ticks(450) {
			for _, at := range []table.Ticks{0, 1, 1800 * table.Second, 13 * 3600 * table.Second, 13*3600*table.Second + 1, table.Day - 2, table.Day - 1} {
				all = append(all, table.DateTimeValue(first+day*table.Day+at))
			}
		}
		for _, year := range []int{1601, 1999, 2000, 8999, 9000, 9899, 9900, 9989, 9990, 9998, 9999} {
			for _, at := range []string{"-01-01T00:00:00Z", "-12-31T23:59:59.9999999Z"} {
				t, _ := table.ParseTicks(strconv.Itoa(year) + at)
				all = append(all, table.DateTimeValue(t))
			}
		}
	case "R":
		for n := -600; n < 2200; n++ {
			all = append(all, table.DoubleValue(float64(n)/16))
		}
		for p := 100.0; p < 1e14; p *= 10 {
			all = append(all, table.DoubleValue(p), table.DoubleValue(-p), table.DoubleValue(p-1), table.DoubleValue(1-p))
		}
		for _, f := range []float64{math.Copysign(0, -1), 1e-300, -1e-300, 1e-4, 1e15, 2.5e15, 1e300, math.Inf(1), math.Inf(-1), 9.999999999999999, 99999.5, 123456789, 999999999999999} {
			all = append(all, table.DoubleValue(f))
		}
	case "B":
		all = append(all, table.BooleanValue(false), table.BooleanValue(true))
	}
	return all
}

// askable is the values of a domain that have neighbours in it, so that the keys
// next to a bound are there to be counted.
func askable(column string) []table.Value {
	all := domain(column)
	return slices.DeleteFunc(slices.Clone(all), func(v table.Value) bool {
		switch v.Type() {
		case table.String:
			return utf8.RuneCountInString(v.Str()) > 2 || strings.Contains(v.Str(), " ")
		case table.Int32:
			return !slices.Contains(all, table.Int32Value(int32(v.Int()+1))) || !slices.Contains(all, table.Int32Value(int32(v.Int()-1)))
		case table.DateTime:
			at := v.Ticks() % table.Day
			return v.Ticks() > 3000*366*table.Day || at != 0 && at != 13*3600*table.Second && at != table.Day-1
		case table.Double:
			return math.Mod(v.Float(), .25) != 0
		}
		return false
	})
}

// randomBounds writes one or two random comparisons with values of a column's domain,
// and tells whether a value meets them.
func randomBounds(r *rand.Rand, all []table.Value, column string) (text string, holds func(table.Value) bool) {
	ops := []filter.Op{filter.LessThan, filter.LessThanOrEqual, filter.GreaterThan, filter.GreaterThanOrEqual, filter.Equal}
	type bound struct {
		op filter.Op
		v  table.Value
	}
	var terms []string
	var bounds []bound
	for range 1 + r.IntN(2) {
		b := bound{ops[r.IntN(len(ops))], all[r.IntN(len(all))]}
		if b.op == filter.Equal && r.IntN(3) > 0 {
			b.op = filter.GreaterThan
		}
		bounds = append(bounds, b)
		terms = append(terms, column+" "+b.op.String()+" "+filter.FormatLiteral(b.v))
	}
	return strings.Join(terms, " and "), func(v table.Value) bool {
		return !slices.ContainsFunc(bounds, func(b bound) bool { return !filter.Compare(b.op, v, b.v) })
	}
}

// Whatever the values are: the bounds of one slot hold every key whose value
// meets the question, and leave out every key before the least and after the
// greatest of them. Both are counted over all values, with nothing known of how
// the bounds are found.
func TestReachRecount(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 7))
	tight, loose, all := 0, 0, 0
	kinds := map[string]*tightness{}
	for _, k := range tightKinds {
		kinds[k.part] = &tightness{}
	}
	domains, questions := map[string][]table.Value{}, map[string][]table.Value{}
	for _, c := range reachColumns {
		domains[c.Name], questions[c.Name] = domain(c.Name), askable(c.Name)
	}
	const natively = 1200
	rounds := enginetest.InWasm(natively)
	for range rounds {
		slot := reachSlots[r.IntN(len(reachSlots))]
		if slot.column == "" {
			continue
		}
		template := slot.text
		if r.IntN(8) == 0 {
			template, slot.column = dateSlots[r.IntN(len(dateSlots))], "D"
		}
		template = []string{"", "k-"}[r.IntN(2)] + template + []string{"", "_", "~x"}[r.IntN(3)]
		question, holds := randomBounds(r, questions[slot.column], slot.column)
		b := boundTo(t, template, reachColumns)
		reach := Translate(asked(t, question), boundTo(t, "p", reachColumns), b, nil).rk
		keys, wanted := keysOf(b, slot.column, domains[slot.column], holds)
		if len(wanted) == 0 {
			continue
		}
		least, greatest := slices.MinFunc(wanted, table.CompareUTF16), slices.MaxFunc(wanted, table.CompareUTF16)
		all++
		for _, k := range wanted {
			if !reach.holds(k) {
				t.Fatalf("%s under %s: %q meets the question, and the bounds leave it out: %+v", question, template, k, reach)
			}
		}
		more := 0
		for _, k := range keys {
			if reach.holds(k) && k != reach.Low && (table.CompareUTF16(k, least) < 0 || table.CompareUTF16(k, greatest) > 0) {
				more++
			}
		}
		kinds[tightKind(template)].add(more, len(keys))
		if more <= 1 { // that of the empty text may lie between others
			tight++
		} else if loose++; !mayBeLoose(template) {
			t.Errorf("%s under %s: %d keys lie in the bounds %+v and outside of %q to %q", question, template, more, reach, least, greatest)
		}
	}
	t.Logf("%d questions, %d read exactly what lies between the least and the greatest key, %d more", all, tight, loose)
	for _, k := range tightKinds {
		if x := kinds[k.part]; rounds == natively && (x.tight*100 < x.questions*k.tight || x.more > float64(x.questions)*k.more || x.questions < 20) {
			t.Errorf("%q: %d of %d questions are tight, want %d %%; they read %.4f of all keys more than needed, want at most %.4f",
				k.part, x.tight, x.questions, k.tight, x.more/float64(x.questions), k.more)
		}
	}
	if all < rounds*2/3 || tight*100 < all*90 {
		t.Errorf("%d of %d questions are tight: the test says little", tight, all)
	}
}

// tightKinds are how tight the bounds have to be, by what a template holds: how
// many of a hundred questions read exactly what lies between the least and the
// greatest key, and how many of all keys they read beyond, on average. Where a
// function gives characters to others, or an exponent makes a great number begin
// with a small digit, the values of the test lie on both sides of a bound.
var tightKinds = []struct {
	part  string
	tight int
	more  float64
}{{"clean(", 70, .06}, {"upper(", 35, .16}, {"lower(", 85, .05}, {"floor(", 100, 0}, {"{R", 20, .10}, {"", 99, .0001}}

// tightness is how tight the bounds of one kind were.
type tightness struct {
	questions, tight int
	more             float64
}

func (x *tightness) add(more, of int) {
	x.questions++
	if more <= 1 {
		x.tight++
		return
	}
	x.more += float64(more) / float64(of)
}

// tightKind returns the first of the tightKinds that a template has.
func tightKind(template string) string {
	for _, k := range tightKinds {
		if strings.Contains(template, k.part) {
			return k.part
		}
	}
	return ""
}

// mayBeLoose is where the values of the test are too few to count by: characters
// that become others lie everywhere, and decimals with an exponent too.
func mayBeLoose(template string) bool {
	return strings.Contains(template, "{R") || strings.Contains(template, "(R") || strings.Contains(template, "er(A") || strings.Contains(template, "clean(")
}

// holds reports whether a key lies in a reach, as its comparisons say it.
func (r *keyRange) holds(key string) bool {
	for _, n := range comparisons("RowKey", *r) {
		c := n.(*filter.Comparison)
		if !filter.Compare(c.Op, table.StringValue(key), c.Literal.Value) {
			return false
		}
	}
	return true
}

// keysOf returns the keys that a column's values give, and those of the values
// that hold; those that the service
// refuses among them.
func keysOf(b *keys.Bound, column string, values []table.Value, holds func(table.Value) bool) (all, wanted []string) {
	at := slices.IndexFunc(reachColumns, func(c keys.Column) bool { return c.Name == column })
	for n, v := range values {
		key, err := b.Key(changedRow{make(knownRow, len(reachColumns)), at, v}, n)
		if err != nil {
			continue
		}
		all = append(all, key)
		if holds(v) {
			wanted = append(wanted, key)
		}
	}
	return all, wanted
}

// Numbers wider than the width of their slot sort elsewhere. Bounds that hold
// only as long as there are none say so, and are there only if all rows fit.
func TestReachRests(t *testing.T) {
	seen := func(values ...int32) *Extents {
		x := NewExtents(boundTo(t, "{N}", reachColumns), boundTo(t, "{R}", reachColumns))
		for _, n := range values {
			x.Add(changedRow{changedRow{make(knownRow, len(reachColumns)), 1, table.Int32Value(n)}, 3, table.DoubleValue(float64(n) / 4)})
		}
		return x
	}
	const fits = "This holds as long as N stays from 0 to 9,999, as in every row so far."
	for _, c := range []struct {
		template, question string
		seen               *Extents
		want, rests        string
	}{
		{"{N:04}", "N ge 500", seen(1, 9000), "RowKey ge '0500'", ""}, // wider numbers do no harm here
		{"{N:04}", "N ge 5000", seen(1, 9000), "RowKey ge '5000'", fits},
		{"{N:04}", "N ge 5000", seen(1, 10000), "RowKey ge '10000'", ""},
		{"{N:04}", "N ge 5000", nil, "RowKey ge '10000'", ""},
		{"{N:04}", "N ge -7", seen(1, 9000), "", ""},
		{"{N:04}", "N ge 10 and N le 20", seen(-3, 9000), "RowKey ge '0010' and RowKey le '0020'", ""},
		{"{N:04}", "N ge 5000", seen(-3, 9000), "RowKey ge '5000'", "This holds as long as N stays from -9,999 to 9,999, as in every row so far."},
		{"{N}", "N ge 1999", seen(1980, 2020), "RowKey ge '1999'", "This holds as long as N stays from 1,000 to 9,999, as in every row so far."},
		{"{N}", "N ge 1999", seen(980, 2020), "RowKey ge '10000'", ""},
		{"{R}", "R gt 8.5", seen(4, 37), "RowKey gt '8.5'", "This holds as long as R stays from 0 to below 10, as in every row so far."},
		{"{R}", "R gt 8.5", seen(4, 44), "RowKey ge '1'", ""},
		{"{R}", "R lt 8.5", seen(4, 37), "RowKey lt '8.5'", "This holds as long as R stays from 0 to below 10, as in every row so far."},
	} {
		got := Translate(asked(t, c.question), boundTo(t, "p", reachColumns), boundTo(t, c.template, reachColumns), c.seen)
		if bounds := joined(comparisons("RowKey", got.rk)).String(); bounds != c.want || strings.Join(got.Rests, " ") != c.rests {
			t.Errorf("%s under %s:\ngot  %s, %q\nwant %s, %q", c.question, c.template, bounds, got.Rests, c.want, c.rests)
		}
	}
}

// An or becomes one request for each side where that reads less and no key
// twice, whatever is nested in it, and else one over the range of all sides.
func TestTranslateOr(t *testing.T) {
	many := make([]string, maxAlternatives+1)
	for i := range many {
		many[i] = "A eq '" + string(rune('a'+i)) + "'"
	}
	for _, c := range []struct {
		question string
		want     []string
	}{
		{"A eq 'x' or A eq 'y'", []string{"PartitionKey eq 'x'", "PartitionKey eq 'y'"}},
		{"A lt 'b' or A gt 'x'", []string{"PartitionKey lt 'b'", "PartitionKey gt 'x'"}},
		{"A eq 'x' and (N eq 1 or N eq 3)", []string{"PartitionKey eq 'x' and RowKey eq '001'", "PartitionKey eq 'x' and RowKey eq '003'"}},
		{"A eq 'x' and (R gt 1.5 or B)", []string{"PartitionKey eq 'x'"}},
		{"(A eq 'x' or A eq 'y') and (N eq 1 or N eq 3)", []string{"PartitionKey eq 'x' and RowKey eq '001'", "PartitionKey eq 'x' and RowKey eq '003'",
			"PartitionKey eq 'y' and RowKey eq '001'", "PartitionKey eq 'y' and RowKey eq '003'"}},
		{"A eq 'x' or (A eq 'y' and (N eq 1 or N eq 3))", []string{"PartitionKey eq 'x'", "PartitionKey eq 'y' and RowKey eq '001'", "PartitionKey eq 'y' and RowKey eq '003'"}},
		{"A eq 'x' and (N ge 3 and N le 9 or N ge 5 and N le 12)", []string{"PartitionKey eq 'x' and RowKey ge '003' and RowKey le '012'"}}, // they overlap
		{"A eq 'x' or R gt 1.5", []string{""}},
		{strings.Join(many, " or "), []string{"PartitionKey ge 'a' and PartitionKey le 'q'"}},
	} {
		got := Translate(asked(t, c.question), boundTo(t, "{A}", reachColumns), boundTo(t, "{N:03}", reachColumns), nil)
		var bounds []string
		for i := range got.Requests {
			bounds = append(bounds, joined(append(comparisons("PartitionKey", got.ranges[2*i]), comparisons("RowKey", got.ranges[2*i+1])...)).String())
		}
		if !slices.Equal(bounds, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.question, bounds, c.want)
		}
	}
}
