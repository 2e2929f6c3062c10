package incoming

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/share"
	"github.com/keyrange/keyrange/app/workspace"
)

// accepted lists the endings that the file dialog offers.
const accepted = ".csv,.tsv,.tab,.psv,.txt,.json,.geojson,.jsonl,.ndjson,text/csv,application/json"

// Part brings rows into the table: files, samples and what is pasted.
type Part struct {
	desk.Desk
	importing  importUI
	reading    reading
	Pasting    bool
	Dropping   bool
	otherFault string // why the work of another tab was not copied, a sentence
	Forgive    func() // forgets what is wrong with the text of the request
}

// reading is a file or a sample that is being read.
type reading struct {
	cancel      func() // nil if none is
	label       string
	done, total int
}

// CancelReading gives it up.
func (p *Part) CancelReading() {
	if p.reading.cancel != nil {
		p.reading.cancel()
		p.reading.cancel = nil
	}
}

// Choose opens the file dialog.
func (p *Part) Choose(ctx app.Context, _ app.Event) {
	browser.PickFile(accepted, func(f browser.File) {
		ctx.Dispatch(func(ctx app.Context) { p.Open(ctx, f) })
	})
}

// Open reads a file that was picked or dropped.
func (p *Part) Open(ctx app.Context, f browser.File) {
	p.Dropping, p.Pasting, p.importing.step, p.importing.fresh = false, false, false, true
	p.read(ctx, "Copying "+f.Name+" into the page", f.Size, f.Read, func(data []byte) { p.Store.Incoming.Import(f.Name, data) })
}

// Fetch reads a sample that comes with the site, or one that is made here.
func (p *Part) Fetch(ctx app.Context, s draft.Sample) {
	if data, ok := s.Made(); ok {
		p.Gesture(ctx, func() { p.Store.Incoming.Open(s, data) })
		return
	}
	get := func(r browser.Reading) func() { return browser.Fetch(workspace.SamplePath(s), r) }
	p.read(ctx, "Loading "+s.Title, 0, get, func(data []byte) { p.Store.Incoming.Open(s, data) })
}

// FetchWanted brings the data set of work that was opened or gone back to.
func (p *Part) FetchWanted(ctx app.Context) {
	set, ok := p.Store.Incoming.Wanted()
	if !ok {
		return
	}
	get := p.Tab.Source(set)
	p.CancelReading()
	p.reading.label, p.reading.done, p.reading.total = "Opening the data", 0, 0
	then := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			p.reading.cancel = nil
			p.Gesture(ctx, do)
		})
	}
	p.reading.cancel = get(browser.Reading{
		Done:   func(data []byte) { then(func() { p.Store.Incoming.Provide(set, data, p.Tab.Stored(set)) }) },
		Failed: func(why string) { then(func() { p.Store.Incoming.Missing(set, why) }) },
	})
}

// read takes bytes from a source and hands them over when all are there.
func (p *Part) read(ctx app.Context, label string, size int, source func(browser.Reading) func(), then func([]byte)) {
	p.CancelReading()
	p.Store.Incoming.Refuse(nil)
	p.Forgive()
	p.reading.label, p.reading.done, p.reading.total = label, 0, size
	finish := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			p.reading.cancel = nil
			p.Gesture(ctx, do)
		})
	}
	p.reading.cancel = source(browser.Reading{
		Progress: func(done, total int) {
			ctx.Dispatch(func(app.Context) { p.reading.done, p.reading.total = done, max(total, size) })
		},
		Done:   func(data []byte) { finish(func() { then(data) }) },
		Failed: func(reason string) { finish(func() { p.Store.Incoming.Refuse(errors.New(reason)) }) },
	})
}

// cancel gives up whatever is under way.
func (p *Part) cancel() {
	browser.Focus("main") // the button goes with the work
	if p.reading.cancel != nil {
		p.CancelReading()
		return
	}
	p.Store.Cancel()
}

// TakePaste imports pasted text, or opens it when it is a link to a moment.
func (p *Part) TakePaste(_ app.Context, text string) {
	if path, _, _ := share.MomentIn(p.Tab, []byte(text)); path != "" && p.Tab.Sharer != nil {
		p.Tab.Sharer.Open([]byte(text))
		return
	}
	p.importing.fresh = true
	p.Store.Incoming.Import("", []byte(text))
}
