package filter

import (
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/text"
)

// Repair is a way out of a mistake: the whole filter as it could be, and what
// was done, as an order to press.
type Repair struct {
	Text  string
	Label string // such as "Write eq"
	Caret int    // the byte after what was changed
}

// maxRepairs bounds how many ways out are tried for one mistake.
const maxRepairs = 8

// Mend returns the first way out of a mistake that leads on: the repaired text
// reads to its end, or its own first mistake is nearer to the end. ok is false
// when nobody but the author can know what was meant.
func Mend(text string, fault *Error) (_ Repair, ok bool) {
	if fault == nil || fault.Offset < 0 || fault.Offset > fault.End || fault.End > len(text) {
		return Repair{}, false
	}
	m := mender{text: text, from: fault.Offset, to: fault.End}
	m.signs()
	m.quotes()
	m.words()
	m.literals()
	m.calls()
	m.brackets()
	for _, r := range m.found[:min(len(m.found), maxRepairs)] {
		if leads(r.Text, len(text)-fault.Offset) {
			return r, true
		}
	}
	return Repair{}, false
}

// leads reports whether a text is right, or wrong only nearer to its end than
// left bytes.
func leads(text string, left int) bool {
	_, err := Parse(text)
	e, wrong := err.(*Error)
	return !wrong || len(text)-e.Offset < left
}

// mender gathers ways out of the mistake in the bytes from from to to.
type mender struct {
	text     string
	from, to int
	found    []Repair
}

// put adds the way out of writing other text in the place of some bytes.
func (m *mender) put(from, to int, text, label string) {
	m.found = append(m.found, Repair{m.text[:from] + text + m.text[to:], label, from + len(text)})
}

// signWords are the words for signs that other languages use.
var signWords = map[string]string{
	"=": "eq", "==": "eq", "===": "eq", "!=": "ne", "!==": "ne", "<>": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
	"&": "and", "&&": "and", "|": "or", "||": "or", "!": "not",
}

func (m *mender) signs() {
	const all = "=<>!&|"
	from, to := m.from, m.from
	for from > 0 && strings.IndexByte(all, m.text[from-1]) >= 0 {
		from--
	}
	for to < len(m.text) && strings.IndexByte(all, m.text[to]) >= 0 {
		to++
	}
	word, ok := signWords[m.text[from:to]]
	if !ok {
		return
	}
	before, after := strings.TrimRight(m.text[:from], " "), strings.TrimLeft(m.text[to:], " ")
	put := word + " "
	if before != "" {
		put = " " + put
	}
	m.put(len(before), len(m.text)-len(after), put, "Write "+word)
}

// closing are the quotes that end what others open.
var closing = map[rune]string{'"': "\"", '`': "`", '“': "”", '”': "”", '‘': "’", '’': "’"}

func (m *mender) quotes() {
	rest := m.text[m.from:]
	if r, size := utf8.DecodeRuneInString(rest); closing[r] != "" {
		inside, after, found := strings.Cut(rest[size:], closing[r])
		if !found {
			inside, after = rest[size:], ""
		}
		m.put(m.from, len(m.text)-len(after), text.Quote(inside), "Use single quotes")
	}
	if m.from > 0 && m.text[m.from-1] == '\'' && m.from < len(m.text) {
		m.put(m.from-1, m.from, "''", "Double the quote inside the text")
	}
	if m.to < len(m.text) || strings.Count(rest, "'")%2 == 0 {
		return // the mistake is no open quote
	}
	for _, join := range []string{" and ", " or "} {
		if i := strings.LastIndex(rest, join); i > 0 {
			m.put(m.from+i, m.from+i, "'", "Close the quote")
		}
	}
	m.put(len(m.text), len(m.text), "'", "Close the quote")
}

// synonyms are words that people write for operators.
var synonyms = map[string]string{"equals": "eq", "equal": "eq", "is": "eq", "like": "eq", "than": "", "neq": "ne", "gte": "ge", "lte": "le"}

func (m *mender) words() {
	word := m.text[m.from:m.to]
	lower := strings.ToLower(word)
	known := operatorWord(lower) || lower == "not" || lower == "true" || lower == "false"
	switch s := synonyms[lower]; {
	case known && lower != word:
		m.put(m.from, m.to, lower, "Write "+lower)
	case s != "":
		m.put(m.from, m.to, s, "Write "+s)
	case known:
		m.put(m.from, m.to, " "+word+" ", "Put spaces around "+word)
	}
	if m.to == len(m.text) && m.from <= m.to {
		tokens := Tokens(m.text)
		if n := len(tokens); n > 1 && tokens[n-1].Kind == TokenOperator {
			last := tokens[n-1]
			if w := m.text[last.Start:last.End]; w == "and" || w == "or" || w == "not" {
				m.put(tokens[n-2].End, len(m.text), "", "Remove "+w)
			}
		}
	}
}

// literals repairs values whose form does not fit.
func (m *mender) literals() {
	tokens := Tokens(m.text)
	for i := len(tokens) - 1; i >= 0; i-- {
		t := tokens[i]
		if t.End <= m.from || t.Start >= m.to {
			continue
		}
		word := m.text[t.Start:t.End]
		switch {
		case t.Kind == TokenNumber:
			m.put(t.End, t.End, "L", "Add L for an Int64")
			m.put(t.Start, t.End, text.Quote(word), "Put it in quotes")
		case t.Kind == TokenString && word[0] == '\'':
			m.put(t.Start, t.Start, "datetime", "Write a date")
		case t.Kind == TokenProperty && (word == "True" || word == "False"):
			m.put(t.Start, t.End, strings.ToLower(word), "Write "+strings.ToLower(word))
		case t.Kind == TokenProperty && i > 0 && tokens[i-1].Kind == TokenOperator:
			m.put(t.Start, t.End, text.Quote(word), "Put "+word+" in quotes")
		}
	}
}

// calls turns a search for a prefix into two bounds.
func (m *mender) calls() {
	tokens := Tokens(m.text[m.from:])
	if len(tokens) < 6 {
		return
	}
	part := func(i int) string { return m.text[m.from+tokens[i].Start : m.from+tokens[i].End] }
	name, prefix := part(2), part(4)
	if !strings.EqualFold(part(0), "startswith") || part(1) != "(" || part(3) != "," || part(5) != ")" || !strings.HasPrefix(prefix, "'") {
		return
	}
	next, ok := afterPrefix(strings.TrimSuffix(prefix, "'"))
	if ok {
		m.put(m.from, m.from+tokens[5].End, "("+name+" ge "+prefix+" and "+name+" lt "+next+"')", "Write two bounds")
	}
}

// afterPrefix is the first text after all that begin with prefix: its last
// character becomes the next one. A quote is no such character, because it is
// written twice.
func afterPrefix(prefix string) (string, bool) {
	r, size := utf8.DecodeLastRuneInString(prefix)
	if r == utf8.RuneError || r == '\'' || r+1 == '\'' || r >= 0xD7FF {
		return "", false
	}
	return prefix[:len(prefix)-size] + string(r+1), true
}

func (m *mender) brackets() {
	if m.from < len(m.text) && m.text[m.from] == ')' {
		m.put(m.from, m.from+1, "", "Remove the parenthesis")
	}
	if m.from < len(m.text) && m.text[m.from] == '(' {
		m.put(len(m.text), len(m.text), ")", "Close the parenthesis")
	}
}
