package example

import (
	"strconv"
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
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
		}, func(device, hour int) table.Key {
			return table.Key{PartitionKey: deviceName(device), RowKey: dayName(hour) + "_" + two(hour%24)}
		})
	})
	DayFirst = sync.OnceValue(func() Example {
		return answer(Example{
			Title:  "Day first",
			Design: draft.Design{PartitionKey: "{At.month:02}-{At.day:02}", RowKey: "{At.hour:02}_{Device}"},
			Filter: "PartitionKey eq '03-02' and Device eq 'd-07'",
			Why: "One day is one partition. The same question reads every device of that day to find one of them, and each new reading lands in " +
				"the newest partition. A question about one day would be a single partition.",
		}, func(device, hour int) table.Key {
			return table.Key{PartitionKey: dayName(hour), RowKey: two(hour%24) + "_" + deviceName(device)}
		})
	})
)

// Readings is the table as CSV text.
func Readings() []byte {
	var b strings.Builder
	b.WriteString("Device,At,Celsius\n")
	for hour := 0; hour < readingDays*24; hour += readingHours {
		for device := range ReadingDevices {
			b.WriteString(deviceName(device) + ",2026-" + dayName(hour) + "T" + two(hour%24) + ":00:00Z,")
			b.WriteString(strconv.Itoa(18+(hour+device)%9) + ".5\n")
		}
	}
	return []byte(b.String())
}

func deviceName(device int) string { return "d-" + two(device+1) }

// dayName is the month and day of an hour since the first reading.
func dayName(hour int) string { return "03-" + two(1+hour/24) }

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// answer asks the question over the table of a design, whose keys key makes. The whole
// playground for it would take most of a page's start.
func answer(e Example, key func(device, hour int) table.Key) Example {
	readings, written := table.New("Readings"), table.Ticks(0)
	for hour := 0; hour < readingDays*24; hour += readingHours {
		for device := range ReadingDevices {
			own := table.Entity{Key: key(device, hour), Properties: []table.Property{{Name: "Device", Value: table.StringValue(deviceName(device))}}}
			if _, err := readings.Insert(own, written); err != nil {
				panic(err) // all keys differ
			}
			written++
		}
	}
	var err error
	if e.Plan, e.Cost, err = model.AskOnce(readings.Snapshot(), e.Filter); err != nil {
		panic(err) // the question is our own
	}
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
