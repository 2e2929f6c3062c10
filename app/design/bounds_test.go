package design

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

func movieTable(t *testing.T) *Playground {
	t.Helper()
	data, err := os.ReadFile("../../web/node_modules/vega-datasets/data/movies.json")
	if err != nil {
		t.Skip("the data sets are not installed: run npm ci in web")
	}
	s, _ := draft.SampleByID("movies")
	p := New(startOfTests)
	p.Incoming.Open(s, data)
	finish(p)
	return p
}

func scored(t *testing.T, p *Playground, filter string) score.Score {
	t.Helper()
	i := p.Questions.AddQuestion()
	p.Questions.EditQuestion(i, "$filter", false, func(q *draft.Query) { q.Filter, q.Top, q.Title = filter, 0, filter })
	finish(p)
	s := p.Score.Scores(score.A)[i]
	if s.Stale || s.Fault != nil {
		t.Fatalf("%s: %+v", filter, s)
	}
	return s
}

// met counts the entities that a test holds for, over the whole table.
func met(p *Playground, holds func(table.Row) bool) (n int) {
	p.Table.Built().Snapshot.Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			if holds(r) {
				n++
			}
		}
		return true
	})
	return n
}

// Genres between two letters are a range of partitions, whichever the letters
// are, and nothing outside of the range is read.
func TestGenreRangeOfMovies(t *testing.T) {
	p := movieTable(t)
	for _, c := range [][2]string{{"C", "E"}, {"D", "E"}, {"Dr", "I"}, {"H", "Hp"}} {
		s := scored(t, p, "Major_Genre ge '"+c[0]+"' and Major_Genre lt '"+c[1]+"'")
		inside := met(p, func(r table.Row) bool { return r.PartitionKey() >= c[0] && r.PartitionKey() < c[1] })
		returned := met(p, func(r table.Row) bool {
			v := r.Property("Major_Genre")
			return !v.IsNull() && v.Str() >= c[0] && v.Str() < c[1]
		})
		if s.Kind != query.PartitionRangeScan || s.Cost.Examined != inside || s.Cost.Returned != returned || returned == 0 || s.Barriers != nil {
			t.Errorf("%s to %s: got a %s that examines %d and returns %d, want a partition range scan of %d that returns %d (%+v)", c[0], c[1], s.Kind, s.Cost.Examined, s.Cost.Returned, inside, returned, s.Barriers)
		}
	}
}

// A number of fixed width without an upper bound is a range of rows; a width
// that is too small for it is told, with one that fits.
func TestNumberRange(t *testing.T) {
	p := pasted(t, "id,sig\na,7\nb,499\nc,500\nd,501\ne,1204\nf,90\n")
	p.Keys.SetTemplate(draft.PartitionKey, "all")
	p.Keys.SetTemplate(draft.RowKey, "{sig:04}_{id}")
	finish(p)
	s := scored(t, p, "sig ge 500")
	if s.Kind != query.RowRangeScan || s.Cost.Examined != 3 || s.Cost.Returned != 3 || s.Barriers != nil || s.Rests != nil || s.Requests[0].Filter != "PartitionKey eq 'all' and RowKey ge '0500_' and sig ge 500" {
		t.Errorf("got %s %+v", s.Kind, s)
	}
	if s := scored(t, p, "sig ge 1200"); s.Cost.Examined != 1 || len(s.Rests) != 1 || !strings.Contains(s.Rests[0], "sig stays from 0 to 9,999") {
		t.Errorf("got %+v", s)
	}
	p.Keys.SetTemplate(draft.RowKey, "{sig}_{id}")
	finish(p)
	s = p.Score.Scores(score.A)[slices.IndexFunc(p.Questions.Questions(), func(q draft.Query) bool { return q.Filter == "sig ge 500" })]
	if len(s.Barriers) != 1 || s.Barriers[0].Edit == nil || s.Barriers[0].Edit.Template != "{sig:04}_{id}" || s.Cost.Examined < 4 {
		t.Errorf("without a width: got %+v", s)
	}
}

// The card of the request offers the bounds on the keys, and takes them.
func TestKeyBounds(t *testing.T) {
	p := movieTable(t)
	p.Request.SetFilter("Major_Genre ge 'C' and Major_Genre lt 'E'")
	k, ok := p.Request.KeyBounds()
	if !ok || len(k.Requests) != 1 || k.Bounds != "PartitionKey ge 'C' and PartitionKey lt 'E'" || k.Barriers != nil {
		t.Fatalf("got %+v", k)
	}
	p.Request.AddBounds()
	if text, _ := p.Request.Filter(); !strings.HasPrefix(text, k.Bounds+" and ") || p.Request.Asking.Plan.Kind != query.PartitionRangeScan {
		t.Errorf("got %q, %s", text, p.Request.Asking.Plan.Kind)
	}
	if _, ok := p.Request.KeyBounds(); ok {
		t.Error("the bounds are there, and are offered again")
	}
	p.Request.SetFilter("IMDB_Rating gt 8.5")
	k, ok = p.Request.KeyBounds()
	if !ok || k.Requests != nil || len(k.Barriers) != 1 || k.Barriers[0].Edit == nil || !strings.Contains(k.Barriers[0].Dearer, "Every horror film") {
		t.Errorf("got %+v", k)
	}
	p.Request.SetFilter("PartitionKey eq 'Drama'")
	if _, ok := p.Request.KeyBounds(); ok {
		t.Error("a filter on the keys has no further bounds")
	}
	// 213 films have no rating, and the key that is offered stores them too.
	stored := p.Table.Entities()
	p.Keys.Fix(*k.Barriers[0].Edit)
	finish(p)
	if p.Table.Entities() < stored {
		t.Errorf("%s stores %d of %d entities", k.Barriers[0].Edit.Template, p.Table.Entities(), stored)
	}
}

// A text against a date or a number is told before the answer, and mended with
// one press.
func TestMismatched(t *testing.T) {
	p := movieTable(t)
	for text, want := range map[string][2]string{
		"Release_Date gt '2000-01-01'": {"0 entities meet Release_Date gt '2000-01-01', because a date is never greater than a text.", "Release_Date gt datetime'2000-01-01T00:00:00Z'"},
		"IMDB_Rating gt '8'":           {"0 entities meet IMDB_Rating gt '8', because a number is never greater than a text.", "IMDB_Rating gt 8.0"},
	} {
		p.Request.SetFilter(text)
		if got := p.Rows.Mismatched(text); got != want[0] {
			t.Errorf("got %q, want %q", got, want[0])
		}
		p.Request.Run()
		if n := p.Request.Result().Len(); n != 0 {
			t.Errorf("%s returns %d entities", text, n)
		}
		if _, ok := p.Hints.Mend(); !ok {
			t.Errorf("%s is not mended", text)
		}
		if got, _ := p.Request.Filter(); got != want[1] || p.Rows.Mismatched(got) != "" {
			t.Errorf("got %q, want %q", got, want[1])
		}
		p.Request.Run()
		if p.Request.Result().Len() == 0 {
			t.Errorf("%s returns nothing", want[1])
		}
	}
}
