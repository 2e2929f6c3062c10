package query

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

func plan(t testing.TB, text string) Plan {
	t.Helper()
	p, err := Request{Filter: text}.Plan()
	if err != nil {
		t.Fatalf("filter %s: %v", text, err)
	}
	return p
}

// The kind and the half-open range of keys, and what is left to check.
func TestNewPlan(t *testing.T) {
	const open = "\xff open" // stands for a range without an upper end
	for _, c := range []struct {
		filter   string
		kind     Kind
		low      table.Key
		high     table.Key
		residual string
	}{
		{"", TableScan, key("", ""), key(open, ""), ""},
		{"n eq 1", TableScan, key("", ""), key(open, ""), "n eq 1"},
		{"PartitionKey eq 'a'", PartitionScan, key("a", ""), key("a\x00", ""), ""},
		{"'a' eq PartitionKey", PartitionScan, key("a", ""), key("a\x00", ""), ""},
		{"PartitionKey eq 'a' and n eq 1", PartitionScan, key("a", ""), key("a\x00", ""), "n eq 1"},
		{"PartitionKey eq 'a' and RowKey eq 'b'", PointQuery, key("a", "b"), key("a", "b\x00"), ""},
		{"RowKey eq 'b' and (n eq 1 and PartitionKey eq 'a')", PointQuery, key("a", "b"), key("a", "b\x00"), "n eq 1"},
		{"PartitionKey eq 'a' and RowKey gt 'b'", RowRangeScan, key("a", "b\x00"), key("a\x00", ""), ""},
		{"PartitionKey eq 'a' and 'b' gt RowKey", RowRangeScan, key("a", ""), key("a", "b"), ""},
		{"PartitionKey eq 'a' and RowKey ge 'b' and RowKey le 'c'", RowRangeScan, key("a", "b"), key("a", "c\x00"), ""},
		{"PartitionKey eq 'a' and RowKey ge 'b' and RowKey gt 'b'", RowRangeScan, key("a", "b\x00"), key("a\x00", ""), ""},
		{"PartitionKey eq 'a' and RowKey lt 'c' and RowKey le 'c'", RowRangeScan, key("a", ""), key("a", "c"), ""},
		{"PartitionKey ge 'a' and PartitionKey le 'a'", PartitionScan, key("a", ""), key("a\x00", ""), ""},
		{"PartitionKey ge 'a' and PartitionKey lt 'c'", PartitionRangeScan, key("a", ""), key("c", ""), ""},
		{"PartitionKey gt 'a'", PartitionRangeScan, key("a\x00", ""), key(open, ""), ""},
		{"PartitionKey le 'a'", PartitionRangeScan, key("", ""), key("a\x00", ""), ""},
		{"PartitionKey ge 'a' and RowKey eq 'b'", PartitionRangeScan, key("a", ""), key(open, ""), "RowKey eq 'b'"},
		{"RowKey eq 'b'", TableScan, key("", ""), key(open, ""), "RowKey eq 'b'"},
		{"PartitionKey ne 'a'", TableScan, key("", ""), key(open, ""), "PartitionKey ne 'a'"},
		{"not (PartitionKey lt 'a')", TableScan, key("", ""), key(open, ""), "not (PartitionKey lt 'a')"},
		{"PartitionKey eq 'a' or PartitionKey eq 'b'", TableScan, key("", ""), key(open, ""), "PartitionKey eq 'a' or PartitionKey eq 'b'"},
		{"PartitionKey eq 'a' and (RowKey eq 'b' or RowKey eq 'c')", PartitionScan, key("a", ""), key("a\x00", ""), "RowKey eq 'b' or RowKey eq 'c'"},
		{"PartitionKey eq 'a' and RowKey ne 'b' and n eq 1", PartitionScan, key("a", ""), key("a\x00", ""), "RowKey ne 'b' and n eq 1"},
	} {
		p := plan(t, c.filter)
		low, high, bounded := p.Range()
		if !bounded {
			high = key(open, "")
		}
		if p.Kind != c.kind || low != c.low || high != c.high || p.Empty() {
			t.Errorf("%s: got %s from %q to %q, empty %v; want %s from %q to %q", c.filter, p.Kind, low, high, p.Empty(), c.kind, c.low, c.high)
		}
		if got := p.Residual.String(); got != c.residual || (p.Residual == nil) != (c.residual == "") {
			t.Errorf("%s: residual: got %q, want %q", c.filter, got, c.residual)
		}
	}
}

func key(pk, rk string) table.Key { return table.Key{PartitionKey: pk, RowKey: rk} }

// Bounds that contradict each other give a plan that reads nothing. A
// contradiction on RowKey alone still scans, since RowKey alone bounds nothing.
func TestEmptyPlan(t *testing.T) {
	s := numbers(t, 3, 3).Snapshot()
	for text, want := range map[string]bool{
		"PartitionKey eq 'P1' and PartitionKey eq 'P2'":             true,
		"PartitionKey gt 'P1' and PartitionKey lt 'P1'":             true,
		"PartitionKey gt 'P1' and PartitionKey eq 'P1'":             true,
		"PartitionKey lt ''":                                        true,
		"PartitionKey eq 'P1' and RowKey gt '5' and RowKey lt '2'":  true,
		"PartitionKey eq 'P1' and RowKey eq '1' and RowKey eq '2'":  true,
		"RowKey eq '1' and RowKey eq '2'":                           false,
		"PartitionKey gt 'P1' and PartitionKey lt 'P1\u0001'":       false,
		"PartitionKey ge 'P1' and RowKey gt '5' and RowKey lt '2'":  false,
		"PartitionKey ge 'P1' and PartitionKey le 'P1' and n eq 99": false,
	} {
		p := plan(t, text)
		if p.Empty() != want {
			t.Errorf("%s: Empty: got %v, want %v", text, p.Empty(), want)
		}
		page, err := Run(s, p, Request{Top: NoTop}, Limits{})
		if err != nil || len(page.Rows) != 0 || page.Next != nil || (page.Cost.Examined == 0) != (want || text == "PartitionKey gt 'P1' and PartitionKey lt 'P1\u0001'") {
			t.Errorf("%s: got %d rows, next %v, cost %+v, %v", text, len(page.Rows), page.Next, page.Cost, err)
		}
	}
}

// The bounds are never narrower than the filter: an entity that matches has
// its key inside, and an entity inside that passes the residual matches.
func TestBoundsSound(t *testing.T) {
	seed := uint64(1)
	if text := os.Getenv("KEYRANGE_SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	r := rand.New(rand.NewPCG(seed, 2))
	matches := 0
	for range 20_000 {
		n := randomNode(r, 4)
		if r.IntN(4) == 0 {
			n = randomNarrow(r)
		}
		text := n.text(false)
		p := plan(t, text)
		for range 10 {
			e := table.Entity{Key: key(pick(r, partitionKeys), pick(r, rowKeys)), Timestamp: firstTick + table.Ticks(r.IntN(5000)), Properties: randomProperties(r)}
			if want := n.holds(&e); want && (!p.Covers(e.Key) || p.Empty()) {
				t.Fatalf("KEYRANGE_SEED=%d: %s\nmatches %v, which lies outside %+v", seed, text, e, p)
			} else if want {
				matches++
			}
		}
	}
	if matches < 20_000 {
		t.Errorf("only %d matches: the test says little", matches)
	}
}

// A filter built by hand with a literal of another type bounds nothing:
// compared with a key, it is a mismatch that decides by the operator alone.
func TestPlanOtherType(t *testing.T) {
	p := NewPlan(&filter.Expr{Root: &filter.Comparison{
		Op: filter.LessThan, Property: &filter.Property{Name: "PartitionKey"}, Literal: &filter.Literal{Value: table.Int32Value(5)},
	}})
	if p.Kind != TableScan || p.Residual == nil {
		t.Errorf("got %s with residual %v, want a table scan that checks", p.Kind, p.Residual)
	}
}
