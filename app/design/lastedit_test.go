package design

import (
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/text"
)

// What the last change of a key did to a question is the difference of two answers
// that were run, one after the other; rows that are lost outweigh what is gained.
func TestLastEdits(t *testing.T) {
	p := microblog(t)
	edits := func() []*score.LastEdit { return lastEdits(p) }
	for i, e := range edits() {
		if e != nil {
			t.Errorf("question %d: got %+v before any change, want nothing", i, e)
		}
	}
	before := under(t, p, 0)
	after := under(t, p, 2)
	for i, e := range edits() {
		if e == nil || e.Before != before[i].Cost.Examined || e.After != after[i].Cost.Examined {
			t.Fatalf("question %d: got %+v, want %d and then %d", i, e, before[i].Cost.Examined, after[i].Cost.Examined)
		}
		if more := e.After - e.Before; more > 0 && (e.Says != text.Number(more)+" more" || e.Better != -1) || more == 0 && e.Says != "the same" {
			t.Errorf("question %d: got %q, %d for %d more", i, e.Says, e.Better, more)
		}
	}
	p.Edit.Undo()
	finish(p)
	if e := edits()[0]; e != nil {
		t.Errorf("after undo: got %+v, want nothing: no key was changed before", e)
	}

	t.Run("lost rows", func(t *testing.T) {
		sample, _ := draft.SampleByID("movies")
		data, err := sampleData(sample)
		if err != nil {
			t.Fatal(err)
		}
		p, s := New(startOfTests), draft.Design{PartitionKey: "{clean(or(Major_Genre,'Unknown'))}", RowKey: "{rowNumber():04}"}
		p.Incoming.Open(sample, data)
		finish(p)
		p.Keys.UseDesign(s)
		finish(p)
		whole := p.Score.Scores(score.A)
		s.RowKey = "{clean(or(Title,'Untitled'))}"
		p.Keys.UseDesign(s)
		finish(p)
		lost := false
		for i, e := range lastEdits(p) {
			if less := whole[i].Cost.Returned - p.Score.Scores(score.A)[i].Cost.Returned; less > 0 {
				lost = true
				if want := text.Count(less, "row", "rows") + " lost"; e == nil || e.Says != want || e.Better != -1 {
					t.Errorf("question %d: got %+v, want %q", i, e, want)
				}
			}
		}
		for i, e := range lastEdits(p) {
			if e != nil && e.Better > 0 {
				t.Errorf("question %d: got %+v, and a design that loses rows is no better", i, e)
			}
		}
		if !lost {
			t.Error("no question loses a row: the test proves nothing")
		}
	})
}

func lastEdits(p *Playground) []*score.LastEdit { return p.Score.LastEdits(p.Score.Scores(score.A)) }
