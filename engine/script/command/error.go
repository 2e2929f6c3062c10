package command

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is a command that cannot be read: a plain sentence, the place, and a
// command that works.
type Error struct {
	Message string
	Example string // a whole command, "" where none would help
	Offset  int    // first byte of what is at fault, in the text that was given
	End     int    // the byte after it; equal to Offset at the end of the text
	Line    int    // of Offset, from 1
	Column  int    // of Offset in characters, from 1
}

// Error returns the place, the sentence and the example in one line.
func (e *Error) Error() string {
	s := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Message
	if e.Example != "" {
		s += " Example: " + e.Example
	}
	return s
}

// errorAt returns an Error about the bytes of text from start to end.
func errorAt(text string, start, end int, message, example string) *Error {
	before := text[:start]
	return &Error{
		Message: message, Example: example, Offset: start, End: end,
		Line:   1 + strings.Count(before, "\n"),
		Column: 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]),
	}
}
