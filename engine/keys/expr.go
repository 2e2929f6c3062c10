package keys

import (
	"strconv"
	"strings"

	words "github.com/keyrange/keyrange/engine/text"
)

// exprKind says what an expr is.
type exprKind uint8

const (
	numberExpr exprKind = iota // whole
	realExpr                   // real
	textExpr                   // name is the text
	columnExpr                 // name
	callExpr                   // fn, args
	partExpr                   // part, args[0]
	binaryExpr                 // operator, args[0], args[1]
	negateExpr                 // args[0]
)

// expr is a node of a placeholder's expression. Which fields mean something
// depends on kind. offset and end are the bytes of the template it was read
// from, parentheses around it not included.
type expr struct {
	kind        exprKind
	operator    byte
	name        string
	whole       int64
	real        float64
	fn          *Function
	part        *DatePart
	args        []*expr
	offset, end int
}

// walk calls visit for e and every expression inside it, outermost first.
func (e *expr) walk(visit func(*expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, a := range e.args {
		a.walk(visit)
	}
}

// has reports whether the expression or one inside it satisfies the test.
func (e *expr) has(test func(*expr) bool) bool {
	found := false
	e.walk(func(x *expr) { found = found || test(x) })
	return found
}

// precedences: how tightly an operator binds. An operand is put in parentheses
// when it binds less tightly than its place asks for.
const (
	sumPrecedence     = 1
	productPrecedence = 2
	negatePrecedence  = 3
	primaryPrecedence = 4
)

func (e *expr) precedence() int {
	switch {
	case e.kind == binaryExpr && (e.operator == '+' || e.operator == '-'):
		return sumPrecedence
	case e.kind == binaryExpr:
		return productPrecedence
	case e.kind == negateExpr:
		return negatePrecedence
	}
	return primaryPrecedence
}

// String returns the expression as it is written in a template.
func (e *expr) String() string {
	var b strings.Builder
	e.write(&b, 0)
	return b.String()
}

func (e *expr) write(b *strings.Builder, least int) {
	if own := e.precedence(); own < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e.kind {
	case numberExpr:
		b.WriteString(strconv.FormatInt(e.whole, 10))
	case realExpr:
		b.WriteString(realLiteral(e.real))
	case textExpr:
		b.WriteString(quote(e.name))
	case columnExpr:
		b.WriteString(e.name)
	case callExpr:
		e.writeCall(b)
	case partExpr:
		e.args[0].write(b, primaryPrecedence)
		b.WriteString("." + e.part.Name)
	case binaryExpr:
		e.args[0].write(b, e.precedence())
		b.WriteByte(e.operator)
		e.args[1].write(b, e.precedence()+1)
	case negateExpr:
		b.WriteByte('-')
		e.args[0].write(b, negatePrecedence)
	}
}

func (e *expr) writeCall(b *strings.Builder) {
	b.WriteString(e.fn.Name + "(")
	for i, a := range e.args {
		if i > 0 {
			b.WriteByte(',')
		}
		a.write(b, 0)
	}
	b.WriteByte(')')
}

// realLiteral writes a number with a point, so that it is read as one again.
func realLiteral(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func quote(s string) string { return words.Quote(s) }
