package command

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/table"
)

// Load is what a simulation does otherwise than its preset. Zero fields leave the preset as it is.
type Load struct {
	Keys     string // template of the PartitionKey
	Machines int    // client machines of each group
	Threads  int    // of each machine
	Small    bool   // machines with one core
	Rate     int    // operations per second that arrive whatever becomes of them
	Batch    int    // entities of one request
	Ranges   int    // at the start
	Retry    string // a word of retryWords
	Today    bool   // service targets of today in place of those of 2010
	Quick    bool   // decisions in 20 seconds in place of minutes
}

// retryWords are the policies of package sim, by their number.
var retryWords = []string{"wait", "none", "guide", "library"}

// The most that a run in a log may ask for.
const (
	maxMachines = 200
	maxThreads  = 100
	maxRate     = 100_000
	maxRanges   = 400
)

// The bounds of a simulation in a log, which is run again when the log is
// opened: about 3 seconds in a browser at most, and 1.5 natively.
const (
	// MaxRequests is how many requests one run may send, retries included.
	MaxRequests = 2_000_000
	// minTime and maxTime bound its virtual time.
	minTime = table.Second
	maxTime = 3600 * table.Second
	// MaxEvents is how many events it may have: no preset needs as
	// many for MaxRequests requests.
	MaxEvents = 8 * MaxRequests
)

// defaultSeed is that of the presets.
const defaultSeed = 1

// Into changes a scenario.
func (l *Load) Into(c *sim.Scenario) {
	if l.Keys != "" {
		c.Template = l.Keys
	}
	if l.Ranges > 0 {
		c.Ranges, c.Bounds = l.Ranges, nil
	}
	if l.Today {
		c.Params.Today()
	}
	if l.Quick {
		c.Params.Teach()
	}
	for i := range c.Groups {
		l.intoGroup(&c.Groups[i].Load)
	}
	for i := range c.Commands {
		if c.Commands[i].Do == sim.SetLoad {
			l.intoGroup(&c.Commands[i].Load)
		}
	}
}

func (l *Load) intoGroup(g *demand.Load) {
	if l.Machines > 0 || l.Threads > 0 {
		g.Rate, g.Size = 0, demand.ExtraLarge
		g.VMs, g.Threads = max(1, g.VMs, l.Machines), max(1, g.Threads, l.Threads)
	}
	if l.Machines > 0 {
		g.VMs = l.Machines
	}
	if l.Threads > 0 {
		g.Threads = l.Threads
	}
	if l.Small {
		g.Size = demand.Small
	}
	if l.Rate > 0 {
		g.Rate, g.VMs, g.Threads = int64(l.Rate), 0, 0
	}
	if l.Batch > 0 {
		g.Batch = l.Batch
	}
	for i, w := range retryWords {
		if w == l.Retry {
			g.Retry = demand.Retry(i)
		}
	}
}

// readSimulation reads the time, and what comes after it in any order.
func readSimulation(p *parser, c *Command) {
	c.Seed = defaultSeed
	c.Text = presetWords[p.oneOf(presetWords)]
	if p.space(false); p.err == nil && p.keyword("for") == "" {
		p.fail(p.at, p.tokenEnd(), "The word for and a time belong here.")
	}
	start := p.at
	if p.err == nil {
		p.simulatedTime(c)
	}
	end := p.at
	for p.err == nil {
		if word := p.keyword("seed", "into", "keys", "machines", "threads", "small", "rate", "batch", "ranges", "retry", "today",
			"quick"); word == "" {
			break
		} else {
			p.simulatedOption(word, c)
		}
	}
	if rate := arrivalRate(c); p.err == nil && rate*int64(c.Duration/table.Second) > MaxRequests {
		p.fail(start, end, TooManyRequests(c.Duration, table.Ticks(MaxRequests/rate)*table.Second))
	}
}

func (p *parser) simulatedOption(word string, c *Command) {
	l := &c.Load
	switch word {
	case "seed":
		c.Seed = p.seed()
	case "into":
		start := p.at
		readTable(p, c)
		if p.err == nil && c.Table == "" {
			p.fail(start, p.at, "The name of a table belongs here.")
		}
	case "keys":
		l.Keys, _ = p.textHere()
	case "machines":
		l.Machines = p.number(maxMachines, "There are 1 to 200 client machines.")
	case "threads":
		l.Threads = p.number(maxThreads, "A client machine has 1 to 100 threads.")
	case "rate":
		l.Rate = p.number(maxRate, "A rate is 1 to 100,000 operations per second.")
	case "batch":
		l.Batch = p.number(sim.MaxBatch, "A batch has 1 to 100 entities.")
	case "ranges":
		l.Ranges = p.number(maxRanges, "A run begins with 1 to 400 ranges.")
	case "retry":
		l.Retry = retryWords[p.oneOf(retryWords)]
	case "small":
		l.Small = true
	case "today":
		l.Today = true
	case "quick":
		l.Quick = true
	}
}

// arrivalRate returns how many requests per second arrive whatever becomes of
// them; 0 where that is not the same all the time.
func arrivalRate(of *Command) (rate int64) {
	c, err := sim.FromPreset(of.Text)
	if err != nil || len(c.Commands) > 0 {
		return 0
	}
	of.Load.Into(&c)
	for _, g := range c.Groups {
		rate += g.Load.Rate
	}
	return rate
}

func (w *printer) simulation(c *Command) {
	w.word(c.Text + " for " + FormatDuration(c.Duration))
	l := &c.Load
	w.flag(l.Keys != "", "keys "+Quote(l.Keys))
	for _, n := range []struct {
		word string
		n    int
	}{{"machines", l.Machines}, {"threads", l.Threads}, {"rate", l.Rate}, {"batch", l.Batch}, {"ranges", l.Ranges}} {
		w.flag(n.n > 0, n.word+" "+decimal(uint64(n.n)))
	}
	w.flag(l.Small, "small")
	w.flag(l.Retry != "", "retry "+l.Retry)
	w.flag(l.Today, "today")
	w.flag(l.Quick, "quick")
	w.flag(c.Seed != defaultSeed, "seed "+decimal(c.Seed))
	w.flag(c.Table != "", "into "+Name(c.Table))
}

// TooManyRequests says that a run of the time that was asked for sends too many,
// and for how long it can be run.
func TooManyRequests(asked, least table.Ticks) string {
	return "A run has at most 2,000,000 requests here, and for " + FormatDuration(asked) + " is too long for that. It gets no further than " +
		FormatDuration(least) + "."
}

// simulatedTime reads how long a run lasts. A run that is sure to send too
// many requests is refused here, at its time.
func (p *parser) simulatedTime(c *Command) {
	start := p.at
	c.Duration = p.duration()
	if p.err == nil && (c.Duration < minTime || c.Duration > maxTime) {
		p.fail(start, p.at, "A run lasts from 1s to 1h of virtual time.")
	}
}

var presetWords = func() (words []string) {
	for _, p := range sim.Presets() {
		words = append(words, p.Name)
	}
	return words
}()
