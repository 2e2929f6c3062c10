package file

import (
	"encoding/json"
	"time"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Write writes a scenario as a file that Parse reads back to the same run. The
// numbers of the model that a file cannot change, and the rows of a data set, are
// not in it.
func Write(c *sim.Scenario) ([]byte, error) {
	d, err := c.Source(nil, func() {})
	if err != nil {
		return nil, err
	}
	return write(c, d)
}

// Of writes the scenario of a run, with the commands of its log.
func Of(s *sim.Simulation) ([]byte, error) {
	c := s.Scenario()
	return write(&c, s.Source())
}

func write(c *sim.Scenario, d *demand.Source) ([]byte, error) {
	p := &c.Params
	f := scenarioFile{
		Name: c.Name, Lesson: c.Lesson, Seed: &c.Seed, For: written(c.Span), Template: &c.Template,
		Targets: "2010", Guard: "none", Manager: &p.Manager, EnforceAccount: &p.EnforceAccount, Packed: &c.Packed, Stored: &c.Stored,
		Ranges: &c.Ranges, Bounds: c.Bounds, Servers: &p.Servers, Cores: &p.Cores, Background: &p.Background,
		LowWatermark: &p.LowWatermark, HighWatermark: &p.HighWatermark, SplitsPerTick: &p.SplitsPerTick,
		Tick: written(p.Tick), Sustain: []string{written(p.SustainLow), written(p.SustainHigh)}, Offline: []string{written(p.OfflineLow),
			written(p.OfflineHigh)},
		Pause: written(p.Pause), ServerSustain: written(p.ServerSustain), ColdSustain: written(p.ColdSustain),
		RoundTrip: written(p.RoundTrip), LogBase: written(p.LogBase), ErrorWait: written(p.ErrorWait),
	}
	var today service.Params
	if today.Today(); p.PartitionTarget == today.PartitionTarget {
		f.Targets = "today"
	}
	if p.Guard {
		f.Guard = "balance"
	}
	if c.Replay == nil {
		e := &c.Entities
		f.Entities = &entitiesFile{Kind: e.Kind, Count: &e.Count, Zipf: e.Zipf, Hot: e.Hot, Scale: &e.Scale}
		if e.Season > 0 {
			f.Entities.Season = written(e.Season * clock.Second)
		}
	} else {
		f.Repeat = &c.Replay.Repeat
	}
	groups := make([]groupFile, len(c.Groups))
	for i := range c.Groups {
		groups[i] = groupOf(c.Groups[i].Name, &c.Groups[i].Load, d)
	}
	f.Groups = &groups
	for i := range c.Commands {
		f.Commands = append(f.Commands, commandOf(c, &c.Commands[i], d))
	}
	return json.MarshalIndent(f, "", "  ")
}

// written is a length of time as ParseSpan reads it.
func written(micros int64) string { return (time.Duration(micros) * time.Microsecond).String() }

func groupOf(name string, l *demand.Load, d *demand.Source) groupFile {
	g := groupFile{Name: name, VMs: l.VMs, Threads: &l.Threads, Size: "xl", Rate: l.Rate, Batch: &l.Batch, Mix: map[string]int64{},
		Retry: [...]string{"wait", "none", "guide", "library"}[l.Retry], Sticky: l.Sticky, Once: l.Once, Paused: l.Paused}
	if l.Size == demand.Small {
		g.Size = "small"
	}
	if l.Think > 0 {
		g.Think = written(l.Think)
	}
	for o, weight := range l.Mix {
		if weight > 0 {
			g.Mix[service.Operation(o).String()] = weight
		}
	}
	if l.From > 0 {
		g.From = d.Text(l.From)
	}
	if l.To > 0 {
		g.To = d.Text(l.To)
	}
	return g
}

func commandOf(c *sim.Scenario, m *sim.Command, d *demand.Source) commandFile {
	f := commandFile{At: written(m.At), Do: m.Do, Key: m.Key, Server: m.Server, On: m.On, Share: m.Share}
	if m.Do == sim.SetLoad {
		f.Group = c.Groups[m.Group].Name
		load := groupOf("", &m.Load, d)
		f.Load = &load
	}
	return f
}
