package example

import (
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
)

// The picture on the home page is an answer of the engine: both designs return
// the same entities and one examines more of them.
func TestExamples(t *testing.T) {
	device, day := DeviceFirst(), DayFirst()
	want := 24 / readingHours
	if device.Cost.Returned != want || day.Cost.Returned != want {
		t.Errorf("returned %d and %d entities, want %d from both", device.Cost.Returned, day.Cost.Returned, want)
	}
	if device.Cost.Examined != want || day.Cost.Examined != want*ReadingDevices {
		t.Errorf("examined %d and %d, want %d and %d", device.Cost.Examined, day.Cost.Examined, want, want*ReadingDevices)
	}
}

// What the pictures show is what the playground finds, which reads the rows as a file,
// makes their keys by the templates and asks the same question.
func TestExamplesAreThePlaygrounds(t *testing.T) {
	for _, e := range []Example{DeviceFirst(), DayFirst()} {
		always := func() bool { return true }
		p := design.New(0)
		p.Incoming.Open(draft.Sample{ID: "readings", Title: "Readings", File: "readings.csv", Format: dataset.CSV, Designs: []draft.Design{e.Design}}, Readings())
		p.Advance(always)
		p.Request.Ask(draft.Query{Filter: e.Filter})
		p.Request.RunAll()
		p.Advance(always)
		if plan, ok := p.Request.Plan(); !ok || !reflect.DeepEqual(plan, e.Plan) {
			t.Errorf("%s: the plan is %+v, want %+v", e.Title, e.Plan, plan)
		}
		if cost := p.Request.Result().Cost; cost != e.Cost {
			t.Errorf("%s: the cost is %+v, want %+v", e.Title, e.Cost, cost)
		}
	}
}
