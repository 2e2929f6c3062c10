package sim

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Preset names a ready Scenario.
type Preset struct {
	Name   string
	Lesson string
}

// preset is a Preset and what makes its scenario from the calibrated model.
type preset struct {
	Preset
	template string
	entities demand.Entities
	ranges   int
	span     int64
	make     func(c *Scenario)
}

var requests = demand.Entities{Kind: demand.Nothing, Count: 1, Scale: 1}

func group(name string, l demand.Load) Group { return Group{name, l} }

var presets = []preset{
	{Preset{"append", "Keys that grow with time: every insert goes to the last range, and splits do not help."},
		"{At.time}", requests, 1, clock.Hour, nil},
	{Preset{"prepend", "Keys that fall with time, newest first: every insert goes to the first range."},
		"{reverseTicks(At):19}", requests, 1, clock.Hour, nil},
	{Preset{"bucket", "A bucket in front of the time spreads the inserts over as many ranges as there are buckets."},
		"{hash(Id)%16:02}_{At.time}", requests, 16, clock.Hour, nil},
	{Preset{"users", "One partition for each user: the load scales out, and the busiest users get ranges of their own."},
		"{User}", demand.Entities{Kind: demand.Users, Count: 100_000, Zipf: 1, Scale: 1}, 4, clock.Hour, func(c *Scenario) {
			c.Groups = []Group{group("clients", demand.Open(service.Insert, 4000, demand.Wait))}
		}},
	{Preset{"guid", "Random keys: throughput rises as ranges are split and moved."},
		"{Id}", requests, 1, clock.Hour, nil},
	{Preset{"single", "One partition: it can be neither split nor balanced."},
		"everything", requests, 1, 30 * clock.Minute, nil},
	{Preset{"hotkey", "Six in ten operations go to one key: it ends up in a range of its own, and its server is the limit."},
		"{User}", demand.Entities{Kind: demand.Users, Count: 1000, Hot: 600, Scale: 1}, 4, clock.Hour, nil},
	{Preset{"season", "A season that comes and goes: ranges are split, then merged again."},
		"{Channel}_{9999-At.year}_{13-At.month:02}_{32-At.day:02}",
		demand.Entities{Kind: demand.Channels, Count: 30, Hot: 200, Season: 1800, Scale: 24}, 2, 3 * clock.Hour, season},
	{Preset{"deleteall", "What is deleted leaves empty ranges behind: a scan gets empty pages with tokens."},
		"{Id}", requests, 8, 5 * clock.Minute, deleteAll},
	{Preset{"newtable", "A new table is one range: at first most is throttled, until the service has learned the load."},
		"{Id}", requests, 1, 45 * clock.Minute, func(c *Scenario) {
			c.Groups = []Group{group("clients", demand.Open(service.Insert, 5000, demand.Library))}
		}},
	{Preset{"noisy", "Eight lukewarm ranges share one server: it is the limit until it hands some of them over."},
		"{Id}", requests, 8, 33 * clock.Minute, func(c *Scenario) { c.Packed = true }},
	{Preset{"account", "The account's limit holds however many ranges there are."},
		"{Id}", requests, 64, 10 * clock.Minute, func(c *Scenario) {
			c.Params.EnforceAccount = true
			c.Groups = []Group{group("clients", demand.Closed(service.Insert, 24, 15, 1))}
		}},
	{Preset{"logging", "Log entries keyed by component, instance and bucket: three keys for the same demand."},
		"{Component}_{Instance}_{hash(Id)%4}", demand.Entities{Kind: demand.Components, Count: 48, Zipf: 1, Scale: 1}, 4, clock.Hour, nil},
	{Preset{"movies", "Three ranges of a table of films: which server answers for which category."},
		"{Category}", demand.Entities{Kind: demand.Genres, Count: 12, Scale: 1}, 3, clock.Minute, func(c *Scenario) {
			c.Groups = nil
			c.Stored = 1000
			c.Bounds = []string{"Comedy", "Drama"}
			c.Params.Manager = false
		}},
	{Preset{"failure", "A server fails: its ranges are away for 10 to 20 seconds and come back on other servers."},
		"{Id}", requests, 64, 10 * clock.Minute, func(c *Scenario) {
			c.Commands = []Command{{At: 3 * clock.Minute, Do: KillServer, Server: 5}, {At: 7 * clock.Minute, Do: ReviveServer, Server: 5}}
		}},
}

// season is low, a surge, and low again.
func season(c *Scenario) {
	low, high := demand.Open(service.Insert, 25, demand.Library), demand.Open(service.Insert, 2500, demand.Library)
	c.Params.LowWatermark = 2
	c.Groups = []Group{group("visitors", low)}
	c.Commands = []Command{
		{At: 10 * clock.Minute, Do: SetLoad, Load: high},
		{At: 70 * clock.Minute, Do: SetLoad, Load: low},
	}
}

// deleteAll empties the middle half of the table and then reads all of it, a page
// every ten seconds, so that the way of the scan can be seen.
func deleteAll(c *Scenario) {
	c.Stored = 1500
	c.Params.Manager = false
	purge, scan := demand.Closed(service.Purge, 1, 1, 100), demand.Closed(service.Scan, 1, 1, 1)
	purge.From, purge.To, purge.Once = 2<<61, 6<<61, true
	scan.Once, scan.Think = true, 10*clock.Second
	c.Groups = []Group{group("job", purge), group("reader", demand.Load{Paused: true})}
	c.Commands = []Command{{At: clock.Minute, Do: SetLoad, Group: 1, Load: scan}}
}

// Presets returns the names of the ready scenarios with what each one shows.
func Presets() []Preset {
	out := make([]Preset, len(presets))
	for i, p := range presets {
		out[i] = p.Preset
	}
	return out
}

// FromPreset returns a ready scenario by its name. The error lists the names.
func FromPreset(name string) (Scenario, error) {
	names := ""
	for _, p := range presets {
		if p.Name == name {
			return p.scenario(), nil
		}
		names += ", " + p.Name
	}
	return Scenario{}, &Error{Path: "preset", Message: "There is no preset named " + name + ". There are: " + names[2:] + "."}
}

func (p *preset) scenario() Scenario {
	c := Scenario{Name: p.Name, Lesson: p.Lesson, Seed: 1, Span: p.span, Params: Defaults(), Template: p.template, Entities: p.entities,
		Ranges: p.ranges}
	c.Groups = []Group{group("clients", demand.Closed(service.Insert, 16, 15, 1))}
	if p.make != nil {
		p.make(&c)
	}
	return c
}
