package assign

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/lessons"
)

// Task is what somebody is to reach on a screen.
type Task struct {
	Screen  string      // its path, such as /playground
	Goal    string      // in words
	Checks  []Condition // all of them are to hold
	May     []string    // what may be changed, of Freedoms; empty for everything
	Hints   []string
	Minutes int    // that it should take, 0 for as long as it takes
	Start   string // the moment that it begins with, as its screen writes it; empty for what is there
}

// Condition is one thing that is to hold, in the language of the checks of
// lessons.
type Condition struct{ *lessons.Expr }

// Freedoms are what a task can allow to be changed.
var Freedoms = []string{"keys", "questions", "data", "load", "splits", "steps"}

// The bounds of a task.
const (
	MaxGoal    = 300 // bytes
	MaxChecks  = 6
	maxCheck   = 200 // bytes
	MaxHints   = 3
	MaxHint    = 300 // bytes
	MaxMinutes = 480
	maxScreen  = 40
	maxStart   = 48 << 10 // bytes
	MaxText    = 72 << 10 // of a task as text
)

// ReadCheck reads a condition. The problem is a sentence, empty if all is well.
func ReadCheck(source string) (c Condition, problem string) {
	if source = strings.TrimSpace(source); len(source) > maxCheck {
		return c, "A condition has at most 200 bytes."
	}
	e, problem := lessons.ParseExpr(source)
	switch {
	case problem != "":
		return c, problem
	case !e.IsCondition():
		return c, "A condition is true or false, such as figure(lost) = 0."
	case e.Repeats():
		return c, "The condition of a task asks about what is there now, so it has no ever, times or readings."
	}
	return Condition{e}, ""
}

// problem says what keeps a task from being one, or nothing.
func (t *Task) problem() string {
	switch {
	case !isScreen(t.Screen):
		return "A task names its screen, such as /playground."
	case bad(t.Goal, MaxGoal) || t.Goal == "":
		return "A task says its goal in one line of at most 300 bytes."
	case len(t.Checks) == 0 || len(t.Checks) > MaxChecks:
		return "A task has 1 to 6 conditions."
	case len(t.Hints) > MaxHints || slices.ContainsFunc(t.Hints, func(h string) bool { return h == "" || bad(h, MaxHint) }):
		return "A task has at most 3 hints, each in one line of at most 300 bytes."
	case t.Minutes < 0 || t.Minutes > MaxMinutes:
		return "A task takes at most 480 minutes."
	case bad(t.Start, maxStart):
		return "The moment that a task begins with has at most 49,152 bytes."
	}
	for i, m := range t.May {
		if !slices.Contains(Freedoms, m) || slices.Contains(t.May[:i], m) {
			return "What may be changed is of " + strings.Join(Freedoms, ", ") + ", each once."
		}
	}
	return ""
}

// bad reports whether a text is no line of at most so many bytes.
func bad(text string, limit int) bool {
	return len(text) > limit || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) ||
		strings.TrimSpace(text) != text
}

func isScreen(path string) bool {
	name, ok := strings.CutPrefix(path, "/")
	return ok && name != "" && len(path) <= maxScreen &&
		!strings.ContainsFunc(name, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') })
}

// String writes a task as Parse reads it: a name and its value on each line.
func (t *Task) String() string {
	lines := []string{"screen: " + t.Screen, "goal: " + t.Goal}
	for _, c := range t.Checks {
		lines = append(lines, "check: "+c.String())
	}
	if len(t.May) > 0 {
		lines = append(lines, "may: "+strings.Join(t.May, ", "))
	}
	for _, h := range t.Hints {
		lines = append(lines, "hint: "+h)
	}
	if t.Minutes > 0 {
		lines = append(lines, "minutes: "+strconv.Itoa(t.Minutes))
	}
	if t.Start != "" {
		lines = append(lines, "start: "+t.Start)
	}
	return strings.Join(lines, "\n") + "\n"
}
