package stress

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/file"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/text"
)

// Plan is what a run does at most.
type Plan struct {
	Account  Account
	Table    string
	Scenario sim.Scenario
	Told     string // the scenario as it is run, as a file has it
	Span     time.Duration
	Entities int64   // that requests may be about, each counted as one request
	Price    float64 // US dollars for 10,000 of them
	LeftOut  []string
}

// mostThreads bounds the threads of a scenario, and so the requests that are on their
// way from one machine at a time.
const mostThreads = 2000

// NewPlan reads the scenario and works out what a run comes to at most.
func (s *Setting) NewPlan(table string) (p Plan, err error) {
	if p.Account, err = ParseAccount(s.Connection); err != nil {
		return p, err
	}
	if p.Price, err = s.price(&p.Account); err != nil {
		return p, err
	}
	data, err := readSome(s.Scenario)
	if err != nil {
		return p, err
	}
	if p.Scenario, err = file.Parse(data, nil); err != nil {
		return p, fmt.Errorf("%s: %w", s.Scenario, err)
	}
	p.Table, p.Entities = table, s.Requests
	if p.Price > 0 {
		p.Entities = min(p.Entities, int64(s.Cost/p.Price*10_000))
	}
	if p.Entities == 0 {
		return p, errors.New("not one request fits into -cost at this -price")
	}
	return p, p.fit(s.For)
}

// readSome reads a file, of one that is too long enough to know.
func readSome(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, file.MaxFile+1))
}

// fit makes the scenario one that clients alone can do in a span.
func (p *Plan) fit(span time.Duration) error {
	c := &p.Scenario
	c.Span = min(c.Span, span.Microseconds())
	p.Span = time.Duration(c.Span) * time.Microsecond
	kept := c.Commands[:0:0]
	for _, m := range c.Commands {
		if m.Do == sim.SetLoad && m.At < c.Span {
			kept = append(kept, m)
		} else if m.Do != sim.SetLoad {
			p.LeftOut = append(p.LeftOut, "The scenario does something to the service at "+text.Number(int(m.At/clock.Second))+
				" s ("+string(m.Do)+"), which no client can do.")
		}
	}
	slices.SortStableFunc(kept, func(a, b sim.Command) int { return cmp.Compare(a.At, b.At) })
	c.Commands = kept
	p.LeftOut = p.LeftOut[:min(len(p.LeftOut), 4)]
	if err := p.able(); err != nil {
		return err
	}
	told, err := file.Write(c)
	if err != nil {
		return err
	}
	var short bytes.Buffer
	if err := json.Compact(&short, told); err != nil {
		return err
	}
	if p.Told = short.String(); len(p.Told) > observe.MaxScenario {
		return fmt.Errorf("the scenario has %s bytes; a recording holds one of at most %s",
			text.Number(len(p.Told)), text.Number(observe.MaxScenario))
	}
	return nil
}

// able refuses loads that need entities which were there before, and more threads than
// one machine has connections for.
func (p *Plan) able() error {
	loads, threads := p.Scenario.Groups, 0
	for _, m := range p.Scenario.Commands {
		loads = append(loads[:len(loads):len(loads)], sim.Group{Name: p.Scenario.Groups[m.Group].Name, Load: m.Load})
	}
	for i, g := range loads {
		for o, weight := range g.Load.Mix {
			if do := service.Operation(o); weight > 0 && do != service.Insert && do != service.Get {
				return fmt.Errorf("the group %q has the operation %v: a stress run inserts and gets", g.Name, do)
			}
		}
		if i < len(p.Scenario.Groups) && g.Load.Rate == 0 {
			threads += g.Load.VMs * g.Load.Threads
		}
	}
	if threads > mostThreads {
		return fmt.Errorf("the scenario has %s threads: one machine drives at most %s", text.Number(threads), text.Number(mostThreads))
	}
	return nil
}

// String says what the run does at most.
func (p *Plan) String() string {
	out := fmt.Sprintf("This sends requests to %s for at most %v: at most %s, an entity counted as one, into a new table %s, "+
		"which is deleted in the end.\n",
		p.Account.Host(), p.Span.Round(time.Second), text.Count(int(p.Entities), "request", "requests"), p.Table)
	if p.Account.Free() {
		return out + "It stays on this machine and costs nothing.\n"
	}
	return out + fmt.Sprintf("Estimated cost: at most %.4f US dollars, at %g for 10,000 requests. Storage, traffic and throughput "+
		"that is paid by the hour are not in it.\n", float64(p.Entities)*p.Price/10_000, p.Price)
}

// Agree asks whether to begin, unless nothing is spent or that was said already. A
// person types the whole word.
func (p *Plan) Agree(yes, person bool, in io.Reader, out io.Writer) error {
	fmt.Fprint(out, p)
	switch {
	case yes || p.Account.Free():
		return nil
	case !person:
		return errors.New("nobody is there to agree to the cost: give -yes")
	}
	fmt.Fprint(out, "Type yes to begin: ")
	var word string
	if _, err := fmt.Fscanln(in, &word); err != nil || word != "yes" {
		return errors.New("nothing was sent")
	}
	return nil
}
