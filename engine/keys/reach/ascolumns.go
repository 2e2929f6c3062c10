package reach

import (
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// maxReadings bounds the ways in which one key may be read, as `a_b_c` may be
// under {Channel}_{Author}.
const maxReadings = 4

// AsColumns asks of columns what a filter asks of the keys that two templates
// make: for every row that has a key, both filters hold or neither does. Where
// that cannot be had, the filter is nil and why is the reason.
func AsColumns(e *filter.Expr, pk, rk *keys.Bound) (asked *filter.Expr, why string) {
	if e == nil || e.Root == nil {
		return e, ""
	}
	t := &turner{pk: inverse{pk}, rk: inverse{rk}}
	root := t.node(e.Root)
	switch {
	case t.why != "":
		return nil, t.why
	case always(root):
		return &filter.Expr{}, ""
	}
	return &filter.Expr{Root: root}, ""
}

// always reports whether a node is the condition that every row meets.
func always(n filter.Node) bool {
	l, ok := n.(*filter.Literal)
	return ok && l.Value.Type() == table.Boolean && l.Value.Bool()
}

// turner turns one filter around. Its first reason why not is the one that is
// told.
type turner struct {
	pk, rk inverse
	why    string
}

// inverse reads the keys that a template makes back into what they ask of its
// columns. The zero inverse stands for no key.
type inverse struct{ *keys.Bound }

func (t *turner) fail(why string) filter.Node {
	if t.why == "" {
		t.why = why
	}
	return &filter.Literal{Value: table.BooleanValue(false)}
}

func (t *turner) node(n filter.Node) filter.Node {
	switch n := n.(type) {
	case *filter.And:
		return t.and(n.Terms)
	case *filter.Or:
		var terms []filter.Node
		for _, x := range n.Terms {
			terms = append(terms, t.node(x))
		}
		return anyOf(terms)
	case *filter.Not:
		return &filter.Not{Term: t.node(n.Term)}
	case *filter.Comparison:
		if b := t.key(n); b.Bound != nil {
			return t.comparison(b, n)
		}
	}
	return n
}

// key returns the template of the key that a term compares, or the zero inverse.
func (t *turner) key(n filter.Node) inverse {
	c, ok := n.(*filter.Comparison)
	switch {
	case ok && c.Property.Name == "PartitionKey":
		return t.pk
	case ok && c.Property.Name == "RowKey":
		return t.rk
	}
	return inverse{}
}

// and turns terms that must all be true. Two bounds that together hold every key
// with one beginning are read as that beginning.
func (t *turner) and(terms []filter.Node) filter.Node {
	done := make([]bool, len(terms))
	var all []filter.Node
	for i, x := range terms {
		b := t.key(x)
		if b.Bound == nil || x.(*filter.Comparison).Op != filter.GreaterThanOrEqual || b.ordered() {
			continue
		}
		prefix := x.(*filter.Comparison).Literal.Value.Str()
		if j := t.end(terms, b, prefix); j >= 0 && !done[j] {
			done[i], done[j] = true, true
			all = append(all, t.readings(b, prefix, true))
		}
	}
	for i, x := range terms {
		if !done[i] {
			all = append(all, t.node(x))
		}
	}
	return allOf(all)
}

// end returns the place of the term that bounds a key just after every text with
// a beginning, or -1.
func (t *turner) end(terms []filter.Node, b inverse, prefix string) int {
	for j, x := range terms {
		if t.key(x) != b || prefix == "" {
			continue
		}
		if c := x.(*filter.Comparison); c.Op == filter.LessThan && c.Literal.Value.Str() == after(prefix) {
			return j
		}
	}
	return -1
}

// comparison turns one comparison of a key with a text. The parser lets no other
// literal stand beside a key.
func (t *turner) comparison(b inverse, c *filter.Comparison) filter.Node {
	text := c.Literal.Value.Str()
	switch {
	case c.Op == filter.Equal:
		return t.readings(b, text, false)
	case c.Op == filter.NotEqual:
		return &filter.Not{Term: t.readings(b, text, false)}
	case b.soleText() != nil:
		return t.ofText(b.soleText(), c.Op, text)
	case b.soleDate() != "":
		return b.ofDate(c.Op, text)
	}
	return t.fail("A range of keys such as " + c.String() + " is not a range of one column, because " + b.Template().Text() +
		" does not sort as one.")
}

// ordered reports whether every bound on the key is one on a column.
func (b inverse) ordered() bool { return b.soleText() != nil || b.soleDate() != "" }

// soleText returns the expression of a template that is one column of texts as
// it is, or nil.
func (b inverse) soleText() *keys.Expr {
	slots := b.Slots()
	if len(slots) != 1 || slots[0].Expr == nil || slots[0].Width > 0 || !bare(slots[0].Expr) {
		return nil
	}
	if s := sourceOf(slots[0].Expr); b.typeOf(s.column) != table.String || s.strange {
		return nil
	}
	return slots[0].Expr
}

// ofText turns a bound on the one column of texts of a template. What stands for
// a missing value must be outside the bound, since no filter asks for that.
func (t *turner) ofText(e *keys.Expr, op filter.Op, text string) filter.Node {
	s := sourceOf(e)
	if s.standIn && filter.Compare(op, table.StringValue(s.instead), table.StringValue(text)) {
		return t.fail(s.replacement())
	}
	bound := compared(s.column, op, table.StringValue(text))
	if s.standIn && (op == filter.LessThan || op == filter.LessThanOrEqual) {
		// An empty text has the stand-in for its key.
		return allOf([]filter.Node{compared(s.column, filter.GreaterThan, table.StringValue("")), bound})
	}
	return bound
}

func (b inverse) typeOf(column string) table.EdmType {
	for _, c := range b.Columns() {
		if c.Name == column {
			return c.Type
		}
	}
	return table.Null
}

func compared(column string, op filter.Op, v table.Value) filter.Node {
	return &filter.Comparison{Op: op, Property: &filter.Property{Name: column}, Literal: &filter.Literal{Value: v}}
}

// allOf joins terms that must all be true, those of an `and` among them in its
// place, and leaves out what every row meets.
func allOf(terms []filter.Node) filter.Node {
	var flat []filter.Node
	for _, x := range terms {
		if and, ok := x.(*filter.And); ok {
			flat = append(flat, and.Terms...)
		} else if !always(x) {
			flat = append(flat, x)
		}
	}
	switch len(flat) {
	case 0:
		return &filter.Literal{Value: table.BooleanValue(true)}
	case 1:
		return flat[0]
	}
	return &filter.And{Terms: flat}
}

// anyOf joins terms of which one must be true.
func anyOf(terms []filter.Node) filter.Node {
	var flat []filter.Node
	for _, x := range terms {
		if or, ok := x.(*filter.Or); ok {
			flat = append(flat, or.Terms...)
		} else {
			flat = append(flat, x)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return &filter.Or{Terms: flat}
}

// bare reports whether an expression is a column of texts as it is. A default
// for what is missing changes nothing, since a comparison leaves that out.
func bare(e *keys.Expr) bool {
	return e.Kind == keys.ColumnExpr || e.Calls("or") && e.Args[0].Kind == keys.ColumnExpr
}
