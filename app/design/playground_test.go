package design

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

const startOfTests = table.Ticks(638_000_000_000_000_000)

// finish does all pending work.
func finish(p *Playground) {
	for p.Advance(func() bool { return true }) {
	}
}

// pasted returns a playground over a pasted text, every question answered with
// "keep the rest".
func pasted(t *testing.T, text string) *Playground {
	t.Helper()
	p := New(startOfTests)
	p.Incoming.Import("", []byte(text))
	finish(p)
	p.Incoming.KeepRest()
	finish(p)
	if p.Phase() != Ready {
		t.Fatalf("phase is %v, want Ready; refusal %v", p.Phase(), p.Incoming.Refusal())
	}
	return p
}

// An import reports what it left out while reading, and what the service
// refuses of the rest, each with its row.
func TestImportReports(t *testing.T) {
	p := New(startOfTests)
	p.Incoming.Import("", []byte("city,station,reading\nBern,a1,5\nBern,a1,6\nBern,a/2,7\nBasel,\"b1,8\nBasel,b2,9\n"))
	finish(p)
	if p.Phase() != Deciding {
		t.Fatalf("phase is %v, want Deciding", p.Phase())
	}
	source, kept, _ := p.Incoming.Pending()
	if source.BadCount != 1 || kept != 4 {
		t.Errorf("bad %d kept %d, want 1 and 4: %+v", source.BadCount, kept, source.Bad)
	}
	p.Incoming.KeepRest()
	finish(p)
	p.Keys.UseDesign(draft.Design{PartitionKey: "{city}", RowKey: "{station}"}) // the guess loses no row
	finish(p)
	got := map[table.Code]int{}
	for _, r := range p.Table.Report().Rejects {
		got[r.Code] += r.Count
	}
	if got[table.EntityAlreadyExists] != 1 || got[table.OutOfRangeInput] != 1 || p.Table.Report().Entities != 2 || p.Table.Report().Rows != 4 {
		t.Errorf("report is %+v, want one duplicate, one refused character, two entities", p.Table.Report())
	}
}

// A type is chosen while an import waits for a decision: what does not fit is
// listed at once and after it, and the keys are suggested for that type.
func TestTypesBeforeTheImport(t *testing.T) {
	p := New(startOfTests)
	p.Incoming.Import("", []byte("code,n\n7,a\n8,5\n9,6\nbad\n"))
	finish(p)
	if _, _, typed := p.Correction.Preview(); !typed || p.Phase() != Deciding || p.Correction.PreviewColumns()[0].Type != table.Int32 {
		t.Fatalf("phase %v, columns %+v", p.Phase(), p.Correction.PreviewColumns())
	}
	p.Correction.SetPreviewForm(0, table.String, dataset.Plain)
	p.Correction.SetPreviewForm(1, table.Int32, dataset.Plain)
	finish(p)
	check := func(when string, misfits func(int) *dataset.Fit) {
		t.Helper()
		if f := misfits(1); f == nil || f.Count != 1 || f.First[0].Text != "a" || f.First[0].Row != 0 {
			t.Errorf("%s, what does not fit is %+v", when, f)
		}
		if f := misfits(0); f != nil && f.Count != 0 {
			t.Errorf("%s, every value is a text, and %+v does not fit", when, f)
		}
	}
	check("waiting", p.Correction.PreviewMisfits)
	p.Incoming.KeepRest()
	finish(p)
	check("imported", p.Correction.PreviewMisfits)
	c := p.Edit.Work().Columns
	if c[0].Type != table.String || c[1].Type != table.Int32 || p.Rows.Columns()[0].Type != table.String {
		t.Errorf("the columns are %+v", c)
	}
	if v := p.Rows.Data().Value(0, 0); v.Str() != "7" {
		t.Errorf("the first row has %v, not a text", v)
	}
	if got := p.Table.Report(); got.Rows != 3 || got.Entities != 3 {
		t.Errorf("the report is %+v", got)
	}
	p.Incoming.Import("", []byte("code,n\n7,a\nbad\n"))
	finish(p)
	p.Correction.SetPreviewForm(0, table.String, dataset.Plain)
	p.Correction.SetPreviewForm(0, table.Int32, dataset.Plain)
	p.Correction.SetPreviewForm(7, table.Int32, dataset.Plain)
	finish(p)
	if f := p.Correction.PreviewMisfits(0); f != nil {
		t.Errorf("the type is the one that was recognised, and %+v is said", f)
	}
}

// Cancelling a decision leaves the data before the import in place.
func TestCancelKeepsData(t *testing.T) {
	p := pasted(t, "a,b\n1,2\n3,4\n")
	p.Incoming.Import("", []byte("a,b\n1,2\n3\n"))
	finish(p)
	p.Cancel()
	if p.Table.Entities() != 2 || p.Phase() != Ready {
		t.Errorf("entities %d phase %v, want 2 and Ready", p.Table.Entities(), p.Phase())
	}
}

// Cancelling while the table of an import is built puts back what was loaded,
// with its design and its last answer; without anything before, nothing is
// loaded.
func TestCancelBuildOfImport(t *testing.T) {
	many := []byte("c,d\n" + strings.Repeat("1,2\n", 3*model.RowsPerStep))
	for _, p := range []*Playground{New(startOfTests), pasted(t, "a,b\n1,2\n3,4\n")} {
		entities, hadData := p.Table.Entities(), p.Rows.HasData()
		if hadData {
			p.Keys.SetTemplate(draft.RowKey, "{b}x")
			finish(p)
			p.Request.Ask(draft.Query{Filter: "RowKey ge '3'"})
			p.Request.Run()
		}
		answer, rowKey := p.Request.Result().Len(), p.Keys.Template(draft.RowKey).Text
		p.Incoming.Import("new.csv", many)
		for p.Phase() != Building || p.Table.Building.At == 0 {
			if !p.Advance(func() bool { return false }) {
				t.Fatal("the import ended before its table was being built")
			}
		}
		p.Cancel()
		finish(p)
		if p.Rows.HasData() != hadData || p.Table.Entities() != entities || p.Request.Result().Len() != answer || p.Keys.Template(draft.RowKey).Text != rowKey || p.Rows.Source().Name == "new.csv" {
			t.Errorf("after cancelling: data %v, %d entities, answer of %d, RowKey %q, source %+v; want %v, %d, %d, %q",
				p.Rows.HasData(), p.Table.Entities(), p.Request.Result().Len(), p.Keys.Template(draft.RowKey).Text, p.Rows.Source(), hadData, entities, answer, rowKey)
		}
		if hadData && (!p.Edit.CanUndo() || p.Phase() != Ready) {
			t.Errorf("after cancelling: undo %v, phase %v; want the earlier history and Ready", p.Edit.CanUndo(), p.Phase())
		}
	}
}

// A file that is refused says why and leaves the data before it in place.
func TestRefusedImportKeepsData(t *testing.T) {
	p := pasted(t, "a,b\n1,2\n3,4\n")
	p.Incoming.Import("x.csv", make([]byte, 51<<20))
	finish(p)
	if p.Incoming.Refusal() == nil || p.Table.Entities() != 2 {
		t.Errorf("refusal %v entities %d, want a refusal and 2 entities", p.Incoming.Refusal(), p.Table.Entities())
	}
}

// A template with an error keeps the last good design on show and points at
// the place.
func TestTemplateError(t *testing.T) {
	p := pasted(t, "city,n\nBern,1\nBasel,2\n")
	before := p.Table.Entities()
	p.Keys.SetTemplate(draft.PartitionKey, "x_{citty}")
	finish(p)
	v := p.Keys.Template(draft.PartitionKey)
	if v.Err == nil || v.Err.Offset != 3 || !strings.Contains(v.Err.Message, "city") {
		t.Errorf("error is %+v, want one at 3 that names city", v.Err)
	}
	if p.Table.Entities() != before || !p.Keys.Stale() {
		t.Errorf("entities %d stale %v, want %d and stale", p.Table.Entities(), p.Keys.Stale(), before)
	}
}

// Undo steps over whole edits and restores templates, types and names.
func TestUndoRedo(t *testing.T) {
	p := pasted(t, "city,n\nBern,1\nBasel,2\n")
	first := p.Keys.Template(draft.PartitionKey).Text
	for _, text := range []string{"{upper(city)", "{upper(city)}", "{upper(city)}_"} {
		p.Keys.SetTemplate(draft.PartitionKey, text)
		finish(p)
	}
	p.Rows.SetType(1, table.String)
	finish(p)
	if err := p.Questions.Rename(0, "Town"); err != nil {
		t.Fatal(err)
	}
	finish(p)
	if got := p.Keys.Template(draft.PartitionKey); got.Err != nil || got.Text != "{upper(Town)}_" {
		t.Errorf("after renaming the template is %q (%v), want the new name in it", got.Text, got.Err)
	}
	p.Edit.Undo()
	p.Edit.Undo()
	finish(p)
	if c := p.Rows.Columns(); c[0].Name != "city" || c[1].Type == table.String || p.Keys.Template(draft.PartitionKey).Text != "{upper(city)}_" {
		t.Errorf("after two undos: %q %v %q", c[0].Name, c[1].Type, p.Keys.Template(draft.PartitionKey).Text)
	}
	p.Edit.Undo()
	finish(p)
	if got := p.Keys.Template(draft.PartitionKey).Text; got != first {
		t.Errorf("after three undos the template is %q, want %q", got, first)
	}
	p.Edit.Redo()
	p.Edit.Redo()
	p.Edit.Redo()
	finish(p)
	if c := p.Rows.Columns(); c[0].Name != "Town" || c[1].Type != table.String {
		t.Errorf("after redo: %q %v", c[0].Name, c[1].Type)
	}
}

// A name that is taken or that the service refuses changes nothing.
func TestRenameRefused(t *testing.T) {
	p := pasted(t, "city,n\nBern,1\nBasel,2\n")
	versions, _ := p.Edit.History()
	for _, name := range []string{"n", "a-b", "", "PartitionKey"} {
		if p.Questions.Rename(0, name) == nil {
			t.Errorf("Rename to %q is accepted", name)
		}
	}
	if after, _ := p.Edit.History(); len(after) != len(versions) || p.Rows.Columns()[0].Name != "city" {
		t.Error("a refused name left a trace")
	}
}

// The plan is drawn over the table in key order, and its estimate is what the
// run then takes.
func TestPlanAndPages(t *testing.T) {
	var text strings.Builder
	text.WriteString("group,id\n")
	for i := range 3000 {
		text.WriteString(string(rune('a'+i%3)) + "," + string(rune('0'+i/1000)) + string(rune('0'+i/100%10)) + string(rune('0'+i/10%10)) + string(rune('0'+i%10)) + "x\n")
	}
	p := pasted(t, text.String())
	p.Keys.SetTemplate(draft.PartitionKey, "{group}")
	p.Keys.SetTemplate(draft.RowKey, "{id}")
	p.Request.SetFilter("PartitionKey ge 'b'")
	finish(p)
	v, ok := p.Request.Plan()
	if !ok || v.Kind != query.PartitionRangeScan || v.ReadFrom != 1000 || v.ReadTo != 3000 || len(v.Read) != 2 || len(v.Whole) != 3 {
		t.Fatalf("plan is %+v", v)
	}
	p.Request.Run()
	if r := p.Request.Result(); r.Len() != 1000 || !r.More() || len(r.Pages) != 1 {
		t.Fatalf("first page: %d entities, more %v", r.Len(), r.More())
	}
	if v, _ = p.Request.Plan(); len(v.Marks) != 1 || v.Marks[0].At != 2000 || !v.Marks[0].Live {
		t.Errorf("marks are %+v, want one live at 2000", v.Marks)
	}
	p.Request.RunAll()
	finish(p)
	if r := p.Request.Result(); r.Len() != v.ReadTo-v.ReadFrom || r.More() || r.Cost != v.Estimate {
		t.Errorf("%d entities at %+v, want %d at %+v", r.Len(), r.Cost, v.ReadTo-v.ReadFrom, v.Estimate)
	}
}

// A filter with an error keeps the answer that is shown and points at the
// place.
func TestFilterError(t *testing.T) {
	p := pasted(t, "a,b\n1,2\n3,4\n")
	p.Request.SetFilter("")
	p.Request.Run()
	p.Request.SetFilter("b eq")
	if _, fault := p.Request.Filter(); fault == nil || fault.Offset < 1 {
		t.Errorf("fault is %+v", fault)
	}
	p.Request.Run()
	if p.Request.Result().Len() != 2 {
		t.Errorf("the answer has %d entities, want 2", p.Request.Result().Len())
	}
}

// Every fix that a finding offers gives a design that parses, and cures the
// finding or lessens it.
func TestFixes(t *testing.T) {
	p := pasted(t, "day,name\n1,a/b\n2,\n9,c\n10,c\n11,c\n")
	p.Keys.SetTemplate(draft.PartitionKey, "all")
	p.Keys.SetTemplate(draft.RowKey, "{name}")
	finish(p)
	fixes := 0
	for _, f := range p.Table.Findings() {
		if f.Fix == nil {
			continue
		}
		fixes++
		p.Keys.Fix(*f.Fix)
		finish(p)
		if p.Keys.Template(draft.PartitionKey).Err != nil || p.Keys.Template(draft.RowKey).Err != nil {
			t.Errorf("fix %q gives a template with an error", f.Fix.Label)
		}
		for _, g := range p.Table.Findings() {
			if g.Kind == f.Kind && g.Severity == check.Problem && g.Count >= f.Count {
				t.Errorf("fix %q leaves %q at %d rows", f.Fix.Label, g.Title, g.Count)
			}
		}
		p.Edit.Undo()
		finish(p)
	}
	if fixes == 0 {
		t.Error("no finding offers a fix")
	}
}

// The ready designs keep every row that differs from all others; the naive ones
// each show a problem. The data come from the package that the site ships.
func TestSamples(t *testing.T) {
	for _, s := range draft.Samples() {
		data, err := sampleData(s)
		if err != nil {
			t.Skip("web/node_modules is not installed; make test installs it")
		}
		p := New(startOfTests)
		p.Incoming.Open(s, data)
		finish(p)
		if p.Phase() != Ready {
			t.Fatalf("%s: phase %v, %v", s.ID, p.Phase(), p.Incoming.Refusal())
		}
		for _, r := range p.Table.Report().Rejects {
			if r.Code != table.EntityAlreadyExists {
				t.Errorf("%s: the ready design loses %d rows: %s %+v", s.ID, r.Count, r.Reason, r.Rows[0])
			}
		}
		for _, a := range p.Score.Scores(score.A) {
			p.Request.Ask(a.Query)
			p.Request.Run()
			if p.Request.RunError() != nil || p.Request.Result().Len() == 0 {
				t.Errorf("%s: %q gives %d entities, %v", s.ID, a.Title, p.Request.Result().Len(), p.Request.RunError())
			}
		}
		for _, d := range s.Designs[1:] {
			if !strings.HasPrefix(d.Title, "Naive") {
				continue
			}
			p.Keys.UseDesign(d)
			finish(p)
			if f := p.Table.Findings(); len(f) == 0 || f[0].Severity != check.Problem {
				t.Errorf("%s: %q shows no problem: %+v", s.ID, d.Title, f)
			}
		}
	}
}

// The ready design of the movies gives the entities that a few lines over the
// same file give.
func TestMoviesByHand(t *testing.T) {
	data, err := os.ReadFile("../../web/node_modules/vega-datasets/data/movies.json")
	if err != nil {
		t.Skip("web/node_modules is not installed; make test installs it")
	}
	var films []map[string]any
	if err := json.Unmarshal(data, &films); err != nil {
		t.Fatal(err)
	}
	seen, want := map[string]bool{}, 0
	for _, f := range films {
		genre, _ := f["Major Genre"].(string)
		title, _ := f["Title"].(string)
		if id := genre + "\x00" + title; genre == "Drama" && title >= "S" && title < "T" && !seen[id] {
			seen[id] = true
			want++
		}
	}
	s, _ := draft.SampleByID("movies")
	p := New(startOfTests)
	p.Incoming.Open(s, data)
	finish(p)
	p.Request.SetFilter("PartitionKey eq 'Drama' and RowKey ge 'S' and RowKey lt 'T'")
	p.Request.Run()
	if r := p.Request.Result(); r.Len() != want || r.Cost.Examined != want || r.Plan.Kind != query.RowRangeScan {
		t.Errorf("%d entities, %+v, %v; want %d by a row range", r.Len(), r.Cost, r.Plan.Kind, want)
	}
}

// Undo restores names that have changed places.
func TestUndoSwappedNames(t *testing.T) {
	p := pasted(t, "a,b\n1,2\n3,4\n")
	for _, r := range []struct {
		col  int
		name string
	}{{0, "t"}, {1, "a"}, {0, "b"}} {
		if err := p.Questions.Rename(r.col, r.name); err != nil {
			t.Fatal(err)
		}
	}
	p.Edit.Seek(1) // the import
	finish(p)
	if c := p.Rows.Columns(); c[0].Name != "a" || c[1].Name != "b" || p.Keys.Stale() {
		t.Errorf("names are %q and %q, stale %v; want a and b", c[0].Name, c[1].Name, p.Keys.Stale())
	}
}

// A type that does not fit keeps the texts: it says how many became missing,
// and the values are there again when the type goes back.
func TestMisfits(t *testing.T) {
	p := pasted(t, "id,n\na,1\nb,x\nc,3\n")
	p.Rows.SetType(1, table.Int32)
	finish(p)
	if f := p.Rows.Misfits(1); f == nil || f.Count != 1 || f.First[0].Row != 1 {
		t.Fatalf("misfits are %+v, want one in row 1", f)
	}
	p.Edit.Undo()
	finish(p)
	if f := p.Rows.Misfits(1); f.Count != 0 || p.Rows.Columns()[1].Type != table.String {
		t.Errorf("after undo: %+v, %v", f, p.Rows.Columns()[1].Type)
	}
}

// The first guess takes names for keys, not measured numbers, and an export of
// a table keeps the keys it had. It never loses a row.
func TestGuessDesign(t *testing.T) {
	for _, c := range []struct{ text, pk, rk string }{
		{"city,station,reading\nBern,a1,5\nBern,a1,6\nBern,a2,7\nBasel,b2,9\n", "{city}", "{station}_{reading}"},
		{"RowKey,PartitionKey,n\n1,a,x\n2,a,y\n", "{PartitionKey_}", "{RowKey_}"},
		{"n\n1\n2\n3\n", "all", "{n}"},
		{"day,n\n2020-01-01,1\n2020-01-01,2\n2020-01-01,3\n2020-01-02,4\n2020-01-02,5\n", "{day}", "{n}"},
	} {
		p := pasted(t, c.text)
		if pk, rk := p.Keys.Template(draft.PartitionKey).Text, p.Keys.Template(draft.RowKey).Text; pk != c.pk || rk != c.rk {
			t.Errorf("%q: guessed %s and %s, want %s and %s", c.text, pk, rk, c.pk, c.rk)
		}
		if r := p.Table.Report(); r.Entities != r.Rows {
			t.Errorf("%q: %d of %d rows are stored", c.text, r.Entities, r.Rows)
		}
	}
}

// A column of few values that puts nearly all rows into one partition is not
// suggested where another one divides them, and where none does, the checks say so.
func TestGuessDividesTheRows(t *testing.T) {
	airports := func(states int) string {
		b := strings.Builder{}
		b.WriteString("iata,state,country\n")
		for i := range 400 {
			country := "USA"
			if i == 7 {
				country = "Palau"
			}
			fmt.Fprintf(&b, "X%03d,S%d,%s\n", i, i%states, country)
		}
		return b.String()
	}
	for _, c := range []struct {
		states int
		pk     string
		large  bool
	}{{40, "{state}", false}, {1, "{country}", true}} {
		p := pasted(t, airports(c.states))
		if pk := p.Keys.Template(draft.PartitionKey).Text; pk != c.pk {
			t.Errorf("%d states: %s is suggested, want %s", c.states, pk, c.pk)
		}
		most := map[string]int{}
		for i := range p.Rows.Data().Len() {
			b, _ := p.Rows.Bind(p.Keys.Template(draft.PartitionKey).Text)
			key, _ := b.Key(model.Row{Data: p.Rows.Data(), N: i}, i)
			most[key]++
		}
		lopsided := false
		for _, n := range most {
			lopsided = lopsided || 2*n > p.Rows.Data().Len()
		}
		said := slices.ContainsFunc(p.Table.Findings(), func(f check.Finding) bool { return f.Kind == check.LargePartition && f.Severity != check.Passed })
		if lopsided != c.large || said != c.large {
			t.Errorf("%d states: most rows are in one partition: %v, said: %v, want %v", c.states, lopsided, said, c.large)
		}
	}
}

// Guessed questions ask about keys that the table has, after every change of
// the design.
func TestGuessedQueriesFollowTheDesign(t *testing.T) {
	p := pasted(t, "city,n\nBern,1\nBasel,2\nBern,3\n")
	p.Keys.SetTemplate(draft.PartitionKey, "x_{city}")
	finish(p)
	for _, a := range p.Score.Scores(score.A) {
		if a.Cost.Examined == 0 {
			t.Errorf("%q finds nothing: %s", a.Title, a.Filter)
		}
	}
}

// Every entity of a long answer can be had in any order, also of pages that are
// no longer kept.
func TestRowsOfManyPages(t *testing.T) {
	var text strings.Builder
	text.WriteString("group,id\n")
	for i := range 20_000 {
		text.WriteString("g," + strconv.Itoa(100_000+i) + "x\n")
	}
	p := pasted(t, text.String())
	p.Keys.SetTemplate(draft.PartitionKey, "all")
	p.Keys.SetTemplate(draft.RowKey, "{id}")
	p.Request.SetFilter("")
	finish(p)
	p.Request.Run()
	p.Request.RunAll()
	finish(p)
	r := p.Request.Result()
	if r.Len() != 20_000 || len(r.Pages) != 20 {
		t.Fatalf("%d entities in %d pages", r.Len(), len(r.Pages))
	}
	for _, i := range []int{0, 19_999, 999, 1000, 12_345, 0, 8000, 7999} {
		if got, want := r.Row(i).RowKey(), strconv.Itoa(100_000+i)+"x"; got != want {
			t.Errorf("entity %d has RowKey %s, want %s", i, got, want)
		}
	}
}
