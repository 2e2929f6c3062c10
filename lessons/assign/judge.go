package assign

import (
	"slices"
	"strings"

	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/lessons"
)

// State is a screen as a task asks about it.
type State struct {
	Facts   *lessons.Facts
	Changed []string // what differs from where the task began, of Freedoms
	Waiting string   // why the figures do not count yet, a sentence; empty if they do
}

// Term is one condition of a task and what it comes to now.
type Term struct {
	Text string // the condition in words
	Live string // the figure that it asks for, empty while there is none
	Met  bool
}

// Outcome is how far a screen has come with a task.
//
// What always holds: Met is true exactly if each term is met, the figures
// count, and nothing was changed that must not be.
type Outcome struct {
	Terms   []Term
	Broken  string // what was changed that must not be, a sentence; empty for nothing
	Waiting string // why the figures do not count yet, a sentence; empty if they do
	Met     bool
}

// Judge says how far a screen has come.
func (t *Task) Judge(s State) Outcome {
	o := Outcome{Met: s.Waiting == "", Waiting: s.Waiting}
	for _, c := range t.Checks {
		live, known := c.Live(s.Facts)
		term := Term{Text: Words(c.String()), Met: known && c.True(s.Facts)}
		if known {
			term.Live = live
		}
		o.Terms, o.Met = append(o.Terms, term), o.Met && term.Met
	}
	if o.Broken = t.broken(s.Changed); o.Broken != "" {
		o.Met = false
	}
	return o
}

// broken says which changes a task does not allow.
func (t *Task) broken(changed []string) string {
	var list []string
	for _, c := range changed {
		if len(t.May) > 0 && !slices.Contains(t.May, c) {
			list = append(list, "the "+c)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "You changed " + words.List(list) + ". In this task only " + words.List(Allowed(t.May)) + " may change."
}

// Allowed are the words for what may be changed.
func Allowed(may []string) (list []string) {
	for _, m := range may {
		list = append(list, "the "+m)
	}
	return list
}

// Words says a condition in words, where it is one that controls build: a figure
// beside a number. Any other one is shown as it is written.
func Words(check string) string {
	f, relation, number, ok := Taken(check)
	if !ok {
		return check
	}
	said := map[string]string{">=": "at least ", "<=": "at most ", "=": "exactly "}[relation]
	return f.Title + ": " + said + number + f.Unit
}

// Taken takes a condition apart that a figure and a number make.
func Taken(check string) (f Figure, relation, number string, ok bool) {
	for _, relation = range Relations {
		asked, number, found := strings.Cut(check, " "+relation+" ")
		i := slices.IndexFunc(Figures, func(f Figure) bool { return f.Ask == asked })
		if found && i >= 0 && isNumber(number) {
			return Figures[i], relation, number, true
		}
	}
	return f, "", "", false
}

// isNumber reports whether a text is a number as controls write it.
func isNumber(text string) bool {
	return text != "" && len(text) <= 12 && strings.Trim(text, "0123456789.") == "" && strings.Count(text, ".") <= 1 && text[0] != '.'
}
