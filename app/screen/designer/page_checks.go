package designer

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// checks is what was found about the keys, gravest first, each with the edit
// that cures it where there is one.
func (p *findings) checks() app.UI {
	findings := p.Store.Table.Findings()
	var items []app.UI
	problems, notes := counts(findings)
	for i, f := range findings {
		items = append(items, p.finding(i, f))
	}
	outcome := tally(problems, notes)
	if a, reason, ok := p.Store.Table.GuessedArrival(); ok {
		items = append(items, p.unsaidArrival(a, reason))
		if problems+notes == 0 {
			outcome = "load over time not checked"
		}
	}
	end := view.T("span.muted.num.end;style=font-size:var(--fs-13)", outcome)
	if len(items) == 0 {
		return desk.Card("checks", "Checks", nil, view.T("p.muted", "Nothing to check yet."))
	}
	return desk.Card("checks", "Checks", end, view.H("ul.lint", items...))
}

// counts is how many findings are problems, and how many are notes.
func counts(findings []check.Finding) (problems, notes int) {
	for _, f := range findings {
		switch f.Severity {
		case check.Problem:
			problems++
		case check.Note:
			notes++
		}
	}
	return problems, notes
}

// tally writes how many there are: 1 problem, 2 notes.
func tally(problems, notes int) string {
	var parts []string
	if problems > 0 {
		parts = append(parts, view.Count(problems, "problem", "problems"))
	}
	if notes > 0 {
		parts = append(parts, view.Count(notes, "note", "notes"))
	}
	if len(parts) == 0 {
		return "all passed"
	}
	return strings.Join(parts, ", ")
}

// tried says what a fix was found to come to when it was run over the rows.
func (p *findings) tried(id string, f keys.Fix) app.UI {
	sentences, ok := p.Store.Trials.Tried(f)
	line := view.El("p.tried").ID(id)
	switch {
	case !ok:
		return line.Text("Keyrange is trying this fix on the rows…")
	case len(sentences) == 0:
		return line.Text("Keyrange tried this fix on the rows: it removes the finding, keeps every row, and makes no listed question cost more.")
	}
	return line.Class("tried--but").Text("Keyrange tried this fix on the rows. " + strings.Join(sentences, " "))
}

func (p *findings) finding(i int, f check.Finding) app.UI {
	li := view.El("li")
	var sign app.UI
	switch f.Severity {
	case check.Problem:
		sign = view.T("span.bang;role=img;aria-label=Problem", "!")
	case check.Note:
		sign = view.H("span.inf;role=img;aria-label=Note", view.Icon("circle-help", "ic--20"))
	default:
		li = li.Class("ok")
		sign = view.H("span.chk.chk--done;role=img;aria-label=Passed", view.Icon("check", "ic--12"))
	}
	body := []app.UI{view.T("h3", f.Title)}
	if f.Detail != "" {
		body = append(body, view.T("p", f.Detail))
	}
	if f.Fix != nil {
		fix := *f.Fix
		id := "fix-" + strconv.Itoa(i)
		body = append(body, view.H("button.btn.btn--sm;type=button", view.Attr("title", fix.Template), view.Attr("aria-describedby", id),
			view.Icon("wand-sparkles"), view.Text(fix.Label),
			p.Click("fix/"+strconv.Itoa(i)+fix.Template, func() { p.Store.Keys.Fix(fix) }),
		), p.tried(id, fix))
	}
	return li.Body(sign, view.H("div", body...))
}
