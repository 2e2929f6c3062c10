package keys

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
)

// Suggestion is one way to go on typing in a placeholder: the bytes from Offset
// to End are replaced by Text, and the cursor goes to Cursor.
type Suggestion struct {
	Kind        PartKind // ColumnPart, FunctionPart or DatePartPart
	Label       string   // what the list shows: a name or a signature
	Detail      string   // the column's type or one line on the function
	Text        string
	Offset, End int
	Cursor      int // in the text after the replacement, in bytes
}

// Complete returns what can be typed at the cursor, a byte offset: columns and
// functions, or date parts after a point. What begins with the letters already
// typed comes before what merely holds them. Outside a placeholder, in a quote
// and in a width there is nothing to suggest.
func Complete(text string, cursor int, columns []Column) []Suggestion {
	cursor = min(max(cursor, 0), len(text))
	if !completable(text[:cursor]) {
		return nil
	}
	w := wordAt(text, cursor)
	var all []Suggestion
	before := strings.TrimRight(text[:w.offset], " \t")
	if strings.HasSuffix(before, ".") {
		for _, p := range dateParts {
			all = append(all, w.suggest(DatePartPart, p.Name, p.Meaning, p.Name))
		}
		return w.matching(all)
	}
	for _, c := range columns {
		s := w.suggest(ColumnPart, c.Name, typeName(c.Type), c.Name)
		if c.Type == table.DateTime && !w.closed {
			s.Cursor-- // before the brace, where a point for a date part goes
		}
		all = append(all, s)
	}
	for i := range functions {
		all = append(all, w.suggestFunction(&functions[i]))
	}
	return w.matching(all)
}

// typeName is the type without "Edm.".
func typeName(t table.EdmType) string { return strings.TrimPrefix(t.String(), "Edm.") }

// completable reports whether a name can end here: the text before the cursor
// ends inside a placeholder, and not in a quote, number or width.
func completable(before string) bool {
	parts := Parts(before)
	if len(parts) == 0 {
		return false
	}
	last := parts[len(parts)-1]
	switch last.Kind {
	case BracePart:
		return last.Text == "{"
	case SignPart, ColumnPart, FunctionPart, DatePartPart:
		return true
	case InvalidPart:
		r, _ := utf8.DecodeRuneInString(last.Text)
		return last.Slot >= 0 && isNameRune(r, false)
	}
	return false
}

// word is the name at the cursor, perhaps empty.
type word struct {
	typed       string // its letters before the cursor
	offset, end int
	called      bool // a parenthesis follows
	closed      bool // a closing brace follows
}

func wordAt(text string, cursor int) word {
	w := word{offset: cursor}
	for w.offset > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:w.offset])
		if !isNameRune(r, true) {
			break
		}
		w.offset -= size
	}
	p := parser{text: text, at: w.offset}
	p.name()
	w.end = max(p.at, cursor)
	w.typed = text[w.offset:cursor]
	p.at = w.end
	p.space()
	w.called = p.peek() == '('
	rest := text[w.end:]
	next := strings.IndexAny(rest, "{}")
	w.closed = next >= 0 && rest[next] == '}'
	return w
}

// suggest closes the placeholder when nothing else does.
func (w word) suggest(kind PartKind, label, detail, text string) Suggestion {
	if !w.closed {
		text += "}"
	}
	return Suggestion{kind, label, detail, text, w.offset, w.end, w.offset + len(text)}
}

// suggestFunction leaves the cursor between the parentheses.
func (w word) suggestFunction(f *Function) Suggestion {
	if w.called {
		return Suggestion{FunctionPart, f.Signature, f.Meaning, f.Name, w.offset, w.end, w.offset + len(f.Name) + 1}
	}
	s := w.suggest(FunctionPart, f.Signature, f.Meaning, f.Name+"()")
	if f.most > 0 {
		s.Cursor = w.offset + len(f.Name) + 1
	}
	return s
}

// matching keeps what holds the typed letters, what begins with them first.
func (w word) matching(all []Suggestion) []Suggestion {
	typed := strings.ToLower(w.typed)
	kept := all[:0]
	for _, s := range all {
		if strings.Contains(strings.ToLower(s.name()), typed) {
			kept = append(kept, s)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].begins(typed) && !kept[j].begins(typed) })
	return kept
}

func (s Suggestion) begins(typed string) bool {
	return strings.HasPrefix(strings.ToLower(s.name()), typed)
}

func (s Suggestion) name() string {
	name, _, _ := strings.Cut(s.Label, "(")
	return name
}
