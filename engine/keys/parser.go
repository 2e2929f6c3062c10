package keys

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/keys/form"
)

// parser reads a template from left to right. Its position only grows, so it
// ends after at most len(text) steps.
type parser struct {
	text  string
	at    int
	depth int
}

func (p *parser) fail(message string, offset, end int) *Error {
	return &Error{Message: message, Offset: offset, End: min(max(end, offset), len(p.text))}
}

// template reads text and placeholders up to the end.
func (p *parser) template() ([]Slot, *Error) {
	var slots []Slot
	var literal []byte
	start := 0
	flush := func() {
		if len(literal) > 0 {
			slots = append(slots, Slot{Text: p.text[start:p.at], Offset: start, End: p.at, Literal: true, Plain: string(literal)})
			literal = nil
		}
	}
	for p.at < len(p.text) {
		if len(literal) == 0 {
			start = p.at
		}
		c := p.text[p.at]
		switch {
		case (c == '{' || c == '}') && strings.HasPrefix(p.text[p.at+1:], string(c)):
			literal = append(literal, c)
			p.at += 2
		case c == '}':
			return nil, p.fail("This closing brace has no opening brace. For a brace in the key, double it: }}.", p.at, p.at+1)
		case c == '{':
			flush()
			s, err := p.placeholder()
			if err != nil {
				return nil, err
			}
			slots = append(slots, s)
		default:
			literal = append(literal, c)
			p.at++
		}
	}
	flush()
	return slots, nil
}

// placeholder reads from an opening brace to its closing one.
func (p *parser) placeholder() (Slot, *Error) {
	open := p.at
	p.at++
	p.space()
	if p.peek() == '}' {
		return Slot{}, p.fail("These braces are empty. Name a column in them, as in {Channel}.", open, p.at+1)
	}
	if p.peek() == 0 {
		return Slot{}, p.unclosed(open)
	}
	e, err := p.sum()
	if err != nil {
		return Slot{}, err
	}
	s := Slot{Expr: e, Offset: open, body: open + p.trimmed(open)}
	if p.peek() == ':' {
		if s.Width, err = p.width(); err != nil {
			return Slot{}, err
		}
	}
	switch {
	case p.peek() == 0:
		return Slot{}, p.unclosed(open)
	case p.peek() != '}':
		return Slot{}, p.fail("A closing brace or an operator belongs here, as in {Channel} or {9999-PostedAt.year}.", p.at, p.at+p.size())
	}
	p.at++
	s.End, s.Text = p.at, p.text[open:p.at]
	return s, nil
}

func (p *parser) unclosed(open int) *Error {
	return p.fail("This placeholder is not closed. End it with a closing brace, as in {Channel}.", open, len(p.text))
}

// width reads ":02" and stands on what follows.
func (p *parser) width() (int, *Error) {
	start := p.at
	p.at++
	p.space()
	digits := p.at
	for p.at < len(p.text) && form.IsDigit(p.text[p.at]) {
		p.at++
	}
	n, err := strconv.Atoi(p.text[digits:p.at])
	if err != nil || n < 1 || n > MaxWidth {
		return 0, p.fail("A width is a number of digits from 1 to "+strconv.Itoa(MaxWidth)+", as in {PostId:06}.", start, max(p.at, start+1))
	}
	p.space()
	return n, nil
}

func (p *parser) sum() (*Expr, *Error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxDepth {
		return nil, p.fail("This goes more than "+strconv.Itoa(MaxDepth)+" levels deep. Take a level of functions or parentheses away.", p.at,
			p.at+p.size())
	}
	return p.chain("+-", p.product)
}

func (p *parser) product() (*Expr, *Error) { return p.chain("*/%", p.factor) }

// chain reads operands joined by operators of one precedence, from the left.
func (p *parser) chain(operators string, operand func() (*Expr, *Error)) (*Expr, *Error) {
	start := p.at
	left, err := operand()
	for err == nil && p.peek() != 0 && strings.IndexByte(operators, p.peek()) >= 0 {
		op := p.peek()
		p.at++
		p.space()
		var right *Expr
		if right, err = operand(); err == nil {
			left = &Expr{Kind: BinaryExpr, Operator: op, Args: []*Expr{left, right}, offset: start, end: start + p.trimmed(start)}
		}
	}
	return left, err
}

func (p *parser) factor() (*Expr, *Error) {
	if p.peek() != '-' {
		return p.dated()
	}
	start := p.at
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxDepth {
		return nil, p.fail("There are more than "+strconv.Itoa(MaxDepth)+" minus signs here. One is enough.", p.at, p.at+1)
	}
	p.at++
	p.space()
	e, err := p.factor()
	if err != nil {
		return nil, err
	}
	return &Expr{Kind: NegateExpr, Args: []*Expr{e}, offset: start, end: start + p.trimmed(start)}, nil
}

// dated reads a primary and the date parts behind it.
func (p *parser) dated() (*Expr, *Error) {
	first := p.at
	e, err := p.primary()
	if err != nil || p.peek() != '.' {
		return e, err
	}
	p.at++
	p.space()
	start := p.at
	name := p.name()
	part := datePart(name)
	switch {
	case name == "":
		return nil, p.fail("The name of a date part belongs after the point, as in {PostedAt.year}.", start-1, max(p.at, start))
	case part == nil:
		return nil, p.fail("There is no date part named "+name+"."+didYouMean(name, datePartNames())+" A date part is written as in "+
			"{PostedAt.year}.", start, p.at)
	}
	e = &Expr{Kind: PartExpr, Part: part, Args: []*Expr{e}, offset: first, end: p.at}
	p.space()
	if p.peek() == '.' {
		return nil, p.fail("A date part has no parts of its own. Take one part per placeholder, as in {PostedAt.year}.", p.at, p.at+1)
	}
	return e, nil
}

func (p *parser) primary() (*Expr, *Error) {
	start, c := p.at, p.peek()
	switch {
	case form.IsDigit(c):
		return p.number()
	case c == '\'':
		return p.quoted()
	case c == '(':
		p.at++
		p.space()
		e, err := p.sum()
		if err == nil && p.peek() != ')' {
			err = p.fail("This parenthesis is not closed, as in {(Year-2000)*12}.", start, start+1)
		}
		p.at++
		p.space()
		return e, err
	}
	name := p.name()
	if name == "" {
		return nil, p.fail("A column, a function, a number or a quoted text belongs here, as in {Channel}.", p.at, p.at+p.size())
	}
	end := p.at
	p.space()
	if p.peek() == '(' {
		return p.call(name, start, end)
	}
	return &Expr{Kind: ColumnExpr, Name: name, offset: start, end: end}, nil
}

// call reads the arguments of a function whose name stood at start to end.
func (p *parser) call(name string, start, end int) (*Expr, *Error) {
	fn := function(name)
	if fn == nil {
		return nil, p.fail("There is no function named "+name+"."+didYouMean(name, functionNames())+" A function is written as in "+
			"{upper(Channel)}.", start, end)
	}
	open := p.at
	p.at++
	p.space()
	e := &Expr{Kind: CallExpr, Function: fn, offset: start}
	for p.peek() != ')' {
		if len(e.Args) > 0 {
			if p.peek() != ',' {
				return nil, p.fail("The parenthesis of "+name+" is not closed, as in "+fn.Example+".", open, open+1)
			}
			p.at++
			p.space()
		}
		arg, err := p.sum()
		if err != nil {
			return nil, err
		}
		e.Args = append(e.Args, arg)
	}
	p.at++
	e.end = p.at
	p.space()
	if len(e.Args) < fn.least || len(e.Args) > fn.most {
		return nil, p.fail(fn.Name+" is written "+fn.Signature+", as in "+fn.Example+".", e.offset, e.end)
	}
	return e, nil
}

func (p *parser) number() (*Expr, *Error) {
	start, real := p.at, false
	for p.at < len(p.text) && form.IsDigit(p.text[p.at]) {
		p.at++
	}
	if p.at+1 < len(p.text) && p.text[p.at] == '.' && form.IsDigit(p.text[p.at+1]) {
		real = true
		for p.at++; p.at < len(p.text) && form.IsDigit(p.text[p.at]); p.at++ {
		}
	}
	e := &Expr{Kind: NumberExpr, offset: start, end: p.at}
	text := p.text[start:p.at]
	var err error
	if real {
		e.Kind = RealExpr
		e.Real, err = strconv.ParseFloat(text, 64)
	} else {
		e.Whole, err = strconv.ParseInt(text, 10, 64)
	}
	p.space()
	if err != nil {
		return nil, p.fail("This number is too large. Whole numbers go up to 9,223,372,036,854,775,807.", start, e.end)
	}
	return e, nil
}

func (p *parser) quoted() (*Expr, *Error) {
	start := p.at
	var value []byte
	for p.at++; p.at < len(p.text); p.at++ {
		if p.text[p.at] != '\'' {
			value = append(value, p.text[p.at])
			continue
		}
		if !strings.HasPrefix(p.text[p.at+1:], "'") {
			p.at++
			e := &Expr{Kind: TextExpr, Name: string(value), offset: start, end: p.at}
			p.space()
			return e, nil
		}
		value = append(value, '\'')
		p.at++
	}
	return nil, p.fail("This quote is not closed, as in {or(Channel,'Unknown')}.", start, len(p.text))
}

// name reads a column, function or date part: a letter or an underscore, then
// letters, digits and underscores, as the service's property names.
func (p *parser) name() string {
	start := p.at
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if !isNameRune(r, p.at > start) {
			break
		}
		p.at += size
	}
	return p.text[start:p.at]
}

func isNameRune(r rune, inside bool) bool {
	return r == '_' || unicode.IsLetter(r) || inside && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))
}

// peek returns the next byte, or 0 at the end. A zero byte in the text is
// never a legal start of anything, so both are refused alike.
func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// size returns the bytes of the next character, 0 at the end.
func (p *parser) size() int {
	_, size := utf8.DecodeRuneInString(p.text[p.at:])
	return size
}

func (p *parser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}
