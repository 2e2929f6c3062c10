package filter

import "github.com/keyrange/keyrange/engine/table"

// form is what a term may be used for.
type form uint8

const (
	refusedTerm form = iota // already refused; fits everywhere, means nothing
	predicate               // true or false of an entity
	property                // a property, which may also be a predicate
	constant                // a literal
)

// term is a part of the text while its use is still open: only the operator
// around it tells whether a property is compared or is a predicate itself. Its
// span includes parentheses around it, unlike its node's.
type term struct {
	Span
	form form
	node Node
}

// declared returns the type of a property that every entity has. All other
// properties are open: they have whatever type an entity gives them.
func declared(name string) (table.EdmType, bool) {
	switch name {
	case "PartitionKey", "RowKey":
		return table.String, true
	case "Timestamp":
		return table.DateTime, true
	}
	return table.Null, false
}

// edmType returns the type of a term, or false when it is open.
func (t term) edmType() (table.EdmType, bool) {
	switch n := t.node.(type) {
	case *Property:
		return declared(n.Name)
	case *Literal:
		return n.Value.Type(), true
	}
	return table.Boolean, true
}

// boolean reports whether a term can be a predicate. An open property can.
func (t term) boolean() bool {
	if t.form == refusedTerm {
		return true
	}
	typ, known := t.edmType()
	return !known || typ == table.Boolean
}

func (t term) notBoolean() bool { return !t.boolean() }

// typeName returns a term's type for a message about logic, where an open
// property counts as Boolean.
func (t term) typeName() string {
	if typ, known := t.edmType(); known {
		return typ.String()
	}
	return table.Boolean.String()
}

func (t term) null() bool {
	n, ok := t.node.(*Literal)
	return ok && n.Value.IsNull()
}

// join makes an Or or an And of two terms. A term that is itself one of the
// same kind is spliced in, so that a chain of any length has one level.
func (p *parser) join(kind string, left, right term) term {
	at := Span{left.Start, right.End}
	if left.form == refusedTerm || right.form == refusedTerm {
		return term{Span: at}
	}
	if wrong := firstOf(left, right, term.null); wrong != nil {
		return p.refuse(at, invalid(wrong.Span, msgInputs, nullHint))
	}
	if wrong := firstOf(left, right, term.notBoolean); wrong != nil {
		message := incompatible(left.typeName(), right.typeName(), kind)
		return p.refuse(at, invalid(wrong.Span, message, notBooleanHint(*wrong)))
	}
	if kind == "Or" {
		return term{at, predicate, &Or{at, append(orTerms(left.node), orTerms(right.node)...)}}
	}
	return term{at, predicate, &And{at, append(andTerms(left.node), andTerms(right.node)...)}}
}

// firstOf returns the first of two terms of which a test is true, or nil.
func firstOf(left, right term, test func(term) bool) *term {
	switch {
	case test(left):
		return &left
	case test(right):
		return &right
	}
	return nil
}

func orTerms(n Node) []Node {
	if or, ok := n.(*Or); ok {
		return or.Terms
	}
	return []Node{n}
}

func andTerms(n Node) []Node {
	if and, ok := n.(*And); ok {
		return and.Terms
	}
	return []Node{n}
}

func (p *parser) negate(start int, t term) term {
	at := Span{start, t.End}
	switch {
	case t.form == refusedTerm:
		return term{Span: at}
	case t.null():
		return p.refuse(at, invalid(t.Span, msgInputs, nullHint))
	case t.notBoolean():
		return p.refuse(at, invalid(t.Span, incompatibleUnary(t.typeName()), notBooleanHint(t)))
	}
	return term{at, predicate, &Not{at, t.node}}
}

// compare makes a comparison. The service compares a property with a constant,
// in either order, and nothing else.
func (p *parser) compare(op Op, opAt Span, left, right term) term {
	at := Span{left.Start, right.End}
	switch {
	case left.form == refusedTerm || right.form == refusedTerm:
		return term{Span: at}
	case left.form == right.form && left.form != predicate:
		return p.refuse(at, notImplemented(right.Span, sameFormHint(left, right)))
	case left.null() || right.null():
		return p.refuse(at, nullComparison(op, opAt, firstOf(left, right, term.null).Span))
	case !compatible(left, right):
		message := incompatible(operandName(left, right), operandName(right, left), op.Kind())
		return p.refuse(at, invalid(blame(left, right), message, wrongTypeHint(left, right)))
	case left.form == predicate || right.form == predicate:
		return p.refuse(at, notImplemented(opAt, "The service compares a property with a constant. Use not ( ) to turn a condition around."))
	case left.form == constant:
		left, right, op = right, left, op.Reversed()
	}
	return term{at, predicate, &Comparison{at, op, left.node.(*Property), right.node.(*Literal)}}
}

// blame returns the place of the operand that does not fit: the constant, which
// is what the reader will change, or else the right one.
func blame(left, right term) Span {
	if left.form == constant {
		return left.Span
	}
	return right.Span
}

// compatible reports whether two operands of a comparison fit: the types are
// equal, or one of them is open.
func compatible(left, right term) bool {
	l, leftKnown := left.edmType()
	r, rightKnown := right.edmType()
	return !leftKnown || !rightKnown || l == r
}

// operandName returns the type of one operand of a comparison.
func operandName(t, other term) string {
	if typ, known := t.edmType(); known {
		return typ.String()
	}
	return other.typeName()
}

// nullComparison is the refusal of a comparison with the null at the given
// place; its words depend on the operator.
func nullComparison(op Op, opAt, null Span) *Error {
	if op == Equal || op == NotEqual {
		return invalid(null, msgInputs, nullHint)
	}
	return invalid(opAt, "The operator '"+op.Kind()+
		"' is not supported for the 'null' literal; only equality checks are supported.", nullHint)
}
