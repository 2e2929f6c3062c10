package score

import (
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
)

// Turned is a question that names the keys of one design, asked of columns.
type Turned struct {
	Of     Side   // the design whose keys the question is read by
	Filter string // the same question, asked of columns
	Why    string // why there is none, empty when there is
}

// Turned asks a question that names keys of columns instead: by the keys of the
// first design, or by those of the second where they make sense of it. ok is
// false for a question that names no key, and while it is still being tried.
func (p *Scoring) Turned(i int) (t Turned, ok bool) {
	a, b := p.Scores(A), p.Scores(B)
	if i < 0 || i >= len(a) || !a[i].Own || !b[i].Own {
		return Turned{}, false
	}
	switch {
	case a[i].turned != nil:
		return Turned{Of: A, Filter: a[i].turned.String()}, true
	case b[i].turned != nil:
		return Turned{Of: B, Filter: b[i].turned.String()}, true
	case strings.HasPrefix(a[i].unturned, "No key"):
		return Turned{Of: B, Why: b[i].unturned}, true
	}
	return Turned{Of: A, Why: a[i].unturned}, true
}

// AskOfColumns puts what Turned says in the place of the question.
func (p *Scoring) AskOfColumns(i int) {
	if t, ok := p.Turned(i); ok && t.Why == "" {
		p.questions.EditQuestion(i, "Columns", false, func(q *draft.Query) { q.Filter = t.Filter })
	}
}
