package query

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

func split(t *testing.T, text string) ([]Part, bool) {
	t.Helper()
	e, err := filter.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return Split(e)
}

// A filter that scans is split where its bounds prove that less is enough.
func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"PartitionKey eq 'Action' or PartitionKey eq 'Thriller'":                                  "PartitionKey eq 'Action'; PartitionKey eq 'Thriller'",
		"PartitionKey eq 'b' or PartitionKey eq 'a' or PartitionKey eq 'b'":                       "PartitionKey eq 'a'; PartitionKey eq 'b'",
		"PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')":                                "PartitionKey eq 'a' and RowKey eq '1'; PartitionKey eq 'a' and RowKey eq '2'",
		"not (PartitionKey lt 'b')":                                                               "PartitionKey ge 'b'",
		"not (PartitionKey lt 'b' or PartitionKey gt 'c')":                                        "PartitionKey ge 'b' and PartitionKey le 'c'",
		"PartitionKey ne 'b'":                                                                     "PartitionKey lt 'b'; PartitionKey gt 'b'",
		"PartitionKey eq 'a' and RowKey ne 'm'":                                                   "PartitionKey eq 'a' and RowKey lt 'm'; PartitionKey eq 'a' and RowKey gt 'm'",
		"(PartitionKey eq 'a' or PartitionKey eq 'b') and N gt 5":                                 "PartitionKey eq 'a' and N gt 5; PartitionKey eq 'b' and N gt 5",
		"PartitionKey eq 'a' and N gt 5 or PartitionKey eq 'a' and N lt 2 or PartitionKey eq 'b'": "PartitionKey eq 'a' and (PartitionKey eq 'a' and N gt 5 or PartitionKey eq 'a' and N lt 2); PartitionKey eq 'b'",
		"PartitionKey ge 'a' and PartitionKey lt 'c' or PartitionKey eq 'b'":                      "PartitionKey ge 'a' and PartitionKey lt 'c'",
		"PartitionKey eq 'a' or PartitionKey eq 'b' and PartitionKey eq 'c'":                      "PartitionKey eq 'a'",
	} {
		parts, ok := split(t, text)
		var got []string
		for _, p := range parts {
			got = append(got, p.Filter.String())
		}
		if g := strings.Join(got, "; "); !ok || g != want {
			t.Errorf("%s:\n got %s\nwant %s", text, g, want)
		}
	}
	for _, text := range []string{
		"", "N gt 5", "PartitionKey eq 'a'", "PartitionKey eq 'a' or N gt 5", "RowKey eq 'a' or RowKey eq 'b'",
		"PartitionKey eq 'a' and RowKey ge 'b'",
		"PartitionKey eq 'a' and PartitionKey eq 'b'",
		strings.Repeat("PartitionKey eq 'a' or ", MaxParts) + "PartitionKey eq 'b'",
	} {
		if parts, ok := split(t, text); ok {
			t.Errorf("%q gives %d parts, want none", text, len(parts))
		}
	}
}

// The answers of the parts, one after another, are the answer of the filter:
// the same entities in the same order, each once, for any filter and table.
func TestSplitGivesTheSame(t *testing.T) {
	found := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := newPair()
		for _, o := range randomOps(r, 300) {
			p.do(o)
		}
		s := p.engine.Snapshot()
		for range 100 {
			text := randomNode(r, 3).text(false)
			e, err := filter.Parse(text)
			if err != nil {
				continue
			}
			parts, ok := Split(e)
			if !ok {
				continue
			}
			found++
			var got []table.Key
			for i, part := range parts {
				back, err := filter.Parse(part.Filter.String())
				if err != nil {
					t.Fatalf("%s: part %s: %v", text, part.Filter, err)
				}
				if i > 0 && meets(parts[i-1].Plan, part.Plan) {
					t.Fatalf("%s: parts %d and %d meet", text, i-1, i)
				}
				got = append(got, splitKeys(t, s, NewPlan(back))...)
			}
			want := splitKeys(t, s, NewPlan(e))
			if !sameKeys(got, want) {
				t.Fatalf("seed %d: %s: got %v, want %v", seed, text, got, want)
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d filters could be split: the test says little", found)
	}
}

func splitKeys(t *testing.T, s *table.Snapshot, p Plan) (keys []table.Key) {
	t.Helper()
	var token *ContinuationToken
	for {
		page, err := Run(s, p, Request{Top: NoTop, Token: token}, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Rows {
			keys = append(keys, r.Key())
		}
		if token = page.Next; token == nil {
			return keys
		}
	}
}

func sameKeys(a, b []table.Key) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
