package designer

import (
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
)

// request is the filter that is asked, its plan and what that costs.
type request struct {
	desk.Desk
	templates *templates
	ready     func() bool // whether all cards are there

	badTop    string         // why the $top as typed is refused
	badFilter string         // why what was typed or pasted into the $filter is not taken
	plan      model.PlanView // the last plan of a filter without an error
	planned   bool
	planWidth int
	editor    *browser.Editor // of the filter, nil before it is asked for
}

// forgive forgets what is wrong with the text.
func (p *request) forgive() { p.badFilter, p.badTop = "", "" }

// planCard is the filter, the plan that it gives and what it costs.
func (p *request) planCard() app.UI {
	plan, fresh := p.Store.Request.Plan()
	if fresh {
		p.plan, p.planned = plan, true
	}
	body := view.El("div")
	if !fresh {
		body = body.Class("stale")
	}
	return view.H("section.card;aria-labelledby=plan-title",
		view.H("div.card__h",
			view.T("h2#plan-title", "Query and plan"),
			view.H("span.end", app.If(fresh, func() app.UI { return view.Class(plan.Kind) })),
		),
		view.H("div.card__b",
			p.filterEditor(),
			body.Body(
				view.H("div.plan", view.ID(planID), app.If(p.planned, func() app.UI { return view.Plan(p.plan, p.planWidth) })),
				view.H("div", app.If(p.planned, func() app.UI { return p.figures(p.plan) })),
				view.H("div", p.wayOut()),
				view.H("div", p.keyBounds()),
			),
		),
	)
}

// filterEditor is the $filter and the $top of the request. The text field is
// what there is until the editor has come, and when it cannot come.
func (p *request) filterEditor() app.UI {
	text, fault := p.Store.Request.Filter()
	wrong := view.NoWrong
	if fault != nil {
		wrong = view.Wrong{From: fault.Offset, To: fault.End}
	}
	run := view.El("button#run.btn.btn--primary;type=button").Body(view.Icon("play"), view.Text("Run")).OnClick(p.ClickHandler("run", p.run))
	if fault != nil {
		run = run.Aria("disabled", "true")
	}
	ink := view.El("pre.ed__ink;aria-hidden=true")
	if !p.editor.Open() {
		ink = ink.Body(view.Inked(view.FilterInk(text, wrong))...)
	}
	return view.H("div.ask",
		view.H("div.ed",
			view.H("label.ed__lbl", view.Attr("for", filterID), view.Text("$filter=")),
			ink,
			view.H("textarea;rows=1;spellcheck=false;autocomplete=off;autocapitalize=off;autocorrect=off;aria-describedby=filter-err",
				view.ID(filterID),
				view.Flag("aria-invalid", fault != nil), view.Attr("maxlength", strconv.Itoa(filter.MaxLength)),
				p.On("input", "filter/input", func(app.Context, app.Event) { p.Store.Request.SetFilter(p.filterText()) }),
				p.On("keydown", "filter/key", p.filterKey),
			),
			view.El("div#filter-host"),
		),
		p.templates.selectField(),
		view.H("label.top", view.T("span", "$top="),
			view.H("input.field;type=text;inputmode=numeric;placeholder=none;autocomplete=off;maxlength=20;aria-describedby=filter-err",
				view.ID(topID),
				view.Flag("aria-invalid", p.badTop != ""), p.On("change", "top", p.changeTop))),
		run,
		view.H("p#filter-keys.ed__keys", app.If(p.editor.Open(), editorKeys)),
		p.askingError(text, fault),
		view.H("div.ed__fix", p.wayOutOfMistake(text)),
	)
}

// filterKey runs the filter on Enter; Shift and Enter start a new line.
func (p *request) filterKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() != "Enter" || e.Get("shiftKey").Truthy() {
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
	p.run()
}

func (p *request) changeTop(app.Context, app.Event) {
	n, err := query.ParseTop(browser.Field(topID))
	if err != nil || n == 0 {
		p.badTop = "$top takes a whole number from 1 to " + view.Number(query.MaxPageSize) + ", such as 10. Leave it empty for pages of " +
			view.Number(query.MaxPageSize) + "."
		return
	}
	p.badTop = ""
	p.Store.Request.SetTop(n)
}

// askingError says what is wrong with the filter and where, with a caret under
// the place, or with $top, or why the service refused the request.
func (p *request) askingError(text string, fault *filter.Error) app.UI {
	refusal := p.Store.Request.RunError()
	box := view.El("div#filter-err.ed__err")
	switch {
	case p.badFilter != "":
		return box.Attr("role", "alert").Body(view.Icon("circle-alert"), view.T("span", p.badFilter))
	case fault != nil:
		place := utf8.RuneCountInString(text[:min(fault.Offset, len(text))]) + 1
		lines := []app.UI{view.Icon("circle-alert"), view.H("span",
			view.T("b", "Character "+strconv.Itoa(place)+": "), view.Text(desk.FaultSentence(fault)),
		), view.T("pre.mono;aria-hidden=true", view.Caret(text, fault.Offset))}
		return box.Attr("role", "alert").Body(lines...)
	case p.badTop != "":
		return box.Attr("role", "alert").Body(view.Icon("circle-alert"), view.T("span", p.badTop))
	case refusal != nil:
		return box.Attr("role", "alert").Body(view.Icon("circle-alert"), view.T("span", refusal.Error()))
	}
	return box.Hidden(true)
}

// figures are what the plan costs: the fact once it ran, the estimate before.
func (p *request) figures(plan model.PlanView) app.UI {
	r := p.Store.Request.Result()
	fresh := p.Store.Request.Answered()
	split := fresh && r.Parts != nil
	expected := func(n int) string { return "of " + view.Number(n) + " planned" }
	cost, note := plan.Estimate, "planned"
	if fresh {
		cost, note = r.Cost, "so far"
		if !r.More() {
			note = "in all"
		}
	}
	returned := "–"
	if fresh {
		returned = view.Number(cost.Returned)
	}
	examinedNote, pagesNote := "planned", "planned"
	if fresh {
		examinedNote, pagesNote = expected(plan.Estimate.Examined), "at most "+view.Number(plan.Estimate.Pages)+" planned"
	}
	trips := view.Number(cost.Pages)
	if !fresh && plan.Least.Pages < cost.Pages {
		trips = view.Number(plan.Least.Pages) + " to " + trips
	}
	if split {
		examinedNote = "a scan reads " + view.Number(plan.Estimate.Examined)
		pagesNote = "of " + view.Count(len(r.Parts), "query", "queries")
	}
	return view.H("div.plan__w",
		view.H("dl#figures.plan__f",
			desk.Figure("examined", "Examined", view.Number(cost.Examined), examinedNote),
			desk.Figure("returned", "Returned", returned, note),
			desk.Figure("pages", "Round trips", trips, pagesNote),
			desk.Figure("useful", "Useful", useful(cost.Returned, cost.Examined, fresh), "returned of examined"),
		),
		view.T("p", plan.Explain+p.selectSays()),
	)
}

func useful(returned, examined int, fresh bool) string {
	if !fresh || examined == 0 {
		return "–"
	}
	return view.Percent(returned, examined)
}

// selectSays tells what $select changes and what it does not.
func (p *request) selectSays() string {
	names := p.Store.Hints.Selected()
	if names == nil {
		return ""
	}
	return " $select returns " + view.Count(len(names), "property", "properties") + " of each entity. As many entities are read."
}
