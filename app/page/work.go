package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
)

// Times of the work loop.
const (
	sliceTime  = 8 * time.Millisecond   // of work between two turns of the page
	drawnEvery = 100 * time.Millisecond // how often progress is drawn
)

// work is the loop that lets the store advance in slices.
type work struct {
	running bool
	stopped bool
	drawn   time.Time
	cancel  func() // of a file or a sample that is being read, nil if none is
	label   string
	done    int
	total   int
}

func (w *work) stop() {
	w.stopped = true
	w.cancelReading()
}

func (w *work) cancelReading() {
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
}

// advance starts the loop unless it runs.
func (p *Playground) advance(ctx app.Context) {
	if p.work.running || p.work.stopped || p.crash != "" {
		return
	}
	p.work.running = true
	p.work.drawn = time.Now()
	p.slice(ctx)
}

// slice works for at most sliceTime and comes back on a later turn.
func (p *Playground) slice(ctx app.Context) {
	start := time.Now()
	busy := false
	p.guard(func() {
		busy = p.store.Advance(func() bool { return time.Since(start) < sliceTime })
	})
	if busy && !p.work.stopped && p.crash == "" {
		if time.Since(p.work.drawn) < drawnEvery {
			ctx.PreventUpdate()
		} else {
			p.work.drawn = time.Now()
		}
		browser.Soon(func() { ctx.Dispatch(p.slice) })
		return
	}
	p.work.running = false
	if p.store.Phase() == store.Ready && p.store.HasData() && !p.store.Result().Ran() {
		p.guard(p.store.Run) // the first question, so that there is something to see
	}
	ctx.Defer(func(ctx app.Context) { p.guard(func() { p.settle(ctx) }) })
}
