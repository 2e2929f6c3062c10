package designer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// The strip says the gravest finding, and falls silent with it; what it says of
// writes is what the checks say.
func TestOutcome(t *testing.T) {
	p := playground(t)
	load(t, p, cities)
	strip := func() string { return apptest.HTML(outcome(p)) }
	p.Store.Keys.SetTemplate(draft.PartitionKey, "{City}")
	p.Store.Keys.SetTemplate(draft.RowKey, "x")
	p.Store.Advance(func() bool { return true })
	apptest.Contains(t, strip(), "1 problem", "1 row repeats a key", "Not judged: no column says when rows are written")
	p.Store.Keys.SetTemplate(draft.RowKey, "{Name}")
	p.Store.Advance(func() bool { return true })
	if now := strip(); strings.Contains(now, "problem") || strings.Contains(now, "repeats a key") {
		t.Errorf("the strip still tells of a problem: %s", now)
	}
	p.Store.Keys.SetTemplate(draft.PartitionKey, "all")
	p.Store.Advance(func() bool { return true })
	apptest.Contains(t, strip(), "Everything is in one partition")
}

// What the strip says of writes tells apart that nobody said when rows are written,
// that it is no order, and that it is known of too few rows.
func TestWhereWrites(t *testing.T) {
	p := playground(t)
	load(t, p, cities)
	p.Store.Keys.SetTemplate(draft.PartitionKey, "{City}")
	p.Store.Keys.SetTemplate(draft.RowKey, "{Name}")
	for _, c := range []struct {
		order draft.Arrival
		want  string
	}{
		{draft.Arrival{}, "Not judged: no column says when rows are written"},
		{draft.Arrival{Kind: check.ReferenceData}, "None expected: this is reference data"},
		{draft.Arrival{Kind: check.RowOrder}, "Not judged: fewer than 20 rows have a known order"},
	} {
		p.Store.Table.SetArrival(c.order)
		p.Store.Advance(func() bool { return true })
		if got, _ := desk.WhereWrites(p.Store.Table.Analysis().Arrival(), p.Store.Table.Findings()); got != c.want {
			t.Errorf("with the order %v: got %q, want %q", c.order.Kind, got, c.want)
		}
	}
	many := "Name,City\n"
	for i := range check.LeastWrites {
		many += fmt.Sprintf("n%d,c%d\n", (7*i)%check.LeastWrites, i%3)
	}
	load(t, p, many)
	p.Store.Keys.SetTemplate(draft.PartitionKey, "{City}")
	p.Store.Keys.SetTemplate(draft.RowKey, "{Name}")
	p.Store.Table.SetArrival(draft.Arrival{Kind: check.RowOrder})
	p.Store.Advance(func() bool { return true })
	if got, _ := desk.WhereWrites(p.Store.Table.Analysis().Arrival(), p.Store.Table.Findings()); strings.HasPrefix(got, "Not judged") {
		t.Errorf("%d rows in their order: got %q, want where they go", check.LeastWrites, got)
	}
}

// A ratio below ten has one digit, unless it is whole.
func TestEach(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  string
	}{{3184, 35, "91"}, {55, 55, "1"}, {3, 2, "1.5"}, {19, 2, "9.5"}, {21, 2, "10"}, {0, 1, "0"}} {
		if got := each(c.n, c.of); got != c.want {
			t.Errorf("%d for %d is written %s, want %s", c.n, c.of, got, c.want)
		}
	}
}
