package lessons

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/hash"
	"github.com/keyrange/keyrange/engine/script"
)

// Error is what is wrong with a lesson's file: a plain sentence and the line.
type Error struct {
	Line    int // from 1
	Message string
}

// Error returns the line and the sentence.
func (e *Error) Error() string { return "Line " + strconv.Itoa(e.Line) + ": " + e.Message }

// Parse reads a lesson. The error is an *Error.
func Parse(file []byte) (*Lesson, error) {
	p := &parser{lesson: &Lesson{Data: script.Library{}, Hash: fingerprint(file)}}
	if len(file) > MaxFile {
		return nil, &Error{1, "A lesson has at most 256 KB."}
	}
	if !utf8.Valid(file) || strings.ContainsRune(string(file), 0) {
		return nil, &Error{1, "A lesson is a text in UTF-8."}
	}
	p.lines = strings.Split(strings.ReplaceAll(string(file), "\r\n", "\n"), "\n")
	p.front()
	for p.err == nil && p.at < len(p.lines) {
		p.section()
	}
	if p.err == nil {
		p.whole()
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.lesson, nil
}

// fingerprint is FNV-1a over the file, in hexadecimal digits.
func fingerprint(file []byte) string { return strconv.FormatUint(hash.FNV(hash.Basis, file), 16) }

// parser reads a lesson line by line. The first mistake ends it.
type parser struct {
	lesson *Lesson
	lines  []string
	at     int
	err    error
}

func (p *parser) fail(line int, message string) {
	if p.err == nil {
		p.err = &Error{line + 1, message}
	}
}

// front reads the lines between the two of three dashes at the beginning.
func (p *parser) front() {
	if p.lines[0] != "---" {
		p.fail(0, "A lesson begins with a line of three dashes, name: value lines, and three dashes again.")
		return
	}
	seen := map[string]bool{}
	for p.at = 1; p.err == nil; p.at++ {
		if p.at == len(p.lines) {
			p.fail(0, "The three dashes at the end of the front matter are missing.")
			return
		}
		if p.lines[p.at] == "---" {
			break
		}
		name, text, found := strings.Cut(p.lines[p.at], ":")
		if !found || seen[name] {
			p.fail(p.at, "A line of the front matter is name: value, each name once.")
			return
		}
		seen[name] = true
		p.field(name, strings.TrimSpace(text))
	}
	p.at++
	for _, name := range []string{"id", "number", "title", "track", "minutes", "goal", "teaches", "omits", "seeds", "targets"} {
		if !seen[name] {
			p.fail(0, "The front matter needs "+name+".")
		}
	}
}

func (p *parser) field(name, value string) {
	l := p.lesson
	texts := map[string]*string{"title": &l.Title, "goal": &l.Goal, "teaches": &l.Teaches, "omits": &l.Omits, "seeds": &l.Seeds}
	if to := texts[name]; to != nil {
		if *to = value; value == "" || len(value) > 400 {
			p.fail(p.at, name+" is a text of at most 400 bytes.")
		}
		return
	}
	n, _ := strconv.Atoi(value)
	switch name {
	case "id":
		if l.ID = value; !IsID(value) {
			p.fail(p.at, "An id is made of small letters, digits and hyphens, at most 40.")
		}
	case "number":
		if l.Number = n; n < 1 || n > 999 {
			p.fail(p.at, "number is from 1 to 999.")
		}
	case "minutes":
		if l.Minutes = n; n < 4 || n > 12 {
			p.fail(p.at, "A lesson takes 4 to 12 minutes.")
		}
	case "track":
		l.Track = value
		for _, t := range Tracks() {
			if t.ID == value {
				return
			}
		}
		p.fail(p.at, "track is one of keys, queries, ranges, conflicts, patterns.")
	case "needs":
		l.Needs = strings.Fields(value)
		if len(l.Needs) > MaxNeeds || slices.ContainsFunc(l.Needs, func(id string) bool { return !IsID(id) }) {
			p.fail(p.at, "needs is the ids of up to 6 lessons that this one builds on, with blanks between them.")
		}
	case "targets":
		if l.Today = value == "today"; value != "today" && value != "2010" {
			p.fail(p.at, "targets is 2010 (500 and 5,000 entities per second) or today (2,000 and 20,000).")
		}
	default:
		p.fail(p.at, "There is no "+name+" in the front matter.")
	}
}

// IsID reports whether a text can be the ID of a lesson or of a part of one: small
// letters, digits and hyphens, at most 40.
func IsID(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= 40
}

// The headings that are not steps.
const (
	gistHeading    = "Worth remembering"
	moreHeading    = "One more thing to try"
	sourcesHeading = "Sources"
)

// section reads what stands before the first heading, or a heading and what
// stands below it.
func (p *parser) section() {
	title, first := "", p.at
	if heading, found := strings.CutPrefix(p.lines[p.at], "## "); found {
		title = strings.TrimSpace(heading)
		p.at++
	}
	step := &Step{Title: title}
	prose := p.body(step)
	l := p.lesson
	fenced := len(step.Pictures)+len(step.Start)+len(step.Tasks)+len(step.Demos) > 0 || step.Screen != nil
	switch {
	case p.err != nil:
	case title == "" || title == gistHeading || title == moreHeading || title == sourcesHeading:
		if fenced {
			p.fail(first, "Pictures, commands and tasks belong into a step, below its ## heading.")
		}
		to := map[string]*[]Block{"": &l.Lede, gistHeading: &l.Gist, moreHeading: &l.More, sourcesHeading: &l.Sources}[title]
		*to = prose
	default:
		step.Prose = prose
		p.checkStep(step, first)
		if l.Steps = append(l.Steps, *step); len(l.Steps) > MaxSteps {
			p.fail(first, "A lesson has at most 8 steps.")
		}
	}
}

// body reads prose and fenced blocks up to the next heading.
func (p *parser) body(step *Step) (prose []Block) {
	start := p.at
	flush := func() {
		blocks, line, problem := ReadProse(p.lines[start:p.at])
		if prose = append(prose, blocks...); problem != "" {
			p.fail(start+line, problem)
		}
	}
	for p.err == nil && p.at < len(p.lines) && !strings.HasPrefix(p.lines[p.at], "## ") {
		info, fenced := strings.CutPrefix(p.lines[p.at], "```")
		if !fenced {
			p.at++
			continue
		}
		flush()
		first := p.at
		for p.at++; p.at < len(p.lines) && p.lines[p.at] != "```"; p.at++ {
		}
		if p.at == len(p.lines) {
			p.fail(first, "The three backticks at the end of this block are missing.")
			return
		}
		p.fence(step, info, first, p.lines[first+1:p.at])
		p.at++
		start = p.at
	}
	if p.err == nil {
		flush()
	}
	return prose
}
