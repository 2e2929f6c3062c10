package lesson

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/engine/script/simulated"
)

// ready does something once the runs that it needs are there: at once where
// there are none, else in the pauses of the page. Something else that is made
// ready meanwhile takes its place.
func (p *Page) ready(r *simulated.Rehearsal, then func()) {
	p.rehearsal = r
	if r == nil || app.IsServer || p.stops == nil {
		for r != nil && r.Step() {
		}
		p.rehearsal = nil
		p.Guard(then)
		return
	}
	var step func()
	step = func() {
		timer, more := browser.Timer(), true
		p.Guard(func() {
			for more && timer() < runBudget && p.rehearsal == r {
				more = r.Step()
			}
		})
		switch {
		case p.rehearsal != r || p.Crash != "":
		case more:
			browser.Soon(step)
		default:
			p.Ctx.Dispatch(func(ctx app.Context) {
				if p.rehearsal != r {
					return
				}
				p.rehearsal = nil
				p.Guard(then)
				p.after(ctx)
			})
		}
	}
	browser.Soon(step)
}

// refer carries out what the figures of solutions need, while nothing else runs.
func (p *Page) refer() {
	if p.rehearsal != nil {
		return
	}
	if r := p.store.rehearse(p.store.unknownReferences()); r != nil {
		p.ready(r, func() {})
	}
}

// runBudget is how long runs are made ready in one turn, in microseconds.
const runBudget = 7000
