package design

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// imported returns a playground over a file.
func imported(t *testing.T, name string, data []byte) *Playground {
	t.Helper()
	p := New(startOfTests)
	p.Incoming.Import(name, data)
	finish(p)
	p.Incoming.KeepRest()
	finish(p)
	if p.Phase() != Ready {
		t.Fatalf("phase is %v, want Ready; refusal %v", p.Phase(), p.Incoming.Refusal())
	}
	return p
}

// Keys that are suggested lose no row, whatever the rows are, and questions that
// are suggested name columns alone and find something.
func TestSuggestionsLoseNothing(t *testing.T) {
	seed := uint64(20090101)
	if n, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64); err == nil {
		seed = n
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	numbered := 0
	for range 120 {
		var b strings.Builder
		w := csv.NewWriter(&b)
		width := 1 + rng.IntN(5)
		var header []string
		for c := range width {
			header = append(header, string(rune('a'+c)))
		}
		w.Write(header)
		for range 1 + rng.IntN(60) {
			var row []string
			for c := range width {
				row = append(row, [...]string{
					"x" + strconv.Itoa(rng.IntN(3)), strconv.Itoa(rng.IntN(1 + 20*c)), "a/b#" + strconv.Itoa(rng.IntN(40)),
					fmt.Sprintf("2024-0%d-1%d", 1+rng.IntN(9), rng.IntN(9)), strings.Repeat("q", rng.IntN(2)*rng.IntN(700)),
				}[(c+rng.IntN(8)/7)%5])
			}
			w.Write(row)
		}
		w.Flush()
		p := New(startOfTests)
		p.Incoming.Import("random.csv", []byte(b.String()))
		finish(p)
		p.Incoming.KeepRest()
		finish(p)
		if p.Phase() == Empty {
			continue // rows of nothing
		}
		if r := p.Table.Report(); r.Entities != r.Rows {
			t.Fatalf("%s and %s store %d of %d rows, %+v, of\n%s", p.Edit.Work().Design.PartitionKey, p.Edit.Work().Design.RowKey, r.Entities, r.Rows, r.Rejects, b.String())
		}
		if strings.Contains(p.Edit.Work().Design.RowKey, "rowNumber") {
			numbered++
		}
		sameQuestions(t, p)
	}
	if numbered == 0 || numbered > 110 {
		t.Errorf("%d of 120 end with the number of the row: that says little", numbered)
	}
}

// sameQuestions checks the suggested questions against a look at every entity.
func sameQuestions(t *testing.T, p *Playground) {
	t.Helper()
	for _, q := range p.Rows.Suggested {
		if strings.Contains(q.Filter, "PartitionKey") || strings.Contains(q.Filter, "RowKey") {
			t.Fatalf("%q names a key", q.Filter)
		}
		e, err := filter.Parse(q.Filter)
		if err != nil {
			t.Fatalf("%q: %v", q.Filter, err)
		}
		found, match := 0, filter.Compile(e)
		p.Table.Built().Snapshot.Scan(table.Key{}, func(rows []table.Row) bool {
			for _, r := range rows {
				if match.Match(r) {
					found++
				}
			}
			return true
		})
		if found == 0 {
			t.Fatalf("%q finds nothing", q.Filter)
		}
	}
}

// What is read in another way than before there were ways is kept in the work,
// and what is not is saved as before.
func TestReadIsKept(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		plain            bool
	}{
		{"plain CSV", "a.csv", "a,b\n1,2\n3,4\n", true},
		{"flat JSON", "a.json", `[{"a":1},{"a":2}]`, true},
		{"semicolons", "a.csv", "a;b\n1,5;13/4/2001\n2,5;1/4/2001\n", true},
		{"nested JSON", "a.json", `[{"a":{"b":1}},{"a":{"b":2}}]`, false},
		{"GeoJSON", "a.geojson", `{"type":"FeatureCollection","features":[{"id":"a","p":{"m":1}},{"id":"b","p":{"m":2}}]}`, false},
		{"Windows-1252", "a.csv", "a,b\nK\xF6ln,1\nBern,2\n", false},
		{"vertical bars", "a.csv", "a|b\n1|2\n3|4\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := imported(t, c.file, []byte(c.text))
			if got := p.Edit.Work().Set.Read == (dataset.Options{}); got != c.plain {
				t.Errorf("read as %+v, want the plain way: %v", p.Edit.Work().Set.Read, c.plain)
			}
			text := draft.AsJSON(*p.Edit.Work())
			if strings.Contains(text, `"Read"`) == c.plain {
				t.Errorf("saved as %s", text)
			}
			again := New(startOfTests)
			if err := again.OpenMoment(fileOf(p), func() {}); err != nil {
				t.Fatal(err)
			}
			finish(again)
			if got, want := shownFigures(again), shownFigures(p); got != want || again.Phase() != Ready {
				t.Errorf("opened again it shows\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// fileOf is the work as a file with its rows.
func fileOf(p *Playground) []byte {
	parts, _ := p.MomentFile(true)
	var file []byte
	for _, part := range parts {
		file = append(file, part...)
	}
	return file
}

// Work that was saved when nested values were bad rows opens with the rows and
// the columns that it had.
func TestOldWorkIsReadAsBefore(t *testing.T) {
	text := `[{"id":"a","n":1},{"id":"b","at":{"x":1}},{"id":"c","n":3,"day":"13/4/2001"}]`
	p := New(startOfTests)
	r := &model.Reading{Source: model.OwnSource("old.json", []byte(text)), Set: draft.Set{Name: "old.json", Hash: model.HashOf([]byte(text))}, Kept: []byte(text), Options: dataset.Options{Format: dataset.JSON}}
	p.Incoming.Begin(r, r.Kept)
	finish(p)
	p.Incoming.KeepRest()
	finish(p)
	if p.Edit.Work().Set.Read != (dataset.Options{}) || p.Rows.Source().BadCount != 1 {
		t.Fatalf("%+v with %d bad rows is not how it was read before", p.Edit.Work().Set, p.Rows.Source().BadCount)
	}
	again := New(startOfTests)
	if err := again.OpenMoment(fileOf(p), func() {}); err != nil {
		t.Fatal(err)
	}
	finish(again)
	if fmt.Sprint(again.Table.Report(), model.ColumnsOf(again.Rows.Data()), again.Table.Entities()) != fmt.Sprint(p.Table.Report(), model.ColumnsOf(p.Rows.Data()), p.Table.Entities()) || again.Rows.Data().Len() != 2 {
		t.Errorf("it shows %v over %+v, want %v over %+v", again.Table.Report(), model.ColumnsOf(again.Rows.Data()), p.Table.Report(), model.ColumnsOf(p.Rows.Data()))
	}
	if again.Rows.Columns()[2].Type != table.String {
		t.Errorf("day is %v, want the text that it was", again.Rows.Columns()[2].Type)
	}
}

// A correction is an import of its own that undo takes back.
func TestCorrect(t *testing.T) {
	p := imported(t, "a.csv", []byte("a,b\nK\xF6ln,1\nBern,2\n"))
	now, ok := p.Correction.Correctable()
	if !ok || now.Encoding != dataset.Windows1252 {
		t.Fatalf("%+v, %v", now, ok)
	}
	now.Encoding = dataset.UTF8
	p.Correction.Correct(now)
	finish(p)
	if got := p.Rows.Data().Text(0, 0); got != "K\uFFFDln" || p.Rows.Source().Read.Invalid != 1 {
		t.Errorf("%q with %d characters that are none", got, p.Rows.Source().Read.Invalid)
	}
	p.Edit.Undo()
	finish(p)
	if got := p.Rows.Data().Text(0, 0); got != "Köln" {
		t.Errorf("after undo %q", got)
	}
	p.Correction.KeepColumns([]int{1})
	finish(p)
	if len(p.Rows.Columns()) != 1 || p.Rows.Columns()[0].Name != "b" || p.Rows.Source().Read.LeftOut() != 1 {
		t.Errorf("columns %+v", p.Rows.Columns())
	}
}

// An import of which every row fails says so of each row, can be read in another
// way, and leaves the data before it in place.
func TestEveryRowFails(t *testing.T) {
	p := imported(t, "", []byte("x,y\n1,2\n"))
	p.Incoming.Import("bad.csv", []byte("a,b\n1\n2,3,4\n"))
	finish(p)
	if p.Incoming.Refusal() == nil || len(p.Incoming.RefusedRows()) != 2 || p.Incoming.RefusedRows()[1].Reason != "Row 2 on line 3 has 3 fields, the header has 2." {
		t.Fatalf("refusal %v with %+v", p.Incoming.Refusal(), p.Incoming.RefusedRows())
	}
	if p.Rows.Columns()[0].Name != "x" {
		t.Errorf("the data before are gone: %+v", p.Rows.Columns())
	}
	now, ok := p.Correction.Correctable()
	now.Delimiter = ';'
	p.Correction.Correct(now)
	finish(p)
	if !ok || p.Incoming.Refusal() != nil || p.Rows.Columns()[0].Source != "a,b" || p.Table.Entities() != 2 {
		t.Errorf("read with semicolons: %v, %+v", p.Incoming.Refusal(), p.Rows.Columns())
	}
	p.Incoming.Import("bad.csv", []byte("a,b\n1\n"))
	finish(p)
	p.Incoming.Refuse(nil)
	if now, _ := p.Correction.Correctable(); now.Delimiter != ';' {
		t.Error("a refusal that was closed is still what would be corrected")
	}
}

// Figures of a sample say so, and those of all rows do not.
func TestSampleIsSaid(t *testing.T) {
	var b strings.Builder
	b.WriteString("id\n")
	rows := dataset.MaxRows + 1000
	for i := range rows {
		b.WriteString("r" + strconv.Itoa(i) + "\n")
	}
	p := imported(t, "many.csv", []byte(b.String()))
	if got := p.Correction.Sample(); got != "from 200,000 of 201,000 rows, evenly sampled" || p.Table.Entities() != dataset.MaxRows {
		t.Errorf("%q with %d entities", got, p.Table.Entities())
	}
	if got := imported(t, "few.csv", []byte("id\nr1\n")).Correction.Sample(); got != "" {
		t.Errorf("all rows: %q", got)
	}
}

// A column with two meanings is offered, one with one is not, and a choice ends
// the question.
func TestOffers(t *testing.T) {
	p := imported(t, "", []byte("id,day,n\na,3/4/2001,1\nb,5/6/2001,2\n"))
	offers := p.Correction.Offers()
	if len(offers) != 1 || offers[0].Column != 1 || len(offers[0].Forms) != 2 {
		t.Fatalf("%+v", offers)
	}
	p.Rows.SetForm(1, table.DateTime, dataset.DayFirst)
	finish(p)
	if len(p.Correction.Offers()) != 0 || p.Rows.Data().Value(0, 1).String() != "2001-04-03T00:00:00Z" || p.Rows.Misfits(1).Count != 0 {
		t.Errorf("%+v, %v", p.Correction.Offers(), p.Rows.Data().Value(0, 1))
	}
	p.Edit.Undo()
	finish(p)
	if len(p.Correction.Offers()) != 1 {
		t.Error("undo does not ask again")
	}
}
