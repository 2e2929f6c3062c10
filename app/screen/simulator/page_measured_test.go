package simulator

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/logs"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// measurement is a file of so many seconds with so many requests each, of which a
// quarter was refused from the fourth second on.
func measurement(seconds, each int) []byte {
	data := observe.AppendMeasured(nil, "Measured at acc", "keyrange stress", nil,
		`{"preset":"append","for":"10s","groups":[{"name":"a","rate":400,"batch":1,"mix":{"insert":1},"retry":"none"}]}`)
	o := observe.New(observe.Usual())
	for sec := range seconds {
		for n := range each {
			o.Add(&observe.Operation{Kind: observe.Insert, Table: "T", PartitionKey: "a", RowKey: fmt.Sprint(n), Status: 201, Refused: sec >= 3 && n%4 == 0,
				Micros: 30_000})
		}
		e := o.Tick(int64(sec+1) * clock.Second)
		data = observe.AppendEvent(data, &e)
	}
	return data
}

// A recording of a load test opens over the run of its scenario, and the page says in
// words where the two part; the table has the numbers of both.
func TestMeasuredOverSimulated(t *testing.T) {
	p := simulator(t)
	if r, _, err := logs.Open(measurement(8, 400), func(int, int) {}); err != nil {
		t.Fatal(err)
	} else if why := (settings{p}).openRecorded(&r); why != "" {
		t.Fatal(why)
	}
	apptest.Contains(t, apptest.HTML(p.Render()), "Measured over simulated", "Press Play: they are compared")
	p.sim.Play.SeekRun(p.sim.Play.Span())
	p.sim.Play.Advance(0, func() bool { return true })
	page := apptest.HTML(p.Render())
	apptest.Contains(t, page, "Simulated is dashed, measured is solid.", "Throughput first differs at 00:03: 300/s measured, ",
		"The throttled share first differs at 00:03: 25.0% measured, 0% simulated.", `id="measured-table"`)
	if n := strings.Count(page, `<th scope="row">00:`); n < 8 {
		t.Errorf("the table has %d lines, want one for each of eight seconds", n)
	}
	values, points := overlay{p.scene}.values(overlay{p.scene}.measured(), 0)
	if points != 8 || len(values) != 24 || values[2*8+2] != 400 || values[2*8+3] != 300 {
		t.Errorf("the chart has %d points %v, want 8 with 400 and then 300 measured", points, values)
	}
	p.sim.SetTemplate(0, "{Id}")
	if page := apptest.HTML(p.Render()); strings.Contains(page, "Measured over simulated") {
		t.Error("the measurement lies over a run under other keys")
	}
}
