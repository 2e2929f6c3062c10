package runner

import (
	"strings"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
)

// Outcome is what there is to say about a task now.
type Outcome struct {
	State State
	Text  string // with the live values
	At    int    // of Broken: the position of the log after which it was

	Figures []string // of Met: the task's, in words
	Answer  string   // of Met: what the guess should have been, "" where nothing was asked
}

// State is how a task stands.
type State uint8

// The states of a task.
const (
	NotYet State = iota
	Met
	Broken
)

// String returns the state in words.
func (s State) String() string { return [...]string{"not yet", "met", "broken"}[s] }

// judge says how a task stands. brokenAt is the moment at which it broke, -1
// if it did not. before is what was said after the command before: a task that
// an earlier command met keeps its figures until a command meets it again.
func judge(t *lessons.Task, f *lessons.Facts, brokenAt int, before Outcome) Outcome {
	if brokenAt >= 0 {
		return Outcome{State: Broken, Text: wrongText(t, f, true), At: brokenAt}
	}
	if r := f.Last(); r != nil && r.Mistake != "" {
		return unjudged(t, f, before)
	}
	if t.Check.True(f) {
		if before.State == Met && !t.Check.Again(f) {
			return before
		}
		return Outcome{State: Met, Text: t.Met.Format(f), Figures: figures(t, f), Answer: answer(t, f)}
	}
	if text := wrongText(t, f, false); text != "" {
		if r := f.Last(); r != nil && r.Import != nil {
			text += hinted(f) // what is wrong may be what an earlier import has left
		}
		return Outcome{Text: text}
	}
	now := t.Now.Format(f)
	return Outcome{Text: now + aside(f, strings.HasPrefix(before.Text, now))}
}

// unjudged is how a task stands after a command that was not done: a task that
// is met stays met, and of any other only the figures are told. What was said of
// the command before would read as the answer to this one.
func unjudged(t *lessons.Task, f *lessons.Facts, before Outcome) Outcome {
	if before.State != NotYet {
		return before
	}
	return Outcome{Text: t.Now.Format(f)}
}

// aside is what is said beside how a task stands: that the last query found nothing,
// or, where the figures are the same as before, that the last command changed
// nothing about the task. A screen shows that itself.
func aside(f *lessons.Facts, same bool) string {
	r := f.Last()
	switch {
	case r != nil && r.Hint != "":
		return hinted(f)
	case r == nil || !r.OK() || f.Screen != nil:
		return ""
	case r.Plan != nil && len(r.Entities) == 0 && r.Next == nil:
		return " The query found nothing. Names, keys and values must match to the letter, capitals included."
	case !same:
		return ""
	}
	return " Your last command worked (" + brief(r.Command) + "), but this task needs something else, or more of it."
}

// hinted is what the last command hints at, after a sentence.
func hinted(f *lessons.Facts) string {
	if r := f.Last(); r != nil && r.Hint != "" {
		return " " + r.Hint
	}
	return ""
}

// brief is a command in a sentence: its first words where it is long.
func brief(c command.Command) string {
	text := c.String()
	if len(text) <= maxBrief {
		return text
	}
	return strings.ToValidUTF8(text[:maxBrief], "") + " ..."
}

// maxBrief is how many bytes of a command stand in a sentence.
const maxBrief = 120

// answer returns what a task's guess should have been, "" where it asks none.
func answer(t *lessons.Task, f *lessons.Facts) string {
	if t.Guess.Answer == nil {
		return ""
	}
	return t.Guess.Answer.Format(f)
}

// figures returns a task's figures as they are, in words.
func figures(t *lessons.Task, f *lessons.Facts) []string {
	var list []string
	for _, each := range t.Figures {
		list = append(list, each.Value.Format(f))
	}
	return list
}

// wrongText returns the message of the first wrong answer that was given, ""
// for none. One that broke the task earlier is told even if it is no longer
// true.
func wrongText(t *lessons.Task, f *lessons.Facts, broken bool) string {
	text := ""
	for i := range t.Wrong {
		w := &t.Wrong[i]
		if w.Broken != broken {
			continue
		}
		if w.When.True(f) {
			return w.Message.Format(f)
		}
		if text == "" && broken {
			text = w.Message.Format(f)
		}
	}
	return text
}

// breaks reports whether something that cannot be made good is the case.
func breaks(t *lessons.Task, f *lessons.Facts) bool {
	for i := range t.Wrong {
		if w := &t.Wrong[i]; w.Broken && w.When.True(f) {
			return true
		}
	}
	return false
}
