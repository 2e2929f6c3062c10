package gallery

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// read adds the lines of a file.
func (p *Page) read(f browser.File) {
	if f.Size > MaxPaste {
		p.said = f.Name + " is longer than 8 MB, which is the most that is read at once."
		return
	}
	f.Read(browser.Reading{
		Done: func(data []byte) {
			p.Ctx.Dispatch(func(ctx app.Context) {
				p.bring(string(data))
				p.advance(ctx)
			})
		},
		Failed: func(why string) { p.Ctx.Dispatch(func(app.Context) { p.said = why }) },
	})
}

// advance reads lines and does results again in slices, so that the page never stands
// still.
func (p *Page) advance(ctx app.Context) {
	if p.running || p.stopped || p.Crash != "" {
		return
	}
	p.running = true
	p.slice(ctx)
}

func (p *Page) slice(ctx app.Context) {
	if p.stopped {
		p.running = false
		return
	}
	start, busy := time.Now(), true
	p.Guard(func() {
		browser.Unhurried(func() {
			for busy && time.Since(start) < ui.SliceTime {
				busy = p.state.Step(browser.Rest)
			}
		})
	})
	p.tell()
	p.fetch()
	if busy && p.Crash == "" {
		p.drawMeanwhile(ctx)
		browser.Soon(func() { ctx.Dispatch(p.slice) })
		return
	}
	p.running = false
	p.settle()
}

// drawnEvery is how often the page is drawn while results are done again.
const drawnEvery = 400 * time.Millisecond

// drawMeanwhile shows what has been done so far, now and then.
func (p *Page) drawMeanwhile(ctx app.Context) {
	if time.Since(p.drawn) < drawnEvery {
		ctx.PreventUpdate()
		return
	}
	p.drawn = time.Now()
	p.grow(p.state)
}

// settle shows everything in its order after the work is over.
func (p *Page) settle() {
	if p.state.Open() == 0 && p.sort(p.state) {
		p.redraw()
	}
}

// bring takes lines, from wherever they come.
func (p *Page) bring(text string) {
	p.state.Add(text)
	p.reading = true
}

// tell says what became of the lines once the last of them was read.
func (p *Page) tell() {
	if _, _, more := p.state.Reading(); more || !p.reading {
		return
	}
	p.reading = false
	b := p.state.Brought()
	p.said = view.Count(b.New, "result is new", "results are new") + "."
	if b.Refused > 0 {
		p.said += " " + view.Count(b.Refused, "line was refused", "lines were refused") + ": " + b.Reason
	}
}

// fetch brings the rows that are wanted.
func (p *Page) fetch() {
	set, ok := p.state.Wanted()
	if !ok {
		return
	}
	then := func(do func()) {
		p.Ctx.Dispatch(func(ctx app.Context) {
			p.Guard(do)
			p.advance(ctx)
		})
	}
	p.tab.Source(set)(browser.Reading{
		Done:   func(data []byte) { then(func() { p.state.Provide(set, data) }) },
		Failed: func(why string) { then(func() { p.state.Missing(why) }) },
	})
}
