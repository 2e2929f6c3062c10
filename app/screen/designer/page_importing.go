package designer

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/share"
	"github.com/keyrange/keyrange/app/workspace"
)

// accepted lists the endings that the file dialog offers.
const accepted = ".csv,.tsv,.tab,.psv,.txt,.json,.geojson,.jsonl,.ndjson,text/csv,application/json"

// loader brings rows into the table: files, samples and what is pasted.
type loader struct {
	*Desk
	importing  importUI
	reading    reading
	pasting    bool
	dropping   bool
	otherFault string // why the work of another tab was not copied, a sentence
	forgive    func() // forgets what is wrong with the text of the request
}

// reading is a file or a sample that is being read.
type reading struct {
	cancel      func() // nil if none is
	label       string
	done, total int
}

// cancelReading gives it up.
func (p *loader) cancelReading() {
	if p.reading.cancel != nil {
		p.reading.cancel()
		p.reading.cancel = nil
	}
}

// choose opens the file dialog.
func (p *loader) choose(ctx app.Context, _ app.Event) {
	browser.PickFile(accepted, func(f browser.File) {
		ctx.Dispatch(func(ctx app.Context) { p.open(ctx, f) })
	})
}

// open reads a file that was picked or dropped.
func (p *loader) open(ctx app.Context, f browser.File) {
	p.dropping, p.pasting, p.importing.step = false, false, false
	p.read(ctx, "Copying "+f.Name+" into the page", f.Size, f.Read, func(data []byte) { p.store.Incoming.Import(f.Name, data) })
}

// fetch reads a sample that comes with the site, or one that is made here.
func (p *loader) fetch(ctx app.Context, s draft.Sample) {
	if data, ok := s.Made(); ok {
		p.gesture(ctx, func() { p.store.Incoming.Open(s, data) })
		return
	}
	get := func(r browser.Reading) func() { return browser.Fetch(workspace.SamplePath(s), r) }
	p.read(ctx, "Loading "+s.Title, 0, get, func(data []byte) { p.store.Incoming.Open(s, data) })
}

// fetchWanted brings the data set of work that was opened or gone back to.
func (p *loader) fetchWanted(ctx app.Context) {
	set, ok := p.store.Incoming.Wanted()
	if !ok {
		return
	}
	get := p.tab.Source(set)
	p.cancelReading()
	p.reading.label, p.reading.done, p.reading.total = "Opening the data", 0, 0
	then := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			p.reading.cancel = nil
			p.gesture(ctx, do)
		})
	}
	p.reading.cancel = get(browser.Reading{
		Done:   func(data []byte) { then(func() { p.store.Incoming.Provide(set, data, p.tab.Stored(set)) }) },
		Failed: func(why string) { then(func() { p.store.Incoming.Missing(set, why) }) },
	})
}

// read takes bytes from a source and hands them over when all are there.
func (p *loader) read(ctx app.Context, label string, size int, source func(browser.Reading) func(), then func([]byte)) {
	p.cancelReading()
	p.store.Incoming.Refuse(nil)
	p.forgive()
	p.reading.label, p.reading.done, p.reading.total = label, 0, size
	finish := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			p.reading.cancel = nil
			p.gesture(ctx, do)
		})
	}
	p.reading.cancel = source(browser.Reading{
		Progress: func(done, total int) {
			ctx.Dispatch(func(app.Context) { p.reading.done, p.reading.total = done, max(total, size) })
		},
		Done:   func(data []byte) { finish(func() { then(data) }) },
		Failed: func(reason string) { finish(func() { p.store.Incoming.Refuse(errors.New(reason)) }) },
	})
}

// cancel gives up whatever is under way.
func (p *loader) cancel() {
	browser.Focus("main") // the button goes with the work
	if p.reading.cancel != nil {
		p.cancelReading()
		return
	}
	p.store.Cancel()
}

// takePaste imports pasted text, or opens it when it is a link to a moment.
func (p *loader) takePaste(_ app.Context, text string) {
	if path, _, _ := share.MomentIn(p.tab, []byte(text)); path != "" && p.tab.Sharer != nil {
		p.tab.Sharer.Open([]byte(text))
		return
	}
	p.store.Incoming.Import("", []byte(text))
}
