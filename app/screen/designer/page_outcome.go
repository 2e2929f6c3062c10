package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// outcome is what the present keys come to, in three cells that stay in view: what
// is wrong with them, which question they answer worst, and where writes go.
func outcome(p *Page) app.UI {
	if !p.Store.Rows.HasData() || p.Store.Table.Analysis() == nil {
		return view.El("div.oc;hidden=true")
	}
	strip := view.El("section.oc;aria-label=What these keys come to")
	if p.Store.Keys.Stale() {
		strip = strip.Class("stale")
	}
	findings := p.Store.Table.Findings()
	return strip.Body(problems(p, findings), dearest(p), writes(p, findings))
}

// outcomeCell is a label over what it comes to.
func outcomeCell(label, says string) []app.UI {
	return []app.UI{view.T("small", label), view.T("b", says)}
}

// problems leads to the gravest finding.
func problems(p *Page, findings []check.Finding) app.UI {
	problems, notes := counts(findings)
	if problems+notes == 0 {
		return view.Around("div.oc__c", outcomeCell("Checks", "Nothing is wrong with these keys"))
	}
	sign := view.H("span.inf;aria-hidden=true", view.Icon("circle-help", "ic--20"))
	if problems > 0 {
		sign = view.T("span.bang;aria-hidden=true", "!")
	}
	return view.H("button#outcome-checks.oc__c;type=button", sign,
		view.Around("span", outcomeCell(tally(problems, notes), findings[0].Title)),
		p.Click("outcome/checks", func() { browser.RevealTop(panelID(previewsPanel)) }))
}

// dearest leads to the question that reads most for each entity that it returns.
func dearest(p *Page) app.UI {
	scores := p.Store.Score.Scores(score.A)
	at, ok := score.Dearest(scores)
	if !ok {
		return view.Around("div.oc__c", outcomeCell("Questions", "None has an answer yet"))
	}
	s := &scores[at]
	says := view.Number(s.Cost.Examined) + " read, none returned"
	if s.Cost.Returned > 0 {
		says = each(s.Cost.Examined, s.Cost.Returned) + " read for each entity returned"
	}
	return view.Around("button#outcome-dearest.oc__c;type=button", outcomeCell("Dearest question: "+s.Title, says),
		p.Click("outcome/dearest"+s.Filter, func() {
			p.request.badTop, p.ui.sheet = "", true
			p.Store.Request.AskAndRun(s.Query)
		}))
}

// each writes how many there are for each of some, with one digit below ten.
func each(n, of int) string {
	digits := 0
	if n < 10*of && n%of != 0 {
		digits = 1
	}
	return strconv.FormatFloat(float64(n)/float64(of), 'f', digits, 64)
}

// aboutWrites are the findings that say where writes go, gravest first.
var aboutWrites = [...]check.Kind{check.OnePartition, check.HotPartition, check.AppendOnly, check.PrependOnly, check.SpreadWrites}

// whereWrites says where writes go, or why that is not known.
func whereWrites(order check.Arrival, findings []check.Finding) string {
	for _, kind := range aboutWrites {
		for _, f := range findings {
			if f.Kind == kind {
				return f.Title
			}
		}
	}
	switch order.Kind {
	case check.UnknownArrival:
		return "Not judged: no column says when rows are written"
	case check.ReferenceData:
		return "None expected: this is reference data"
	}
	return "Not judged: fewer than " + strconv.Itoa(check.LeastWrites) + " rows have a known order"
}

// writes leads to the question in what order rows are written, while nobody has
// answered it.
func writes(p *Page, findings []check.Finding) app.UI {
	order := p.Store.Table.Analysis().Arrival()
	cell := outcomeCell("Writes", whereWrites(order, findings))
	if order.Kind != check.UnknownArrival {
		return view.Around("div.oc__c", cell)
	}
	return view.Around("button#outcome-writes.oc__c;type=button", cell, p.Click("outcome/writes", func() {
		p.ui.drawer = true
		browser.Frame(func() { browser.Focus(arrivalID) })
	}))
}
