package console

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// widePage is from how many CSS pixels on the drawer is open at first.
const widePage = 720

// drawer shows calls as HTTP: those of the query card and those of the log.
func (p *Part) exchange(b *design.Workbench) app.UI {
	open := p.Drawer
	body := view.El("div")
	state := app.UI(view.El("span;hidden=true"))
	title := "HTTP"
	if open {
		t, ok := b.Traffic()
		if ok && len(t.Messages) > 0 {
			state = ui.StatusChip(t.Messages[len(t.Messages)-1])
			if n := len(t.Messages); n > 1 {
				title = "HTTP, " + view.Count(n, "request", "requests")
			}
		}
		body = body.Body(p.callPicker(b), p.messages(b, t, ok))
	}
	return view.H("details#http.http", view.Flag("open", open),
		view.H("summary", view.Icon("chevron-down", "chev"), view.T("span", title), view.T("kbd.hide-sm;aria-hidden=true", "H"), state,
			p.On("click", "drawer", func(_ app.Context, e app.Event) {
				e.PreventDefault()
				p.ToggleDrawer()
			}),
		),
		body,
	)
}

// ToggleDrawer opens and closes what goes over the wire.
func (p *Part) ToggleDrawer() { p.Drawer = !p.Drawer }

// shownPagesOfCard and shownCalls bound the list of calls.
const shownPagesOfCard, shownCalls = 6, 20

// callPicker chooses which call is shown.
func (p *Part) callPicker(b *design.Workbench) app.UI {
	now := b.Shown()
	var options []app.UI
	for i := b.Pages() - 1; i >= max(0, b.Pages()-shownPagesOfCard); i-- {
		options = append(options, ui.Option("p"+strconv.Itoa(i), "Query card, page "+strconv.Itoa(i+1), i == now.Page))
	}
	for n := b.Len() - 1; n >= max(0, b.Len()-shownCalls); n-- {
		options = append(options, ui.Option("c"+strconv.Itoa(n), strconv.Itoa(n+1)+": "+view.Shorten(b.Outcome(n).Command, 60), n == now.Command))
	}
	if len(options) == 0 {
		options = append(options, view.T("option;value=", "No call yet"))
	}
	again := view.H("button.btn.btn--sm;type=button", view.Text("Put it in the console"), p.Click("again", func() {
		if t, ok := p.Store.Workbench().Traffic(); ok {
			p.write(t.Command)
		}
	}))
	return view.H("div.http__p",
		p.Pick("select;aria-label=Call to show", "call", options, p.pickCall, view.ID(callID)),
		view.H("label.http__a",
			view.H("input#atom;type=checkbox", view.Flag("checked", p.Atom), p.On("change", "atom",
				func(app.Context, app.Event) { p.Atom = !p.Atom })),
			view.Text("As the 2009 Atom entry"),
		),
		again,
	)
}

func (p *Part) pickCall(value string) {
	b := p.Store.Workbench()
	if value == "" {
		return
	}
	n, err := strconv.Atoi(value[1:])
	switch {
	case err != nil:
	case value[0] == 'p':
		b.ShowPage(n)
	default:
		b.ShowCommand(n)
	}
}

// messages are the requests of a call, each beside its response.
func (p *Part) messages(b *design.Workbench, t design.Traffic, ok bool) app.UI {
	switch {
	case b.Heavy():
		return view.H("div.http__m",
			view.T("p", "This page has so many entities that asking for it again takes a moment."),
			view.H("button#listen.btn.btn--sm;type=button", view.Text("Ask for it again"), p.Click("listen",
				func() { p.Store.Workbench().Listen() })),
		)
	case !ok:
		return view.T("p.http__m", "Run a query or do a command to see it as HTTP.")
	case len(t.Messages) == 0:
		return view.T("p.http__m", "This command sends nothing to the Table service.")
	}
	items := make([]app.UI, len(t.Messages))
	for i, m := range t.Messages {
		items[i] = view.H("div.http__b",
			ui.Pane("Request", "http-request-"+strconv.Itoa(i), p.requestInk(m, t.Entities)),
			ui.Pane("Response", "http-response-"+strconv.Itoa(i), p.responseInk(m, t.Entities)),
		)
	}
	return view.H("div", items...)
}

func (p *Part) requestInk(m script.Message, entities []table.Entity) []view.Ink {
	r := m.Request
	if e := m.Call.Entity; p.Atom && len(r.Body) > 0 && e.PartitionKey != "" {
		return append(view.RequestInk(atomRequest(r)), view.AtomInk("\n"+wire.AtomEntry(e))...)
	}
	if p.Atom && len(entities) > 0 {
		return view.RequestInk(atomRequest(r))
	}
	return view.RequestInk(r)
}

func (p *Part) responseInk(m script.Message, entities []table.Entity) []view.Ink {
	switch {
	case !m.Reached:
		return []view.Ink{{Text: "The request did not reach the service.", Class: "bad"}}
	case !p.Atom || len(entities) == 0 || m.Response.Status != 200:
		inks := view.ResponseInk(m.Response)
		if !m.Heard {
			inks = append([]view.Ink{{Text: "The caller never got this response.\n\n", Class: "bad"}}, inks...)
		}
		return inks
	}
	r := m.Response
	r.Header, r.Body = atomHeader(r.Header), nil
	inks := view.ResponseInk(r)
	for _, e := range entities {
		inks = append(inks, view.AtomInk("\n"+wire.AtomEntry(e))...)
	}
	return append(inks, view.Ink{Text: "\nThe first " + view.Count(len(entities), "entry", "entries") + ", without the feed around them."})
}

// atomRequest is a request without its JSON body, for an entry in its place.
func atomRequest(r wire.Request) wire.Request {
	r.Header, r.Body = atomHeader(r.Header), nil
	return r
}

// atomHeader names Atom where a header names JSON, and the version of 2009.
func atomHeader(h wire.Header) wire.Header {
	var out wire.Header
	for _, f := range h {
		switch {
		case f.Name == "x-ms-version":
			f.Value = "2009-09-19"
		case strings.HasPrefix(f.Value, "application/json"):
			f.Value = "application/atom+xml;charset=utf-8"
		}
		out = append(out, f)
	}
	return out
}
