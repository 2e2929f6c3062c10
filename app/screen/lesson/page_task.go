package lesson

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// task is a card: what to do, how it stands, hints and the solution. outcomes
// is nil for a step that is not on the stage.
func (p *Page) task(s *lessons.Step, n int, outcomes []runner.Outcome) app.UI {
	t := &s.Tasks[n]
	c := taskCard{p, t, n}
	done := p.store.Task(t)
	id := "task-" + t.ID
	o := runner.Outcome{Text: "Put this step on the stage to begin."}
	if outcomes != nil {
		o = outcomes[n]
	}
	look, icon, state := standing(o, done)
	body := []app.UI{
		view.H("div.task__h", roundMark(look, icon), view.H("h3", view.ID(id), view.Text("Task "+strconv.Itoa(n+1))),
			view.T("span.num", earned(done.Solved, done.Seen, done.Hints))),
		view.H("p.task__t", p.prose().Spans(t.Text)...),
		app.If(len(t.Guess.Choices) > 0 && !app.IsServer, func() app.UI { return guess(p, t, o, outcomes != nil) }),
		app.If(len(t.Control.Choices) > 0 && !app.IsServer, func() app.UI { return control(p, t, outcomes != nil) }),
		app.If(len(t.Guess.Choices) > 0 && app.IsServer, func() app.UI {
			return view.H("p.task__t", append(p.prose().Spans(t.Guess.Question), view.Text(guessInWords(t)))...)
		}),
		app.If(len(t.Control.Choices) > 0 && app.IsServer, func() app.UI { return view.T("p.task__t", controlInWords(t)) }),
		view.H("p.task__v", view.Attr("class", "task__v--"+strconv.Itoa(int(o.State))), view.T("b", state+". "), view.Text(o.Text),
			c.jump(o)),
	}
	if o.State == runner.Met {
		body = append(body, c.figures())
	}
	if outcomes != nil && !app.IsServer {
		body = append(body, c.hints(done.Hints), c.solution())
	} else {
		body = append(body, c.written())
	}
	return view.Around("section.task", body, view.Attr("aria-labelledby", id))
}

// standing is how a task stands now: the look and icon of its mark, and a word.
func standing(o runner.Outcome, done taskProgress) (look, icon, state string) {
	switch {
	case o.State == runner.Broken:
		return "chk chk--fail", "x", "Broken"
	case o.State == runner.Met:
		return "chk chk--done", "check", "Met"
	case done.Solved:
		return "chk chk--done", "check", "Solved before. Now"
	case done.Seen:
		return "chk", "eye", "Seen"
	}
	return "chk", "", "Not yet"
}

// earned says in words how a task was done.
func earned(solved, seen bool, hints int) string {
	switch {
	case solved && hints > 0:
		return "solved with " + view.Count(hints, "hint", "hints")
	case solved:
		return "solved"
	case seen:
		return "solution seen"
	}
	return ""
}

// taskCard is the card of a task of the step, its number from 0.
type taskCard struct {
	*Page
	task *lessons.Task
	n    int
}

// jump leads to the moment at which a task broke.
func (c taskCard) jump(o runner.Outcome) app.UI {
	if o.State != runner.Broken {
		return view.El("span;hidden=true")
	}
	place := o.At - c.store.session().Start()
	return view.H("span.row",
		view.H("button.btn.btn--sm;type=button", view.Text("Broken at command "+strconv.Itoa(place)+": go back before it"),
			c.Click(c.key("jump/"+c.task.ID+"/"+strconv.Itoa(place)), func() { c.store.seek(place - 1) }),
		),
	)
}

// figures sets the learner's figures beside those of the solution.
func (c taskCard) figures() app.UI {
	yours, reference := c.store.Figures(c.n)
	return figureTable(labelled(c.task, yours, reference))
}

// hints opens one hint after the other.
func (c taskCard) hints(opened int) app.UI {
	t := c.task
	open := c.open[t.ID]
	body := view.El("div;role=status")
	var list []app.UI
	for i := range min(open, lessons.Hints) {
		list = append(list, view.H("p", c.prose().Spans(t.Hints[i])...))
	}
	title := "Hint " + strconv.Itoa(min(open+1, lessons.Hints)) + " of " + strconv.Itoa(lessons.Hints)
	if open >= lessons.Hints {
		title = "All hints are open"
	}
	return view.H("div.disc",
		view.H("button.disc__b;type=button", view.Flag("aria-expanded", open > 0), view.Flag("aria-disabled", open >= lessons.Hints),
			view.Icon("lightbulb"), view.Text(title), view.Icon("chevron-right", "chev"),
			c.Click(c.key("hint/"+t.ID), func() {
				if c.open[t.ID] < lessons.Hints {
					c.open[t.ID]++
					c.store.hint(t, c.open[t.ID])
				}
			}),
		),
		body.Body(list...),
	)
}

// solution asks once and then plays.
func (c taskCard) solution() app.UI {
	t := c.task
	asked := c.asked == t.ID
	confirm := view.El("div")
	if asked {
		confirm = confirm.Body(
			view.T("p", "See one way to do it? Your own work stays as it is, and you can still try afterwards. The task then counts as seen."),
			view.H("div.row",
				view.H("button.btn.btn--sm;type=button", view.ID("play-"+t.ID), view.Icon("play"), view.Text("Play the solution"),
					c.Click(c.key("play/"+t.ID), func() {
						c.asked = ""
						c.play(c.Ctx, func() { c.store.playSolution(c.n) })
						c.Ctx.Defer(func(app.Context) { browser.Reveal(stageID) })
					})),
				view.H("button.btn.btn--sm.btn--quiet;type=button", view.Text("Not now"), c.Click(c.key("not/"+t.ID), func() { c.asked = "" })),
			),
		)
	}
	return view.H("div.disc",
		view.H("button.disc__b;type=button", view.Flag("aria-expanded", asked), view.Icon("code"), view.Text("Show a solution"),
			view.Icon("chevron-right", "chev"),
			c.Click(c.key("ask/"+t.ID), func() {
				if asked := c.asked == t.ID; asked {
					c.asked = ""
				} else {
					c.asked = t.ID
				}
			}),
		),
		confirm,
	)
}

// written is the hints and the solution for those who read without the program.
func (c taskCard) written() app.UI {
	t := c.task
	var hints, commands []app.UI
	for i := range t.Hints {
		hints = append(hints, view.H("p", c.prose().Spans(t.Hints[i])...))
	}
	for _, command := range t.Solution {
		commands = append(commands, view.H("p", view.T("code.code", command.String())))
	}
	return view.H("div",
		view.H("details.disc", view.H("summary", view.Icon("lightbulb"), view.Text("Hints"), view.Icon("chevron-right", "chev")),
			view.H("div", hints...)),
		view.H("details.disc", view.H("summary", view.Icon("code"), view.Text("Solution"), view.Icon("chevron-right", "chev")),
			view.H("div", commands...)),
	)
}
