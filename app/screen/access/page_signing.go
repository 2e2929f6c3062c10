package access

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// unfold is whether something is shown: by itself where it matters, or as the
// reader says.
type unfold uint8

const (
	byItself unfold = iota
	unfolded
	folded
)

var signatureVersions = [][2]string{{"2019-02-02", "2019-02-02"}, {"2020-12-06", "2020-12-06"}, {"2015-04-05", "2015-04-05"},
	{"2013-08-15", "2013-08-15"}, {"2011-08-18", "2011-08-18, too old"}}

// resourceWord is the type of resources of an account that a letter stands for.
func resourceWord(letter string) string {
	return map[string]string{"s": "service", "c": "container", "o": "object"}[letter]
}

// reach is for whom and for which keys the signature is good.
func (a *Page) reach() app.UI {
	list := []app.UI{
		a.one("kind", "Signature for", [][2]string{{"table", "a table"}, {"account", "the account"}}),
	}
	if a.account() {
		list = append(list, a.letters("sp", "rwdlacu", permissionWord), a.letters("srt", "sco", resourceWord))
	} else {
		list = append(list, a.letters("sp", "raud", permissionWord),
			a.field("spk"), a.field("srk"), a.field("epk"), a.field("erk"))
	}
	return view.H("section.card;aria-labelledby=acc-form",
		view.H("div.card__h", view.T("h2#acc-form", "What it allows")),
		view.H("div.acc__f", list...),
		view.T("p.bad.chg__b;role=status", a.Store.Refusal()),
	)
}

func (a *Page) account() bool { return a.Store.Value("kind") == "account" }

// signing is all that is signed, folded away until it is asked for or one of its
// lines is why a request was refused.
func (a *Page) signing() app.UI {
	open := a.fold == unfolded || a.fold == byItself && a.faulted()
	return view.H("details.http.acc__d", view.Flag("open", open),
		view.H("summary", view.Icon("chevron-down", "chev"), view.T("h2", "The other fields, and what is signed"),
			a.On("click", "signing", func(_ app.Context, e app.Event) {
				e.PreventDefault()
				if a.fold = unfolded; open {
					a.fold = folded
				}
			})),
		view.H("div.acc", a.rest(), a.lines()),
		a.query(),
	)
}

// faulted reports whether a line or a parameter is why the last request was
// refused.
func (a *Page) faulted() bool {
	return slices.ContainsFunc(a.Store.Lines(), func(l Line) bool { return l.Wrong }) ||
		slices.ContainsFunc(a.Store.Parameters(), func(p Line) bool { return p.Wrong })
}

// rest are the fields that say nothing about keys.
func (a *Page) rest() app.UI {
	list := []app.UI{a.pick("sv", parameterTitle("sv"), signatureVersions)}
	if a.account() {
		list = append(list, a.field("ss"))
	} else {
		list = append(list, a.pick("tn", parameterTitle("tn"), [][2]string{{"Rentals", "Rentals"}, {"Movies", "Movies"}}))
	}
	list = append(list, a.field("st"), a.field("se"))
	if !a.account() {
		list = append(list, a.pick("si", parameterTitle("si"), [][2]string{{"", "none"}, {"renters", "renters"},
			{"guests", "guests, never stored"}}))
	}
	list = append(list, a.pick("spr", parameterTitle("spr"), [][2]string{{"https", "https"}, {"https,http", "https,http"},
		{"", "empty, both"}}), a.field("sip"))
	return view.H("section.card;aria-labelledby=acc-rest",
		view.H("div.card__h", view.T("h2#acc-rest", "The other fields")),
		view.H("div.acc__f", list...),
	)
}

// lines is the text to sign, line by line, and what becomes of it.
func (a *Page) lines() app.UI {
	lines := a.Store.Lines()
	items := make([]app.UI, len(lines))
	for i, l := range lines {
		text := view.T("span.mono", l.Text)
		if l.Text == "" {
			text = view.T("span.muted", "empty line")
		}
		from := l.From
		if l.From == l.Name {
			from = ""
		}
		items[i] = faulty(view.El("li"), l.Wrong).Body(
			view.T("span.num", strconv.Itoa(i+1)),
			view.H("span.acc__n", view.Text(l.Title+" "), view.T("code", strings.TrimPrefix(l.Name, "resource")), view.T("small", from)),
			view.H("span", text, atFault(l.Wrong)),
		)
	}
	return view.H("section.card;aria-labelledby=acc-text",
		view.H("div.card__h", view.T("h2#acc-text", "Text to sign"), view.T("span.end.muted", view.Count(len(lines), "line", "lines"))),
		view.H("ol.acc__l;aria-labelledby=acc-text", items...),
		view.H("dl.acc__s",
			view.T("dt", "Key"), view.T("dd", "the development account's, which everybody knows"),
			view.T("dt", "Signature"), view.T("dd", "HMAC-SHA256 of the text with the key, in base64"),
			view.H("dt", view.T("code", "sig")), view.T("dd#acc-sig.mono", a.Store.Signature()),
		),
	)
}

// faulty marks what is why a request was refused.
func faulty(e app.HTMLElem, wrong bool) app.HTMLElem {
	if wrong {
		return e.Class("acc__x")
	}
	return e
}

func atFault(wrong bool) app.UI {
	return app.If(wrong, func() app.UI { return view.T("b.bad", " at fault") })
}

// query is the query string as it is sent.
func (a *Page) query() app.UI {
	parameters := a.Store.Parameters()
	items := make([]app.UI, len(parameters))
	for i, p := range parameters {
		body := []app.UI{view.T("b", p.Name), view.Text("=")}
		if p.Was != "" {
			body = append(body, view.T("del", p.Was), view.Text(" "), view.T("ins", p.Text))
		} else {
			body = append(body, view.T("span", p.Text))
		}
		items[i] = faulty(view.El("li").Title(p.Title), p.Wrong).Body(append(body, atFault(p.Wrong))...)
	}
	return view.H("section.card;aria-labelledby=acc-query",
		view.H("div.card__h", view.T("h2#acc-query", "Query string"),
			view.H("span.end", view.H("button#acc-copy.btn.btn--sm;type=button", view.Icon("copy", "ic--14"), view.Text("Copy"),
				a.Click("copy", func() { browser.Copy(a.Store.Query(), func(bool) {}) }),
			))),
		view.H("ul.acc__q;aria-labelledby=acc-query", items...),
	)
}
