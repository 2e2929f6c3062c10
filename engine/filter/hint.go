package filter

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

const nullHint = "No entity holds null: a property has a value or is absent. A comparison with an absent property is false."

// badCharacter is the refusal of a character that starts nothing.
func (p *parser) badCharacter() *Error {
	at := p.tok.Span
	message := "Syntax error: character '" + p.text(at) + "' is not valid at position " +
		position(p.lex.text, at.Start) + " in '" + p.lex.text + "'."
	return invalid(at, message, signHint(p.text(at)))
}

// signHint suggests the word for a sign that other languages use.
func signHint(sign string) string {
	switch sign {
	case "\"", "“", "”", "‘", "’", "`":
		return "Put text in straight single quotes, as in 'text'."
	case "=":
		return "Write eq instead of =."
	case "<":
		return "Write lt or le instead of a sign."
	case ">":
		return "Write gt or ge instead of a sign."
	case "!":
		return "Write ne or not ( ) instead of a sign."
	case "&":
		return "Write and instead of a sign."
	case "|":
		return "Write or instead of a sign."
	}
	return "This character has no meaning outside quotes."
}

func (p *parser) unterminated() *Error {
	return invalid(p.tok.Span, "There is an unterminated string literal at position "+
		position(p.lex.text, p.tok.End)+" in '"+p.lex.text+"'.",
		"Close the text with a single quote. A quote inside it is written twice.")
}

// unexpected is the refusal of a lexeme where an operator or the end belongs.
func (p *parser) unexpected() *Error {
	return invalid(p.tok.Span, syntaxMessage(p.lex.text, p.tok.End), p.unexpectedHint())
}

func (p *parser) unexpectedHint() string {
	word, before := p.text(p.tok.Span), p.text(p.prev.Span)
	lower := strings.ToLower(word)
	switch {
	case p.tok.kind == lexClose:
		return "There is no opening parenthesis for this one."
	case p.prev.kind == lexWord && operatorWord(before):
		return "Here " + before + " is read as the name of a property. Something is missing before it."
	case !p.tok.spaced && p.prev.kind == lexQuoted:
		return "A quote inside a text is written twice, as in 'O''Brien'."
	case !p.tok.spaced && p.prev.kind == lexNumber && p.tok.kind != lexComma && p.tok.kind != lexSign:
		return "The number ends at " + before + ". Text is in single quotes, as in 'text'."
	case !p.tok.spaced && p.prev.kind == lexWord && p.tok.kind == lexQuoted:
		return "Only datetime, guid, X and binary can stand before a quote, in exactly this spelling."
	case lower != word && operatorWord(lower):
		return "Operators are in lower case: write " + lower + "."
	case p.tok.kind == lexSign:
		return signHint(word)
	}
	return "Expected an operator (eq, ne, gt, ge, lt, le, and, or) or the end."
}

// operatorWord reports whether a word is an operator between two operands that
// the service implements.
func operatorWord(word string) bool {
	_, compares := parseOp(word)
	return compares || word == "and" || word == "or"
}

// crowded is the refusal of an operator without white space around it.
func (p *parser) crowded(op lexeme) *Error {
	return invalid(op.Span, syntaxMessage(p.lex.text, op.End), "Put a space on both sides of "+p.text(op.Span)+".")
}

// missingOperand is the refusal of a lexeme, or of the end, where a property or
// a constant belongs.
func (p *parser) missingOperand() *Error {
	return invalid(p.tok.Span, "Expression expected at position "+position(p.lex.text, p.tok.Start)+
		" in '"+p.lex.text+"'.", p.operandHint())
}

func (p *parser) operandHint() string {
	before := p.text(p.prev.Span)
	if p.prev.kind != lexWord {
		return "Expected a property, a value or a parenthesis here."
	}
	if _, compares := parseOp(before); compares {
		return "Expected a value after " + before + ". Text is in single quotes, as in 'text'."
	}
	return "Expected a condition after " + before + "."
}

// unclosed is the refusal of what stands where a closing parenthesis belongs.
func (p *parser) unclosed(open Span) *Error {
	hint := "This parenthesis is never closed."
	at := p.tok.Span
	if p.tok.kind == lexEnd {
		at = open
	} else {
		hint = p.unexpectedHint()
	}
	return invalid(at, "')' or operator expected at position "+position(p.lex.text, p.tok.Start)+
		" in '"+p.lex.text+"'.", hint)
}

// literalHint explains a literal that its type cannot hold.
func literalHint(t table.EdmType, text string) string {
	switch t {
	case table.Int32:
		if _, _, fits := parseNumber(text + "L"); !fits {
			return "The number is outside the range of an Int64."
		}
		return "Int32 goes from -2,147,483,648 to 2,147,483,647. Add L for an Int64: " + text + "L."
	case table.Int64:
		return "The number is outside the range of an Int64."
	case table.Double:
		return "The number is outside the range of a Double."
	case table.DateTime:
		return "Write a date from year 1 to 9999, such as datetime'2020-01-22T00:00:00Z'."
	case table.Guid:
		return "A Guid has 8-4-4-4-12 hexadecimal digits."
	}
	return "Binary is an even number of hexadecimal digits, such as X'00ff'."
}

// callHint explains that there are no functions; those that search a prefix
// have a replacement.
func callHint(name string) string {
	if name == "startswith" {
		return "The service has no functions. For a prefix, write Name ge 'abc' and Name lt 'abd'."
	}
	if lower := strings.ToLower(name); lower != name && (lower == "not" || operatorWord(lower)) {
		return "Operators are in lower case: write " + lower + "."
	}
	return "The service has no functions. Filter on stored properties, or search the result yourself."
}

// notBooleanHint explains why a term is no condition by itself.
func notBooleanHint(t term) string {
	if t.form == property {
		name := t.node.(*Property).Name
		return name + " is not a condition by itself. Compare it, as in " + name + " eq " + sample(name) + "."
	}
	return "A value is not a condition by itself. Compare a property with it."
}

// sample returns a literal of the declared type.
func sample(name string) string {
	if name == "Timestamp" {
		return "datetime'2020-01-22T00:00:00Z'"
	}
	return "'text'"
}

// sameFormHint explains that one side is a property and the other a constant.
func sameFormHint(left, right term) string {
	if left.form == constant {
		return "Both sides are values. One of them must be a property."
	}
	name := right.node.(*Property).Name
	return "Both sides are properties. If " + name + " is meant as text, put it in single quotes: '" + name + "'."
}

// wrongTypeHint names the type that a declared property has.
func wrongTypeHint(left, right term) string {
	if right.form == property {
		left, right = right, left
	}
	prop, ok := left.node.(*Property)
	if !ok {
		return "The two sides have different types."
	}
	if _, ok := right.node.(*Literal); !ok {
		return notBooleanHint(left)
	}
	if typ, _ := declared(prop.Name); typ == table.DateTime {
		return prop.Name + " is a date. Write it as " + sample(prop.Name) + "."
	}
	return prop.Name + " is text. Put the value in single quotes."
}
