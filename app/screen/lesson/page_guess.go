package lesson

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// guess asks what the learner expects, and when the task is met sets it beside
// what came of it. It is drawn for a task that asks something.
func guess(p *Page, t *lessons.Task, o runner.Outcome, open bool) app.UI {
	id, mine := "guess-"+t.ID, p.store.Task(t).Guess
	var choices []app.UI
	for i, c := range t.Guess.Choices {
		b := view.El("button.btn.btn--sm;type=button").Aria("pressed", strconv.FormatBool(c == mine)).Text(c)
		if open && o.State != runner.Met {
			b = b.OnClick(p.ClickHandler(p.key("guess/"+t.ID+"/"+strconv.Itoa(i)), func() { expect(p.store, t.ID, c) }))
		} else {
			b = b.Aria("disabled", "true")
		}
		choices = append(choices, b)
	}
	return view.H("div.task__g",
		view.H("p", view.ID(id), view.T("b", "Your guess first. "), view.H("span", p.prose().Spans(t.Guess.Question)...)),
		view.Around("div.row;role=group", choices, view.Attr("aria-labelledby", id)),
		view.H("p;role=status", view.T("b", guessed(mine, o))),
	)
}

// guessed sets a guess beside what came of the task, "" as long as it is not
// met.
func guessed(mine string, o runner.Outcome) string {
	switch {
	case o.State != runner.Met || o.Answer == "":
		return ""
	case mine == "":
		return "It is " + o.Answer + "."
	case mine == o.Answer:
		return "You guessed " + mine + ", and that is right."
	}
	return "You guessed " + mine + ". It is " + o.Answer + "."
}

// guessInWords are the answers that a guess offers.
func guessInWords(t *lessons.Task) string {
	return " Your guess first: " + strings.Join(t.Guess.Choices, " · ")
}
