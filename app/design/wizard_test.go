package design

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/query"
)

// films is a small data set with a genre that repeats, titles that come twice
// and a gap.
func films(t *testing.T) *Playground {
	t.Helper()
	var b strings.Builder
	b.WriteString("Title,Genre,Year\n")
	for i := range 60 {
		genre := []string{"Drama", "Comedy", "Horror", ""}[i%4]
		b.WriteString("Film " + padded(i/2, 2) + "," + genre + "," + padded(1950+i, 4) + "\n")
	}
	b.WriteString("Film 00,Drama,2020\n")
	p := New(0)
	p.Import("films.csv", []byte(b.String()))
	p.Advance(always)
	return p
}

// The answers of the nine steps write the templates, each is a gesture that
// undo takes back, and the dominant query reads no more than it returns.
func TestWizard(t *testing.T) {
	p := films(t)
	p.Lead(true)
	p.Name("Genre", true)
	p.Name("Title", true)
	p.Know("Title", AsRange)
	p.Know("Genre", Exactly)
	p.Advance(always)
	want := Design{Title: "Nine steps", PartitionKey: "{clean(or(Genre,'Unknown'))}", RowKey: "{clean(Title)}"}
	if got := p.Work().Design; got != want {
		t.Fatalf("the design is %+v, want %+v", got, want)
	}
	if repeated, rows := p.Repeats(); repeated != 1 || rows != 61 {
		t.Errorf("%d of %d rows repeat a key, want 1 of 61", repeated, rows)
	}
	p.Identify(numbered)
	p.Advance(always)
	if repeated, _ := p.Repeats(); repeated != 0 {
		t.Errorf("with the row number %d rows repeat a key", repeated)
	}
	cost, ok := p.DominantCost()
	if !ok || cost.Kind != query.RowRangeScan || cost.Cost.Examined == 0 || cost.Cost.Examined > 20 {
		t.Errorf("the dominant query %q is a %v of %d", cost.Filter, cost.Kind, cost.Cost.Examined)
	}
	p.AskDominant()
	p.Advance(always)
	if p.Result().Len() == 0 {
		t.Errorf("%q finds nothing", cost.Filter)
	}
	for p.CanUndo() && p.Work().Design.Title == "Nine steps" {
		p.Undo()
	}
	if p.Wizard().Identity != "" || len(p.Wizard().Keys) != 0 {
		t.Errorf("after undo the wizard knows %+v", p.Wizard())
	}
}

// The stress test fails a partition that takes more than its target, and the
// buckets that it asks for make it pass.
func TestStress(t *testing.T) {
	p := films(t)
	p.Know("Genre", Exactly)
	p.Identify(numbered)
	p.Load(8000, 500)
	p.Advance(always)
	s, ok := p.Stress()
	if !ok || s.Passed || s.Needed < 4 {
		t.Fatalf("the test gives %+v", s)
	}
	p.Spread(16)
	p.Advance(always)
	after, _ := p.Stress()
	if after.Rate >= s.Rate {
		t.Errorf("buckets take the rate from %d to %d", s.Rate, after.Rate)
	}
	if d := p.Work().Design; d.PartitionKey != "{clean(or(Genre,'Unknown'))}_{hash(rowNumber())%16:02}" {
		t.Errorf("PartitionKey is %s", d.PartitionKey)
	}
}

// No order of answers breaks a template: every one that the wizard writes fits
// the columns.
func TestWizardTemplates(t *testing.T) {
	for _, s := range Examples() {
		p := New(0)
		data, _ := s.Made()
		p.Open(s, data)
		p.Advance(always)
		for _, c := range p.Columns() {
			p.Know(c.Name, AsRange)
			for _, part := range []Part{PartitionKey, RowKey} {
				if preview := p.Template(part); preview.Err != nil {
					t.Errorf("%s, %s: %s: %v", s.ID, c.Name, preview.Text, preview.Err)
				}
			}
			p.DominantQuery()
			p.Candidate(c.Name)
			p.Extension()
		}
		for n := range len(p.Wizard().Keys) {
			p.SplitAt(n + 1)
			p.Raise(n)
		}
	}
}
