package paper

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/review"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

const (
	notesID  = "review-notes"
	sourceID = "review-source"
	fileName = "design-review.md"
)

// rates are the loads that a load test may have, in entities per second.
var rates = []int{0, 500, 1000, 2000, 5000}

// Part is the card of the design review.
type Part struct {
	desk.Desk
	said   string // what became of copying
	source bool   // the Markdown is shown, for whom the browser refuses to copy
}

// Draw draws the card.
func (p *Part) Draw() app.UI {
	d, ok := p.Store.Review.Document()
	if !ok {
		return desk.Card("review", "Design review", nil, view.T("p.empty", "The review is here once the table is built."))
	}
	body := []app.UI{p.questions()}
	for _, s := range d.Sections {
		body = append(body, section(s))
	}
	if p.source {
		body = append(body, view.H("pre.paper__src;tabindex=0", view.ID(sourceID), view.Text(d.Markdown())))
	}
	return view.H("section.card.paper;aria-labelledby=review",
		view.H("div.card__h",
			view.H("h2#review", view.Text(d.Title)),
			view.H("span.end.paper__b",
				view.H("button#copy-review.btn.btn--sm;type=button", view.Icon("copy"), view.Text("Copy as Markdown"),
					p.On("click", "copy-review", p.copyText)),
				view.H("button#save-review.btn.btn--sm;type=button", view.Icon("download"), view.Text("Download"),
					p.Click("save-review", p.save)),
			),
		),
		view.H("div.card__b", body...),
	)
}

// save hands the review out as a file, as it stands when the button is pressed.
func (p *Part) save() {
	if d, ok := p.Store.Review.Document(); ok {
		browser.Save(fileName, "text/markdown", []byte(d.Markdown()))
	}
}

// questions asks for what no figure says: a load, and words.
func (p *Part) questions() app.UI {
	options := make([]app.UI, len(rates))
	for i, rate := range rates {
		label := "none"
		if rate > 0 {
			label = view.Number(rate) + " entities per second"
		}
		options[i] = ui.Option(strconv.Itoa(rate), label, rate == p.Store.Review.Rate())
	}
	return view.H("div.paper__ask",
		view.H("label", view.Attr("for", "review-rate"), view.Text("Load test")),
		p.Pick("select#review-rate", "review-rate", options, func(v string) {
			if rate, err := strconv.Atoi(v); err == nil {
				p.Store.Review.SetRate(rate)
			}
		}),
		view.H("label", view.Attr("for", notesID), view.Text("Trade-offs and decisions, one per line")),
		view.H("textarea;rows=4;aria-describedby=review-help", view.ID(notesID), view.Attr("maxlength", strconv.Itoa(draft.MaxNotes/4)),
			p.On("input", "review-notes", func(app.Context, app.Event) { p.Store.Review.SetNotes(browser.Field(notesID)) })),
		view.T("p#review-help.muted", "What becomes slow, what is stored twice, what you decided against, and why. If you print this page now, "+
			"the review is printed alone."),
		view.T("p;role=status", p.said),
	)
}

// section draws one part of the review.
func section(s review.Section) app.UI {
	list := []app.UI{view.T("h3", s.Title)}
	for _, t := range s.Text {
		list = append(list, view.T("p", t))
	}
	if len(s.Head) > 0 {
		head := make([]app.UI, len(s.Head))
		for i, h := range s.Head {
			head[i] = desk.HeadCell(h)
		}
		rows := make([]app.UI, len(s.Rows))
		for i, r := range s.Rows {
			cells := make([]app.UI, len(r))
			for j, c := range r {
				cells[j] = view.T("td", c)
			}
			rows[i] = view.H("tr", cells...)
		}
		list = append(list, view.H("div.scroll;tabindex=0;role=region", view.Attr("aria-label", s.Title), view.H("table",
			view.T("caption.vh", s.Title), view.H("thead", view.H("tr", head...)), view.H("tbody", rows...))))
	}
	return view.Around("div.paper__s", list)
}

// copyText copies the review, or shows and selects its text for a reader whose
// browser refuses.
func (p *Part) copyText(ctx app.Context, _ app.Event) {
	d, ok := p.Store.Review.Document()
	if !ok {
		return
	}
	text := d.Markdown()
	browser.Copy(text, func(ok bool) {
		ctx.Dispatch(func(ctx app.Context) {
			p.said = "Copied " + view.Count(strings.Count(text, "\n"), "line", "lines") + "."
			if p.source = !ok; p.source {
				p.said = "The browser does not let the page copy. The text is selected at the end of the review: copy it with Ctrl+C."
				ctx.Defer(func(app.Context) { browser.SelectAll(sourceID) })
			}
		})
	})
}

// Settle brings the field up to date, which keeps a state of its own.
func (p *Part) Settle() { browser.Refill(notesID, p.Store.Review.Notes()) }
