package lesson

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
)

// List is the list of all lessons by track.
type List struct {
	app.Compo
	gestures
	tab     *workspace.Tab
	problem string // of a pack that could not be opened
}

// OnMount takes the page's context.
func (p *List) OnMount(ctx app.Context) { p.Ctx = ctx }

// Render draws the list.
func (p *List) Render() app.UI {
	c := courseOf(p.tab)
	body := []app.UI{
		view.H("div.idx__h",
			view.T("h1", "Lessons"),
			view.T("p.lede", "Short lessons of 6 to 12 minutes. Each begins with something that goes wrong, lets you guess, and has tasks "+
				"that look at what your commands did. Take them in any order, or follow one of three paths."),
			c.resume(),
		),
		c.paths(),
		c.chart(),
	}
	for _, t := range lessons.Tracks() {
		if section := c.track(t); section != nil {
			body = append(body, section)
		}
	}
	body = append(body, view.H("p.idx__t",
		view.H("a", view.Attr("href", ui.Address("/glossary")), view.Text("Glossary")),
		view.Text(": every term once, with the lesson that explains it. "),
		view.H("a", view.Attr("href", ui.Address("/reference")), view.Text("Reference")),
		view.Text(": limits, operators, error codes, costs and patterns. "),
		view.H("a", view.Attr("href", ui.Address("/search")), view.Text("Search")), view.Text(" the lessons and the glossary, also offline."),
	))
	return ui.Shell("/lessons", true, view.H("main#main;tabindex=-1", view.H("div.wrap.idx", append(body, p.packs())...)))
}

// track lists the lessons of a track, nil for one without a lesson.
func (c course) track(t lessons.Track) app.UI {
	var items []app.UI
	done := 0
	for _, e := range c.list {
		if e.Track == t.ID {
			if reachedIn(c.book, e) == complete {
				done++
			}
			items = append(items, c.row(e))
		}
	}
	if len(items) == 0 {
		return nil
	}
	return view.H("section.idx__t", view.Attr("aria-labelledby", t.ID),
		view.H("div.idx__th", view.H("h2", view.ID(t.ID), view.Text(t.Title)),
			view.T("span.num.muted", strconv.Itoa(done)+" of "+view.Count(len(items), "lesson", "lessons")+" done")),
		view.H("ol", items...),
	)
}

// row is a lesson with its state in words.
func (c course) row(e content.Entry) app.UI {
	solved, seen := c.book[e.ID].Count()
	look, icon, state := "chk", "", "not begun"
	switch reachedIn(c.book, e) {
	case complete:
		look, icon, state = "chk chk--done", "check", "done"
	case begun:
		look = "chk chk--now"
		state = strconv.Itoa(solved) + " of " + view.Count(e.Tasks, "task", "tasks") + " solved"
		if seen > 0 {
			state += ", " + strconv.Itoa(seen) + " seen"
		}
	}
	return view.H("li", view.Attr("value", strconv.Itoa(e.Number)),
		roundMark(look, icon),
		view.H("div",
			view.H("a", view.Attr("href", ui.Address(Path+e.ID)), view.Text(strconv.Itoa(e.Number)+". "+e.Title)),
			view.T("p", e.Goal),
			c.buildsOn(e),
		),
		view.T("span.num.muted", strconv.Itoa(e.Minutes)+" min, "+state),
	)
}

// packs opens a lesson from a file.
func (p *List) packs() app.UI {
	problem := view.El("p.err;role=alert")
	if p.problem != "" {
		problem = problem.Text(p.problem)
	}
	return view.H("section.idx__t;aria-labelledby=packs",
		view.T("h2#packs", "A lesson of your own"),
		view.T("p", "A lesson is one Markdown file. Open one from your disk: it is read here and goes nowhere. It may hold prose and commands "+
			"of the console, and nothing that leaves this page."),
		view.H("p", view.H("button#open-pack.btn;type=button", view.Icon("upload"), view.Text("Open lesson pack"), p.Click("pack", func() {
			browser.PickFile(".md,text/markdown,text/plain", func(f browser.File) {
				p.Ctx.Dispatch(func(app.Context) { p.openPack(f) })
			})
		}))),
		view.T("h2#progress", "Your progress"),
		view.T("p", "What you solved and your drafts are kept in this browser. Export them to take them elsewhere."),
		view.H("p.row",
			view.H("button.btn;type=button", view.Icon("download"), view.Text("Export progress"), p.Click("export", func() {
				browser.Save("keyrange-lessons.json", "application/json", []byte(shelfOf(p.tab).book().Text()))
			})),
			view.H("button.btn;type=button", view.Icon("upload"), view.Text("Import progress"), p.Click("import", func() {
				browser.PickFile(".json,application/json", func(f browser.File) { p.Ctx.Dispatch(func(app.Context) { p.importBook(f) }) })
			})),
		),
		problem,
	)
}

// importBook puts a progress that was exported in the place of this one.
func (p *List) importBook(f browser.File) {
	if p.problem = ""; f.Size > maxBook {
		p.problem = "This file is too large to be your progress."
		return
	}
	f.Read(browser.Reading{
		Done: func(data []byte) {
			p.Ctx.Dispatch(func(app.Context) {
				read, ok := readLessonBook(string(data))
				if !ok {
					p.problem = "This file is not an exported progress."
					return
				}
				shelfOf(p.tab).progress = read
				browser.Remember(bookName, read.Text())
			})
		},
		Failed: func(reason string) { p.Ctx.Dispatch(func(app.Context) { p.problem = reason }) },
	})
}

// maxBook is how large an exported progress may be, in bytes.
const maxBook = 4 << 20

// openPack reads a lesson's file and goes to it.
func (p *List) openPack(f browser.File) {
	if p.problem = ""; f.Size > lessons.MaxFile {
		p.problem = "A lesson has at most 256 KB."
		return
	}
	f.Read(browser.Reading{
		Done: func(data []byte) {
			p.Ctx.Dispatch(func(ctx app.Context) {
				if p.problem = shelfOf(p.tab).openPack(data); p.problem != "" {
					return
				}
				ctx.Navigate(ui.Address("/lessons/" + packID))
			})
		},
		Failed: func(reason string) { p.Ctx.Dispatch(func(app.Context) { p.problem = reason }) },
	})
}

// packID is the address of a lesson that was opened from a pack. No lesson of
// ours has it.
const packID = "pack"

// NewList returns the page of a tab.
func NewList(tab *workspace.Tab) *List { return &List{tab: tab} }
