package lessons

import (
	"strconv"
	"strings"
)

// Control is a command as a sentence: what varies in it is chosen, not typed. The
// zero Control is none.
//
// What always holds: there is one stretch of words more than there are choices, and
// each choice has a place in the command.
type Control struct {
	Words   []string // of the sentence, around the choices
	Choices []Choice
	command string // with <name> for each choice
}

// Choice is one value of a Control.
type Choice struct {
	Name   string   // that it is known by, as "rate"
	Values []string // to choose from, the first to begin with
	Slides bool     // the values are numbers at equal steps
}

// The bounds of a Control.
const (
	MaxChoices = 4
	MaxValues  = 60 // of a choice
)

// Command returns the command for one value of each choice, by their places.
func (c *Control) Command(picked []int) string {
	text := c.command
	for i, choice := range c.Choices {
		text = strings.ReplaceAll(text, "<"+choice.Name+">", choice.Values[picked[i]])
	}
	return text
}

// control reads "a sentence with <rate 100 to 900 by 100> and <ranges 1 or 16> |
// the command with <rate> and <ranges>".
func (r *taskReader) control(value string) {
	sentence, command, _ := strings.Cut(value, " | ")
	c := Control{command: strings.TrimSpace(command)}
	for {
		words, rest, found := strings.Cut(sentence, "<")
		c.Words = append(c.Words, words)
		if !found {
			break
		}
		inner, after, closed := strings.Cut(rest, ">")
		choice, ok := choiceOf(inner)
		if !closed || !ok || !strings.Contains(c.command, "<"+choice.Name+">") {
			r.fail(r.line(), "A control is a sentence with <rate 100 to 900 by 100> or <ranges 1 or 16>, a bar, and the command with <rate>.")
			return
		}
		c.Choices = append(c.Choices, choice)
		sentence = after
	}
	if n := len(c.Choices); n == 0 || n > MaxChoices {
		r.fail(r.line(), "A control has 1 to 4 choices.")
		return
	}
	r.task.Control = c
}

// choiceOf reads "rate 100 to 900 by 100", or "ranges 1 or 16".
func choiceOf(text string) (c Choice, ok bool) {
	name, values, _ := strings.Cut(text, " ")
	c.Name = name
	if from, rest, steps := strings.Cut(values, " to "); steps {
		to, by, _ := strings.Cut(rest, " by ")
		low, _ := strconv.Atoi(from)
		high, _ := strconv.Atoi(to)
		step, _ := strconv.Atoi(by)
		for n := low; step > 0 && n <= high && len(c.Values) < MaxValues; n += step {
			c.Values = append(c.Values, strconv.Itoa(n))
		}
		c.Slides = true
	} else {
		c.Values = strings.Split(values, " or ")
	}
	return c, name != "" && len(c.Values) > 1 && len(c.Values) <= MaxValues
}
