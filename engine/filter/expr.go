// Package filter reads, checks, prints and evaluates the $filter language of
// the Table service.
//
// A reader meets three things first: Parse turns text into an Expr or an
// *Error with the service's own message and the place of the mistake; Compile
// turns an Expr into a Predicate that tests stored rows without allocating;
// Compare is the typed comparison under both.
//
// What always holds: a parsed Expr is well typed, so evaluating it cannot
// fail; its String parses back to the same tree; logic is two-valued, with
// every comparison on an absent property false and "not" plain negation; no
// input makes this package panic or recurse beyond MaxDepth.
//
// Left out: what the service leaves out. Functions, arithmetic, and
// comparisons of two properties or of two constants are refused as
// NotImplemented.
package filter

import (
	"strings"
)

// Expr is a checked filter. The zero Expr has a nil Root and matches every
// entity, as an empty filter does.
type Expr struct {
	Root Node
}

// String returns the filter in canonical form: the property on the left, one
// space around operators, parentheses only where they change the meaning or
// make "not" plain. Parsing it gives the same tree, unless the canonical
// spelling of literals makes it longer than MaxLength.
func (e *Expr) String() string {
	if e == nil || e.Root == nil {
		return ""
	}
	return e.Root.String()
}

// Span is a half-open range of bytes of the filter's text.
type Span struct {
	Start, End int
}

// Source returns the bytes of the text that a node was read from.
func (s Span) Source() Span { return s }

// Node is a part of an expression that is true or false of an entity: *Or,
// *And, *Not, *Comparison, *Property (a bare Boolean property) or *Literal (a
// Boolean constant). The set is closed.
type Node interface {
	// Source returns where the node stood in the parsed text.
	Source() Span
	// String returns the node in canonical form.
	String() string
	node()
}

// Or is true when one of its terms is. It has at least two, none of them *Or.
type Or struct {
	Span
	Terms []Node
}

// And is true when all of its terms are. It has at least two, none of them
// *And.
type And struct {
	Span
	Terms []Node
}

// Not is true when its term is false, also when the term is false because a
// property is absent.
type Not struct {
	Span
	Term Node
}

// Comparison compares a property with a constant. When the text had the
// constant on the left, Op is already reversed.
type Comparison struct {
	Span
	Op       Op
	Property *Property
	Literal  *Literal
}

// Property names a property. As a Node of its own it is true for entities
// whose property is an Edm.Boolean and true.
type Property struct {
	Span
	Name string
}

func (*Or) node()         {}
func (*And) node()        {}
func (*Not) node()        {}
func (*Comparison) node() {}
func (*Property) node()   {}
func (*Literal) node()    {}

// String returns the terms joined by "or".
func (o *Or) String() string { return join(o.Terms, " or ") }

// String returns the terms joined by "and", an Or among them in parentheses.
func (a *And) String() string { return join(a.Terms, " and ") }

func join(terms []Node, word string) string {
	var b strings.Builder
	for i, t := range terms {
		if i > 0 {
			b.WriteString(word)
		}
		if _, or := t.(*Or); or {
			b.WriteString("(" + t.String() + ")")
		} else {
			b.WriteString(t.String())
		}
	}
	return b.String()
}

// String returns "not" and the term, in parentheses unless it is a single word
// or another "not".
func (n *Not) String() string {
	switch n.Term.(type) {
	case *Not, *Property, *Literal:
		return "not " + n.Term.String()
	}
	return "not (" + n.Term.String() + ")"
}

// String returns the comparison with the property on the left.
func (c *Comparison) String() string {
	return c.Property.Name + " " + c.Op.String() + " " + c.Literal.String()
}

// String returns the property's name.
func (p *Property) String() string { return p.Name }
