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
	slots []slot
}

// slot is one stretch of a template: either text that stands for itself or one
// placeholder with an expression.
type slot struct {
	literal     string // what the stretch stands for, when expr is nil
	expr        *expr
	width       int // 0 when there is none
	offset, end int // in the template, braces included
	body        int // where the expression ends in the template
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

// Text returns the template as it was typed.
func (t *Template) Text() string { return t.text }

// String returns the template in one canonical form: no spaces that mean
// nothing, no parentheses that change nothing, widths with a leading zero.
// Parsing it gives a template that makes the same keys.
func (t *Template) String() string {
	var b strings.Builder
	for _, s := range t.slots {
		if s.expr == nil {
			b.WriteString(braceDoubler.Replace(s.literal))
			continue
		}
		b.WriteByte('{')
		s.expr.write(&b, 0)
		b.WriteString(widthText(s.width))
		b.WriteByte('}')
	}
	return b.String()
}

var braceDoubler = strings.NewReplacer("{", "{{", "}", "}}")

// widthText returns ":02" for 2, ":19" for 19 and "" for none. One digit gets
// a leading zero because that is how such formats are usually written.
func widthText(width int) string {
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
		s.expr.walk(func(e *expr) {
			if e.kind == columnExpr && !contains(names, e.name) {
				names = append(names, e.name)
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
