package live

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/snippet"
)

// developmentString connects any client to the endpoint of this machine with the key
// that everybody knows.
const developmentString = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=" +
	"Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;" +
	"TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;"

// off is the page before anything is heard.
type off struct{ *Page }

// offPage is the screen before anything is heard: how to connect, and what is missing.
func (p off) offPage() app.UI {
	return view.H("main#main.nc;tabindex=-1",
		view.H("section.nc__l", view.H("div",
			view.T("h1", "Watch your own application use its keys"),
			view.T("p.lede", "Point it at the table endpoint on this machine. Each request lands on the heat map as it happens, with the "+
				"plan of every query and the key that gets hot."),
			step("1", "Start the endpoint", p.copied("live-start", "build/.tool/keyrange tables -load today", "the command"),
				view.T("p", "make run starts one beside the site, and this page then connects by itself.")),
			step("2", "Give your application this connection string", p.copied("live-string", developmentString, "the connection string"),
				view.T("p", "This is the public development key. It opens nothing but this endpoint.")),
			step("3", "Connect this page", p.connectForm(),
				view.T("p", "From a site on the Web, your browser first asks whether this page may reach your own machine. Allow it: the "+
					"page listens to the endpoint and sends it nothing but the token. Endpoints print their token at the start; one that "+
					"was started by make run needs none here.")),
			step("4", "No application at hand? Begin with a small program", p.program()),
		)),
		view.H("aside.nc__r;aria-label=Status",
			view.H("div.ghost", view.H("div", view.El("span.pulse;aria-hidden=true"), view.T("b", p.waiting()),
				view.T("span#live-why.num;role=status", p.said()))),
			view.H("button#live-example.btn;type=button", view.Icon("play"), view.Text("Open the example recording"), p.Click("example", p.example)),
			view.H("button#live-open.btn;type=button", view.Icon("upload"), view.Text("Open a recording"), p.Click("open", p.open)),
			view.H("button#live-back.btn;type=button", view.Flag("hidden", len(p.s.columns) == 0), view.Text("Back to the map"),
				p.Click("back", func() { p.ui.asks = false })),
			view.H("div.card", view.T("b", "Everything stays here."), view.Text(" The endpoint runs on this machine and this page only "+
				"listens to it. Nothing is sent anywhere.")),
			view.H("div.card", view.T("b", "It refuses what the service would refuse."), view.Text(" With -load today, a range takes as much "+
				"as one of the service, then answers 503. Without it nothing is refused, and the page only measures.")),
		),
	)
}

func (p off) waiting() string {
	if p.s.Link == Connecting {
		return "Asking " + p.s.Address + " …"
	}
	return "Not connected"
}

func step(number, title string, parts ...app.UI) app.UI {
	return view.H("div.st3", view.T("span.no;aria-hidden=true", number), view.Around("div", parts, view.T("h2", title)))
}

// copied is a text that a reader takes along, with a button that copies it. Where the
// browser refuses, the text is selected.
func (p off) copied(id, text, what string) app.UI {
	label := "Copy"
	if p.ui.copied == id {
		label = "Copied"
	}
	return view.H("div.cmd", view.H("code", view.ID(id), view.Text(text)),
		view.H("button.btn.btn--quiet.btn--sm;type=button", view.Attr("aria-label", label+" "+what), view.Icon("copy", "ic--14"),
			view.T("span", label), p.On("click", "copy/"+id, func(ctx app.Context, _ app.Event) {
				browser.Copy(text, func(ok bool) {
					ctx.Dispatch(func(app.Context) {
						if p.ui.copied = id; !ok {
							p.ui.copied = ""
							browser.SelectAll(id)
						}
					})
				})
			})))
}

// program is the smallest one that is seen here, in a language to choose.
func (p off) program() app.UI {
	c := &p.ui.code
	c.Gestures, c.Languages = &p.gestures, snippet.Clients()
	c.Program = func(language string) string {
		text, _ := snippet.Start(language)
		return text
	}
	c.Note = func(string) string { return "It takes the connection string from " + snippet.Variable + "." }
	return c.Card("One order")
}

// connectForm asks for the address and the token.
func (p off) connectForm() app.UI {
	return view.H("form.row.nc__f", p.On("submit", "connect", func(_ app.Context, e app.Event) {
		e.PreventDefault()
		p.connect()
	}),
		view.H("label.fld", view.T("span", "Address"), view.H("input#live-address.field.mono;autocomplete=off;spellcheck=false;maxlength=100",
			view.Attr("value", FirstAddress))),
		view.H("label.fld", view.T("span", "Token"), view.H("input#live-token.field.mono;type=password;autocomplete=off;maxlength=200")),
		view.H("button#live-connect.btn.btn--primary;type=submit", view.Text("Connect")),
	)
}
