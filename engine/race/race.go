package race

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// What the slider can be set to, in writes per second, and how long a race is.
const (
	Least  = 500
	Most   = 6000
	Step   = 250
	First  = 3000 // that the page opens with
	Span   = 5 * clock.Minute
	Column = 5 * clock.Second
)

const columns = int(Span / Column)

// Race is what the page is given.
type Race struct {
	Seconds  int      `json:"seconds"`  // of a race
	Column   int      `json:"column"`   // seconds of one column
	Capacity int64    `json:"capacity"` // writes per second that one range takes
	Cell     int64    `json:"cell"`     // writes per second that 1 in a cell stands for
	First    int64    `json:"first"`    // load that the page opens with
	Keys     []string `json:"keys"`     // the PartitionKey of each side
	Loads    []Load   `json:"loads"`    // ascending
}

// Load is both keys under one load.
type Load struct {
	Rate  int64   `json:"rate"` // writes per second that are sent, however many are refused
	Sides [2]Side `json:"sides"`
}

// Side is what one PartitionKey makes of a load. Lengths along the keys are in
// thousandths of the keys that the race writes, in sort order.
type Side struct {
	Accepted []int64 `json:"accepted"` // entities by column
	Refused  []int64 `json:"refused"`
	Cuts     []int   `json:"cuts"`   // where each slice of the keys begins, ascending from 0
	Cells    []byte  `json:"cells"`  // by column and slice: accepted per second in units of Race.Cell, then the refused share of 255
	Marks    []Mark  `json:"marks"`  // in the order of time
	Served   []int   `json:"served"` // servers that accepted a write, by column
	Owners   []Owned `json:"owners"` // who serves which keys, whenever that changes
	Splits   int     `json:"splits"`
	Ranges   int     `json:"ranges"` // that a query by time has to ask
}

// Mark is a change of the partition map: s for a split, m for a move, u for a merge.
type Mark struct {
	Column int    `json:"column"`
	Place  int    `json:"place"`
	Kind   string `json:"kind"`
}

// Owned is the partition map from a column on.
type Owned struct {
	Column  int   `json:"column"`
	Places  []int `json:"places"`  // where each range begins
	Servers []int `json:"servers"` // of each range, from 0
	Busy    []int `json:"busy"`    // 1 for each range that was sent a write in the column
}

// templates are the two PartitionKeys, and ranges how many a query by time asks
// under each.
var (
	templates = [2]string{"{At.time}", "{hash(Id)%16:02}_{At.time}"}
	ranges    = [2]int{1, 16}
)

// Scenario returns the run of a side, 0 or 1. The service decides in seconds, so
// that a race shows what else takes an hour.
func Scenario(side int, rate int64) (sim.Scenario, error) {
	c, err := sim.FromPreset("append")
	if err != nil {
		return c, err
	}
	c.Name, c.Lesson, c.Span, c.Template = "race", "The same writes under two keys.", Span, templates[side]
	c.Params.Teach()
	l := demand.Load{Rate: rate, Batch: 1, Retry: demand.NoRetry}
	l.Mix[service.Insert] = 1
	c.Groups = []sim.Group{{Name: "writers", Load: l}}
	return c, nil
}

// New runs every load, which takes a processor some ten seconds.
func New() (*Race, error) {
	usual := sim.Defaults()
	r := &Race{Seconds: int(Span / clock.Second), Column: int(Column / clock.Second), Capacity: usual.Capacity(), Cell: cell, First: First,
		Keys: templates[:]}
	for rate := int64(Least); rate <= Most; rate += Step {
		l, err := Of(rate)
		if err != nil {
			return nil, err
		}
		r.Loads = append(r.Loads, l)
	}
	return r, nil
}

// Of runs both sides under a load.
func Of(rate int64) (l Load, err error) {
	l.Rate = rate
	for i := range l.Sides {
		if l.Sides[i], err = run(i, rate); err != nil {
			return l, err
		}
	}
	return l, nil
}

// run runs a side column by column, since the partition map is that of the moment.
func run(side int, rate int64) (Side, error) {
	c, err := Scenario(side, rate)
	if err != nil {
		return Side{}, err
	}
	s, err := sim.New(c)
	if err != nil {
		return Side{}, err
	}
	out := Side{Ranges: ranges[side]}
	var owners []Owned
	for column := range columns {
		s.Run(int64(column+1) * Column)
		owners = append(owners, owned(s, column))
	}
	out.count(s)
	out.notes(s)
	out.moves(owners)
	out.Cuts = cuts(side, out.Marks)
	if side == 1 {
		out.fill(s, bucketOf)
	} else {
		out.fill(s, out.sliceAt)
	}
	out.Owners = changed(owners)
	return out, nil
}

// each calls f with the columns of the recording that make a column of the race.
func each(s *sim.Simulation, f func(column int, c *record.Column)) {
	heat := s.Heat()
	for i := range heat.Columns {
		if column := int(int64(i) * heat.Span / Column); column < columns {
			f(column, &heat.Columns[i])
		}
	}
}
