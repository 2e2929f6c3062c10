package design

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
)

// A column's new name is followed by all that names it, and by nothing else;
// undo brings all of it back.
func TestRenameIsFollowed(t *testing.T) {
	p := pasted(t, "city,n,day\nBern,1,2\nBasel,2,2\n")
	p.Keys.SetTemplate(draft.PartitionKey, "{city}")
	p.Rival.Compare(draft.Design{Title: "B", PartitionKey: "{n}", RowKey: "{upper(city)}"})
	p.Questions.AddQuestion()
	i := len(p.Questions.Questions()) - 1
	p.Questions.EditQuestion(i, "$filter", false, func(q *draft.Query) { q.Filter, q.Sort = "city  eq 'city' and (cityx eq 1 or city gt", "city" })
	p.Questions.AddTransaction()
	p.Questions.SetBy(0, "city", true)
	p.Questions.SetBy(0, "n", true)
	p.Guide.Name("city", true)
	p.Guide.Know("city", draft.Exactly)
	p.Guide.Identify("city")
	p.Questions.SetGrows("city", !p.Questions.Grows("city"))
	p.Request.SetFilter("not (city eq 'Bern')")
	p.Request.Run()
	before := *p.Edit.Work()
	if err := p.Questions.Rename(0, "town"); err != nil {
		t.Fatal(err)
	}
	w := p.Edit.Work()
	for _, c := range [][2]string{
		{w.Score.Questions[i].Filter, "town  eq 'city' and (cityx eq 1 or town gt"},
		{w.Score.Questions[i].Sort, "town"},
		{strings.Join(w.Score.Transactions[0].By, " "), "town n"},
		{w.Score.Rival.RowKey, "{upper(town)}"},
		{w.Score.RivalTyped[1], "{upper(town)}"},
		{strings.Join(append(w.Score.Growing, w.Score.Steady...), " "), "town"},
		{w.Wizard.Keys[0].Name + w.Wizard.Used[0] + w.Wizard.Identity, "towntowntown"},
		{w.Filter, "not (town eq 'Bern')"},
		{w.Answer.Filter, "not (town eq 'Bern')"},
	} {
		if c[0] != c[1] {
			t.Errorf("after the rename: %q, want %q", c[0], c[1])
		}
	}
	p.Edit.Undo()
	if !reflect.DeepEqual(*p.Edit.Work(), before) {
		t.Error("undo does not bring everything back")
	}
}

// The questions of a sample follow too, and only then become the user's own.
func TestRenameInASample(t *testing.T) {
	p := New(1)
	s, _ := draft.SampleByID("microblog")
	p.Incoming.Open(s, draft.Microblog())
	finish(p)
	col := func(name string) int {
		i, _ := p.Rows.Data().ColumnIndex(name)
		return i
	}
	if err := p.Questions.Rename(col("Rating"), "Stars"); err != nil {
		t.Fatal(err)
	}
	if p.Edit.Work().Score.Own {
		t.Error("a name that no question has makes the questions the user's own")
	}
	if err := p.Questions.Rename(col("Channel"), "Room"); err != nil {
		t.Fatal(err)
	}
	finish(p)
	for _, q := range p.Questions.Questions() {
		if strings.Contains(q.Filter, "Channel") {
			t.Errorf("%s still names the column as it was: %s", q.Title, q.Filter)
		}
	}
}

// A name for which a template has no room is refused, and nothing has changed.
func TestRenameWithoutRoom(t *testing.T) {
	p := pasted(t, "n\n1\n2\n")
	p.Keys.SetTemplate(draft.RowKey, strings.Repeat("{n}", 60))
	before := *p.Edit.Work()
	if err := p.Questions.Rename(0, strings.Repeat("n", 200)); !errors.Is(err, model.ErrLongRename) {
		t.Errorf("got %v, want ErrLongRename", err)
	}
	if !reflect.DeepEqual(*p.Edit.Work(), before) || p.Rows.Columns()[0].Name != "n" {
		t.Error("a refused name has left a trace")
	}
}
