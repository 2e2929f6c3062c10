package filter

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// Field is a property that a filter may name, as far as somebody has seen it.
type Field struct {
	Name   string
	Type   table.EdmType
	Values func(typed string) []table.Value // some that are stored, the likeliest first; nil: none is known
}

// Suggestion is one way to go on at a place of a filter.
type Suggestion struct {
	Kind   TokenKind
	Label  string
	Detail string // a type or the meaning of an operator
	Text   string // what is written in the place of the bytes from Complete's from to its at
}

// maxSuggestions bounds a list of suggestions.
const maxSuggestions = 40

// meanings explain the operators; the order is that of the lists.
var meanings = []struct{ word, means string }{
	{"eq", "equal"}, {"ge", "at least, or from here on"}, {"gt", "greater, or after"},
	{"lt", "less, or before"}, {"le", "at most, or up to here"}, {"ne", "not equal"},
}

// Complete returns what can be written at a place of a text, a byte offset:
// properties, the operators that fit a property's type, values in the form of
// a literal, or the words that join conditions. What begins with the letters
// already typed comes before what merely holds them. The bytes from from to at
// are those letters.
func Complete(text string, at int, fields []Field) (from int, list []Suggestion) {
	at = min(max(at, 0), len(text))
	tokens := Tokens(text[:at])
	from = at
	if n := len(tokens); n > 0 && tokens[n-1].End == at && completable(tokens[n-1], text) {
		from = tokens[n-1].Start
		tokens = tokens[:n-1]
	}
	if from == at && at > 0 && text[at-1] != ' ' && text[at-1] != '(' {
		return from, nil // words stand apart
	}
	c := completion{typed: text[from:at], rest: text[at:]}
	c.offer(text, tokens, fields)
	return from, c.list()
}

// completable reports whether a token that ends at the caret is still being
// written. A quoted text is finished with its second quote.
func completable(t Token, text string) bool {
	switch t.Kind {
	case TokenParen, TokenString:
		return false
	case TokenBad:
		first := text[t.Start]
		return first == '\'' || first == '_' || first >= 0x80 || 'a' <= first|0x20 && first|0x20 <= 'z'
	}
	return true
}

// completion gathers suggestions: those that begin with what is typed and
// those that hold it.
type completion struct {
	typed, rest string
	begin, hold []Suggestion
}

func (c *completion) list() []Suggestion {
	all := append(c.begin, c.hold...)
	return all[:min(len(all), maxSuggestions)]
}

func (c *completion) add(kind TokenKind, label, detail, text string) {
	typed, have := strings.ToLower(strings.TrimPrefix(c.typed, "'")), strings.ToLower(label)
	switch i := strings.Index(have, typed); {
	case label == c.typed:
	case i == 0 || i == 1 && have[0] == '\'':
		c.begin = append(c.begin, Suggestion{kind, label, detail, text})
	case i > 0:
		c.hold = append(c.hold, Suggestion{kind, label, detail, text})
	}
}

// offer adds what belongs behind the tokens.
func (c *completion) offer(text string, before []Token, fields []Field) {
	n := len(before)
	if n == 0 {
		c.operands(fields)
		return
	}
	last, word := before[n-1], text[before[n-1].Start:before[n-1].End]
	switch _, compares := parseOp(word); {
	case last.Kind == TokenOperator && compares:
		if f, ok := named(text, before[:n-1], fields); ok {
			c.values(f)
		}
	case last.Kind == TokenOperator, word == "(":
		c.operands(fields)
	case isName(last.Kind):
		f, _ := named(text, before, fields)
		c.operators(f)
	case last.Kind != TokenBad && word != ",":
		c.joins()
	}
}

func isName(k TokenKind) bool {
	return k == TokenProperty || k == TokenPartitionKey || k == TokenRowKey
}

// named is the field that the last token names.
func named(text string, tokens []Token, fields []Field) (Field, bool) {
	if len(tokens) == 0 {
		return Field{}, false
	}
	t := tokens[len(tokens)-1]
	for _, f := range fields {
		if isName(t.Kind) && f.Name == text[t.Start:t.End] {
			return f, true
		}
	}
	return Field{}, false
}

func (c *completion) operands(fields []Field) {
	for _, f := range fields {
		c.add(nameKind(f.Name, lexEnd), f.Name, strings.TrimPrefix(f.Type.String(), "Edm."), f.Name+" ")
	}
	c.add(TokenOperator, "not", "the opposite", "not (")
}

func (c *completion) operators(f Field) {
	for _, m := range meanings {
		orders := m.word != "eq" && m.word != "ne"
		if orders && (f.Type == table.Boolean || f.Type == table.Binary || f.Type == table.Guid) {
			continue
		}
		c.add(TokenOperator, m.word, m.means, m.word+" ")
	}
	if f.Type == table.Boolean {
		c.joins()
	}
}

func (c *completion) joins() {
	c.add(TokenOperator, "and", "both conditions", "and ")
	c.add(TokenOperator, "or", "either condition, which the index cannot use", "or ")
}

func (c *completion) values(f Field) {
	var seen []table.Value
	switch {
	case f.Type == table.Boolean:
		seen = []table.Value{table.BooleanValue(true), table.BooleanValue(false)}
	case f.Values != nil:
		seen = f.Values(strings.ReplaceAll(strings.TrimPrefix(c.typed, "'"), "''", "'"))
	}
	for _, v := range seen {
		c.value(FormatLiteral(v), "stored")
	}
	if len(seen) == 0 {
		c.value(exampleOf(f.Type), "for example")
	}
}

func (c *completion) value(literal, detail string) {
	text := literal
	if strings.HasPrefix(c.rest, "'") {
		text = strings.TrimSuffix(text, "'")
	}
	kind := TokenString
	if !strings.HasSuffix(literal, "'") {
		kind = TokenNumber
	}
	c.add(kind, literal, detail, text)
}

// exampleOf is a literal of a type, for a property of which no value is known.
func exampleOf(t table.EdmType) string {
	switch t {
	case table.Int32:
		return "5"
	case table.Int64:
		return "5L"
	case table.Double:
		return "5.0"
	case table.Boolean:
		return "true"
	case table.DateTime:
		return "datetime'2020-01-22T00:00:00Z'"
	case table.Guid:
		return "guid'68260b3f-beab-45e2-b900-33e2b442e724'"
	case table.Binary:
		return "X'00ff'"
	}
	return "'text'"
}
