package gallery

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/lessons/assign"
)

// incoming is what was brought and is not read yet, and what came of the lines
// that were read since there was nothing left.
type incoming struct {
	text      string
	read, all int // lines
	Brought
}

// Brought is what came of the lines that were brought last.
type Brought struct {
	New, Refused int
	Reason       string // why the last one was refused, a sentence; empty if none was
}

// Add takes a text whose lines Step will read, one at a time. Work that was stopped
// goes on.
func (s *State) Add(text string) {
	c := &s.coming
	s.Stopped = false
	if c.text == "" {
		*c = incoming{}
	}
	if len(text)+len(c.text) > MaxPaste {
		s.refuse("This is longer than 8 MB. Bring the results in parts.")
		return
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	if c.text != "" {
		c.text += "\n"
	}
	c.text += text
	c.all += 1 + strings.Count(text, "\n")
}

// Reading returns how many of the lines that were brought have been read; ok is
// false once all are.
func (s *State) Reading() (line, of int, ok bool) {
	return s.coming.read, s.coming.all, s.coming.text != ""
}

// Brought returns what came of the lines that were brought last.
func (s *State) Brought() Brought { return s.coming.Brought }

// readLine takes the next line. rest is called between two pieces of opening it.
func (s *State) readLine(rest func()) {
	c := &s.coming
	if c.read == MaxLines {
		c.text = ""
		s.refuse("This has more than 20,000 lines. The rest of them was not read.")
		return
	}
	line, text, _ := strings.Cut(c.text, "\n")
	c.text = text
	c.read++
	if line = strings.TrimSpace(line); line != "" && s.add(line, rest) {
		c.New++
	}
}

// add takes a line and reports whether it is a result that was not there. One that is
// there already is passed over.
func (s *State) add(line string, rest func()) bool {
	if text, ok := taskIn(line); ok {
		s.pin(text, rest)
		return false
	}
	if _, after, ok := strings.Cut(line, assign.ResultMark); ok {
		line = strings.TrimSpace(after)
	}
	switch {
	case slices.ContainsFunc(s.entries, func(e *Entry) bool { return e.Line == line }):
		return false
	case len(s.entries) >= MaxEntries:
		s.refuse("The gallery holds 300 results. Clear it to collect others.")
		return false
	case len(line) > assign.MaxLine:
		s.refuse("A line has more than 65,536 characters, which is the most that a result has.")
		return false
	}
	r, err := assign.UnpackNext(&s.series, line, rest)
	if err != nil {
		s.refuse(err.Error())
		return false
	}
	if !s.ofTask(&r) {
		return false
	}
	for _, e := range s.entries {
		e.Older = e.Older || e.Alias == r.Alias
	}
	s.entries = append(s.entries, &Entry{Alias: r.Alias, Line: line, Result: r})
	return true
}

// refuse notes why a line was refused.
func (s *State) refuse(reason string) {
	s.coming.Refused++
	s.coming.Reason = reason
	s.count++
	s.refused = append(s.refused, reason)
	s.refused = s.refused[max(0, len(s.refused)-maxRefused):]
}
