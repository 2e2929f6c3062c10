package workshop

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	agenda "github.com/keyrange/keyrange/lessons/workshop"
)

// List is the list of all workshops.
type List struct {
	app.Compo
	gestures
	tab     *workspace.Tab
	problem string // of a file that could not be opened
}

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

// NewList returns the page of a tab.
func NewList(tab *workspace.Tab) *List { return &List{tab: tab} }

// OnMount takes the page's context.
func (p *List) OnMount(ctx app.Context) { p.Ctx = ctx }

// Render draws the list.
func (p *List) Render() app.UI {
	var items []app.UI
	for _, e := range agenda.Catalogue() {
		items = append(items, view.H("li", view.Icon("presentation"),
			view.H("div", view.H("a", view.Attr("href", ui.Address(Path+"/"+e.ID)), view.Text(e.Title)), view.T("p", "For "+e.For+".")),
			view.T("span.num.muted", strconv.Itoa(e.Minutes)+" min"),
		))
	}
	return ui.Shell(Path, true, view.H("main#main;tabindex=-1", view.H("div.wrap.idx",
		view.H("div.idx__h", view.T("h1", "Workshops"),
			view.T("p.lede", "Teach keys to a room. Everybody opens the agenda and works in the lessons. You open it too, choose to lead, and get "+
				"notes, answers and a timer. There is no server and no sign-up: what is done here stays in each browser."),
		),
		view.H("section.idx__t;aria-labelledby=ready", view.T("h2#ready", "Ready to lead"), view.H("ol", items...)),
		view.H("section.idx__t;aria-labelledby=how", view.T("h2#how", "How it works"), view.H("ul.ws__how",
			view.T("li", "Give the class the address of the workshop. It works on a phone, and without a network once it was opened."),
			view.T("li", "Say the number of each item as you begin it. Whoever comes late types it, or opens the link with that number."),
			view.H("li", view.Text("On the projector press P on any screen: large type, no hints and answers until you press A. "), view.T("b", "N"),
				view.Text(" opens your notes in a second window.")),
			view.H("li", view.Text("Read the "), view.H("a", view.Attr("href", ui.Address("/teach")), view.Text("pages for teachers")),
				view.Text(" beforehand: what each lesson needs, what people get wrong, and the answers.")),
			view.H("li", view.Text("To compare what everybody found, choose Share and then Set as a task on a screen, and send the link. Each "+
				"participant hands in one line, and the "), view.H("a", view.Attr("href", ui.Address("/gallery")), view.Text("gallery")),
				view.Text(" does all of them again and shows them side by side.")),
		)),
		p.own(),
	)))
}

// own opens a workshop from a file.
func (p *List) own() app.UI {
	return view.H("section.idx__t;aria-labelledby=own",
		view.T("h2#own", "A workshop of your own"),
		view.T("p", "A workshop is one Markdown file. Save one of ours, change it, and open it here: it is read in this browser and "+
			"goes nowhere."),
		view.H("p.row",
			view.H("button#open-workshop.btn;type=button", view.Icon("upload"), view.Text("Open a workshop's file"), p.Click("open", func() {
				browser.PickFile(".md,text/markdown,text/plain", func(f browser.File) { p.Ctx.Dispatch(func(app.Context) { p.read(f) }) })
			})),
			view.H("a.btn;download=workshop.md", view.Attr("href", "/web/workshops/hot-keys.md"), view.Icon("download"),
				view.Text("Save one to begin with")),
		),
		view.T("p.err;role=alert", p.problem),
	)
}

// read opens a file and goes to it.
func (p *List) read(f browser.File) {
	if p.problem = ""; f.Size > agenda.MaxFile {
		p.problem = "A workshop has at most 64 KB."
		return
	}
	f.Read(browser.Reading{
		Done: func(file []byte) {
			p.Ctx.Dispatch(func(ctx app.Context) {
				if p.problem = shelfOf(p.tab).open(file); p.problem == "" {
					ctx.Navigate(ui.Address(Path + "/" + fileID))
				}
			})
		},
		Failed: func(reason string) { p.Ctx.Dispatch(func(app.Context) { p.problem = reason }) },
	})
}
