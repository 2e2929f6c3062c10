package design

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
)

// genres is a table of three partitions with 40 entities in each.
func genres(t *testing.T) *Playground {
	t.Helper()
	var text strings.Builder
	text.WriteString("Genre,Title,Year\n")
	for _, genre := range []string{"Action", "Drama", "Thriller"} {
		for i := range 40 {
			fmt.Fprintf(&text, "%s,Film %02d,%d\n", genre, i, 1980+i)
		}
	}
	p := New(startOfTests)
	p.Incoming.Import("films.csv", []byte(text.String()))
	finish(p)
	p.Keys.SetTemplate(draft.PartitionKey, "{Genre}")
	p.Keys.SetTemplate(draft.RowKey, "{Title}")
	finish(p)
	return p
}

// The way out of a scan reads less, gives the same entities in the same order,
// and can be taken back.
func TestWayOut(t *testing.T) {
	p := genres(t)
	p.Request.SetFilter("PartitionKey eq 'Thriller' or PartitionKey eq 'Action'")
	w, ok := p.Request.WayOut()
	if !ok || len(w.Parts) != 2 || w.Scan.Examined != 120 || w.Cost.Examined != 80 || w.Cost.Pages != 2 || w.Longest != 1 {
		t.Fatalf("got %+v, %v", w, ok)
	}
	if w.Parts[0].Filter != "PartitionKey eq 'Action'" || w.Parts[1].From != 80 || w.Parts[1].To != 120 {
		t.Errorf("the parts are %+v", w.Parts)
	}
	p.Request.Run()
	p.Request.RunAll()
	finish(p)
	want := answerKeys(p)
	p.Request.RunParts()
	finish(p)
	r := p.Request.Result()
	if got := answerKeys(p); len(r.Parts) != 2 || got != want || strings.Count(want, " ") != 79 {
		t.Errorf("the parts give %s, the filter %s", got, want)
	}
	if r.Cost.Examined != 80 || r.Cost.Pages != 2 || r.More() {
		t.Errorf("the parts cost %+v, more: %v", r.Cost, r.More())
	}
	p.Edit.Undo()
	finish(p)
	if p.Request.Result().Parts != nil || p.Request.Result().Cost.Examined != 120 {
		t.Error("undo does not go back to the scan")
	}
	p.Edit.Redo()
	finish(p)
	if got := answerKeys(p); got != want || p.Request.Result().Cost.Examined != 80 {
		t.Error("redo does not go on to the queries")
	}
}

// Pages of the parts follow one another with a small $top.
func TestWayOutInPages(t *testing.T) {
	p := genres(t)
	p.Request.SetFilter("PartitionKey eq 'Drama' and (RowKey lt 'Film 05' or RowKey ge 'Film 35')")
	p.Request.SetTop(3)
	p.Request.RunParts()
	finish(p)
	if r := p.Request.Result(); r.Len() != 10 || len(r.Pages) != 4 || r.Pages[2].Part != 1 || r.Pages[1].Next != "" || r.Pages[2].Next == "" {
		t.Fatalf("%d entities in pages %+v", r.Len(), r.Pages)
	}
	v, _ := p.Request.Plan()
	if len(v.Marks) != 2 || v.Marks[0].At != 43 || v.Marks[1].At != 78 {
		t.Errorf("the bookmarks are %+v", v.Marks)
	}
}

// A filter that is one range in disguise is written as that range.
func TestWayOutOfOne(t *testing.T) {
	p := genres(t)
	p.Request.SetFilter("not (PartitionKey lt 'Thriller')")
	p.Request.RunParts()
	finish(p)
	if text, _ := p.Request.Filter(); text != "PartitionKey ge 'Thriller'" || p.Request.Result().Cost.Examined != 40 {
		t.Errorf("got %s, %+v", text, p.Request.Result().Cost)
	}
	if _, ok := p.Request.WayOut(); ok {
		t.Error("the way out has a way out")
	}
}

// Nothing is offered that reads as much.
func TestNoWayOut(t *testing.T) {
	p := genres(t)
	for _, text := range []string{"", "Year gt 1990", "PartitionKey eq 'Drama'", "PartitionKey ge 'Drama' or PartitionKey lt 'Drama'", "PartitionKey eq"} {
		p.Request.SetFilter(text)
		if w, ok := p.Request.WayOut(); ok {
			t.Errorf("%q: %+v", text, w)
		}
	}
}

// answerKeys are the keys of the answer.
func answerKeys(p *Playground) string {
	r := p.Request.Result()
	keys := make([]string, r.Len())
	for i := range keys {
		keys[i] = r.Row(i).PartitionKey() + "/" + strings.ReplaceAll(r.Row(i).RowKey(), " ", "_")
	}
	return strings.Join(keys, " ")
}

// Suggestions come from the table: its keys, its columns and their values.
func TestSuggest(t *testing.T) {
	p := genres(t)
	p.Request.SetFilter("PartitionKey eq 'Drama'")
	for text, want := range map[string]string{
		"Ti":                   "Title Timestamp",
		"PartitionKey eq 'T":   "'Thriller'",
		"PartitionKey eq ":     "'Action' 'Drama' 'Thriller'",
		"RowKey ge 'Film 39":   "",
		"RowKey ge 'Film 3":    "'Film 30' 'Film 31'",
		"Genre eq ":            "'Action' 'Drama' 'Thriller'",
		"Year ge ":             "1980 1981",
		"Title eq 'Film 01' ":  "and or",
		"Year ":                "eq ge gt lt le ne",
		"Timestamp ge datetim": "datetime'",
	} {
		_, list := p.Hints.Suggest(text, len(text))
		var labels []string
		for _, s := range list {
			labels = append(labels, s.Label)
		}
		if got := strings.Join(labels, " "); !strings.HasPrefix(got, want) || want == "" && len(list) > 1 {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// A mistake is mended as one gesture, and a name that no column has leads to
// the nearest one.
func TestMend(t *testing.T) {
	p := genres(t)
	p.Request.SetFilter("Titel == 'Film 01'")
	for _, want := range []string{"Titel eq 'Film 01'", "Title eq 'Film 01'"} {
		caret, ok := p.Hints.Mend()
		if text, _ := p.Request.Filter(); !ok || text != want || caret > len(text) {
			t.Fatalf("got %q (%v, caret %d), want %q", text, ok, caret, want)
		}
	}
	if _, ok := p.Hints.Mend(); ok {
		t.Error("a right filter is mended")
	}
	p.Edit.Undo()
	if text, _ := p.Request.Filter(); text != "Titel eq 'Film 01'" {
		t.Errorf("undo gives %q", text)
	}
	p.Request.SetFilter("Price gt 5")
	if stray, nearest := p.Hints.Stray("Price gt 5"); stray.End != len("Price") || nearest != "" {
		t.Errorf("stray %+v, nearest %q", stray, nearest)
	}
}

// The program of the present query holds its filter and $top.
func TestProgram(t *testing.T) {
	p := genres(t)
	p.Request.SetFilter("Title eq 'O''Brien'")
	p.Request.SetTop(7)
	if got := p.Program("go"); !strings.Contains(got, `to.Ptr("Title eq 'O''Brien'")`) || !strings.Contains(got, "int32(7)") {
		t.Errorf("got\n%s", got)
	}
	if got := p.Program("cobol"); got != "" {
		t.Errorf("an unknown language gives\n%s", got)
	}
}
