package keys

import (
	"strconv"
	"strings"

	words "github.com/keyrange/keyrange/engine/text"
)

// Limits of a template.
const (
	MaxTemplate = 1024 // bytes of a template's text
	MaxDepth    = 16   // expressions inside each other in one placeholder
	MaxWidth    = 64   // zeros that a width can ask for
)

// Template is a parsed key template. It is immutable.
type Template struct {
	text  string
	slots []Slot
}

// Slot is one stretch of a template: text that stands for itself, or one
// placeholder with an expression.
type Slot struct {
	Text        string // as it is written, braces included
	Offset, End int    // in the template, in bytes
	Literal     bool

	Plain string // what a literal stands for: a doubled brace is one
	Expr  *Expr  // of a placeholder, else nil
	Width int    // of a placeholder, 0 when there is none
	body  int    // where the expression ends in the template
}

// Parse reads a template. The error is an *Error.
func Parse(text string) (*Template, error) {
	if len(text) > MaxTemplate {
		return nil, &Error{"A template is at most " + count(MaxTemplate) + " bytes long. This one has " + count(len(text)) + ".", MaxTemplate,
			len(text)}
	}
	p := &parser{text: text}
	slots, err := p.template()
	if err != nil {
		return nil, err
	}
	return &Template{text: text, slots: slots}, nil
}

// Slots returns the stretches of the template; their texts joined are its text.
// They are not to be changed.
func (t *Template) Slots() []Slot { return t.slots }

// SlotAt returns the slot that holds a byte of the template.
func (t *Template) SlotAt(offset int) int {
	for i, s := range t.slots {
		if offset < s.End {
			return i
		}
	}
	return len(t.slots) - 1
}

// Text returns the template as it was typed.
func (t *Template) Text() string { return t.text }

// String returns the template in one canonical form: no spaces that mean
// nothing, no parentheses that change nothing, widths with a leading zero.
// Parsing it gives a template that makes the same keys.
func (t *Template) String() string {
	var b strings.Builder
	for _, s := range t.slots {
		if s.Expr == nil {
			b.WriteString(braceDoubler.Replace(s.Plain))
			continue
		}
		b.WriteByte('{')
		s.Expr.write(&b, 0)
		b.WriteString(WidthText(s.Width))
		b.WriteByte('}')
	}
	return b.String()
}

var braceDoubler = strings.NewReplacer("{", "{{", "}", "}}")

// WidthText returns ":02" for 2, ":19" for 19 and "" for none. One digit gets
// a leading zero because that is how such formats are usually written.
func WidthText(width int) string {
	switch {
	case width == 0:
		return ""
	case width < 10:
		return ":0" + strconv.Itoa(width)
	}
	return ":" + strconv.Itoa(width)
}

// Columns returns the names of the columns that the template uses, each once,
// in the order of their first use.
func (t *Template) Columns() []string {
	var names []string
	for _, s := range t.slots {
		s.Expr.Walk(func(e *Expr) {
			if e.Kind == ColumnExpr && !contains(names, e.Name) {
				names = append(names, e.Name)
			}
		})
	}
	return names
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// count writes a number with thousands commas, as all figures in sentences.
func count(n int) string { return words.Number(n) }
