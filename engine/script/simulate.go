package script

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
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
	simulatedKept   = 24     // outcomes that Runs remembers
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
	Span   table.Ticks    // virtual time of the run
	Quick  bool           // the service decided in seconds instead of minutes
	Over   int            // seconds of it in which one PartitionKey was offered more than the target of a partition
	// Servers is how many servers had a range at the end.
	Servers int
	Heat    Heat
	// Mistake says in a plain sentence why the run was given up; Totals then
	// tells how far it got, and there is no Map. "" for a whole run.
	Mistake string
}

// Rate returns the mean of the entities per second that were stored or read.
func (s *Simulated) Rate() int {
	return int(s.Totals.Entities) * int(table.Second) / int(max(1, s.Span))
}

// simulation is what a run is a function of.
type simulation struct {
	preset string
	time   table.Ticks
	seed   uint64
	load   SimulatedLoad
}

// Runs remembers the outcomes of simulate commands, so that Redo and Seek need
// not repeat them. It is no part of a state: what it answers is what a run would.
// Worlds may share one.
type Runs struct {
	keys []simulation // the latest last
	runs []*Simulated
}

func (o *Runs) of(k simulation) *Simulated {
	if i := slices.Index(o.keys, k); i >= 0 {
		return o.runs[i]
	}
	r := k.begin()
	for r.step(simulatedSlice) {
	}
	o.keep(k, r.outcome)
	return r.outcome
}

func (o *Runs) keep(k simulation, run *Simulated) {
	if len(o.keys) == simulatedKept {
		o.keys, o.runs = slices.Delete(o.keys, 0, 1), slices.Delete(o.runs, 0, 1)
	}
	o.keys, o.runs = append(o.keys, k), append(o.runs, run)
}

// Rehearsal carries out runs in pieces, ahead of the commands that want them.
type Rehearsal struct {
	runs *Runs
	keys []simulation // that are to be run
	now  *running     // the first of them
}

// Rehearse begins to carry out the runs of some commands. It is nil when there
// is nothing to run. Whoever does the commands then finds the outcomes.
func (o *Runs) Rehearse(commands []Command) *Rehearsal {
	h := &Rehearsal{runs: o}
	for i := range commands {
		k := simulationOf(&commands[i])
		if commands[i].Verb == Simulate && !slices.Contains(o.keys, k) && !slices.Contains(h.keys, k) && len(h.keys) < simulatedKept {
			h.keys = append(h.keys, k)
		}
	}
	if len(h.keys) == 0 {
		return nil
	}
	return h
}

// rehearsed is how many events one Step has: a few milliseconds.
const rehearsed = 4_000

// Step does a piece. It returns false once all is run.
func (h *Rehearsal) Step() (more bool) {
	if h.now == nil {
		h.now = h.keys[0].begin()
		return true
	}
	if !h.now.step(rehearsed) {
		h.runs.keep(h.keys[0], h.now.outcome)
		h.keys, h.now = h.keys[1:], nil
	}
	return len(h.keys) > 0
}

// running is a run on its way to its end or to a bound.
//
// What always holds: how it is cut into pieces leaves no trace in the outcome.
type running struct {
	of      simulation
	sim     *sim.Simulation
	span    int64
	left    int // events to the next look at the bounds
	outcome *Simulated
}

func (k simulation) begin() *running {
	r := &running{of: k, left: simulatedSlice}
	c, err := sim.FromPreset(k.preset)
	if err == nil {
		c.Seed, c.Span = k.seed, micros(k.time)
		k.load.into(&c)
		r.span = c.Span
		r.sim, err = sim.New(c)
	}
	if err != nil {
		r.outcome = &Simulated{Mistake: err.Error()}
	}
	return r
}

// step does at most so many events. It returns false when the outcome is there.
func (r *running) step(events int) (more bool) {
	if r.outcome != nil {
		return false
	}
	s := r.sim
	until := min(r.span, s.Now()/sim.Second*sim.Second+sim.Second)
	events = min(events, r.left)
	n := s.RunBudget(until, events)
	if r.left -= n; n == events && r.left > 0 {
		return true
	}
	if n < events {
		if until == r.span {
			r.outcome = outcomeOf(s)
			r.outcome.Span, r.outcome.Quick = r.of.time, r.of.load.Quick
			return false
		}
	}
	r.left = simulatedSlice
	if s.Events() < MaxSimulatedEvents && s.Total().Sent <= MaxSimulated {
		return true
	}
	at := table.Ticks(s.Now()) * 10 / table.Second * table.Second
	r.outcome = &Simulated{Totals: s.Total(), Hash: s.Hash(), Mistake: tooMany(r.of.time, at)}
	return false
}

// micros is the unit of package sim.
func micros(d table.Ticks) int64 { return int64(d / (table.Millisecond / 1000)) }

func tooMany(asked, least table.Ticks) string {
	return "A run has at most 2,000,000 requests here, and for " + formatDuration(asked) + " is too long for that. It gets no further than " +
		formatDuration(least) + "."
}

func outcomeOf(s *sim.Simulation) *Simulated {
	o := &Simulated{Totals: s.Total(), Noted: len(s.Notes()), Map: s.Map(), Hash: s.Hash()}
	o.Over = int(o.Totals.OverSeconds)
	for _, n := range s.Notes()[:min(simulatedNotes, o.Noted)] {
		o.Notes = append(o.Notes, s.Sentence(n))
	}
	o.Heat = heatOf(s)
	servers := map[int]bool{}
	for i := range o.Map.Len() {
		servers[o.Map.Server(i)] = true
	}
	o.Servers = len(servers)
	for i := 1; i < o.Map.Len(); i++ {
		low, _, _ := o.Map.Bounds(i)
		o.Bounds = append(o.Bounds, low)
	}
	return o
}

func simulationOf(c *Command) simulation { return simulation{c.Text, c.Duration, c.Seed, c.Load} }

// simulate runs a preset beside the World, whose clock does not wait for it,
// and hands the ranges at its end to a table if there is one.
func (r *run) simulate() {
	c := &r.command
	if c.Table != "" && !r.hasTable() {
		return
	}
	o := r.outcomes.of(simulationOf(c))
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

// simulatedTime reads how long a run lasts. A run that is sure to send too
// many requests is refused here, at its time.
func (p *parser) simulatedTime(c *Command) {
	start := p.at
	c.Duration = p.duration()
	if p.err == nil && (c.Duration < MinSimulatedTime || c.Duration > MaxSimulatedTime) {
		p.fail(start, p.at, "A run lasts from 1s to 1h of virtual time.")
	}
}

var presetWords = func() (words []string) {
	for _, p := range sim.Presets() {
		words = append(words, p.Name)
	}
	return words
}()

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
	l.add(text.Number(int(t.Sent)) + " requests: " + text.Number(int(t.Done)) + " done, " + text.Number(int(t.InFlight)) + " on their way, " +
		t.Refused.Sentence())
	if o.Map == nil {
		return
	}
	l.add(text.Number(int(t.Splits)) + " splits, " + text.Number(int(t.Moves)) + " moves, " + text.Number(int(t.Merges)) +
		" merges; ranges at the end: " + text.Number(o.Map.Len()))
	for _, note := range o.Notes {
		l.add(note)
	}
	if more := o.Noted - len(o.Notes); more > 0 {
		l.add("and " + text.Number(more) + " more notes")
	}
	for i, key := range o.Bounds {
		if i == maxLines {
			l.add("and " + text.Number(len(o.Bounds)-i) + " more")
			break
		}
		l.add("a range begins at " + name(key))
	}
}
