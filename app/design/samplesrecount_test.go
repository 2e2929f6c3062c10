package design

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/filter"
)

// plainMatch reads the flat filters of the samples: comparisons joined by `and`,
// or by `or`.
func plainMatch(t *testing.T, d *dataset.Dataset, text string) func(row int) bool {
	t.Helper()
	if text == "" {
		return func(int) bool { return true }
	}
	word, any := " and ", strings.Contains(text, " or ")
	if any {
		word = " or "
	}
	var tests []func(row int) bool
	for _, part := range strings.Split(text, word) {
		e, err := filter.Parse(part)
		c, ok := e.Root.(*filter.Comparison)
		if err != nil || !ok {
			t.Fatalf("%s is not flat: %v", text, err)
		}
		col, ok := d.ColumnIndex(c.Property.Name)
		if !ok {
			t.Fatalf("%s names no column", text)
		}
		tests = append(tests, func(row int) bool { return filter.Compare(c.Op, d.Value(row, col), c.Literal.Value) })
	}
	return func(row int) bool {
		holds := func(f func(int) bool) bool { return f(row) }
		if any {
			return slices.ContainsFunc(tests, holds)
		}
		return !slices.ContainsFunc(tests, func(f func(int) bool) bool { return !f(row) })
	}
}

// plainQuestionsOf are the questions of a sample, to be counted plainly.
func plainQuestionsOf(t *testing.T, p *Playground) []plainQuestion {
	t.Helper()
	var all []plainQuestion
	for _, q := range p.Questions.Questions() {
		x := plainQuestion{Query: q, match: plainMatch(t, p.Rows.Data(), q.Filter)}
		if col, ok := p.Rows.Data().ColumnIndex(q.Sort); ok {
			op := filter.LessThan
			if q.Newest {
				op = filter.GreaterThan
			}
			x.before = func(a, b int) bool {
				return filter.Compare(op, p.Rows.Data().Value(a, col), p.Rows.Data().Value(b, col))
			}
		}
		all = append(all, x)
	}
	return all
}

// The first comparison that each sample offers teaches something true: the
// winner, the question that decides, and all figures equal a plain count, and
// each design is good at what the other is not.
func TestFirstComparisonOfSamples(t *testing.T) {
	for _, c := range []struct{ id, finding, tradeOff string }{
		{"microblog", "Design B suits these questions better: it takes 257,940 requests an hour, design A 283,140. “Latest posts anywhere” decides it: asked once per second, it accounts for all of what design B saves.", "But design A can hold the transaction, design B cannot."},
		{"movies", "Design A loses 17 of 3,201 rows: they repeat the key of an earlier row. Both designs cost about the same", "design A misses 8 of the 219 rows that design B returns"},
		{"flights", "Design A suits these questions better: it takes 36,496 requests an hour, design B 144,148. “Latest ten from Denver” decides it", "The price is “To Honolulu, from anywhere”: it takes 4 requests under design A and 1 under design B."},
		{"football", "Design A suits these questions better: it takes 2,292 requests an hour, design B 7,340. “English Premier League in 2016” decides it", "The price is “Matches of Inter away”: it takes 4 requests under design A and 1 under design B."},
		{"github", "Design A suits these questions better: it takes 1,092 requests an hour, design B 2,544. “3 March 2015” decides it", "The price is “Busy hours”: it takes 4 requests under design A and 1 under design B. Asked 2 times per minute, that gives back 20% of it."},
		{"service-log", "Design A suits these questions better: it takes 426 requests an hour, design B 1,152. “Latest messages of a component” decides it", "The price is “Everything from one instance”: it examines 381 entities under design A and 37 under design B."},
		{"video-rental", "Design A suits these questions better: it takes 3,360 requests an hour, design B 9,840. “A member with all rentals” decides it", "The price is “Who has Vertigo”: it takes 4 requests under design A and 1 under design B."},
		{"employees", "Design B suits these questions better: it examines 70,800 entities an hour, design A 136,800. “Numbers below 100” decides it", "But design A can hold the transaction, design B cannot."},
		{"tenants", "Design B suits these questions better: it takes 2,400 requests an hour, design A 3,480. “One document by its number” decides it", "The price is “Invoices of one tenant”: it examines 360 entities under design B and 34 under design A."},
	} {
		t.Run(c.id, func(t *testing.T) {
			p := firstComparison(t, c.id)
			if v := verdict(p); !strings.Contains(v, c.finding) || !strings.Contains(v, c.tradeOff) {
				t.Errorf("want %q and %q:\n%s", c.finding, c.tradeOff, v)
			}
			var tables [2]plainTable
			for at, b := range []*model.Build{p.Table.Built(), p.Rival.Second.Built} {
				tables[at] = plainTableOf(p.Rows.Data().Len(), func(n int) (string, string, bool) {
					pk, err1 := b.Partition.Key(model.Row{Data: p.Rows.Data(), N: n}, n)
					rk, err2 := b.Row.Key(model.Row{Data: p.Rows.Data(), N: n}, n)
					return pk, rk, err1 == nil && err2 == nil && !strings.ContainsAny(pk+rk, "/\\#?\t\n")
				})
			}
			recount(t, p, plainQuestionsOf(t, p), tables, p.Rows.Data().Len())
		})
	}
}

// firstComparison opens a sample and takes the first design that it offers to
// compare with.
func firstComparison(t *testing.T, id string) *Playground {
	t.Helper()
	s, ok := draft.SampleByID(id)
	if !ok {
		t.Fatal(id)
	}
	data, made := s.Made()
	if !made {
		var err error
		if data, err = sampleData(s); err != nil {
			t.Fatal(err)
		}
	}
	p := New(startOfTests)
	p.Incoming.Open(s, data)
	finish(p)
	p.Rival.Compare(p.Rival.Rivals()[0])
	finish(p)
	return p
}

// No question that a sample suggests names a key: it would mean nothing under
// another design.
func TestSampleQuestionsNameNoKey(t *testing.T) {
	for _, s := range append(slices.Clone(draft.Samples()), draft.Examples()...) {
		for _, q := range s.Queries {
			if model.NamesKeys(q.Filter) {
				t.Errorf("%s: %s asks %s", s.ID, q.Title, q.Filter)
			}
			if q.Times < 1 {
				t.Errorf("%s: %s does not say how often it is asked", s.ID, q.Title)
			}
		}
	}
	if !model.NamesKeys("RowKey eq 'x'") {
		t.Error("a key is not seen")
	}
}
