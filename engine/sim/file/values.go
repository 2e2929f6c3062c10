package file

import (
	"strconv"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// scenario makes the Scenario that a file describes.
func (f *scenarioFile) scenario(replay *sim.Replay) (sim.Scenario, error) {
	requests := demand.Entities{Kind: demand.Nothing, Count: 1, Scale: 1}
	c := sim.Scenario{Seed: 1, Span: clock.Hour, Params: sim.Defaults(), Ranges: 1, Entities: requests}
	if f.Preset != "" {
		var err error
		if c, err = sim.FromPreset(f.Preset); err != nil {
			return c, err
		}
	}
	c.Replay = replay
	for _, step := range []func(*sim.Scenario) error{f.plain, f.times, f.policies, f.setEntities, f.setGroups, f.setCommands} {
		if err := step(&c); err != nil {
			return c, err
		}
	}
	return c, nil
}

// set copies a value that the file has.
func set[V any](to *V, from *V) {
	if from != nil {
		*to = *from
	}
}

func (f *scenarioFile) plain(c *sim.Scenario) error {
	if f.Name != "" {
		c.Name = f.Name
	}
	if f.Lesson != "" {
		c.Lesson = f.Lesson
	}
	set(&c.Seed, f.Seed)
	set(&c.Template, f.Template)
	set(&c.Ranges, f.Ranges)
	if f.Ranges != nil || f.Bounds != nil {
		c.Bounds = f.Bounds
	}
	set(&c.Packed, f.Packed)
	set(&c.Stored, f.Stored)
	p := &c.Params
	set(&p.Servers, f.Servers)
	set(&p.Cores, f.Cores)
	set(&p.Background, f.Background)
	set(&p.LowWatermark, f.LowWatermark)
	p.HighWatermark = 10 * p.Servers
	set(&p.HighWatermark, f.HighWatermark)
	set(&p.SplitsPerTick, f.SplitsPerTick)
	set(&p.Manager, f.Manager)
	set(&p.EnforceAccount, f.EnforceAccount)
	if c.Replay != nil {
		set(&c.Replay.Repeat, f.Repeat)
	}
	return nil
}

func (f *scenarioFile) times(c *sim.Scenario) error {
	if f.Decisions == "teaching" {
		c.Params.Teach()
	}
	p := &c.Params
	for _, t := range []struct {
		path, text string
		to         *int64
	}{
		{"for", f.For, &c.Span}, {"tick", f.Tick, &p.Tick}, {"pause", f.Pause, &p.Pause},
		{"serverSustain", f.ServerSustain, &p.ServerSustain}, {"coldSustain", f.ColdSustain, &p.ColdSustain},
		{"roundTrip", f.RoundTrip, &p.RoundTrip}, {"logBase", f.LogBase, &p.LogBase}, {"errorWait", f.ErrorWait, &p.ErrorWait},
	} {
		if err := readSpan(t.path, t.text, t.to); err != nil {
			return err
		}
	}
	return first(twoSpans("sustain", f.Sustain, &p.SustainLow, &p.SustainHigh), twoSpans("offline", f.Offline, &p.OfflineLow, &p.OfflineHigh))
}

func twoSpans(path string, texts []string, low, high *int64) error {
	switch len(texts) {
	case 0:
		return nil
	case 2:
		return first(readSpan(path+"[0]", texts[0], low), readSpan(path+"[1]", texts[1], high))
	}
	return &sim.Error{Path: path, Message: `Give the shortest and the longest time, as ["5m", "10m"].`}
}

// ParseSpan reads a length of time such as "1h30m", "90s" or "250ms" and returns
// microseconds. The error is a *sim.Error without a place.
func ParseSpan(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, &sim.Error{Message: strconv.Quote(text) + ` is not a length of time. Write it as "1h30m", "90s" or "250ms".`}
	}
	return d.Microseconds(), nil
}

// first returns the first error there is.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func readSpan(path, text string, to *int64) error {
	if text == "" {
		return nil
	}
	micros, err := ParseSpan(text)
	if err != nil {
		err.(*sim.Error).Path = path
		return err
	}
	*to = micros
	return nil
}

// named sets a value by the name that the file gives it; none leaves it.
func named[V any](path, what, name string, to *V, names []string, values []V) error {
	if name == "" {
		return nil
	}
	for i, n := range names {
		if n == name {
			*to = values[i]
			return nil
		}
	}
	message := "There is no " + what + " " + strconv.Quote(name) + ". There are: " + strings.Join(names, ", ") + "."
	return &sim.Error{Path: path, Message: message}
}

func (f *scenarioFile) policies(c *sim.Scenario) error {
	today, teaching := false, false
	err := first(
		named("targets", "set of targets", f.Targets, &today, []string{"2010", "today"}, []bool{false, true}),
		named("guard", "guard", f.Guard, &c.Params.Guard, []string{"none", "balance"}, []bool{false, true}),
		named("decisions", "decision time", f.Decisions, &teaching, []string{"real", "teaching"}, []bool{false, true}),
	)
	if today {
		c.Params.Today()
	}
	return err
}

func (f *scenarioFile) setEntities(c *sim.Scenario) error {
	if f.Entities == nil {
		return nil
	}
	if c.Replay != nil {
		return &sim.Error{Path: "entities", Message: "The scenario replays the rows of a data set, so it generates no entities."}
	}
	e := demand.Entities{Kind: f.Entities.Kind, Count: 1, Zipf: f.Entities.Zipf, Hot: f.Entities.Hot, Scale: 1}
	if e.Kind == "" {
		e.Kind = demand.Nothing
	}
	if e.Kind != demand.Nothing {
		e.Count = 1000
	}
	set(&e.Count, f.Entities.Count)
	set(&e.Scale, f.Entities.Scale)
	if err := readSpan("entities.season", f.Entities.Season, &e.Season); err != nil {
		return err
	}
	if e.Season != 0 && (e.Season < clock.Second || e.Season%clock.Second != 0) {
		return &sim.Error{Path: "entities.season", Message: "A season is a whole number of seconds."}
	}
	e.Season /= clock.Second
	c.Entities = e
	return nil
}

func (f *scenarioFile) setGroups(c *sim.Scenario) error {
	if f.Groups == nil {
		if c.Groups == nil && f.Preset == "" {
			return &sim.Error{Message: "The scenario has no groups, so nothing would happen."}
		}
		return nil
	}
	c.Groups = nil
	for i := range *f.Groups {
		g := &(*f.Groups)[i]
		l, err := g.load(c, "groups["+strconv.Itoa(i)+"]")
		if err != nil {
			return err
		}
		c.Groups = append(c.Groups, sim.Group{Name: g.Name, Load: l})
	}
	return nil
}

func (g *groupFile) load(c *sim.Scenario, path string) (demand.Load, error) {
	l := demand.Load{VMs: g.VMs, Threads: 1, Size: demand.ExtraLarge, Rate: g.Rate, Batch: 1, Sticky: g.Sticky, Once: g.Once, Paused: g.Paused}
	set(&l.Threads, g.Threads)
	set(&l.Batch, g.Batch)
	if g.Mix == nil {
		l.Mix[service.Insert] = 1
	}
	known := 0
	for o := range service.Operations {
		weight, found := g.Mix[o.String()]
		if found {
			known++
			l.Mix[o] = weight
		}
	}
	if known < len(g.Mix) {
		return l, &sim.Error{Path: path + ".mix", Message: "A mix gives weights to insert, get, delete, scan and purge, and to nothing else."}
	}
	return l, first(
		named(path+".size", "size of VM", g.Size, &l.Size, []string{"xl", "small"}, []demand.VMSize{demand.ExtraLarge, demand.Small}),
		named(path+".retry", "retry policy", g.Retry, &l.Retry, []string{"wait", "none", "guide", "library"},
			[]demand.Retry{demand.Wait, demand.NoRetry, demand.Guide, demand.Library}),
		readSpan(path+".think", g.Think, &l.Think),
		g.limits(c, path, &l),
	)
}

// limits turns the keys that a walk goes between into ordinals.
func (g *groupFile) limits(c *sim.Scenario, path string, l *demand.Load) error {
	if g.From == "" && g.To == "" {
		return nil
	}
	d, err := c.Source(nil, func() {})
	if err != nil {
		return err
	}
	if g.From != "" {
		key, found := d.Ordinal(g.From)
		if !found {
			return &sim.Error{Path: path + ".from", Message: "No key of this template is as high as " + strconv.Quote(g.From) + "."}
		}
		l.From = key
	}
	if g.To != "" {
		l.To, _ = d.Ordinal(g.To)
	}
	return nil
}

func (f *scenarioFile) setCommands(c *sim.Scenario) error {
	if f.Commands == nil {
		return nil
	}
	c.Commands = nil
	for i := range f.Commands {
		if err := f.Commands[i].command(c, "commands["+strconv.Itoa(i)+"]"); err != nil {
			return err
		}
	}
	return nil
}

func (f *commandFile) command(c *sim.Scenario, path string) error {
	d := sim.Command{Do: f.Do, Key: f.Key, Server: f.Server, On: f.On, Share: f.Share}
	if err := readSpan(path+".at", f.At, &d.At); err != nil {
		return err
	}
	if f.Do == sim.SetLoad {
		d.Group = -1
		for i, g := range c.Groups {
			if g.Name == f.Group {
				d.Group = i
			}
		}
		if d.Group < 0 {
			return &sim.Error{Path: path + ".group", Message: "There is no group named " + strconv.Quote(f.Group) + "."}
		}
		d.Load.Paused = true
		if f.Load != nil {
			var err error
			if d.Load, err = f.Load.load(c, path+".load"); err != nil {
				return err
			}
		}
	}
	c.Commands = append(c.Commands, d)
	return nil
}
