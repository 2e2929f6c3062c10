package schedule

import (
	"strings"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/command"
	words "github.com/keyrange/keyrange/engine/text"
)

// maxOptions bounds the options before a turn's command.
const maxOptions = 20

// Parse reads a turn: a command, before which may stand "with", options
// with commas between them, and a colon.
//
//	A: get Stock shop/apples
//	with add Count, whole: A: replace Stock shop/apples Count=-1 if seen
//	with response-lost: A: insert Stock shop/pears Count=1
//	with delayed 40s: B: delete Stock shop/apples if *
//
// The error is an *Error whose place counts from the beginning of text.
func Parse(text string) (Turn, error) {
	t := Turn{Add: map[string]bool{}}
	rest, given := strings.CutPrefix(strings.TrimLeft(text, " \t"), "with ")
	if given {
		options, command, found := strings.Cut(rest, ":")
		if !found {
			return Turn{}, turnError(text, "The options of a step end with a colon.")
		}
		for _, o := range strings.SplitN(options, ",", maxOptions) {
			if problem := t.option(strings.Fields(o)); problem != "" {
				return Turn{}, turnError(text, problem)
			}
		}
		rest = command
	}
	c, err := command.Parse(rest)
	if at, is := err.(*command.Error); is {
		shift := len(text) - len(rest)
		at.Offset += shift
		at.End += shift
		at.Column += shift
	}
	if err != nil {
		return Turn{}, err
	}
	t.Command = c
	return t, nil
}

// option takes one option and returns what is wrong with it, "" for nothing.
func (t *Turn) option(words []string) string {
	switch {
	case len(words) == 2 && words[0] == "add":
		t.Add[words[1]] = true
		return ""
	case len(words) == 1 && words[0] == "whole":
		t.Whole = true
		return ""
	}
	c, err := command.Parse("fault " + strings.Join(words, " "))
	if err != nil {
		return "An option of a step is add with a property, whole, or a fault."
	}
	t.Fault, t.Delay = c.Fault, c.Duration
	return ""
}

func turnError(text, sentence string) *command.Error {
	return &command.Error{
		Message: sentence, Example: "with add Count, whole: A: replace Stock shop/apples Count=-1 if seen",
		End: len(text), Line: 1, Column: 1,
	}
}

// String returns the text that Parse reads back as the same turn.
func (t Turn) String() string {
	var options []string
	for _, name := range words.SortedKeys(t.Add) {
		options = append(options, "add "+name)
	}
	if t.Whole {
		options = append(options, "whole")
	}
	if t.Fault != client.NoFault {
		f := command.Command{Verb: command.Fault, Fault: t.Fault, Duration: t.Delay}
		options = append(options, strings.TrimPrefix(f.String(), "fault "))
	}
	if len(options) == 0 {
		return t.Command.String()
	}
	return "with " + strings.Join(options, ", ") + ": " + t.Command.String()
}
