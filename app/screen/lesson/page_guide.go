package lesson

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
	"github.com/keyrange/keyrange/lessons/runner"
)

// guide is what stands below the head of a lesson. Rendered ahead it has all
// steps, so that it can be read without the program; then one at a time.
func (p *Page) guide(l *lessons.Lesson) []app.UI {
	list := []app.UI{
		p.notices(),
		p.coach(),
		view.H("p.goal", view.T("b", "Goal"), view.Text(" "+l.Goal)),
		p.steps(l),
	}
	for i := range l.Steps {
		if i == p.store.Step() || app.IsServer {
			list = append(list, p.stepSection(l, i))
		}
	}
	return append(list, p.ending(l), view.T("p.vh;role=status", p.store.Said()))
}

// notices says what is special about this lesson now.
func (p *Page) notices() app.UI {
	var list []app.UI
	if p.Crash != "" {
		list = append(list, p.CrashNotice())
	}
	if p.store.Foreign {
		list = append(list, view.H("p.note", view.Icon("info"),
			view.Text("This lesson is from a pack that you opened. It is not one of ours, and nobody here has checked it. It can do nothing "+
				"outside this page.")))
	}
	if p.full {
		list = append(list, view.H("p.note;role=alert", view.Icon("circle-alert"),
			view.Text("This browser will not keep your progress. It lasts until you close the page.")))
	}
	if p.store.Changed {
		list = append(list, view.H("div.note;role=alert",
			view.Icon("info"),
			view.H("div",
				view.T("p", "This lesson changed since your draft."),
				view.H("div.row",
					view.H("button.btn.btn--sm;type=button", view.Text("Keep the draft"), p.Click(p.key("keep"), func() { p.store.keepDraft() })),
					view.H("button.btn.btn--sm;type=button", view.Text("Start fresh"), p.Click(p.key("fresh"), func() { p.store.startFresh() })),
				),
			),
		))
	}
	return view.H("div", list...)
}

// steps lists the steps of the lesson with how far each is.
func (p *Page) steps(l *lessons.Lesson) app.UI {
	items := make([]app.UI, len(l.Steps))
	for i := range l.Steps {
		solved, seen := p.reached(&l.Steps[i])
		all := len(l.Steps[i].Tasks)
		look, icon, state := "chk", "", strconv.Itoa(solved)+" of "+view.Count(all, "task", "tasks")+" solved"
		if seen > 0 {
			state += ", " + strconv.Itoa(seen) + " seen"
		}
		li := view.El("li")
		switch {
		case solved == all:
			look, icon, li = "chk chk--done", "check", li.Class("done")
		case i == p.store.Step():
			look = "chk chk--now"
		}
		body := []app.UI{
			roundMark(look, icon),
			view.H("span", view.T("b", l.Steps[i].Title), view.T("small", state)),
			p.Click(p.key("step/"+strconv.Itoa(i)), func() { p.goTo(i) }),
		}
		if i == p.store.Step() {
			body = append(body, view.Attr("aria-current", "step"))
		}
		items[i] = li.Body(view.H("button;type=button", body...))
	}
	return view.H("nav;aria-label=Steps", view.H("ol.steps", items...))
}

// roundMark is a round mark, with an icon in it or none.
func roundMark(look, icon string) app.UI {
	m := view.El("span;aria-hidden=true").Class(look)
	if icon == "" {
		return m
	}
	return m.Body(view.Icon(icon, "ic--12"))
}

// goTo puts a step on the stage.
func (p *Page) goTo(step int) {
	p.plays++
	p.asked = ""
	p.ready(p.store.rehearse(p.store.stageCommands(step)), func() { p.store.Go(step) })
}

// reached counts the tasks of a step that are solved, and those only seen.
func (p *Page) reached(s *lessons.Step) (solved, seen int) {
	for i := range s.Tasks {
		t := p.store.Task(&s.Tasks[i])
		switch {
		case t.Solved:
			solved++
		case t.Seen:
			seen++
		}
	}
	return solved, seen
}

func (p *Page) stepSection(l *lessons.Lesson, n int) app.UI {
	s := &l.Steps[n]
	id := "step-" + strconv.Itoa(n+1)
	body := []app.UI{view.H("h2;tabindex=-1", view.ID(id), view.Text(s.Title))}
	body = append(body, p.prose().Blocks(s.Prose)...)
	var outcomes []runner.Outcome
	if n == p.store.Step() {
		outcomes = p.outcomes
	}
	for i := range s.Tasks {
		body = append(body, p.task(s, i, outcomes))
	}
	if !app.IsServer && n+1 < len(l.Steps) {
		body = append(body, view.H("p.ls__next", view.H("button.btn;type=button", view.Text("Next step: "+l.Steps[n+1].Title),
			view.Icon("arrow-right"),
			p.Click(p.key("next/"+strconv.Itoa(n)), func() {
				p.goTo(n + 1)
				p.Ctx.Defer(func(app.Context) { browser.Focus("step-" + strconv.Itoa(n+2)) })
			}),
		)))
	}
	return view.Around("section.step", body, view.Attr("aria-labelledby", id))
}

// ending is what comes after the steps.
func (p *Page) ending(l *lessons.Lesson) app.UI {
	body := []app.UI{view.T("h2", "One more thing to try")}
	body = append(body, p.prose().Blocks(l.More)...)
	return view.H("div",
		app.If(len(l.Gist) > 0, func() app.UI { return gist(p, l) }),
		view.H("section", body...),
		view.H("details.disc.src",
			view.H("summary", view.Text("Sources"), view.Icon("chevron-right", "chev")),
			view.H("div", p.prose().Blocks(l.Sources)...),
		),
		neighbours(l),
	)
}

// neighbours leads to the lessons before and after.
func neighbours(l *lessons.Lesson) app.UI {
	var before, after app.UI = view.El("span"), view.El("span")
	list := content.Catalogue()
	for i, e := range list {
		if e.ID != l.ID {
			continue
		}
		if i > 0 {
			before = view.H("a;rel=prev", view.Attr("href", ui.Address("/lessons/"+list[i-1].ID)), view.Icon("arrow-left"),
				view.Text(list[i-1].Title))
		}
		if i+1 < len(list) {
			after = view.H("a;rel=next", view.Attr("href", ui.Address("/lessons/"+list[i+1].ID)), view.Text(list[i+1].Title),
				view.Icon("arrow-right"))
		}
	}
	return view.H("nav.ls__nav;aria-label=Lessons", before, after)
}
