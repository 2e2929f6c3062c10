package design

import (
	"slices"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// always lets work run to its end.
func always() bool { return true }

// Every preset works over its own example: each row becomes an entity under the
// templates as they are listed.
func TestPresetsOverExamples(t *testing.T) {
	for _, s := range draft.Presets() {
		t.Run(s.ID, func(t *testing.T) {
			p := New(0)
			e := draft.PresetSample(s)
			data, made := e.Made()
			var err error
			if !made {
				data, err = sampleData(e)
			}
			if err != nil {
				t.Fatal(err)
			}
			p.Incoming.Open(e, data)
			p.Advance(always)
			if !p.Rows.HasData() {
				t.Fatalf("no data: %v", p.Incoming.Refusal())
			}
			r := p.Table.Report()
			if r.Entities != r.Rows {
				t.Errorf("%d of %d rows became entities: %+v", r.Entities, r.Rows, r.Rejects)
			}
			d := p.Edit.Work().Design
			if d.PartitionKey != s.PartitionKey || d.RowKey != s.RowKey {
				t.Errorf("the design is %q, %q", d.PartitionKey, d.RowKey)
			}
			hasLink(t, p)
			roles := p.Presets.Roles(s, nil)
			fit, ok := p.Presets.Fitted(s, roles)
			if !ok || fit.PartitionKey != s.PartitionKey || fit.RowKey != s.RowKey {
				t.Errorf("over its own example it fits as %q, %q", fit.PartitionKey, fit.RowKey)
			}
			for _, part := range []draft.Part{draft.PartitionKey, draft.RowKey} {
				for _, f := range p.Keys.Anatomy(part).Findings {
					if f.Severity == check.Problem {
						t.Errorf("%s: %s", part, f.Title)
					}
				}
			}
		})
	}
}

// The questions of an example are answered by its first design.
func TestExampleQuestions(t *testing.T) {
	for _, s := range draft.Examples() {
		p := New(0)
		data, ok := s.Made()
		if !ok || string(data) != s.Make() {
			t.Fatalf("%s is not made the same twice", s.ID)
		}
		p.Incoming.Open(s, data)
		p.Advance(always)
		for _, q := range s.Queries {
			p.Request.AskAndRun(q)
			p.Advance(always)
			if p.Request.Result().Len() == 0 {
				t.Errorf("%s: %s finds nothing", s.ID, q.Title)
			}
		}
	}
}

// A preset over other data takes columns that fit, cleans and completes them,
// and says which roles nothing can play.
func TestPresetOverOtherData(t *testing.T) {
	p := New(0)
	p.Incoming.Import("films.csv", []byte("Title,Genre,Released,Score\nFace/Off,Action,1997-06-27,7\nAlien,Horror,1979-05-25,8\nFargo,,1996-03-08,8\nHeat,Action,1995-12-15,8\n"))
	p.Advance(always)
	s, _ := draft.PresetByID("channel-month")
	roles := p.Presets.Roles(s, nil)
	p.Presets.UsePreset(s, roles)
	p.Advance(always)
	d := p.Edit.Work().Design
	if want := "{or(Genre,'Unknown')}_{9999-Released.year}_{13-Released.month:02}"; d.PartitionKey != want {
		t.Errorf("PartitionKey is %s, want %s", d.PartitionKey, want)
	}
	if want := "{reverseTicks(Released):19}_{clean(Title):06}"; d.RowKey != want {
		t.Errorf("RowKey is %s, want %s", d.RowKey, want)
	}
	if r := p.Table.Report(); r.Entities != r.Rows {
		t.Errorf("%d of %d rows became entities", r.Entities, r.Rows)
	}
	p.Presets.UsePreset(s, p.Presets.Roles(s, map[string]string{"PostId": draft.Numbered}))
	if want := "{reverseTicks(Released):19}_{rowNumber():06}"; p.Edit.Work().Design.RowKey != want {
		t.Errorf("with another choice: %s", p.Edit.Work().Design.RowKey)
	}
	p.Edit.Undo()
	copies, _ := draft.PresetByID("two-copies")
	if _, ok := p.Presets.Fitted(copies, p.Presets.Roles(copies, nil)); ok {
		t.Error("two copies fit data that have none")
	}
}

// Every sample as it comes has a link that fits and opens.
func TestEverySampleHasALink(t *testing.T) {
	for _, s := range append(slices.Clone(draft.Samples()), draft.Examples()...) {
		data, made := s.Made()
		var err error
		if !made {
			data, err = sampleData(s)
		}
		if err != nil {
			t.Skip(err)
		}
		p := New(0)
		p.Incoming.Open(s, data)
		p.Advance(always)
		hasLink(t, p)
	}
}

func hasLink(t *testing.T, p *Playground) {
	t.Helper()
	text := p.Moment(false, moment.MaxLink, func() {})
	if err := New(1).OpenMoment([]byte(text), func() {}); text == "" || err != nil {
		t.Errorf("%s: a link of %d characters: %v", p.Edit.Title(), len(text), err)
	}
}
