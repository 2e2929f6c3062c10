package script

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/table"
)

// The bounds of a simulation in a log, which is run again when the log is
// opened: about 3 seconds in a browser at most, and 1.5 natively.
const (
	// MaxSimulated is how many requests one run may send, retries included.
	MaxSimulated = 2_000_000
	// MinSimulatedTime and MaxSimulatedTime bound its virtual time.
	MinSimulatedTime = table.Second
	MaxSimulatedTime = 3600 * table.Second
	// MaxSimulatedEvents is how many events it may have: no preset needs as
	// many for MaxSimulated requests.
	MaxSimulatedEvents = 8 * MaxSimulated
)

const (
	simulatedSlice  = 20_000 // events between two looks at the requests
	simulatedNotes  = 5      // sentences in a Result
	simulatedKept   = 16     // outcomes that a World remembers
	requestsPerWork = 4      // that take about as long as one insert
)

// defaultSeed is that of the presets.
const defaultSeed = 1

// Simulated is the outcome of a run of package sim: a function of preset, time
// and seed alone. It never changes.
type Simulated struct {
	Totals sim.Totals
	Notes  []string       // the first decisions in words, the earliest first
	Noted  int            // how many decisions there were
	Map    *partition.Map // the ranges at the end
	Bounds []string       // the PartitionKeys at which they begin, without the first range
	Hash   uint64         // over everything that happened
	// Mistake says in a plain sentence why the run was given up; Totals then
	// tells how far it got, and there is no Map. "" for a whole run.
	Mistake string
}

// simulation is what a run is a function of.
type simulation struct {
	preset string
	time   table.Ticks
	seed   uint64
}

// outcomes remembers runs, so that Redo and Seek need not repeat them. It is
// no part of a state: what it answers is what a run would.
type outcomes struct {
	keys []simulation // the latest last
	runs []*Simulated
}

func (o *outcomes) of(k simulation) *Simulated {
	if i := slices.Index(o.keys, k); i >= 0 {
		return o.runs[i]
	}
	if len(o.keys) == simulatedKept {
		o.keys, o.runs = slices.Delete(o.keys, 0, 1), slices.Delete(o.runs, 0, 1)
	}
	run := k.run()
	o.keys, o.runs = append(o.keys, k), append(o.runs, run)
	return run
}

// run carries the simulation out, up to its end or to a bound.
func (k simulation) run() *Simulated {
	c, err := sim.FromPreset(k.preset)
	if err != nil {
		return &Simulated{Mistake: err.Error()}
	}
	c.Seed, c.Span = k.seed, micros(k.time)
	s, err := sim.New(c)
	if err != nil {
		return &Simulated{Mistake: err.Error()}
	}
	for s.Events() < MaxSimulatedEvents && s.Total().Sent <= MaxSimulated {
		if s.RunBudget(c.Span, simulatedSlice) < simulatedSlice {
			return outcomeOf(s)
		}
	}
	at := table.Ticks(s.Now()) * 10 / table.Second * table.Second
	return &Simulated{Totals: s.Total(), Hash: s.Hash(), Mistake: tooMany(k.time, at)}
}

// micros is the unit of package sim.
func micros(d table.Ticks) int64 { return int64(d / (table.Millisecond / 1000)) }

func tooMany(asked, least table.Ticks) string {
	return "A run has at most 2,000,000 requests here, and for " + formatDuration(asked) + " is too long for that. It gets no further than " + formatDuration(least) + "."
}

func outcomeOf(s *sim.Simulation) *Simulated {
	o := &Simulated{Totals: s.Total(), Noted: len(s.Notes()), Map: s.Map(), Hash: s.Hash()}
	for _, n := range s.Notes()[:min(simulatedNotes, o.Noted)] {
		o.Notes = append(o.Notes, s.Sentence(n))
	}
	for i := 1; i < o.Map.Len(); i++ {
		low, _, _ := o.Map.Bounds(i)
		o.Bounds = append(o.Bounds, low)
	}
	return o
}

// simulate runs a preset beside the World, whose clock does not wait for it,
// and hands the ranges at its end to a table if there is one.
func (r *run) simulate() {
	c := &r.command
	if c.Table != "" && !r.hasTable() {
		return
	}
	o := r.outcomes.of(simulation{c.Text, c.Duration, c.Seed})
	shown := *o
	shown.Notes, shown.Bounds = slices.Clone(o.Notes), slices.Clone(o.Bounds)
	r.result.Simulated = &shown
	if o.Mistake != "" {
		r.mistake(o.Mistake)
		return
	}
	r.simulated = o
	if c.Table != "" {
		r.setBorders(o.Bounds)
	}
}

// setBorders sets where the ranges of the command's table begin.
func (r *run) setBorders(keys []string) {
	borders := slices.Clone(keys)
	slices.SortFunc(borders, table.CompareUTF16)
	r.borders[strings.ToLower(r.command.Table)] = slices.Compact(borders)
}

// readSimulation reads for, then seed and into in any order.
func readSimulation(p *parser, c *Command) {
	c.Seed = defaultSeed
	c.Text = presetWords[p.oneOf(presetWords)]
	if p.space(false); p.err == nil && p.keyword("for") == "" {
		p.fail(p.at, p.tokenEnd(), "The word for and a time belong here.")
	}
	if p.err == nil {
		p.simulatedTime(c)
	}
	for p.err == nil {
		switch p.keyword("seed", "into") {
		case "seed":
			c.Seed = p.seed()
		case "into":
			start := p.at
			readTable(p, c)
			if c.Table == "" {
				p.fail(start, p.at, "The name of a table belongs here.")
			}
		default:
			return
		}
	}
}

// simulatedTime reads how long a run lasts. A run that is sure to send too
// many requests is refused here, at its time.
func (p *parser) simulatedTime(c *Command) {
	start := p.at
	c.Duration = p.duration()
	if p.err == nil && (c.Duration < MinSimulatedTime || c.Duration > MaxSimulatedTime) {
		p.fail(start, p.at, "A run lasts from 1s to 1h of virtual time.")
	}
	if rate := arrivalRate(c.Text); p.err == nil && rate*int64(c.Duration/table.Second) > MaxSimulated {
		p.fail(start, p.at, tooMany(c.Duration, table.Ticks(MaxSimulated/rate)*table.Second))
	}
}

// arrivalRate returns how many requests per second arrive in a preset whatever
// becomes of them; 0 where that is not the same all the time.
func arrivalRate(preset string) (rate int64) {
	c, err := sim.FromPreset(preset)
	if err != nil || len(c.Commands) > 0 {
		return 0
	}
	for _, g := range c.Groups {
		rate += g.Load.Rate
	}
	return rate
}

var presetWords = func() (words []string) {
	for _, p := range sim.Presets() {
		words = append(words, p.Name)
	}
	return words
}()

func (w *printer) simulation(c *Command) {
	w.word(c.Text + " for " + formatDuration(c.Duration))
	w.flag(c.Seed != defaultSeed, "seed "+decimal(c.Seed))
	w.flag(c.Table != "", "into "+name(c.Table))
}

// simulated takes in the outcome of the last run. Without one it takes in
// nothing: a table's name has no blank.
func (h *hasher) simulated(o *Simulated) {
	if o == nil {
		return
	}
	h.text("a run")
	h.number(o.Hash)
	h.texts(o.Bounds)
}

func (l *lines) simulated(o *Simulated) {
	if o == nil {
		return
	}
	t := &o.Totals
	l.add(count(int(t.Sent)) + " requests: " + count(int(t.Done)) + " done, " + count(int(t.Throttled+t.AccountThrottled)) + " throttled, " + count(int(t.Unavailable)) + " unavailable")
	if o.Map == nil {
		return
	}
	l.add(count(int(t.Splits)) + " splits, " + count(int(t.Moves)) + " moves, " + count(int(t.Merges)) + " merges; ranges at the end: " + count(o.Map.Len()))
	for _, note := range o.Notes {
		l.add(note)
	}
	if more := o.Noted - len(o.Notes); more > 0 {
		l.add("and " + count(more) + " more notes")
	}
	for i, key := range o.Bounds {
		if i == maxLines {
			l.add("and " + count(len(o.Bounds)-i) + " more")
			break
		}
		l.add("a range begins at " + name(key))
	}
}
