package keys

import (
	"strings"

	"github.com/keyrange/keyrange/engine/keys/form"
)

// PartKind says what a Part of a template's text is.
type PartKind uint8

// The kinds of parts.
const (
	LiteralPart  PartKind = iota // text that stands for itself
	BracePart                    // the brace that opens or closes a placeholder
	ColumnPart                   // a column's name, known or not
	FunctionPart                 // a function's name
	DatePartPart                 // a date part's name
	NumberPart                   // a number
	QuotedPart                   // a quoted text
	SignPart                     // an operator, point, comma, parenthesis or space
	WidthPart                    // ":02"
	InvalidPart                  // what cannot belong there
)

// Part is a piece of a template's text, for colouring it.
type Part struct {
	Text   string
	Offset int // in the template, in bytes
	Kind   PartKind
	Slot   int // which placeholder it belongs to, from 0, or -1
}

// Parts returns the pieces of the template's text.
func (t *Template) Parts() []Part { return Parts(t.text) }

// Parts splits any text into pieces which, put together, are the text. It also
// does so where the text is not a template, so that it can be coloured while it
// is being typed.
func Parts(text string) []Part {
	c := colourer{text: text, slot: -1}
	placeholders := 0
	for c.at < len(text) {
		switch {
		case text[c.at] == '{' && !strings.HasPrefix(text[c.at:], "{{"):
			c.slot = placeholders
			placeholders++
			c.placeholder()
			c.slot = -1
		case text[c.at] == '}' && !strings.HasPrefix(text[c.at:], "}}"):
			c.take(1, InvalidPart)
		default:
			c.literal()
		}
	}
	return c.parts
}

// colourer walks over a text and collects its parts. Every take moves on.
type colourer struct {
	text  string
	at    int
	slot  int
	parts []Part
}

func (c *colourer) take(size int, kind PartKind) {
	c.parts = append(c.parts, Part{c.text[c.at : c.at+size], c.at, kind, c.slot})
	c.at += size
}

// literal takes the text up to the next brace that is not doubled.
func (c *colourer) literal() {
	i := c.at
	for i < len(c.text) {
		if b := c.text[i]; b == '{' || b == '}' {
			if !strings.HasPrefix(c.text[i+1:], string(b)) {
				break
			}
			i++
		}
		i++
	}
	c.take(i-c.at, LiteralPart)
}

// placeholder takes everything from an opening brace to its closing one or to
// the end of the text.
func (c *colourer) placeholder() {
	c.take(1, BracePart)
	for c.at < len(c.text) {
		if c.text[c.at] == '}' {
			c.take(1, BracePart)
			return
		}
		c.token()
	}
}

func (c *colourer) token() {
	p := parser{text: c.text, at: c.at}
	b := c.text[c.at]
	switch {
	case form.IsDigit(b):
		if _, err := p.number(); err != nil {
			c.take(p.trimmed(c.at), InvalidPart)
			return
		}
		c.take(p.trimmed(c.at), NumberPart)
	case b == '\'':
		if _, err := p.quoted(); err != nil {
			c.take(len(c.text)-c.at, InvalidPart)
			return
		}
		c.take(p.trimmed(c.at), QuotedPart)
	case b == ':':
		if _, err := p.width(); err != nil {
			c.take(max(1, p.trimmed(c.at)), InvalidPart)
			return
		}
		c.take(p.trimmed(c.at), WidthPart)
	case strings.IndexByte("+-*/%().,  \t", b) >= 0:
		c.take(1, SignPart)
	default:
		c.word(p)
	}
}

// trimmed returns how far the parser went from start, without the spaces that
// it skipped at the end.
func (p *parser) trimmed(start int) int {
	return len(strings.TrimRight(p.text[start:p.at], " \t"))
}

// word takes a name, and tells by its neighbours what it names.
func (c *colourer) word(p parser) {
	name := p.name()
	if name == "" {
		c.take(max(1, p.size()), InvalidPart)
		return
	}
	p.space()
	before := strings.TrimRight(c.text[:c.at], " \t")
	kind := ColumnPart
	switch {
	case strings.HasSuffix(before, "."):
		kind = DatePartPart
		if datePart(name) == nil {
			kind = InvalidPart
		}
	case p.peek() == '(':
		kind = FunctionPart
		if function(name) == nil {
			kind = InvalidPart
		}
	}
	c.take(len(name), kind)
}
