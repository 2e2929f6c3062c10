package workshop

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/lessons"
)

// Error is what is wrong with a workshop's file: a plain sentence and the place.
type Error struct {
	Line, Column int // from 1, in characters
	Message      string
}

// Error returns the place and the sentence.
func (e *Error) Error() string {
	return "Line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Message
}

// Parse reads a workshop. The error is an *Error.
func Parse(file []byte) (*Workshop, error) {
	if len(file) > MaxFile {
		return nil, &Error{1, 1, "A workshop has at most 64 KB."}
	}
	if !utf8.Valid(file) || strings.ContainsRune(string(file), 0) {
		return nil, &Error{1, 1, "A workshop is a text in UTF-8."}
	}
	p := &parser{workshop: &Workshop{}, lines: strings.Split(strings.ReplaceAll(string(file), "\r\n", "\n"), "\n")}
	p.front()
	for p.err == nil && p.at < len(p.lines) {
		p.section()
	}
	p.whole()
	if p.err != nil {
		return nil, p.err
	}
	return p.workshop, nil
}

// parser reads a workshop line by line. The first mistake ends it.
type parser struct {
	workshop *Workshop
	lines    []string
	at       int
	err      error
}

// fail notes a mistake in a line, at a text that stands in it.
func (p *parser) fail(line int, at, message string) {
	if p.err != nil {
		return
	}
	before, _, found := strings.Cut(p.lines[line], at)
	if !found {
		before = ""
	}
	p.err = &Error{line + 1, utf8.RuneCountInString(before) + 1, message}
}

// front reads the lines between the two of three dashes at the beginning.
func (p *parser) front() {
	if p.lines[0] != "---" {
		p.fail(0, "", "A workshop begins with a line of three dashes, name: value lines, and three dashes again.")
		return
	}
	seen := map[string]bool{}
	for p.at = 1; p.err == nil; p.at++ {
		if p.at == len(p.lines) {
			p.fail(0, "", "The three dashes at the end of the front matter are missing.")
			return
		}
		if p.lines[p.at] == "---" {
			break
		}
		name, text, found := strings.Cut(p.lines[p.at], ":")
		if !found || seen[name] {
			p.fail(p.at, "", "A line of the front matter is name: value, each name once.")
			return
		}
		seen[name] = true
		p.field(name, strings.TrimSpace(text))
	}
	p.at++
	for _, name := range []string{"id", "title", "minutes", "for", "bring"} {
		if !seen[name] {
			p.fail(0, "", "The front matter needs "+name+".")
		}
	}
}

func (p *parser) field(name, value string) {
	w := p.workshop
	if to := map[string]*string{"title": &w.Title, "for": &w.For, "bring": &w.Bring}[name]; to != nil {
		*to = p.text(p.at, value, name+" is")
		return
	}
	switch name {
	case "id":
		if w.ID = value; !lessons.IsID(value) {
			p.fail(p.at, value, "An id is made of small letters, digits and hyphens, at most 40.")
		}
	case "minutes":
		w.Minutes = p.minutes(p.at, value)
	default:
		p.fail(p.at, "", "There is no "+name+" in the front matter: it has id, title, minutes, for and bring.")
	}
}

// text is a text of one line that is there and not too long.
func (p *parser) text(line int, value, what string) string {
	if value == "" || len(value) > MaxText {
		p.fail(line, value, what+" a text of at most 400 bytes.")
	}
	return value
}

func (p *parser) minutes(line int, value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > MaxMinutes {
		p.fail(line, value, "minutes is a whole number from 1 to 600.")
	}
	return n
}

// whole checks what only the end of the file shows.
func (p *parser) whole() {
	w := p.workshop
	if p.err == nil && len(w.Items) == 0 {
		p.fail(len(p.lines)-1, "", "A workshop needs an item: a ## heading with an agenda block below it.")
	}
	if sum := w.Starts()[len(w.Items)]; p.err == nil && sum != w.Minutes {
		p.fail(p.lineOf("minutes:"), strconv.Itoa(w.Minutes), "The items take "+strconv.Itoa(sum)+" minutes together, the workshop says "+
			strconv.Itoa(w.Minutes)+".")
	}
}

// lineOf is the first line that begins with a text.
func (p *parser) lineOf(begin string) int {
	for i, l := range p.lines {
		if strings.HasPrefix(l, begin) {
			return i
		}
	}
	return 0
}
