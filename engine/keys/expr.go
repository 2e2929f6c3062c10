package keys

import (
	"strconv"
	"strings"

	words "github.com/keyrange/keyrange/engine/text"
)

// ExprKind says what an Expr is.
type ExprKind uint8

// The kinds of expressions, each with the fields that mean something in it.
const (
	NumberExpr ExprKind = iota // Whole
	RealExpr                   // Real
	TextExpr                   // Name is the text
	ColumnExpr                 // Name
	CallExpr                   // Function, Args
	PartExpr                   // Part, Args[0]
	BinaryExpr                 // Operator, Args[0], Args[1]
	NegateExpr                 // Args[0]
)

// Expr is a node of a placeholder's expression. Which fields mean something
// depends on Kind. It is not to be changed: templates share it.
type Expr struct {
	Kind        ExprKind
	Operator    byte
	Name        string
	Whole       int64
	Real        float64
	Function    *Function
	Part        *DatePart
	Args        []*Expr
	offset, end int // the bytes of the template it was read from, without parentheses around it
}

// Walk calls visit for e and every expression inside it, outermost first.
func (e *Expr) Walk(visit func(*Expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, a := range e.Args {
		a.Walk(visit)
	}
}

// Has reports whether the expression or one inside it satisfies the test.
func (e *Expr) Has(test func(*Expr) bool) bool {
	found := false
	e.Walk(func(x *Expr) { found = found || test(x) })
	return found
}

// Calls reports whether the expression is a call of a function.
func (e *Expr) Calls(function string) bool { return e.Kind == CallExpr && e.Function.Name == function }

// Reads reports whether the expression is a column.
func (e *Expr) Reads(column string) bool { return e.Kind == ColumnExpr && e.Name == column }

// precedences: how tightly an operator binds. An operand is put in parentheses
// when it binds less tightly than its place asks for.
const (
	sumPrecedence     = 1
	productPrecedence = 2
	negatePrecedence  = 3
	primaryPrecedence = 4
)

func (e *Expr) precedence() int {
	switch {
	case e.Kind == BinaryExpr && (e.Operator == '+' || e.Operator == '-'):
		return sumPrecedence
	case e.Kind == BinaryExpr:
		return productPrecedence
	case e.Kind == NegateExpr:
		return negatePrecedence
	}
	return primaryPrecedence
}

// String returns the expression as it is written in a template.
func (e *Expr) String() string {
	var b strings.Builder
	e.write(&b, 0)
	return b.String()
}

func (e *Expr) write(b *strings.Builder, least int) {
	if own := e.precedence(); own < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e.Kind {
	case NumberExpr:
		b.WriteString(strconv.FormatInt(e.Whole, 10))
	case RealExpr:
		b.WriteString(realLiteral(e.Real))
	case TextExpr:
		b.WriteString(quote(e.Name))
	case ColumnExpr:
		b.WriteString(e.Name)
	case CallExpr:
		e.writeCall(b)
	case PartExpr:
		e.Args[0].write(b, primaryPrecedence)
		b.WriteString("." + e.Part.Name)
	case BinaryExpr:
		e.Args[0].write(b, e.precedence())
		b.WriteByte(e.Operator)
		e.Args[1].write(b, e.precedence()+1)
	case NegateExpr:
		b.WriteByte('-')
		e.Args[0].write(b, negatePrecedence)
	}
}

func (e *Expr) writeCall(b *strings.Builder) {
	b.WriteString(e.Function.Name + "(")
	for i, a := range e.Args {
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
