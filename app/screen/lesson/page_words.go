package lesson

import (
	"strings"

	"github.com/keyrange/keyrange/lessons"
)

// What a task asks with buttons and sliders reads as words as long as no program
// runs. They are short, because each lesson's reading has a bound.

// guessInWords are the answers that a guess offers.
func guessInWords(t *lessons.Task) string {
	return " Your guess first: " + strings.Join(t.Guess.Choices, " · ")
}

// controlInWords is the sentence of a control with what can be chosen in it: all
// values, or the ends of a slider.
func controlInWords(t *lessons.Task) string {
	var b strings.Builder
	for i, c := range t.Control.Choices {
		values := strings.Join(c.Values, " | ")
		if n := len(c.Values); c.Slides && n > 2 {
			values = c.Values[0] + " … " + c.Values[n-1]
		}
		b.WriteString(t.Control.Words[i] + "[" + values + "]")
	}
	return b.String() + t.Control.Words[len(t.Control.Choices)]
}
