package script

import (
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/table"
)

// SimulatedLoad is what a simulation does otherwise than its preset. Zero
// fields leave the preset as it is.
type SimulatedLoad struct {
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

// into changes a scenario.
func (l *SimulatedLoad) into(c *sim.Scenario) {
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

func (l *SimulatedLoad) intoGroup(g *sim.Load) {
	if l.Machines > 0 || l.Threads > 0 {
		g.Rate, g.Size = 0, sim.ExtraLarge
		g.VMs, g.Threads = max(1, g.VMs, l.Machines), max(1, g.Threads, l.Threads)
	}
	if l.Machines > 0 {
		g.VMs = l.Machines
	}
	if l.Threads > 0 {
		g.Threads = l.Threads
	}
	if l.Small {
		g.Size = sim.Small
	}
	if l.Rate > 0 {
		g.Rate, g.VMs, g.Threads = int64(l.Rate), 0, 0
	}
	if l.Batch > 0 {
		g.Batch = l.Batch
	}
	for i, w := range retryWords {
		if w == l.Retry {
			g.Retry = sim.Retry(i)
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
	if rate := arrivalRate(c); p.err == nil && rate*int64(c.Duration/table.Second) > MaxSimulated {
		p.fail(start, end, tooMany(c.Duration, table.Ticks(MaxSimulated/rate)*table.Second))
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
	of.Load.into(&c)
	for _, g := range c.Groups {
		rate += g.Load.Rate
	}
	return rate
}

func (w *printer) simulation(c *Command) {
	w.word(c.Text + " for " + formatDuration(c.Duration))
	l := &c.Load
	w.flag(l.Keys != "", "keys "+quote(l.Keys))
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
	w.flag(c.Table != "", "into "+name(c.Table))
}
