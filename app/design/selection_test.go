package design

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
)

// $select names what comes back and costs what the whole answer costs. It goes
// with the request: into the program, into undo, into what is saved and along
// with a new name of a column. Another question begins without it.
func TestSelect(t *testing.T) {
	p := genres(t)
	p.Request.SetFilter("PartitionKey eq 'Drama'")
	p.Request.Run()
	whole := p.Request.Result().Cost
	p.Hints.SetSelect(" Year , Nope,RowKey")
	if p.Request.Answered() {
		t.Error("the answer without $select counts as one with it")
	}
	p.Request.Run()
	r := p.Request.Result()
	if want := []string{"Year", "Nope", "RowKey"}; !slices.Equal(r.Names(), want) || r.Cost != whole || !p.Request.Answered() {
		t.Errorf("names %q cost %+v answered %v, want %q at %+v", r.Names(), r.Cost, p.Request.Answered(), want, whole)
	}
	if program := p.Program("curl"); !strings.Contains(program, "$select=Year,Nope,RowKey") {
		t.Errorf("the program does not select:\n%s", program)
	}
	p.Request.SetFilter("PartitionKey eq 'Drama' or PartitionKey eq 'Action'")
	p.Request.RunAll()
	finish(p)
	if got := p.Request.Result(); got.Len() != 40 || got.Names() == nil {
		t.Errorf("all pages of the answer that is there: %d entities, names %q", got.Len(), got.Names())
	}
	if err := p.Questions.Rename(2, "Released"); err != nil || p.Hints.Select() != " Released , Nope,RowKey" {
		t.Errorf("renamed to %q, %v", p.Hints.Select(), err)
	}
	kept := newSaved()
	kept.keep(p)
	again := kept.restored(t).Edit.Work()
	if again.Select != p.Edit.Work().Select || again.Answer.Select != p.Edit.Work().Answer.Select {
		t.Errorf("saved %q and %q", again.Select, again.Answer.Select)
	}
	p.Request.AskAndRun(p.Rows.Suggested[0])
	if p.Hints.Select() != "" || p.Request.Result().Names() != nil {
		t.Errorf("another question selects %q", p.Hints.Select())
	}
	p.Edit.Undo()
	if p.Hints.Select() == "" {
		t.Error("undo does not bring $select back")
	}
}

// A request with more names than the service takes is refused in its words, and
// a text without bounds is not taken.
func TestSelectBounds(t *testing.T) {
	p := genres(t)
	var names []string
	for i := range 256 {
		names = append(names, "N"+strconv.Itoa(i))
	}
	p.Hints.SetSelect(strings.Join(names, ","))
	p.Request.Run()
	if p.Request.RunError() == nil || p.Request.Result().Ran() {
		t.Errorf("256 names: %v, ran %v", p.Request.RunError(), p.Request.Result().Ran())
	}
	before := p.Hints.Select()
	p.Hints.SetSelect(strings.Repeat("n", draft.MaxSelect+1))
	if p.Hints.Select() != before {
		t.Error("a text beyond the bound is taken")
	}
}

// Completions are the names that are not there yet, those that begin with what
// is typed first; a name that no column has is pointed out.
func TestCompleteSelect(t *testing.T) {
	p := genres(t)
	for _, test := range []struct{ text, want string }{
		{"", "PartitionKey RowKey Genre Title Year Timestamp"},
		{"Title, ", "PartitionKey RowKey Genre Year Timestamp"},
		{"Title,ti", "Timestamp PartitionKey"},
		{"key", "PartitionKey RowKey"},
		{"Year", ""},
		{"e", "PartitionKey RowKey Genre Title Year Timestamp"},
		{"ge", "Genre"},
	} {
		var got []string
		for _, s := range p.Hints.CompleteSelect(test.text, len(test.text)) {
			got = append(got, s.Label)
			if text := test.text[:s.Offset] + s.Text + test.text[s.End:]; !strings.HasSuffix(text, s.Label) || s.Cursor != len(text) {
				t.Errorf("%q becomes %q with the caret at %d", test.text, text, s.Cursor)
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
	middle := p.Hints.CompleteSelect("Genre, Ye, Title", 9)
	if len(middle) != 1 || middle[0].Offset != 7 || middle[0].End != 9 {
		t.Errorf("in the middle: %+v", middle)
	}
	p.Hints.SetSelect("Genre, Yaer")
	if name, nearest := p.Hints.StraySelect(); name != "Yaer" || nearest != "Year" {
		t.Errorf("stray %q, nearest %q", name, nearest)
	}
	p.Hints.MendSelect()
	if p.Hints.Select() != "Genre, Year" {
		t.Errorf("mended to %q", p.Hints.Select())
	}
}
