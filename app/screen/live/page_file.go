package live

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/logs"
	"github.com/keyrange/keyrange/engine/observe/modeled"
)

func (p *Page) save() {
	browser.Save("live.recording", "application/x-ndjson", p.s.Save())
	p.ui.filed = "live.recording holds " + view.Span(p.s.recorded()) + "."
}

// open shows a recording, or a log of requests, in place of an endpoint.
func (p *Page) open() {
	browser.PickFile(logs.Endings, func(f browser.File) {
		p.heard(func() { p.s.Why, p.ui.filed = "", f.Name+" is being read." })
		f.Read(browser.Reading{
			Done: func(data []byte) {
				p.make(func(say func(string)) (observe.Recording, int, error) {
					return logs.Open(data, ui.Reading(f.Name, say))
				}, f.Name)
			},
			Failed: func(reason string) { p.heard(func() { p.s.Why, p.ui.filed = reason, "" }) },
		})
	})
}

// example shows the recording that comes with the site.
func (p *Page) example() {
	p.s.Why, p.ui.filed = "", "The example is being made."
	p.make(func(func(string)) (observe.Recording, int, error) { return modeled.Example(browser.Rest), 0, nil }, "The example")
}

// make shows a recording under a name once it is made, unless something else was asked
// for meanwhile. Making it does not hold the page up, and may say how far it is.
func (p *Page) make(recording func(say func(string)) (r observe.Recording, leftOut int, err error), name string) {
	p.ui.reading++
	asked := p.ui.reading
	still := func(do func()) {
		p.heard(func() {
			if asked == p.ui.reading {
				do()
			}
		})
	}
	browser.Aside(func() {
		r, leftOut, err := recording(func(text string) { still(func() { p.ui.filed = text }) })
		still(func() {
			if err != nil {
				p.s.Why, p.ui.filed = name+": "+err.Error(), ""
				return
			}
			p.hangUp()
			p.s.Open(&r)
			p.s.from, p.ui.asks, p.ui.filed = origin{}, false, logs.Said(name, leftOut, r.Missing)
			p.Ctx.Defer(func(app.Context) { // what was pressed is gone, and the page begins anew
				browser.Focus("main")
				browser.RevealTop("main")
			})
		})
	})
}

// timeline lets the transport go along the seconds: as they come, or at the speed at
// which a recording was made.
func (p *Page) timeline() ui.Timeline {
	t := ui.Timeline{Name: "Seconds of the recording", Length: max(0, len(p.s.columns)-1), Place: max(0, p.s.Place()),
		Text: p.s.ReadOut(), Step: time.Second,
		Seek: func(place int) {
			p.s.Seek(place)
			p.follow()
		},
	}
	if p.s.Link != Replayed { // of a recording, nothing follows by itself
		t.Live = &ui.LiveTime{Playing: p.s.Follows(), Toggle: func() {
			p.s.Toggle()
			p.follow()
		}}
	}
	for i := range p.s.columns {
		if e := &p.s.columns[i]; len(e.Marks) > 0 || e.Total.AllRefused() > 0 {
			t.Marks = append(t.Marks, ui.TimelineMark{Place: i, Strong: len(e.Marks) > 0})
		}
	}
	if drop := len(t.Marks) - ui.MaxMarks; drop > 0 {
		t.Marks = t.Marks[drop:]
	}
	return t
}
