package query

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// What the random operations are made of. The keys hold strings whose order by
// UTF-16 differs from that of their bytes (U+1F600 before U+E000).
var (
	partitionKeys = []string{"", "A", "B", "B\u00e9", "a", "\ue000", "\U0001f600", "Drama''s"}
	rowKeys       = append(numbered(20), "", "a", "A", "aa", "\ue000x", "\U0001f600x", "'", "ab c", "0005 ")
	propertyNames = []string{"A", "Done", "b", "Größe", "_n"}
	literals      = []table.Value{
		table.StringValue(""), table.StringValue("a"), table.StringValue("B"), table.StringValue("it's"),
		table.StringValue("\ue000"), table.StringValue("\U0001f600"), table.StringValue("5"),
		table.Int32Value(0), table.Int32Value(5), table.Int32Value(-7), table.Int32Value(math.MinInt32),
		table.Int64Value(5), table.Int64Value(1 << 40), table.Int64Value(math.MaxInt64), table.Int64Value(math.MaxInt64 - 1),
		table.DoubleValue(5), table.DoubleValue(-0.5), table.DoubleValue(1e300), table.DoubleValue(0),
		table.BooleanValue(true), table.BooleanValue(false),
		table.DateTimeValue(firstTick), table.DateTimeValue(firstTick + 1), table.DateTimeValue(table.MinDateTime),
		table.GuidValue([16]byte{0x58}), table.GuidValue([16]byte{0x58, 15: 1}), table.GuidValue([16]byte{0xff}),
		table.BinaryValue(nil), table.BinaryValue([]byte{0xff}), table.BinaryValue([]byte{0xff, 0}), table.BinaryValue([]byte{1, 2}),
	}
	storedValues = append(slices.Clone(literals), table.DoubleValue(math.NaN()), table.DoubleValue(math.Inf(-1)), table.Value{})
)

const firstTick = table.MinDateTime + 1_000_000*table.Day

func numbered(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("%04d", i)
	}
	return keys
}

// op is one operation of a random run. It is a value that means the same
// whatever is dropped from the list before it.
type op struct {
	verb  string
	key   table.Key
	props []table.Property
	tag   string // right, stale, malformed, any
	now   table.Ticks
	slot  int // of a snapshot, or of a reader that pages through the live table
	ask   *asked
}

// asked is a query with everything that may end a page.
type asked struct {
	filter     *node
	text       string
	names      []string
	top        int
	limits     Limits
	boundaries []string
}

const slots = 3

func (o op) String() string {
	s := fmt.Sprintf("%s %q/%q", o.verb, o.key.PartitionKey, o.key.RowKey)
	switch o.verb {
	case "page", "query", "querySnapshot":
		return fmt.Sprintf("%s slot %d $filter=%s $select=%q $top=%d page size %d budget %d boundaries %q",
			o.verb, o.slot, o.ask.text, o.ask.names, o.ask.top, o.ask.limits.PageSize, o.ask.limits.Examined, o.ask.boundaries)
	case "snapshot", "restore", "check", "nextPage":
		return fmt.Sprintf("%s slot %d", o.verb, o.slot)
	case "get":
		return s
	}
	for _, p := range o.props {
		text := p.Value.String()
		if len(text) > 40 {
			text = fmt.Sprintf("%.40s... (%d bytes)", text, len(text))
		}
		s += fmt.Sprintf(" %.40s=%s(%s)", p.Name, p.Value.Type(), text)
	}
	return s + fmt.Sprintf(" tag %s now +%d", o.tag, o.now-firstTick)
}

// shares of the verbs in a hundred operations.
var verbShares = []struct {
	share int
	verb  string
}{
	{19, "insert"}, {8, "insertOrReplace"}, {8, "insertOrMerge"}, {8, "replace"}, {8, "merge"}, {12, "delete"},
	{12, "get"}, {6, "query"}, {3, "querySnapshot"}, {4, "page"}, {8, "nextPage"}, {2, "snapshot"}, {1, "restore"},
}

func randomVerb(r *rand.Rand) string {
	n := r.IntN(100)
	for _, v := range verbShares {
		if n -= v.share; n < 0 {
			return v.verb
		}
	}
	return "check"
}

// randomOps returns the operations of a run.
func randomOps(r *rand.Rand, n int) []op {
	ops, now := make([]op, n), firstTick
	for i := range ops {
		o := op{verb: randomVerb(r), slot: r.IntN(slots)}
		if o.verb == "check" && r.IntN(20) > 0 {
			o.verb = "get" // a check walks the whole table
		}
		now += table.Ticks(r.IntN(3)) // the clock often stands still
		o.key, o.now = table.Key{PartitionKey: pick(r, partitionKeys), RowKey: pick(r, rowKeys)}, now
		switch o.verb {
		case "query", "querySnapshot", "page":
			o.ask = randomAsk(r)
		case "insert", "insertOrReplace", "insertOrMerge", "replace", "merge", "delete":
			o.props = randomProperties(r)
			o.tag = []string{"right", "right", "right", "any", "any", "any", "any", "stale", "stale", "malformed"}[r.IntN(10)]
			if r.IntN(60) == 0 {
				o.flaw(r)
			}
		}
		ops[i] = o
	}
	return ops
}

func randomProperties(r *rand.Rand) []table.Property {
	var props []table.Property
	for _, i := range r.Perm(len(propertyNames))[:r.IntN(len(propertyNames)+1)] {
		props = append(props, table.Property{Name: propertyNames[i], Value: pick(r, storedValues)})
	}
	return props
}

var (
	bigText   = table.StringValue(strings.Repeat("x", 32769))
	bigBytes  = table.BinaryValue(make([]byte, 65537))
	fullText  = table.StringValue(strings.Repeat("x", 32768))
	longName  = strings.Repeat("n", 256)
	longKeys  = strings.Repeat("k", 513)
	manyProps = generatedProperties(253, table.Int32Value(1))
	hugeProps = generatedProperties(16, fullText)
)

func generatedProperties(n int, v table.Value) []table.Property {
	props := make([]table.Property, n)
	for i := range props {
		props[i] = table.Property{Name: fmt.Sprintf("p%03d", i), Value: v}
	}
	return props
}

// flaw breaks one rule of the data model.
func (o *op) flaw(r *rand.Rand) {
	o.tag, o.props = "any", o.props[:min(1, len(o.props))]
	extra := table.Property{Name: "flaw", Value: table.Int32Value(1)}
	switch n := r.IntN(40); {
	case n < 8:
		o.key.RowKey += pick(r, []string{"/", "#", "a/b", "#1"})
		return
	case n < 14:
		o.key.PartitionKey = longKeys
		return
	case n < 20:
		extra.Name = pick(r, []string{"1a", "a-b", "", "a b"})
	case n < 26:
		extra.Name = longName
	case n < 32:
		o.props = append(o.props, extra)
	case n < 37:
		extra.Value = table.DateTimeValue(pick(r, []table.Ticks{table.MinDateTime - 1, table.MaxDateTime + 1}))
	case n == 37:
		extra.Value = pick(r, []table.Value{bigText, bigBytes})
	case n == 38:
		o.props = manyProps
		return
	default:
		o.props = hugeProps
		return
	}
	o.props = append(o.props, extra)
}

func randomAsk(r *rand.Rand) *asked {
	a := &asked{top: NoTop}
	switch n := r.IntN(12); {
	case n > 3:
		a.filter = randomNode(r, r.IntN(4))
	case n > 0:
		a.filter = randomNarrow(r)
	}
	if a.filter != nil {
		a.text = a.filter.text(false)
	}
	if r.IntN(4) == 0 {
		a.top = r.IntN(30)
	}
	if r.IntN(3) == 0 {
		a.names = slices.Compact(slices.Sorted(slices.Values([]string{pick(r, propertyNames), "Missing", "RowKey", pick(r, propertyNames)})))
	}
	if r.IntN(2) == 0 {
		a.limits.PageSize = 1 + r.IntN(20)
	}
	if r.IntN(3) == 0 {
		a.limits.Examined = 1 + r.IntN(40)
	}
	if r.IntN(3) == 0 {
		for range 1 + r.IntN(4) {
			a.boundaries = append(a.boundaries, pick(r, partitionKeys))
		}
		slices.SortFunc(a.boundaries, naiveStrings)
		a.limits.Boundaries = func(from table.Key) (string, bool) { return naiveBoundary(a.boundaries, from.PartitionKey) }
	}
	return a
}

// naiveBoundary returns the first boundary after a PartitionKey.
func naiveBoundary(boundaries []string, partitionKey string) (string, bool) {
	for _, b := range boundaries {
		if naiveStrings(b, partitionKey) > 0 {
			return b, true
		}
	}
	return "", false
}
