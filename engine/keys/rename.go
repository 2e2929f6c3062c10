package keys

import "strings"

// Rename returns the template's text with every use of one column replaced by
// another name, everything else as it was typed.
func (t *Template) Rename(from, to string) string {
	var out strings.Builder
	at := 0
	for _, s := range t.slots {
		s.expr.walk(func(e *expr) {
			if e.kind == columnExpr && e.name == from {
				out.WriteString(t.text[at:e.offset])
				out.WriteString(to)
				at = e.offset + len(from)
			}
		})
	}
	out.WriteString(t.text[at:])
	return out.String()
}
