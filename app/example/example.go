package example

import (
	"strconv"
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/trace"
)

// Example is one design of the readings table with the answer to one question,
// as the engine gives it. The pages show it before anybody has loaded data.
type Example struct {
	Title  string
	Design draft.Design
	Filter string
	Why    string
	Plan   model.PlanView
	Cost   trace.Cost
}

// ReadingsQuestion is the question that both designs answer.
const ReadingsQuestion = "All readings of device d-07 on 2 March"

// Sizes of the readings table: every device reports every six hours.
const (
	ReadingDevices = 12
	readingDays    = 7
	readingHours   = 6 // between two readings of a device
)

// DeviceFirst and dayFirst run the question over the two designs, once.
var (
	DeviceFirst = sync.OnceValue(func() Example {
		return answer(Example{
			Title:  "Device first",
			Design: draft.Design{PartitionKey: "{Device}", RowKey: "{At.month:02}-{At.day:02}_{At.hour:02}"},
			Filter: "PartitionKey eq 'd-07' and RowKey ge '03-02' and RowKey lt '03-03'",
			Why: "One device is one partition, and the RowKey sorts it by time. The service goes straight to the day and reads nothing else. A " +
				"question about every device on one day would now visit all 12 partitions.",
		})
	})
	DayFirst = sync.OnceValue(func() Example {
		return answer(Example{
			Title:  "Day first",
			Design: draft.Design{PartitionKey: "{At.month:02}-{At.day:02}", RowKey: "{At.hour:02}_{Device}"},
			Filter: "PartitionKey eq '03-02' and Device eq 'd-07'",
			Why: "One day is one partition. The same question reads every device of that day to find one of them, and each new reading lands in " +
				"the newest partition. A question about one day would be a single partition.",
		})
	})
)

// Readings is the table as CSV text.
func Readings() []byte {
	var b strings.Builder
	b.WriteString("Device,At,Celsius\n")
	for hour := 0; hour < readingDays*24; hour += readingHours {
		for device := range ReadingDevices {
			b.WriteString("d-" + two(device+1) + ",2026-03-" + two(1+hour/24) + "T" + two(hour%24) + ":00:00Z,")
			b.WriteString(strconv.Itoa(18+(hour+device)%9) + ".5\n")
		}
	}
	return []byte(b.String())
}

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// answer builds the table of a design and reads every page of the question.
func answer(e Example) Example {
	always := func() bool { return true }
	p := design.New(0)
	p.Incoming.Open(draft.Sample{
		ID: "readings", Title: "Readings", File: "readings.csv", Format: dataset.CSV, Designs: []draft.Design{e.Design},
	}, Readings())
	p.Advance(always)
	p.Request.Ask(draft.Query{Filter: e.Filter})
	p.Request.RunAll()
	p.Advance(always)
	e.Plan, _ = p.Request.Plan()
	e.Cost = p.Request.Result().Cost
	return e
}

// Drawings are the plan in two widths, of which the page shows one. A drawing
// that shrinks to a phone could not be read.
func (e Example) Drawings(width int) app.UI {
	return view.H("div.plan",
		view.H("div.hide-sm", view.Plan(e.Plan, width)),
		view.H("div.only-sm", view.Plan(e.Plan, view.PhoneWidth)),
	)
}
