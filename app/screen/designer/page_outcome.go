package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
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
	price := ""
	if f := findings[0].Fix; f != nil {
		price = p.Store.Trials.Price(*f)
	}
	lead := func(specification string) app.UI {
		return view.H(specification, view.ID(outcomeChecksID), sign,
			view.Around("span", outcomeCell(priced(tally(problems, notes), price), findings[0].Title)),
			p.Click("outcome/checks", func() { browser.RevealTop(panelID(previewsPanel)) }))
	}
	if findings[0].Fix == nil {
		return lead("button.oc__c;type=button")
	}
	return view.H("div.oc__c.oc__c--fix", lead("button.oc__go;type=button"), worstFix(p, *findings[0].Fix, price))
}

// priced is how much is wrong, with what the fix of the gravest costs.
func priced(tally, price string) string {
	if price == "" {
		return tally
	}
	return tally + "; the fix " + price
}

// outcomeChecksID leads from the strip to what is wrong with the keys.
const outcomeChecksID = "outcome-checks"

// worstFix mends the gravest finding where its figures are seen to change. What the
// fix comes to stands at the finding, which describes the button. It is put forward
// as the next step only while it is not known to cost anything.
func worstFix(p *Page, f keys.Fix, price string) app.UI {
	look := "button#outcome-fix.btn.btn--sm"
	if price == "" {
		look += ".btn--primary"
	}
	return view.H(look+";type=button;aria-describedby=fix-0", view.Attr("aria-label", "Fix: "+f.Label),
		view.Attr("title", f.Template), view.Icon("wand-sparkles"), view.T("span.oc__l", f.Label), view.T("span.oc__s", "Fix"),
		p.Click("outcome/fix/"+f.Template, func() {
			browser.Focus(outcomeChecksID) // the button is about to go
			p.Store.Keys.Fix(f)
		}))
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
	return view.H("button#outcome-dearest.oc__c;type=button",
		view.H("small", view.T("span.oc__k", "Dearest question: "), view.Text(s.Title)), view.T("b", says),
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

// writes leads to the question in what order rows are written, while nobody has
// answered it.
func writes(p *Page, findings []check.Finding) app.UI {
	order := p.Store.Table.Analysis().Arrival()
	where, _ := desk.WhereWrites(order, findings)
	cell := outcomeCell("Writes", where)
	if order.Kind != check.UnknownArrival {
		return view.Around("div.oc__c", cell)
	}
	return view.Around("button#outcome-writes.oc__c;type=button", cell, p.Click("outcome/writes", func() {
		p.ui.drawer = true
		browser.Frame(func() { browser.Focus(arrivalID) })
	}))
}
