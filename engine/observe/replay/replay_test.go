package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// recording is some seconds of inserts, those of each second to one of two tenants,
// with the requests of each second.
func recording(perSecond func(sec int) int, seconds int) *observe.Recording {
	limits := observe.Usual()
	limits.Sample = 40
	o, r := observe.New(limits), &observe.Recording{}
	for sec := range seconds {
		for n := range perSecond(sec) {
			tenant := "contoso"
			if n%5 == 4 {
				tenant = fmt.Sprintf("tenant%02d", n%20)
			}
			o.Add(&observe.Operation{At: int64(sec) * clock.Second, Kind: observe.Insert, Table: "Orders", PartitionKey: tenant,
				RowKey: fmt.Sprintf("%06d%04d", sec, n), Status: 204, Properties: []observe.Property{{Name: "Number", Type: "Edm.Int32", Text: fmt.Sprint(n)}}})
		}
		r.Events = append(r.Events, o.Tick(int64(sec+1)*clock.Second))
	}
	return r
}

// A second of the run gets the rate of that second of the recording, and there are as
// many rows as there were requests, each with the keys that the sample has.
func TestScenario(t *testing.T) {
	rates := func(sec int) int {
		if sec < 10 {
			return 100
		}
		return 400
	}
	r := recording(rates, 20)
	got, ok := Scenario(r, "test")
	if !ok || got.Requests != 10*100+10*400 || got.Seconds != 20 || got.Scenario.Span != 20*clock.Second {
		t.Fatalf("%d requests in %d s, %v", got.Requests, got.Seconds, ok)
	}
	if n := len(got.Scenario.Commands); n != 2 || got.Scenario.Commands[1].At != 10*clock.Second || got.Scenario.Commands[1].Load.Rate != 400 {
		t.Fatalf("%d changes of the load: %+v", n, got.Scenario.Commands)
	}
	s, err := sim.New(got.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(10 * clock.Second)
	first := s.Total().Wanted
	s.Run(20 * clock.Second)
	if second := s.Total().Wanted - first; first < 800 || first > 1200 || second < 3500 || second > 4500 {
		t.Errorf("the run wants %d and then %d, recorded were 1,000 and 4,000", first, second)
	}
	contoso := 0
	rows := got.Scenario.Replay.Rows
	for i := range got.Requests {
		if rows.Value(i, 0).Str() == "contoso" {
			contoso++
		}
	}
	if share := contoso * 100 / got.Requests; share < 72 || share > 88 {
		t.Errorf("contoso has %d %% of the rows, recorded were 80", share)
	}
	if said := strings.Join(got.Missing, " "); !strings.Contains(said, "stands for about 6 requests") {
		t.Errorf("missing: %s", said)
	}
}

// Under the keys of the recording one range is too little; under the suggested key,
// which the findings name, it is not.
func TestDuel(t *testing.T) {
	r := recording(func(int) int { return 1900 }, 60)
	found := Findings(r.Events, func() {})
	if len(found) == 0 || found[0].Fix == nil {
		t.Fatalf("found %+v, want a hot partition with a key that spreads it", found)
	}
	got, _ := Scenario(r, "duel")
	refused := func(template string) uint64 {
		c := got.Scenario
		c.Template = template
		s, err := sim.New(c)
		if err != nil {
			t.Fatal(err)
		}
		s.Run(c.Span)
		total := s.Total()
		return total.Refused.Sum()
	}
	recorded, designed := refused(AsRecorded), refused(found[0].Fix.Template)
	if recorded < 1000 || designed*10 > recorded {
		t.Errorf("refused: %d as recorded, %d under %s", recorded, designed, found[0].Fix.Template)
	}
	t.Logf("refused: %d as recorded, %d under %s", recorded, designed, found[0].Fix.Template)
}

// Keys that are a time get a key that spreads them whether one of them was seen or
// several: a bucket after the time would leave all of it at the end of the table.
func TestTime(t *testing.T) {
	for _, seconds := range []int{20, 200} {
		o, r := observe.New(observe.Usual()), &observe.Recording{}
		for sec := range seconds {
			for n := range 50 {
				o.Add(&observe.Operation{At: int64(sec) * clock.Second, Kind: observe.Insert, Table: "Log", Status: 204,
					PartitionKey: fmt.Sprintf("12:%02d", sec/60), RowKey: fmt.Sprintf("%04d%02d", sec, n)})
			}
			r.Events = append(r.Events, o.Tick(int64(sec+1)*clock.Second))
		}
		found := Findings(r.Events, func() {})
		if len(found) == 0 || found[0].Fix == nil || found[0].Fix.Template != "{hash(RowKey)%16:02}_{PartitionKey}" {
			t.Errorf("%d s: found %+v, want a bucket before the time", seconds, found)
		}
	}
}

// Columns have the types of the properties; where these differ they are texts.
func TestColumns(t *testing.T) {
	e := observe.Event{Sample: []observe.Seen{
		{Kind: "insert", PartitionKey: "a", Properties: []observe.Property{{Name: "N", Type: "Edm.Int32", Text: "7"}, {Name: "M", Type: "Edm.Int32", Text: "7"}, {Name: "PartitionKey", Text: "x"}}},
		{Kind: "insert", PartitionKey: "b", Properties: []observe.Property{{Name: "N", Type: "Edm.Int32", Text: "8"}, {Name: "M", Type: "Edm.Int32", Text: "many"}}},
		{Kind: "insert", PartitionKey: "c"}, {Kind: "query", Spread: true},
	}}
	rows := NewRows([]observe.Event{e}, func(*observe.Seen) bool { return true })
	if rows.Len() != 3 || fmt.Sprint(rows.Columns[2].Type, rows.Columns[3].Type, len(rows.Columns)) != "Edm.Int32 Edm.String 4" {
		t.Errorf("%d rows with %v", rows.Len(), rows.Columns)
	}
	if v := rows.Value(1, 2); v.Int() != 8 {
		t.Errorf("N of the second is %v", v)
	}
	if v := rows.Value(0, 0); v.Str() != "a" {
		t.Errorf("the PartitionKey of the first is %v", v)
	}
}

// A recording without a known key is refused, and one that is too long is cut.
func TestBounds(t *testing.T) {
	r := recording(func(int) int { return 10 }, 3)
	for i := range r.Events {
		r.Events[i].Sample = nil
	}
	if _, ok := Scenario(r, "none"); ok {
		t.Error("a recording without keys became a run")
	}
	long, ok := Scenario(recording(func(int) int { return 20_000 }, 15), "long")
	if !ok || long.Requests > 200_000 || long.Seconds != 10 || !strings.Contains(strings.Join(long.Missing, " "), "the first 5 seconds did not fit") {
		t.Errorf("%d requests in %d s: %v", long.Requests, long.Seconds, long.Missing)
	}
}
