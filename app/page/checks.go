package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
)

// checks is what was found about the keys, gravest first, each with the edit
// that cures it where there is one.
func (p *Playground) checks() app.UI {
	findings := p.store.Findings()
	var items []app.UI
	problems, notes := 0, 0
	for i, f := range findings {
		switch f.Severity {
		case keys.Problem:
			problems++
		case keys.Note:
			notes++
		}
		items = append(items, p.finding(i, f))
	}
	end := app.Elem("span").Class("muted", "num", "end").Style("font-size", "var(--fs-13)").Text(tally(problems, notes))
	if len(items) == 0 {
		return card("checks", "Checks", nil, app.Elem("p").Class("muted").Text("Nothing to check yet."))
	}
	return card("checks", "Checks", end, app.Elem("ul").Class("lint").Body(items...))
}

// tally counts findings in words: 1 problem, 2 notes.
func tally(problems, notes int) string {
	var parts []string
	if problems > 0 {
		parts = append(parts, view.Count(problems, "problem", "problems"))
	}
	if notes > 0 {
		parts = append(parts, view.Count(notes, "note", "notes"))
	}
	if len(parts) == 0 {
		return "nothing to mend"
	}
	return strings.Join(parts, ", ")
}

func (p *Playground) finding(i int, f keys.Finding) app.UI {
	li := app.Elem("li")
	var sign app.UI
	switch f.Severity {
	case keys.Problem:
		sign = app.Elem("span").Class("bang").Attr("role", "img").Aria("label", "Problem").Text("!")
	case keys.Note:
		sign = app.Elem("span").Class("inf").Attr("role", "img").Aria("label", "Note").Body(view.Icon("circle-help", "ic--20"))
	default:
		li = li.Class("ok")
		sign = app.Elem("span").Class("chk", "chk--done").Attr("role", "img").Aria("label", "Passed").Body(view.Icon("check", "ic--12"))
	}
	body := []app.UI{app.Elem("h3").Text(f.Title)}
	if f.Detail != "" {
		body = append(body, app.Elem("p").Text(f.Detail))
	}
	if f.Fix != nil {
		fix := *f.Fix
		body = append(body, app.Elem("button").Class("btn", "btn--sm").Attr("type", "button").Title(fix.Template).Body(view.Icon("wand-sparkles"), app.Text(fix.Label)).
			OnClick(p.click("fix/"+strconv.Itoa(i)+fix.Template, func() { p.store.Fix(fix) })))
	}
	return li.Body(sign, app.Elem("div").Body(body...))
}
