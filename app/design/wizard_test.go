package design

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/query"
	words "github.com/keyrange/keyrange/engine/text"
)

// films is a small data set with a genre that repeats, titles that come twice
// and a gap.
func films(t *testing.T) *Playground {
	t.Helper()
	var b strings.Builder
	b.WriteString("Title,Genre,Year\n")
	for i := range 60 {
		genre := []string{"Drama", "Comedy", "Horror", ""}[i%4]
		b.WriteString("Film " + words.Padded(i/2, 2) + "," + genre + "," + words.Padded(1950+i, 4) + "\n")
	}
	b.WriteString("Film 00,Drama,2020\n")
	p := New(0)
	p.Incoming.Import("films.csv", []byte(b.String()))
	p.Advance(always)
	return p
}

// The answers of the nine steps write the templates, each is a gesture that
// undo takes back, and the dominant query reads no more than it returns.
func TestWizard(t *testing.T) {
	p := films(t)
	p.Guide.Lead(true)
	p.Guide.Name("Genre", true)
	p.Guide.Name("Title", true)
	p.Guide.Know("Title", draft.AsRange)
	p.Guide.Know("Genre", draft.Exactly)
	p.Advance(always)
	want := draft.Design{Title: "Nine steps", PartitionKey: "{clean(or(Genre,'Unknown'))}", RowKey: "{clean(Title)}"}
	if got := p.Edit.Work().Design; got != want {
		t.Fatalf("the design is %+v, want %+v", got, want)
	}
	if repeated, rows := p.Guide.Repeats(); repeated != 1 || rows != 61 {
		t.Errorf("%d of %d rows repeat a key, want 1 of 61", repeated, rows)
	}
	p.Guide.Identify(draft.Numbered)
	p.Advance(always)
	if repeated, _ := p.Guide.Repeats(); repeated != 0 {
		t.Errorf("with the row number %d rows repeat a key", repeated)
	}
	cost, ok := p.Guide.DominantCost()
	if !ok || cost.Kind != query.RowRangeScan || cost.Cost.Examined == 0 || cost.Cost.Examined > 20 {
		t.Errorf("the dominant query %q is a %v of %d", cost.Filter, cost.Kind, cost.Cost.Examined)
	}
	p.Guide.AskDominant()
	p.Advance(always)
	if p.Request.Result().Len() == 0 {
		t.Errorf("%q finds nothing", cost.Filter)
	}
	for p.Edit.CanUndo() && p.Edit.Work().Design.Title == "Nine steps" {
		p.Edit.Undo()
	}
	if p.Guide.Wizard().Identity != "" || len(p.Guide.Wizard().Keys) != 0 {
		t.Errorf("after undo the wizard knows %+v", p.Guide.Wizard())
	}
}

// The stress test fails a partition that takes more than its target, and the
// buckets that it asks for make it pass.
func TestStress(t *testing.T) {
	p := films(t)
	p.Guide.Know("Genre", draft.Exactly)
	p.Guide.Identify(draft.Numbered)
	p.Guide.Load(8000, 500)
	p.Advance(always)
	s, ok := p.Guide.Stress()
	if !ok || s.Passed || s.Needed < 4 {
		t.Fatalf("the test gives %+v", s)
	}
	p.Guide.Spread(16)
	p.Advance(always)
	after, _ := p.Guide.Stress()
	if after.Rate >= s.Rate {
		t.Errorf("buckets take the rate from %d to %d", s.Rate, after.Rate)
	}
	if d := p.Edit.Work().Design; d.PartitionKey != "{clean(or(Genre,'Unknown'))}_{hash(rowNumber())%16:02}" {
		t.Errorf("PartitionKey is %s", d.PartitionKey)
	}
}

// No order of answers breaks a template: every one that the wizard writes fits
// the columns.
func TestWizardTemplates(t *testing.T) {
	for _, s := range draft.Examples() {
		p := New(0)
		data, _ := s.Made()
		p.Incoming.Open(s, data)
		p.Advance(always)
		for _, c := range p.Rows.Columns() {
			p.Guide.Know(c.Name, draft.AsRange)
			for _, part := range []draft.Part{draft.PartitionKey, draft.RowKey} {
				if preview := p.Keys.Template(part); preview.Err != nil {
					t.Errorf("%s, %s: %s: %v", s.ID, c.Name, preview.Text, preview.Err)
				}
			}
			p.Guide.DominantQuery()
			p.Guide.Candidate(c.Name)
			p.Guide.Extension()
		}
		for n := range len(p.Guide.Wizard().Keys) {
			p.Guide.SplitAt(n + 1)
			p.Guide.Raise(n)
		}
	}
}
