package design

import (
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// quakes has one row an hour and a place for each, the newest first as a feed
// has them.
func quakes(rows int) string {
	var b strings.Builder
	b.WriteString("place,at\n")
	start, _ := table.ParseTicks("2018-01-30")
	for i := range rows {
		at := start + table.Ticks(rows-i)*3600*table.Second
		b.WriteString("p" + strconv.Itoa(i%17) + "," + at.Time().Format("2006-01-02T15:04:05Z") + "\n")
	}
	return b.String()
}

func kindsOf(p *Playground) map[check.Kind]bool {
	kinds := map[check.Kind]bool{}
	for _, f := range p.Table.Findings() {
		kinds[f.Kind] = true
	}
	return kinds
}

// Rows that come newest first are written oldest first: the order of arrival
// decides, not the file, and without one nothing is said about load over time.
func TestArrivalDecides(t *testing.T) {
	p := pasted(t, quakes(300))
	p.Keys.SetTemplate(draft.PartitionKey, "{at.date}")
	p.Keys.SetTemplate(draft.RowKey, "{ticks(at):19}")
	finish(p)
	aboutLoad := []check.Kind{check.AppendOnly, check.PrependOnly, check.SpreadWrites, check.HotPartition}
	for _, test := range []struct {
		arrival draft.Arrival
		want    check.Kind // empty for none
	}{
		{draft.Arrival{}, ""},
		{draft.Arrival{Kind: check.TimeOfWriting, Column: "at"}, check.AppendOnly},
		{draft.Arrival{Kind: check.ReferenceData}, ""},
		{draft.Arrival{Kind: check.RowOrder}, check.PrependOnly},
	} {
		built, entities := p.Table.Built(), p.Table.Entities()
		p.Table.SetArrival(test.arrival)
		finish(p)
		kinds := kindsOf(p)
		for _, k := range aboutLoad {
			if kinds[k] != (k == test.want) {
				t.Errorf("%v: %s is reported: %v", test.arrival, k, kinds[k])
			}
		}
		if p.Table.Built() != built || p.Table.Entities() != entities {
			t.Errorf("%v: the table was built again", test.arrival)
		}
		next := p.Table.SortSample(model.SortedKeys)
		placed := false
		for _, g := range next.Groups {
			placed = placed || g.Next >= 0
		}
		if placed != (test.want != "") {
			t.Errorf("%v: the next write has a place: %v, %s", test.arrival, placed, next.Next)
		}
	}
}

// The order of arrival follows its column: under another name it stays, and as
// a text it says nothing any more.
func TestArrivalFollowsTheColumn(t *testing.T) {
	p := pasted(t, quakes(100))
	p.Keys.SetTemplate(draft.PartitionKey, "{or(at,'x')}")
	p.Table.SetArrival(draft.Arrival{Kind: check.TimeOfWriting, Column: "at"})
	finish(p)
	if err := p.Questions.Rename(1, "when"); err != nil {
		t.Fatal(err)
	}
	finish(p)
	if got := p.Table.Arrival(); got != (draft.Arrival{Kind: check.TimeOfWriting, Column: "when"}) || !p.Table.Analysis().Arrival().Known() {
		t.Errorf("after renaming it is %v, known %v", got, p.Table.Analysis().Arrival().Known())
	}
	p.Rows.SetType(1, table.String)
	finish(p)
	if p.Table.Analysis().Arrival().Known() || kindsOf(p)[check.AppendOnly] {
		t.Error("the order is known by a column of texts")
	}
	p.Edit.Undo()
	finish(p)
	if !p.Table.Analysis().Arrival().Known() || !kindsOf(p)[check.AppendOnly] {
		t.Error("the order is not known again after undo")
	}
}

// Rows without a time of writing are left out, and that is said.
func TestArrivalWithGaps(t *testing.T) {
	p := pasted(t, quakes(200)+"lost,\nlost too,\n")
	p.Keys.SetTemplate(draft.PartitionKey, "{or(at,'0')}")
	p.Keys.SetTemplate(draft.RowKey, "{place}")
	p.Table.SetArrival(draft.Arrival{Kind: check.TimeOfWriting, Column: "at"})
	finish(p)
	for _, f := range p.Table.Findings() {
		if f.Kind == check.AppendOnly {
			if !strings.Contains(f.Detail, "2 entities have no at, so this leaves them out.") {
				t.Errorf("the detail is %q", f.Detail)
			}
			return
		}
	}
	t.Error("no AppendOnly")
}

// Work that was saved before there was an order of arrival opens as it was.
func TestArrivalOfOldWork(t *testing.T) {
	p := pasted(t, quakes(30))
	if text := draft.AsJSON(p.Edit.Work()); strings.Contains(text, "Arrival") {
		t.Errorf("an order that nobody said is written: %s", text)
	}
	if p.Table.Arrival() != (draft.Arrival{}) {
		t.Errorf("the order is %v before anybody said it", p.Table.Arrival())
	}
}

// A sample says of itself in what order it is written, and the user may differ.
func TestArrivalOfSamples(t *testing.T) {
	for _, s := range append(draft.Samples(), draft.Examples()...) {
		if s.Arrival.Kind == check.UnknownArrival {
			t.Errorf("%s does not say in what order it is written", s.ID)
		}
	}
	s, _ := draft.SampleByID("service-log")
	p := New(0)
	data, _ := s.Made()
	p.Incoming.Open(s, data)
	finish(p)
	if _, _, ok := p.Table.GuessedArrival(); ok || p.Table.Arrival() != s.Arrival || !p.Table.Analysis().Arrival().Known() {
		t.Errorf("the order is %v, want %v", p.Table.Arrival(), s.Arrival)
	}
	p.Table.SetArrival(draft.Arrival{Kind: check.ReferenceData})
	finish(p)
	if p.Table.Arrival().Kind != check.ReferenceData || p.Table.Analysis().Arrival().Known() {
		t.Errorf("the order is %v, want none", p.Table.Arrival())
	}
}

func TestGuessArrival(t *testing.T) {
	logged, days := "", ""
	for i := range 60 {
		logged += "m" + strconv.Itoa(i%7) + ",2024-03-01T10:" + words.Padded(i, 2) + ":00Z,2019-0" + strconv.Itoa(1+i*5%9) + "-01\n"
		days += "s" + strconv.Itoa(i/20) + ",2024-0" + strconv.Itoa(1+i%3) + "-0" + strconv.Itoa(1+i%9) + "\n"
	}
	for _, test := range []struct{ name, csv, want, because string }{
		{"time of a log, not a date of birth", "Member,LoggedAt,Born\n" + logged, "LoggedAt", "the rows come oldest first"},
		{"any date in whose order the rows come", "Member,Moment,Born\n" + logged, "Moment", "the rows come oldest first"},
		{"a date by name", "Share,date\n" + days, "date", "its name says when something happened"},
		{"release of films", "Title,Release_Date\n" + days, "", "No column looks like"},
		{"places", "zip,city\n00501,Holtsville\n00544,Holtsville\n01001,Agawam\n", "", "No column looks like"},
		{"milliseconds since 1970", "mag,time\n2,1517966773840\n1,1517966296303\n3,1517960000000\n", "time", "the rows come newest first"},
		{"a number that is no clock", "name,time\na,12\nb,14\nc,13\n", "", "No column looks like"},
	} {
		t.Run(test.name, func(t *testing.T) {
			reader, err := dataset.NewReader("x.csv", []byte(test.csv), dataset.CSV)
			if err != nil {
				t.Fatal(err)
			}
			for !reader.Step(1000) {
			}
			got, reason := model.GuessArrival(reader.Dataset())
			if got.Column != test.want || !strings.Contains(reason, test.because) || (got.Kind == check.ReferenceData) != (test.want == "") {
				t.Errorf("got %v because %q, want %q", got, reason, test.want)
			}
		})
	}
}
