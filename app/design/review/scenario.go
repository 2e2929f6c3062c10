package review

import (
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Scenario is the load test of n rows under a template of the PartitionKey.
func Scenario(columns []keys.Column, rows demand.Rows, n int, template string, rate, ranges int) sim.Scenario {
	c, _ := sim.FromPreset("append") // it is there
	c.Name, c.Lesson = "Design review", "The rows as inserts, in the order in which they stand."
	c.Seed, c.Template, c.Ranges, c.Span = LoadSeed, template, ranges, LoadSeconds*clock.Second
	c.Replay = &sim.Replay{Columns: columns, Rows: rows, Count: min(n, loadRows), Repeat: true}
	c.Groups = []sim.Group{{Name: "rows", Load: demand.Open(service.Insert, int64(rate), demand.Wait)}}
	return c
}
