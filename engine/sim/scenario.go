package sim

import (
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Scenario is everything that a run is made of. Two runs of equal scenarios are
// equal in every detail.
type Scenario struct {
	Name     string
	Lesson   string // what it shows, one sentence
	Seed     uint64
	Span     int64 // virtual time that the run is meant for; the rows of its heat map and its first ranges divide the keys of that time
	Params   Params
	Template string // of the PartitionKey
	Entities demand.Entities
	Replay   *Replay // in place of Entities
	Groups   []Group
	Ranges   int      // at the start, each with about as many keys
	Bounds   []string // or where they begin, but for the first, ascending
	Packed   bool     // they all begin on one server
	Stored   int64    // entities that each range holds at the start
	Commands []Command
}

// Group is a named Load.
type Group struct {
	Name string
	Load demand.Load
}

// Replay is the rows of a data set in the order of their arrival. How fast they
// arrive is said by the Groups.
type Replay struct {
	Columns []keys.Column
	Rows    demand.Rows
	Count   int
	Repeat  bool // begin again after the last row

	first uint64 // how many rows have arrived before the start
}

// Source prepares the keys. What it has in common with another source, which may be
// nil, is taken from there. rest is that of NewLike.
func (c *Scenario) Source(like *demand.Source, rest func()) (*demand.Source, error) {
	template, err := keys.Parse(c.Template)
	if err != nil {
		return nil, templateError(err)
	}
	var d *demand.Source
	if c.Replay != nil {
		d, err = demand.Replay(template, c.Replay.Columns, c.Replay.Rows, c.Replay.Count, c.Replay.Repeat, rest)
	} else {
		d, err = demand.New(template, c.Entities, like, rest)
	}
	return d, templateError(err)
}

// begin sets up the state before the first event.
func (c *Scenario) begin(s *state, d *demand.Source) {
	s.service.Begin(c.Params.Params, c.Seed, service.Layout{Bounds: c.bounds(d), Packed: c.Packed, Stored: c.Stored})
	loads := make([]demand.Load, len(c.Groups))
	for i, g := range c.Groups {
		loads[i] = g.Load
	}
	rows := uint64(0)
	if c.Replay != nil {
		rows = c.Replay.first
	}
	s.clients.Begin(c.Params.Delays, c.Seed, loads, rows)
}

// bounds returns where the ranges of the start begin.
func (c *Scenario) bounds(d *demand.Source) []uint64 {
	if c.Bounds == nil {
		return d.Bounds(c.Seed, c.Span/clock.Second, c.Ranges)
	}
	var out []uint64
	for _, text := range c.Bounds {
		key, found := d.Ordinal(text)
		if found && key > 0 && (len(out) == 0 || key > out[len(out)-1]) {
			out = append(out, key)
		}
	}
	return out
}

// newRows cuts the key space into rows with equally many different keys.
func newRows(d *demand.Source, seed uint64, span int64) []uint64 {
	return append([]uint64{0}, d.Bounds(seed, span/clock.Second, record.HeatRows)...)
}
