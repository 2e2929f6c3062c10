package keys

import "strings"

// Rename returns the template's text with every use of one column replaced by
// another name, everything else as it was typed.
func (t *Template) Rename(from, to string) string {
	return t.Replace(map[string]string{from: to})
}

// Replace returns the template's text with every use of some columns replaced
// by the expressions given for them, all at once.
func (t *Template) Replace(columns map[string]string) string {
	var out strings.Builder
	at := 0
	for _, s := range t.slots {
		s.Expr.Walk(func(e *Expr) {
			if with, found := columns[e.Name]; found && e.Kind == ColumnExpr {
				out.WriteString(t.text[at:e.offset])
				out.WriteString(with)
				at = e.offset + len(e.Name)
			}
		})
	}
	out.WriteString(t.text[at:])
	return out.String()
}
