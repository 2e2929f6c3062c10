package lessons

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/script/command"
)

// task reads a task: its text, then name: value lines, and indented commands
// below those that take them.
func (p *parser) task(step *Step, id string, first int, lines []string) {
	_, known := p.lesson.Task(id)
	for i := range step.Tasks {
		if step.Tasks[i].ID == id {
			known = &step.Tasks[i]
		}
	}
	if known != nil || !IsID(id) {
		p.fail(first, "A task has an id of its own.")
	}
	t := Task{ID: id}
	r := &taskReader{parser: p, task: &t, first: first + 1, lines: lines}
	r.opening()
	for p.err == nil && r.at < len(lines) {
		r.entry()
	}
	r.complete()
	if step.Tasks = append(step.Tasks, t); len(step.Tasks) > MaxTasks {
		p.fail(first, "A step has at most 6 tasks.")
	}
}

type taskReader struct {
	*parser
	task  *Task
	first int // line of the file
	lines []string
	at    int
	hints int
}

func (r *taskReader) line() int { return r.first + r.at }

// opening reads the text, up to the first line that has a name.
func (r *taskReader) opening() {
	for r.at < len(r.lines) && !isEntry(r.lines[r.at]) {
		r.at++
	}
	r.task.Text = r.spans(joined(r.lines[:r.at]))
}

var entryNames = []string{"guess:", "answer:", "control:", "check:", "now:", "met:", "hint:", "figure:", "solution:",
	"alternative:", "wrong:", "broken:"}

func isEntry(line string) bool {
	for _, n := range entryNames {
		if strings.HasPrefix(line, n) {
			return true
		}
	}
	return false
}

func (r *taskReader) spans(text string) []Span {
	spans, problem := readSpans(text)
	if problem == "" && len(spans) == 0 {
		problem = "A text is missing."
	}
	if problem != "" {
		r.fail(r.line(), problem)
	}
	return spans
}

func (r *taskReader) expr(text string) *Expr {
	e, problem := ParseExpr(text)
	if problem != "" {
		r.fail(r.line(), problem)
	}
	return e
}

func (r *taskReader) message(text string) Message {
	m, problem := parseMessage(strings.TrimSpace(text))
	if problem != "" {
		r.fail(r.line(), problem)
	}
	return m
}

// entry reads a name: value line and the commands below it.
func (r *taskReader) entry() {
	name, value, _ := strings.Cut(r.lines[r.at], ":")
	if !isEntry(r.lines[r.at]) {
		r.fail(r.line(), "A line of a task begins with one of "+strings.Join(entryNames, " ")+" or it is indented.")
		return
	}
	value = strings.TrimSpace(value)
	t, line := r.task, r.line()
	switch name {
	case "check":
		if t.Check = r.expr(value); r.err == nil && t.Check.root.kind != truth {
			r.fail(line, "A check is true or false.")
		}
	case "guess":
		r.guess(value)
	case "control":
		r.control(value)
	case "answer":
		t.Guess.Answer = r.expr(value)
	case "now":
		t.Now = r.message(value)
	case "met":
		t.Met = r.message(value)
	case "hint":
		if r.hints < Hints {
			t.Hints[r.hints] = r.spans(value)
		}
		r.hints++
	case "figure":
		label, e, _ := strings.Cut(value, "|")
		t.Figures = append(t.Figures, Figure{strings.TrimSpace(label), r.expr(e)})
	}
	r.at++
	commands := r.indented()
	switch {
	case name == "solution":
		t.Solution = commands
	case name == "alternative":
		t.Alternatives = append(t.Alternatives, Path{value, commands})
	case name == "wrong" || name == "broken":
		r.wrong(name == "broken", value, line, commands)
	case len(commands) > 0:
		r.fail(line+1, "No commands belong below "+name+".")
	}
}

// guess reads "question | choice | choice".
func (r *taskReader) guess(value string) {
	parts := strings.Split(value, "|")
	g := &r.task.Guess
	g.Question, g.Choices = r.spans(strings.TrimSpace(parts[0])), nil
	for _, c := range parts[1:] {
		if c = strings.TrimSpace(c); c != "" && !slices.Contains(g.Choices, c) {
			g.Choices = append(g.Choices, c)
		}
	}
	if n := len(g.Choices); n != len(parts)-1 || n < 2 || n > MaxGuesses {
		r.fail(r.line(), "A guess is: question | choice | choice, with 2 to 6 different choices.")
	}
}

func (r *taskReader) indented() []command.Command {
	start := r.at
	for r.at < len(r.lines) && !isEntry(r.lines[r.at]) {
		if line := r.lines[r.at]; line != "" && line[0] != ' ' {
			r.fail(r.line(), "Commands below a name are indented.")
			return nil
		}
		r.at++
	}
	return r.commands(r.first+start, r.lines[start:r.at])
}

// wrong reads "condition | message".
func (r *taskReader) wrong(broken bool, value string, line int, commands []command.Command) {
	when, message, found := strings.Cut(value, "|")
	w := Wrong{Broken: broken, When: r.expr(when), Message: r.message(message), Commands: commands}
	if !found || w.Message.Empty() || len(commands) == 0 || r.err == nil && w.When.root.kind != truth {
		r.fail(line, "A wrong answer is: condition | message, and indented commands that make it.")
	}
	r.task.Wrong = append(r.task.Wrong, w)
}

// complete refuses a task that lacks something.
func (r *taskReader) complete() {
	t := r.task
	switch r.at = 0; {
	case t.Check == nil:
		r.fail(r.line(), "The task needs a check.")
	case (len(t.Guess.Choices) > 0) != (t.Guess.Answer != nil):
		r.fail(r.line(), "A guess needs an answer, and an answer a guess.")
	case t.Now.Empty() || t.Met.Empty():
		r.fail(r.line(), "The task needs now: and met:, what is the case before and after.")
	case r.hints != Hints:
		r.fail(r.line(), "The task needs three hints: where to look, the idea, the exact edit.")
	case len(t.Solution) == 0:
		r.fail(r.line(), "The task needs a solution.")
	case len(t.Alternatives)+len(t.Wrong) > MaxPaths:
		r.fail(r.line(), "A task has at most 12 alternatives and wrong answers.")
	}
}
