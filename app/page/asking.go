package page

import (
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
)

// defaultPlanWidth is used until the browser has told the width there is.
const defaultPlanWidth = 1040

// planCard is the filter, the plan that it gives and what it costs.
func (p *Playground) planCard() app.UI {
	plan, fresh := p.store.Plan()
	if fresh {
		p.ui.plan, p.ui.planned = plan, true
	}
	body := view.El("div")
	if !fresh {
		body = body.Class("stale")
	}
	return view.El("section.card;aria-labelledby=plan-title").Body(
		view.El("div.card__h").Body(
			view.El("h2#plan-title").Text("Query and plan"),
			view.El("span.end").Body(app.If(fresh, func() app.UI { return view.Class(plan.Kind) })),
		),
		view.El("div.card__b").Body(
			p.filterEditor(),
			body.Body(
				view.El("div").ID(planID).Class("plan").Body(app.If(p.ui.planned, func() app.UI { return view.Plan(p.ui.plan, p.ui.planWidth) })),
				view.El("div").Body(app.If(p.ui.planned, func() app.UI { return p.figures(p.ui.plan) })),
				view.El("div").Body(p.wayOut()),
				view.El("div").Body(p.keyBounds()),
			),
		),
	)
}

// filterEditor is the $filter and the $top of the request. The text field is
// what there is until the editor has come, and when it cannot come.
func (p *Playground) filterEditor() app.UI {
	text, fault := p.store.Filter()
	wrong := view.NoWrong
	if fault != nil {
		wrong = view.Wrong{From: fault.Offset, To: fault.End}
	}
	run := view.El("button#run.btn.btn--primary;type=button").Body(view.Icon("play"), app.Text("Run")).OnClick(p.click("run", p.run))
	if fault != nil {
		run = run.Aria("disabled", "true")
	}
	ink := view.El("pre.ed__ink;aria-hidden=true")
	if !p.ui.editor.Open() {
		ink = ink.Body(view.Inked(view.FilterInk(text, wrong))...)
	}
	return view.El("div.ask").Body(
		view.El("div.ed").Body(
			view.El("label").Attr("for", filterID).Class("ed__lbl").Text("$filter="),
			ink,
			view.El("textarea").ID(filterID).Attr("rows", 1).Spellcheck(false).Attr("autocomplete", "off").Attr("autocapitalize", "off").Attr("autocorrect", "off").
				Aria("invalid", truth(fault != nil)).Aria("describedby", "filter-err").
				OnInput(p.on("filter/input", func(app.Context, app.Event) { p.store.SetFilter(browser.Field(filterID)) })).
				OnKeyDown(p.on("filter/key", p.filterKey)),
			view.El("div#filter-host"),
		),
		p.selectField(),
		view.El("label.top").Body(view.El("span").Text("$top="), view.El("input").ID(topID).Class("field").Attr("type", "text").Attr("inputmode", "numeric").
			Attr("placeholder", "none").Attr("autocomplete", "off").Aria("invalid", truth(p.ui.badTop != "")).Aria("describedby", "filter-err").OnChange(p.on("top", p.changeTop))),
		run,
		view.El("p#filter-keys.ed__keys").Body(app.If(p.ui.editor.Open(), editorKeys)),
		p.askingError(text, fault),
		view.El("div.ed__fix").Body(p.wayOutOfMistake(text)),
	)
}

// filterKey runs the filter on Enter; Shift and Enter start a new line.
func (p *Playground) filterKey(ctx app.Context, e app.Event) {
	if e.Get("key").String() != "Enter" || e.Get("shiftKey").Truthy() {
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
	p.run()
}

func (p *Playground) changeTop(app.Context, app.Event) {
	n, err := query.ParseTop(browser.Field(topID))
	if err != nil || n == 0 {
		p.ui.badTop = "$top takes a whole number from 1 to " + view.Number(query.MaxPageSize) + ", such as 10. Leave it empty for pages of " + view.Number(query.MaxPageSize) + "."
		return
	}
	p.ui.badTop = ""
	p.store.SetTop(n)
}

// askingError says what is wrong with the filter and where, with a caret under
// the place, or with $top, or why the service refused the request.
func (p *Playground) askingError(text string, fault *filter.Error) app.UI {
	refusal := p.store.RunError()
	box := view.El("div#filter-err.ed__err")
	switch {
	case fault != nil:
		place := utf8.RuneCountInString(text[:min(fault.Offset, len(text))]) + 1
		lines := []app.UI{view.Icon("circle-alert"), view.El("span").Body(
			view.El("b").Text("Character "+strconv.Itoa(place)+": "), app.Text(faultSentence(fault)),
		), view.El("pre.mono;aria-hidden=true").Text(view.Caret(text, fault.Offset))}
		return box.Attr("role", "alert").Body(lines...)
	case p.ui.badTop != "":
		return box.Attr("role", "alert").Body(view.Icon("circle-alert"), view.El("span").Text(p.ui.badTop))
	case refusal != nil:
		return box.Attr("role", "alert").Body(view.Icon("circle-alert"), view.El("span").Text(refusal.Error()))
	}
	return box.Hidden(true)
}

// faultSentence puts the plain words before the service's own.
func faultSentence(f *filter.Error) string {
	if f.Hint == "" {
		return f.Message + " (" + string(f.Code) + ")"
	}
	return f.Hint + " The service says " + string(f.Code) + ": " + f.Message
}

// figures are what the plan costs: the fact once it ran, the estimate before.
func (p *Playground) figures(plan store.PlanView) app.UI {
	r := p.store.Result()
	fresh := p.store.Answered()
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
	return view.El("div.plan__w").Body(
		view.El("dl#figures.plan__f").Body(
			figure("examined", "Examined", view.Number(cost.Examined), examinedNote),
			figure("returned", "Returned", returned, note),
			figure("pages", "Round trips", trips, pagesNote),
			figure("useful", "Useful", useful(cost.Returned, cost.Examined, fresh), "returned of examined"),
		),
		view.El("p").Text(plan.Explain+p.selectSays()),
	)
}

func useful(returned, examined int, fresh bool) string {
	if !fresh || examined == 0 {
		return "–"
	}
	return view.Percent(returned, examined)
}

func figure(id, name, value, note string) app.UI {
	return view.El("div").Body(view.El("dt").Text(name), view.El("dd").Body(view.El("span").ID("figure-"+id).Text(value), view.El("small").Text(note)))
}
