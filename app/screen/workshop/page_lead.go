package workshop

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// numberID is the field for the number of an item.
const numberID = "ws-number"

// where asks a participant for the number that was said.
func (p *Page) where() app.UI {
	problem := view.El("p#ws-wrong.err;role=alert")
	if p.wrong != "" {
		problem = problem.Text(p.wrong)
	}
	return view.H("form.ws__where;aria-label=Where is the class?",
		view.H("label.fld", view.T("span", "Which number was said?"), view.H("input.field;inputmode=numeric;autocomplete=off;maxlength=2",
			view.ID(numberID), view.Attr("aria-describedby", "ws-wrong"))),
		view.H("button.btn;type=submit", view.Text("Show where the class is")),
		problem, view.T("p.vh;role=status", p.said),
		p.On("submit", "where", func(_ app.Context, e app.Event) {
			e.PreventDefault()
			p.find(browser.Field(numberID))
		}),
	)
}

// find goes to the item whose number was typed.
func (p *Page) find(typed string) {
	n, err := strconv.Atoi(typed)
	if p.wrong, p.said = "", ""; err != nil || !p.state.Show(n) {
		p.wrong = "The items of this workshop have the numbers 1 to " + strconv.Itoa(len(p.state.Plan.Items)) + "."
		return
	}
	p.said = "The class is at item " + strconv.Itoa(n) + ": " + p.state.Plan.Items[n-1].Title + "."
	browser.RevealTop(itemID(n))
}

// desk is what the one who leads has at hand: the item, the time, and the address
// for the class.
func (p *Page) desk() app.UI {
	s := p.state
	return view.H("section.ws__desk;aria-label=Lead the workshop",
		p.clock(),
		view.H("div.row",
			ui.IconButton("ws-back", "step-back", "The item before", s.At < 2, p.Click("back", func() { p.step(-1) })),
			view.H("button#ws-next.btn.btn--primary;type=button", view.Flag("aria-disabled", s.At == len(s.Plan.Items)),
				view.Text(p.nextText()), p.Click("next", func() { p.step(1) })),
		),
		view.T("p.ws__on.muted;role=status", p.projectorText()),
		view.H("p.ws__link", view.T("span", "The address for the class, with the number of the item: "), view.T("code.code", p.link())),
		view.H("div.row",
			view.H("button#ws-copy.btn.btn--sm;type=button", view.Icon("copy"), view.Text("Copy the address"), p.Click("copy", func() {
				browser.Copy(p.link(), func(ok bool) {
					p.Ctx.Dispatch(func(app.Context) {
						p.said = "Copied."
						if !ok {
							p.said = "This browser does not let the page copy. Select the address and press Ctrl and C."
						}
					})
				})
			})),
			view.T("span.muted;role=status", p.said),
		),
	)
}

// step begins the item before or after the present one.
func (p *Page) step(by int) {
	if n := p.state.At + by; n >= 1 && n <= len(p.state.Plan.Items) {
		p.begin(n)
	}
}

func (p *Page) nextText() string {
	if p.state.At == 0 {
		return "Begin with item 1"
	}
	if p.state.At == len(p.state.Plan.Items) {
		return "This is the last item"
	}
	return "Begin item " + strconv.Itoa(p.state.At+1)
}

// clock says the number of the item and the time that is left. A reader of the
// screen asks for it: told each second it would drown everything else.
func (p *Page) clock() app.UI {
	s := p.state
	if s.At == 0 || !s.Runs() {
		return view.T("p.ws__clock", "Not begun. The times count from the first item that you begin.")
	}
	look := "p.ws__clock"
	if s.Left(p.now) < 0 {
		look = "p.ws__clock.ws__clock--over"
	}
	return view.H(look,
		view.T("b.ws__big", strconv.Itoa(s.At)),
		view.H("span", view.T("b", s.Plan.Items[s.At-1].Title), view.H("span.num;role=timer;aria-live=off",
			view.Text(s.TimeText(p.now)+" of "+strconv.Itoa(s.Plan.Items[s.At-1].Minutes)+" min. "+s.LateText()+"."))),
	)
}

func (p *Page) projectorText() string {
	if p.state.Projected == "" {
		return "No window presents. Press P on the screen that you project, and the notes here follow it."
	}
	return "The projector shows: " + p.state.Projected
}

// link is the address of the workshop with the number of the present item.
func (p *Page) link() string {
	place := ""
	if path, _ := Place(browser.Fragment()); path != "" && p.ID == fileID {
		place = "#" + path
		if p.state.At > 0 {
			place += ":" + itemID(p.state.At)
		}
	} else if p.state.At > 0 {
		place = "#" + itemID(p.state.At)
	}
	return browser.Address(ui.Address(Path+"/"+p.ID)) + place
}

// roles changes between the page of a participant and that of who leads.
func (p *Page) roles() app.UI {
	if !p.state.Leads {
		return view.H("p.ws__roles", view.H("button#ws-lead.btn;type=button", view.Icon("presentation"), view.Text("Lead this workshop"),
			p.Click("lead", func() { p.lead(true) })), view.T("span.muted", " Notes, answers and a timer, on this device."))
	}
	return view.H("p.ws__roles", view.H("button#ws-lead.btn;type=button", view.Text("Stop leading"),
		p.Click("lead", func() { p.lead(false) })))
}
