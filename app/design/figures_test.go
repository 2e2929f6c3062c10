package design

import (
	"slices"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/query"
)

// citiesCSV has four cities in two countries, with one pair that repeats.
const citiesCSV = "Country,City,People\nFR,Paris,21\nFR,Lyon,5\nDE,Berlin,37\nFR,Paris,22\n"

func cities(t *testing.T) *Playground {
	t.Helper()
	p := pasted(t, citiesCSV)
	p.Keys.SetTemplate(draft.PartitionKey, "{Country}")
	p.Keys.SetTemplate(draft.RowKey, "{City}")
	finish(p)
	return p
}

// Figures about nothing are empty, and asking for them is no fault.
func TestFiguresOfNothing(t *testing.T) {
	p := New(startOfTests)
	if f := p.Table.Findings(); f != nil {
		t.Errorf("findings = %v, want none", f)
	}
	if s := p.Table.Sizes(3); s.Partitions != 0 || len(s.Top) != 0 {
		t.Errorf("sizes = %+v, want none", s)
	}
	if s := p.Table.SortSample(3); len(s.Groups) != 0 {
		t.Errorf("sample = %+v, want none", s)
	}
	if a := p.Score.Scores(score.A); len(a) != 0 {
		t.Errorf("scores = %v, want none", a)
	}
}

// The figures are about the entities that are stored, and follow the design.
func TestFigures(t *testing.T) {
	p := cities(t)
	t.Run("sizes", func(t *testing.T) {
		s := p.Table.Sizes(1)
		if s.Partitions != 2 || s.Top[0].PartitionKey != "FR" || s.Top[0].Entities != 2 || s.Rest != 1 || s.RestEntities != 1 {
			t.Errorf("sizes = %+v, want FR with 2 entities and 1 more partition with 1", s)
		}
		if s := p.Table.Sizes(2); len(s.Top) != 2 || s.Rest != 0 {
			t.Errorf("sizes of 2 = %+v, want both partitions", s)
		}
	})
	t.Run("order", func(t *testing.T) {
		s := p.Table.SortSample(model.SortedKeys)
		var got []string
		for _, g := range s.Groups {
			for _, r := range g.Rows {
				got = append(got, g.PartitionKey+"/"+r.RowKey)
			}
		}
		if want := []string{"DE/Berlin", "FR/Lyon", "FR/Paris"}; !slices.Equal(got, want) {
			t.Errorf("keys = %q, want %q", got, want)
		}
	})
	t.Run("findings", func(t *testing.T) {
		problems := func() (n int) {
			for _, f := range p.Table.Findings() {
				if f.Severity == check.Problem {
					n++
				}
			}
			return n
		}
		if problems() == 0 {
			t.Error("no problem is found although a key repeats")
		}
		p.Keys.SetTemplate(draft.RowKey, "{City}_{rowNumber():04}")
		finish(p)
		if n := problems(); n != 0 {
			t.Errorf("%d problems remain although every key differs: %+v", n, p.Table.Findings())
		}
	})
}

// A ready question tells what reading every page takes; with $top it tells what
// its first page takes.
func TestAskedTop(t *testing.T) {
	p := cities(t)
	p.Rows.Suggested = []draft.Query{{Title: "All", Filter: ""}, {Title: "First", Filter: "", Top: 1}, {Title: "Broken", Filter: "City eq"}}
	p.Questions.SetRanges(1)
	finish(p)
	asked := p.Score.Scores(score.A)
	if len(asked) != 3 || asked[2].Fault == nil || asked[2].Fault.Offset != len("City eq") {
		t.Fatalf("%d scores, the last %+v; want 3, the last with its fault and its place", len(asked), asked[2])
	}
	for i, want := range []int{3, 1} {
		if got := asked[i]; got.Kind != query.TableScan || got.Cost.Examined != want || got.Cost.Pages != 1 {
			t.Errorf("%s: %v with %+v, want a table scan that examines %d in 1 page", got.Title, got.Kind, got.Cost, want)
		}
	}
}

// With $top the pages are small, and the estimate of their number still is the
// most that there can be.
func TestTopEstimate(t *testing.T) {
	p := cities(t)
	for _, filter := range []string{"", "People gt 20", "City eq 'Nowhere'"} {
		p.Request.SetFilter(filter)
		for top := range 5 {
			p.Request.SetTop(top)
			p.Request.Run()
			p.Request.RunAll()
			finish(p)
			plan, ok := p.Request.Plan()
			if pages := len(p.Request.Result().Pages); !ok || pages > plan.Estimate.Pages {
				t.Errorf("%q with $top=%d takes %d pages, want at most %d", filter, top, pages, plan.Estimate.Pages)
			}
		}
	}
}

// A request without a filter stays one when the design changes.
func TestEmptyFilterStays(t *testing.T) {
	p := cities(t)
	p.Request.SetFilter("")
	p.Request.Run()
	p.Keys.SetTemplate(draft.RowKey, "{City}_{rowNumber():04}")
	finish(p)
	if text, _ := p.Request.Filter(); text != "" || p.Request.Result().Len() != 4 {
		t.Errorf("filter = %q with %d entities, want none and all 4", text, p.Request.Result().Len())
	}
}
