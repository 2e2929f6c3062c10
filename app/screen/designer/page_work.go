package designer

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
)

// Times of the work loop. What a slice leaves for the collector is done in the
// same turn of the page, and takes as long at times.
const (
	drawnEvery = 100 * time.Millisecond  // how often progress is drawn
	trialPause = 1200 * time.Millisecond // without a gesture, before fixes are run
)

// work is the loop that lets the store advance in slices.
type work struct {
	running bool
	rested  bool // the page had a turn after the last work
	stopped bool
	drawn   time.Time
	gesture int // counts gestures, so that only a pause after the last one ends
}

// holdTrials lets the fixes that are offered be run once nothing was done for a
// while.
func (p *Page) holdTrials(ctx app.Context) {
	p.work.gesture++
	mine := p.work.gesture
	p.Store.Trials.HoldTrials(true)
	ctx.After(trialPause, func(ctx app.Context) {
		if mine != p.work.gesture || p.work.stopped {
			ctx.PreventUpdate() // nothing has changed
			return
		}
		p.Store.Trials.HoldTrials(false)
		p.advance(ctx)
	})
}

// advance starts the loop unless it runs.
func (p *Page) advance(ctx app.Context) {
	if p.work.running || p.work.stopped || p.Crash != "" || p.ui.deck.calm {
		return
	}
	p.work.running = true
	p.work.drawn = time.Time{} // the first slice belongs to the gesture, which is drawn
	p.slice(ctx)
}

// slice works for at most sliceTime and comes back on a later turn.
func (p *Page) slice(ctx app.Context) {
	start := time.Now()
	busy := false
	p.Guard(func() {
		busy = p.Store.Advance(func() bool { return time.Since(start) < ui.SliceTime })
	})
	// What the work has come to is drawn in a turn without work.
	again := busy || !p.work.rested && time.Since(start) > ui.SliceTime/2
	p.work.rested = !busy
	if again && !p.work.stopped && p.Crash == "" && !p.ui.deck.calm {
		if time.Since(p.work.drawn) < drawnEvery {
			ctx.PreventUpdate()
		} else {
			p.work.drawn, p.ui.deck.tick = time.Now(), true
		}
		browser.Soon(func() { ctx.Dispatch(p.slice) })
		return
	}
	p.work.running = false
	p.ui.deck.touch++ // a turn for progress may not be drawn yet, and would hide the outcome
	ctx.Defer(func(ctx app.Context) { p.Guard(func() { p.settle(ctx) }) })
}
