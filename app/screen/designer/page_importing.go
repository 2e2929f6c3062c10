package designer

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/workspace"
)

// accepted lists the endings that the file dialog offers.
const accepted = ".csv,.tsv,.tab,.psv,.txt,.json,.geojson,.jsonl,.ndjson,text/csv,application/json"

// choose opens the file dialog.
func (p *Page) choose(ctx app.Context, _ app.Event) {
	browser.PickFile(accepted, func(f browser.File) {
		ctx.Dispatch(func(ctx app.Context) { p.open(ctx, f) })
	})
}

// open reads a file that was picked or dropped.
func (p *Page) open(ctx app.Context, f browser.File) {
	p.ui.dropping, p.ui.pasting, p.ui.importing.step = false, false, false
	p.read(ctx, "Copying "+f.Name+" into the page", f.Size, f.Read, func(data []byte) { p.store.Incoming.Import(f.Name, data) })
}

// fetch reads a sample that comes with the site, or one that is made here.
func (p *Page) fetch(ctx app.Context, s draft.Sample) {
	if data, ok := s.Made(); ok {
		p.gesture(ctx, func() { p.store.Incoming.Open(s, data) })
		return
	}
	get := func(r browser.Reading) func() { return browser.Fetch(workspace.SamplePath(s), r) }
	p.read(ctx, "Loading "+s.Title, 0, get, func(data []byte) { p.store.Incoming.Open(s, data) })
}

// fetchWanted brings the data set of work that was opened or gone back to.
func (p *Page) fetchWanted(ctx app.Context) {
	set, ok := p.store.Incoming.Wanted()
	if !ok {
		return
	}
	get := p.tab.Source(set)
	p.work.cancelReading()
	p.work.label, p.work.done, p.work.total = "Opening the data", 0, 0
	then := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			p.work.cancel = nil
			p.gesture(ctx, do)
		})
	}
	p.work.cancel = get(browser.Reading{
		Done:   func(data []byte) { then(func() { p.store.Incoming.Provide(set, data, p.tab.Stored(set)) }) },
		Failed: func(why string) { then(func() { p.store.Incoming.Missing(set, why) }) },
	})
}

// read takes bytes from a source and hands them over when all are there.
func (p *Page) read(ctx app.Context, label string, size int, source func(browser.Reading) func(), then func([]byte)) {
	p.work.cancelReading()
	p.store.Incoming.Refuse(nil)
	p.ui.badFilter, p.ui.badTop = "", ""
	p.work.label, p.work.done, p.work.total = label, 0, size
	finish := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			p.work.cancel = nil
			p.gesture(ctx, do)
		})
	}
	p.work.cancel = source(browser.Reading{
		Progress: func(done, total int) {
			ctx.Dispatch(func(app.Context) { p.work.done, p.work.total = done, max(total, size) })
		},
		Done:   func(data []byte) { finish(func() { then(data) }) },
		Failed: func(reason string) { finish(func() { p.store.Incoming.Refuse(errors.New(reason)) }) },
	})
}

// cancel gives up whatever is under way.
func (p *Page) cancel() {
	browser.Focus("main") // the button goes with the work
	if p.work.cancel != nil {
		p.work.cancelReading()
		return
	}
	p.store.Cancel()
}
