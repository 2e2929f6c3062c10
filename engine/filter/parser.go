package filter

import (
	"github.com/keyrange/keyrange/engine/table"
)

// Parse reads a filter. An empty or blank text gives an Expr that matches
// every entity. A refused text gives a nil Expr and an *Error with the
// service's code and message and the place of the offending token; mistakes of
// syntax come before mistakes of type, and each kind in reading order, as on
// the service.
func Parse(text string) (*Expr, error) {
	if len(text) > MaxLength {
		return nil, invalid(Span{MaxLength, len(text)}, msgInputs, "A filter can have at most 65,536 bytes here.")
	}
	p := &parser{lex: lexer{text: text}}
	p.advance()
	if p.tok.kind == lexEnd && p.err == nil {
		return &Expr{}, nil
	}
	t := p.or()
	if p.err == nil && p.tok.kind != lexEnd {
		p.fail(p.unexpected())
	}
	if p.err != nil {
		return nil, p.err
	}
	if p.refused == nil && !t.boolean() {
		p.refuse(t.Span, invalid(t.Span, msgNotBoolean, notBooleanHint(t)))
	}
	if p.refused != nil {
		return nil, p.refused
	}
	return &Expr{Root: t.node}, nil
}

// parser reads by recursive descent with one lexeme of look-ahead. The first
// mistake of syntax is kept in err and turns the rest of the text into its
// end, so that every loop stops; the first mistake of meaning is kept in
// refused and reading goes on, because a later mistake of syntax outranks it.
type parser struct {
	lex     lexer
	tok     lexeme
	prev    lexeme
	depth   int // open parentheses and pending "not"s around tok
	err     *Error
	refused *Error
}

// text returns the bytes of a span.
func (p *parser) text(s Span) string { return p.lex.text[s.Start:s.End] }

// advance moves to the next lexeme. One that cannot be read is a mistake here,
// before anything is made of the lexemes already seen.
func (p *parser) advance() {
	if p.err != nil {
		return
	}
	p.prev, p.tok = p.tok, p.lex.next()
	switch p.tok.kind {
	case lexBad:
		p.fail(p.badCharacter())
	case lexUnterminated:
		p.fail(p.unterminated())
	}
}

// fail ends the reading with a mistake of syntax.
func (p *parser) fail(err *Error) {
	if p.err == nil {
		p.err = err
	}
	end := len(p.lex.text)
	p.lex.at = end
	p.tok = lexeme{Span{end, end}, lexEnd, true}
}

// refuse notes a mistake of meaning in the part of the text at the given place
// and returns a term that takes part in no further check.
func (p *parser) refuse(at Span, err *Error) term {
	if p.refused == nil {
		p.refused = err
	}
	return term{Span: at, form: refusedTerm}
}

// enter counts one level of nesting; leave it by p.depth--.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > MaxDepth {
		p.fail(invalid(p.tok.Span, msgInputs, "Parentheses and not can nest at most 200 deep here."))
	}
	return p.err == nil
}

// atWord reports whether the current lexeme is the given word.
func (p *parser) atWord(word string) bool {
	return p.tok.kind == lexWord && p.text(p.tok.Span) == word
}

// operator moves past a word in the place of an operator. White space or a
// parenthesis must stand on both sides of it.
func (p *parser) operator() {
	op, left := p.tok, p.prev.kind == lexClose || p.tok.spaced
	p.advance()
	right := p.tok.spaced || p.tok.kind == lexOpen || p.tok.kind == lexEnd
	if p.err == nil && !(left && right) {
		p.fail(p.crowded(op))
	}
}

func (p *parser) or() term {
	left := p.and()
	for p.atWord("or") {
		p.operator()
		left = p.join("Or", left, p.and())
	}
	return left
}

func (p *parser) and() term {
	left := p.not()
	for p.atWord("and") {
		p.operator()
		left = p.join("And", left, p.not())
	}
	return left
}

// not binds looser than a comparison: "not A eq 1" is "not (A eq 1)". A
// parenthesis directly after it is part of the same level of nesting.
func (p *parser) not() term {
	if !p.atWord("not") {
		return p.comparison()
	}
	start := p.tok.Start
	p.advance()
	if p.tok.kind == lexOpen {
		return p.negate(start, p.not())
	}
	if !p.enter() {
		return term{}
	}
	t := p.negate(start, p.not())
	p.depth--
	return t
}

func (p *parser) comparison() term {
	left := p.sum()
	if p.tok.kind != lexWord {
		return left
	}
	op, ok := parseOp(p.text(p.tok.Span))
	if !ok {
		return left
	}
	at := p.tok.Span
	p.operator()
	return p.compare(op, at, left, p.right())
}

// right reads the right side of a comparison. The service understands a "not"
// there, and then says that it does not implement the comparison.
func (p *parser) right() term {
	if p.atWord("not") {
		return p.not()
	}
	return p.sum()
}

// sum and product read arithmetic, which is OData but which the service does
// not implement.
func (p *parser) sum() term {
	left := p.product()
	for p.atWord("add") || p.atWord("sub") {
		left = p.arithmetic(left, p.product)
	}
	return left
}

func (p *parser) product() term {
	left := p.operand()
	for p.atWord("mul") || p.atWord("div") || p.atWord("mod") {
		left = p.arithmetic(left, p.operand)
	}
	return left
}

func (p *parser) arithmetic(left term, next func() term) term {
	at := p.tok.Span
	p.operator()
	right := next()
	return p.refuse(Span{left.Start, right.End},
		notImplemented(at, "The service has no arithmetic. Compute the value before you write the filter."))
}

func (p *parser) operand() term {
	tok := p.tok
	switch tok.kind {
	case lexOpen:
		return p.parenthesis()
	case lexNumber:
		return p.literal(parseNumber)
	case lexQuoted:
		return p.literal(parseQuoted)
	case lexMinus:
		return p.minus()
	case lexWord:
		p.advance()
		return p.name(tok)
	}
	p.fail(p.missingOperand())
	return term{}
}

func (p *parser) parenthesis() term {
	open := p.tok.Span
	if !p.enter() {
		return term{}
	}
	p.advance()
	inner := p.or()
	p.depth--
	if p.err == nil && p.tok.kind != lexClose {
		p.fail(p.unclosed(open))
		return term{}
	}
	inner.Span = Span{open.Start, p.tok.End}
	p.advance()
	return inner
}

func (p *parser) literal(parse func(string) (table.Value, table.EdmType, bool)) term {
	at := p.tok.Span
	v, claimed, ok := parse(p.text(at))
	if !ok {
		p.fail(invalid(at, unrecognized(claimed, p.lex.text, at), literalHint(claimed, p.text(at))))
		return term{}
	}
	p.advance()
	return term{Span: at, form: constant, node: &Literal{at, v}}
}

// minus reads a negation, which is arithmetic.
func (p *parser) minus() term {
	at := p.tok.Span
	p.advance()
	if !p.enter() {
		return term{}
	}
	operand := p.operand()
	p.depth--
	return p.refuse(Span{at.Start, operand.End},
		notImplemented(at, "The service has no arithmetic. Write a negative number without a space, as in -5."))
}

// name makes a term of a word in the place of an operand, which the caller has
// moved past.
func (p *parser) name(tok lexeme) term {
	if p.tok.kind == lexOpen {
		return p.call(tok)
	}
	word := p.text(tok.Span)
	switch word {
	case "null":
		return term{Span: tok.Span, form: constant, node: &Literal{tok.Span, table.Value{}}}
	case "true", "false":
		return term{Span: tok.Span, form: constant, node: &Literal{tok.Span, table.BooleanValue(word == "true")}}
	}
	return term{Span: tok.Span, form: property, node: &Property{tok.Span, word}}
}

// call reads a function call to its end; the service implements none.
func (p *parser) call(name lexeme) term {
	if !p.enter() {
		return term{}
	}
	p.advance()
	if p.tok.kind != lexClose {
		p.or()
		for p.tok.kind == lexComma {
			p.advance()
			p.or()
		}
	}
	p.depth--
	if p.err == nil && p.tok.kind != lexClose {
		p.fail(p.unclosed(name.Span))
		return term{}
	}
	t := p.refuse(Span{name.Start, p.tok.End}, notImplemented(name.Span, callHint(p.text(name.Span))))
	p.advance()
	return t
}
