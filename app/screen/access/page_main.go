package access

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/table"
)

// Page is the page on which a shared access signature is put together, read
// line by line and tried.
type Page struct {
	app.Compo
	stepPage

	fold unfold // of what is signed
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page {
	a := &Page{}
	a.Tab = tab
	return a
}

// OnInit finds or makes the state before the first drawing.
func (a *Page) OnInit() { a.Begin("access", NewState, a.settle) }

// accessFields are the fields that keep a state of their own, as ID without
// "acc-" and as the choice that they show.
var accessFields = strings.Fields(lists + "now st se spk srk epk erk sip ss")

// lists are those of them that are lists.
const lists = "from policy sv tn spr si "

// settle lets the fields follow the choices: what was typed in one stays until
// it is told otherwise.
func (a *Page) settle(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		for _, name := range accessFields {
			value := a.Store.Value(name)
			if strings.Contains(lists, name+" ") {
				value = orNone(value)
			}
			browser.Refill("acc-"+name, value)
		}
		name, value, _ := strings.Cut(a.Store.Value("change"), "=")
		browser.Refill("acc-change", orNone(name))
		browser.Refill("acc-instead", value)
		browser.Refill("story", a.Store.Story().ID)
	})
}

// Render draws the page, or what is left to show when drawing fails.
func (a *Page) Render() app.UI { return a.Draw(a.main) }

func (a *Page) main() app.UI {
	now := a.Store.Story()
	var names [][2]string
	for _, s := range Stories() {
		names = append(names, [2]string{s.ID, s.Title})
	}
	return a.Lab("Shared access signature", a.side(), a.timeline(),
		step.LabHead("A key for a range of keys", now.About, a.Choice("story", "Begin with", now.ID, names, func(id string) {
			if s, ok := storyByID(id); ok {
				a.Store.Tell(s)
			}
		})),
		view.H("div.acc", a.reach(), a.ledger()),
		a.try(),
		a.signing(),
		a.http(),
	)
}

// timeline is the choices and requests; refusals stand out.
func (a *Page) timeline() ui.Timeline {
	l := a.Steps("Choices and requests", a.Store)
	l.Marks = nil
	for n := 1; n <= l.Length; n++ {
		if sent, refused := a.Store.Sends(n); sent {
			l.Marks = append(l.Marks, ui.TimelineMark{Place: n, Strong: refused})
		}
	}
	return l
}

// none is what stands in a list for a choice of nothing: go-app leaves an empty
// value of an option out.
const none = "none"

func orNone(value string) string {
	if value == "" {
		return none
	}
	return value
}

func fromNone(value string) string { return strings.TrimSuffix(value, none) }

// pick draws a list for a choice, and field a line to type in.
func (a *Page) pick(name, title string, pairs [][2]string) app.UI {
	return a.list("acc-"+name, title, a.Store.Value(name), pairs, func(v string) { a.Store.Choose(name, v) })
}

// list is choice with a first pair whose value may be empty.
func (a *Page) list(id, title, now string, pairs [][2]string, do func(string)) app.UI {
	shown := slices.Clone(pairs)
	for i := range shown {
		shown[i][0] = orNone(shown[i][0])
	}
	return a.Choice(id, title, orNone(now), shown, func(v string) { do(fromNone(v)) })
}

func (a *Page) field(name string) app.UI {
	return a.Input("acc-"+name, parameterTitle(name), a.Store.Value(name), func(v string) { a.Store.Choose(name, v) })
}

// parameterTitle names a parameter in words and as it stands in the query.
func parameterTitle(name string) string { return accessTitle(name) + ", " + name }

// toggles draws buttons of which some are pressed.
func (a *Page) toggles(name, title string, pairs [][2]string, pressed func(id string) bool, do func(id string)) app.UI {
	var buttons []app.UI
	for _, p := range pairs {
		buttons = append(buttons, view.H("button;type=button", view.Flag("aria-pressed", pressed(p[0])), view.Text(p[1]),
			a.Click(name+"/"+p[0], func() { do(p[0]) }),
		))
	}
	return view.H("div.fld.acc__w",
		view.H("span", view.ID("acc-"+name), view.Text(title)),
		view.Around("div.seg;role=group", buttons, view.Attr("aria-labelledby", "acc-"+name)),
	)
}

// one is toggles of which exactly one is pressed.
func (a *Page) one(name, title string, pairs [][2]string) app.UI {
	return a.toggles(name, title, pairs, func(id string) bool { return a.Store.Value(name) == id },
		func(id string) { a.Store.Choose(name, id) })
}

// letters is toggles for a parameter that is a set of letters.
func (a *Page) letters(name, all string, words func(string) string) app.UI {
	now := a.Store.Value(name)
	var pairs [][2]string
	for _, l := range strings.Split(all, "") {
		pairs = append(pairs, [2]string{l, l + " " + words(l)})
	}
	return a.toggles(name, parameterTitle(name), pairs, func(id string) bool { return strings.Contains(now, id) }, func(id string) {
		text := ""
		for _, l := range strings.Split(all, "") {
			if strings.Contains(now, l) != (l == id) {
				text += l
			}
		}
		a.Store.Choose(name, text)
	})
}

// try is the world around the signature, and the requests.
func (a *Page) try() app.UI {
	title, text := a.explain()
	name, value, _ := strings.Cut(a.Store.Value("change"), "=")
	changes := [][2]string{{"", "nothing"}}
	for _, c := range Changes {
		changes = append(changes, [2]string{c[0], parameterTitle(c[0])})
	}
	fields := []app.UI{
		a.clock(),
		a.one("via", "Sent by", [][2]string{{"https", "https"}, {"http", "http"}}),
		a.pick("from", "Sent from", senders),
		a.pick("policy", "Stored policy renters", Policies),
		a.list("acc-change", "Changed after signing", name, changes, func(v string) { a.Store.Alter(v) }),
	}
	if name != "" {
		fields = append(fields, a.Input("acc-instead", "Sent instead", value, func(v string) { a.Store.Choose("change", name+"="+v) }))
	}
	var buttons []app.UI
	for _, r := range Requests() {
		buttons = append(buttons, view.H("button.btn;type=button", view.Text(r.Title), a.Click("send/"+r.ID, func() { a.Store.Send(r.ID) })))
	}
	return view.H("section.card;aria-labelledby=acc-try",
		view.H("div.card__h", view.T("h2#acc-try", "Try it")),
		view.H("div.acc__f.acc__f--3", fields...),
		view.H("div.acc__r;role=group;aria-label=Requests", buttons...),
		view.H("p.acc__a;aria-hidden=true", view.T("b", title), view.Text(text)), // the explanation is far below on narrow windows
	)
}

// clock sets the time.
func (a *Page) clock() app.UI {
	button := func(text string, by table.Ticks) app.UI {
		return view.H("button.btn.btn--sm;type=button", view.Text(text), a.Click(text, func() { a.Store.Pass(by) }))
	}
	const hour = 3600 * table.Second
	return view.H("div.acc__t",
		view.H("label.fld", view.T("span", "Now"),
			view.H("input#acc-now.field;autocomplete=off;spellcheck=false;maxlength=40", view.Attr("value", a.Store.Value("now")),
				a.On("change", "now", func(app.Context, app.Event) { a.Store.Choose("now", browser.Field("acc-now")) }),
			)),
		button("−1 h", -hour), button("+1 h", hour), button("+1 day", 24*hour),
	)
}

// stepPage is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type stepPage = step.Page[*State]

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Guesses: []string{"/sas", "/shared-access"},
		Path:    "/access", Name: "Access", Bench: true,
		Title: "Access: shared access signatures for a key range · Keyrange",
		Description: "Build a shared access signature for a range of keys, read the text that it signs line by line, try " +
			"it, and meet each refusal of the service.",
		Instant: true, Listed: true,
		New: func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}
