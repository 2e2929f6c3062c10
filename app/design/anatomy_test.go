package design

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
)

const namesCSV = "Name,Id,At\nR,9,2008-10-28T19:04:11Z\nRD,10,2008-11-28T19:04:11Z\nS,11,2008-12-28T19:04:11Z\n"

func designed(t *testing.T, pk, rk string) *Playground {
	t.Helper()
	p := New(0)
	p.Incoming.Import("names.csv", []byte(namesCSV))
	p.Advance(func() bool { return true })
	p.Keys.SetTemplate(draft.PartitionKey, pk)
	p.Keys.SetTemplate(draft.RowKey, rk)
	p.Advance(func() bool { return true })
	return p
}

// The ruler follows the template as it is typed, before any table is built, and
// its fix is a gesture that undo takes back.
func TestAnatomy(t *testing.T) {
	p := designed(t, "all", "{Name}_{Id:02}")
	p.Keys.SetTemplate(draft.RowKey, "{Id}")
	r := p.Keys.Anatomy(draft.RowKey)
	if len(r.Findings) != 1 || r.Findings[0].Kind != check.UnpaddedNumber || !r.Inverted() {
		t.Fatalf("the ruler of {Id} finds %+v", r.Findings)
	}
	p.Keys.Fix(*r.Findings[0].Fix)
	if got := p.Keys.Template(draft.RowKey).Text; got != "{Id:02}" {
		t.Errorf("after the fix the template is %s", got)
	}
	if r := p.Keys.Anatomy(draft.RowKey); len(r.Findings) > 0 || r.Inverted() {
		t.Errorf("after the fix the ruler finds %+v", r.Findings)
	}
	p.Edit.Undo()
	if got := p.Keys.Template(draft.RowKey).Text; got != "{Id}" {
		t.Errorf("after undo the template is %s", got)
	}
	p.Keys.SetTemplate(draft.RowKey, "{Id")
	if r := p.Keys.Anatomy(draft.RowKey); len(r.Keys) == 0 {
		t.Error("an error in the template takes the ruler away")
	}
}

// Own keys are kept as typed, and their fix is a gesture.
func TestOwnAnatomy(t *testing.T) {
	p := designed(t, "all", "{Id}")
	p.Keys.SetOwnKeys("v9\nv10")
	r := p.Keys.OwnAnatomy()
	if len(r.Findings) != 1 || r.Findings[0].Fix == nil {
		t.Fatalf("v9 and v10 give %+v", r.Findings)
	}
	p.Keys.FixOwnKeys(*r.Findings[0].Fix)
	if got := p.Keys.OwnKeys(); got != "v09\nv10" {
		t.Errorf("after the fix the keys are %q", got)
	}
	p.Edit.Undo()
	if got := p.Keys.OwnKeys(); got != "v9\nv10" {
		t.Errorf("after undo the keys are %q", got)
	}
}

// A column that is read as a text again makes dates with an offset a trap, and
// the fix gives the column its type back.
func TestAnatomyLocalTime(t *testing.T) {
	p := New(0)
	p.Incoming.Import("at.csv", []byte("Id,At\n1,2008-10-28T09:00:00+09:00\n2,2008-10-28T08:00:00+01:00\n"))
	p.Advance(func() bool { return true })
	p.Keys.SetTemplate(draft.RowKey, "{At}")
	p.Rows.SetType(1, table.String)
	for _, c := range p.Rows.Columns() {
		if c.Name == "At" && c.Type.String() != "Edm.String" {
			t.Fatalf("At is %s", c.Type)
		}
	}
	r := p.Keys.Anatomy(draft.RowKey)
	if len(r.Findings) != 1 || r.Findings[0].Kind != check.LocalTime {
		t.Fatalf("the ruler finds %+v", r.Findings)
	}
	p.Keys.Fix(*r.Findings[0].Fix)
	if r := p.Keys.Anatomy(draft.RowKey); len(r.Findings) > 0 {
		t.Errorf("after the fix: %+v", r.Findings)
	}
}

// The pieces of a template are its text, and what they give is its key.
func TestPieces(t *testing.T) {
	p := designed(t, "all", "{Name}_{Id:02}")
	text, key := "", ""
	for _, piece := range p.Keys.Pieces(draft.RowKey) {
		text += piece.Text
		key += piece.Gives
	}
	if text != "{Name}_{Id:02}" || key != "R_09" {
		t.Errorf("the pieces are %q and give %q", text, key)
	}
	p.Keys.AddPart(draft.RowKey, "At")
	if got := p.Keys.Template(draft.RowKey).Text; got != "{Name}_{Id:02}_{At}" {
		t.Errorf("with one more part: %s", got)
	}
}

// The keys of the first rows are made as their templates say, each part of the column
// that it names, and while a template has an error there are none.
func TestFirstKeys(t *testing.T) {
	p := designed(t, "a{Id}{{", "{upper(Name)}-{or(Name, Id)}_{Id:02}")
	want := map[draft.Part][]string{draft.PartitionKey: {"a9{", "a10{", "a11{"}, draft.RowKey: {"R-R_09", "RD-RD_10", "S-S_11"}}
	for part, keys := range want {
		var got []string
		for _, k := range p.Keys.FirstKeys(part) {
			key := ""
			for _, piece := range k.Pieces {
				key += piece.Gives
			}
			got = append(got, key)
		}
		if !slices.Equal(got, keys) {
			t.Errorf("%v: %q, want %q", part, got, keys)
		}
	}
	pieces := p.Keys.FirstKeys(draft.RowKey)[0].Pieces
	if got := pieces[2].Columns(); !slices.Equal(got, []string{"Name", "Id"}) || pieces[1].Columns() != nil {
		t.Errorf("made of %v and %v", got, pieces[1].Columns())
	}
	p.Keys.SetTemplate(draft.RowKey, "{Name")
	if got := p.Keys.FirstKeys(draft.RowKey); got != nil {
		t.Errorf("with an error: %v", got)
	}
}

// A row that lacks what its key is made of has no key, and says what it lacks.
func TestFirstKeysWithout(t *testing.T) {
	p := pasted(t, "Name,Id\n,1\nB,2\n")
	p.Keys.SetTemplate(draft.RowKey, "{Name}")
	first := p.Keys.FirstKeys(draft.RowKey)
	if len(first) != 2 || first[0].Fault == nil || !strings.Contains(first[0].Fault.Error(), "Name") || first[1].Fault != nil {
		t.Errorf("%+v", first)
	}
}
