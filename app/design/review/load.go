package review

import (
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// The load test: the rows as inserts, at a rate that goes on whatever becomes of
// them.
const (
	LoadSeconds = 60
	LoadSeed    = 1
	loadRows    = 20_000 // rows that arrive, again from the first after the last
	loadEvents  = 20_000 // of one step
)

// loadOf is what a load test is a function of.
type loadOf struct {
	table  string // a build's name: the rows and the keys
	rate   int
	ranges int
}

// load is a load test that is under way or done.
type load struct {
	of      loadOf
	run     *sim.Simulation // nil once it is done, or cannot be done
	done    bool
	rows    int
	totals  record.Totals
	ranges  int
	target  int
	problem string
}

// SetRate asks for a load test at so many entities per second, 0 for none.
func (p *Review) SetRate(rate int) {
	p.edit.Change("Load test", func(w *draft.Work) { w.Review.Rate = max(0, min(rate, draft.MaxRate)) })
}

// Rate returns the rate that was asked for.
func (p *Review) Rate() int { return p.edit.Work().Review.Rate }

// Loading reports whether a load test is under way.
func (p *Review) Loading() bool { return p.load.run != nil }

// LoadStep runs some more of the load test and reports whether there was
// anything to run.
func (p *Review) LoadStep() bool {
	w, built := p.edit.Work(), p.table.Built()
	if w.Review.Rate == 0 || built == nil || p.table.Building != nil || built.Name != w.Table() || p.rows.Data() == nil {
		return false
	}
	if of := (loadOf{built.Name, w.Review.Rate, p.questions.Ranges()}); p.load.of != of {
		p.begin(of)
		return true
	}
	if p.load.run == nil {
		return false
	}
	if p.load.run.RunBudget(LoadSeconds*clock.Second, loadEvents) < loadEvents {
		p.load.totals, p.load.run, p.load.done = p.load.run.Total(), nil, true
	}
	return true
}

func (p *Review) begin(of loadOf) {
	c := Scenario(p.rows.Data().Columns, p.rows.Data(), p.rows.Data().Len(), p.edit.Design().PartitionKey, of.rate, of.ranges)
	p.load = load{of: of, rows: c.Replay.Count, ranges: of.ranges, target: int(c.Params.PartitionTarget)}
	s, err := sim.New(c)
	if err != nil {
		p.load.problem = err.Error()
		return
	}
	p.load.run = s
}

// loadNow returns the load test of the table that is shown; ok is false while it is not
// done.
func (p *Review) loadNow() (l *load, ok bool) {
	built := p.table.Built()
	of := loadOf{rate: p.Rate(), ranges: p.questions.Ranges()}
	if built != nil {
		of.table = built.Name
	}
	return &p.load, (p.load.done || p.load.problem != "") && p.load.of == of
}
