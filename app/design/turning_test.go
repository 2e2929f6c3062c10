package design

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
)

// A question that names keys of one design is set aside, and one press asks the
// same of columns, which then counts. Undo brings it back.
func TestAskOfColumns(t *testing.T) {
	own := func(text string) draft.Query { return draft.Query{Title: "Own", Filter: text} }
	p := compared(t, towns, byCity, inOne, bern, own("PartitionKey eq 'Bern' and RowKey eq '3'"), own("PartitionKey eq 'all'"), own("PartitionKey eq 'none'"), own("RowKey gt '3'"))
	for i, want := range []score.Turned{
		{},
		{Of: score.A, Filter: "city eq 'Bern' and n eq 3", Why: ""},
		{Of: score.A, Filter: "city eq 'all'", Why: ""},
		{Of: score.A, Filter: "", Why: "'none' also stands for the rows without city, and no filter asks for what is missing."},
		{Of: score.A, Filter: "", Why: "A range of keys such as RowKey gt '3' is not a range of one column, because {n} does not sort as one."},
	} {
		if got, ok := p.Score.Turned(i); got != want || ok != (i > 0) {
			t.Errorf("question %d: %+v, %v, want %+v", i, got, ok, want)
		}
	}
	before, _ := p.Score.Totals(score.A)
	kept := p.Score.Scores(score.A)[1].Rows
	p.Score.AskOfColumns(1)
	finish(p)
	if s := p.Score.Scores(score.A)[1]; s.Own || s.Filter != "city eq 'Bern' and n eq 3" || s.Rows.Count != 1 || !s.Rows.Holds(2) || !kept.Holds(2) {
		t.Errorf("asked of columns: %+v", s)
	}
	if after, _ := p.Score.Totals(score.A); after.Asked != before.Asked+1 || after.Aside != before.Aside-1 {
		t.Errorf("%+v, before %+v", after, before)
	}
	if p.Score.AskOfColumns(4); p.Questions.Questions()[4].Filter != "RowKey gt '3'" {
		t.Error("a question that cannot be turned was changed")
	}
	if p.Edit.Undo(); p.Questions.Questions()[1].Filter != "PartitionKey eq 'Bern' and RowKey eq '3'" {
		t.Errorf("undone: %+v", p.Questions.Questions()[1])
	}
}

// Keys that only the second design makes are read by it.
func TestTurnedByB(t *testing.T) {
	p := compared(t, towns, inOne, byCity, draft.Query{Filter: "PartitionKey eq 'Bern'"}, draft.Query{Filter: "PartitionKey eq 'none'"}, draft.Query{Filter: "PartitionKey eq 'all'"})
	for i, want := range []score.Turned{{Of: score.B, Filter: "city eq 'Bern'", Why: ""}, {Of: score.B, Filter: "", Why: "'none' also stands"}, {Of: score.A, Filter: "", Why: ""}} {
		if got, _ := p.Score.Turned(i); got.Of != want.Of || got.Filter != want.Filter || !strings.HasPrefix(got.Why, want.Why) {
			t.Errorf("question %d: %+v, want %+v", i, got, want)
		}
	}
}
