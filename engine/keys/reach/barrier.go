package reach

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Barrier is a condition on a column that does not bound a key, or not as
// tightly as it could, and why.
type Barrier struct {
	Column string
	Reason string    // a plain sentence
	Loose  bool      // the condition bounds a key, but keys outside of it lie in between
	Edit   *keys.Fix // a template under which the condition bounds a key more tightly; nil if none is known
}

// Barriers returns what keeps the conditions of a question from the keys, in the
// order of the columns. Every Edit was tried: with it the bounds are narrower.
func Barriers(e *filter.Expr, pk, rk *keys.Bound, seen *Extents) []Barrier {
	w := barriers{terms: conjuncts(e), pk: pk, rk: rk, seen: seen, now: Translate(e, pk, rk, seen), question: e}
	w.known = knowledge(w.terms, pk.Columns())
	for i, c := range pk.Columns() {
		if !mentions(w.terms, c.Name) {
			continue
		}
		if !slices.Contains(w.now.bounding, c.Name) {
			w.unreached(i, c)
		} else if s, b, rowKey := w.slotOf(c.Name); b != nil && w.scattered(b, s) {
			w.add(Barrier{Column: c.Name, Loose: true, Edit: w.padded(b, s, rowKey),
				Reason: b.Slots()[s].Expr.String() + " has numbers of different length, and keys sort as text: 10 comes before 9. Other " +
					"numbers lie between those that you ask for."})
		}
	}
	return w.all
}

// barriers gathers the Barriers of one question.
type barriers struct {
	question *filter.Expr
	terms    []filter.Node
	known    []*known
	pk, rk   *keys.Bound
	seen     *Extents
	now      Translation
	all      []Barrier
}

// add takes a barrier whose edit leads to narrower bounds, or else drops the
// edit. A loose bound that no edit can help is as tight as it can be.
func (w *barriers) add(b Barrier) {
	if b.Edit != nil && !w.helps(b.Edit, b.Column) {
		b.Edit = nil
	}
	if !b.Loose || b.Edit != nil {
		w.all = append(w.all, b)
	}
}

// helps tries an edit.
func (w *barriers) helps(f *keys.Fix, column string) bool {
	t, err := keys.Parse(f.Template)
	if err != nil {
		return false
	}
	b, err := t.Bind(w.pk.Columns())
	if err != nil {
		return false
	}
	pk, rk := w.pk, b
	if !f.RowKey {
		pk, rk = b, w.rk
	}
	with := Translate(w.question, pk, rk, w.seen)
	return slices.Contains(with.bounding, column) && with.narrowing != w.now.narrowing
}

// mentions reports whether a condition is about a column.
func mentions(nodes []filter.Node, name string) bool {
	for _, n := range nodes {
		switch n := n.(type) {
		case *filter.Or:
			if mentions(n.Terms, name) {
				return true
			}
		case *filter.And:
			if mentions(n.Terms, name) {
				return true
			}
		case *filter.Not:
			if mentions([]filter.Node{n.Term}, name) {
				return true
			}
		case *filter.Comparison:
			if n.Property.Name == name {
				return true
			}
		case *filter.Property:
			if n.Name == name {
				return true
			}
		}
	}
	return false
}

// slotOf returns the first slot that writes a column, and its template.
func (w *barriers) slotOf(column string) (slot int, b *keys.Bound, rowKey bool) {
	for i, b := range []*keys.Bound{w.pk, w.rk} {
		for j, s := range b.Slots() {
			if s.Expr != nil && s.Expr.Has(func(x *keys.Expr) bool { return x.Reads(column) }) {
				return j, b, i == 1
			}
		}
	}
	return -1, nil, false
}

// scattered reports whether a slot writes whole numbers of several lengths.
func (w *barriers) scattered(b *keys.Bound, slot int) bool {
	r := newReacher(b, make([]*known, len(b.Columns())), w.seen)
	for i := range r.steps {
		if s := &r.steps[i]; s.slot == slot && s.expr != nil && s.code.Kind == keys.WholeKind {
			can, ok := r.gives(s)
			same := ok && len(can) > 0
			for j := range can {
				same = same && len(can[j].low) == len(can[0].low)
			}
			return !same
		}
	}
	return false
}

// unreached says why a column bounds neither key.
func (w *barriers) unreached(i int, c keys.Column) {
	b := Barrier{Column: c.Name}
	slot, in, rowKey := w.slotOf(c.Name)
	switch {
	case w.known[i] == nil:
		b.Reason = w.unknown(c)
	case in == nil && !w.now.pk.Fixed && len(w.now.pk.bounding) > 0:
		b.Reason = "Neither key holds " + c.Name + ", and the question asks for more than one PartitionKey. The service checks it on each " +
			"entity that it reads."
	case in == nil:
		b.Reason = "Neither key holds " + c.Name + ", so the service checks it on each entity that it reads."
		b.Edit = w.begin(c)
	case rowKey && !w.now.pk.Fixed:
		b.Reason = c.Name + " is in the RowKey, which helps only inside one PartitionKey. The question does not say which one" + w.missing() + "."
	default:
		w.blocked(&b, slot, in, rowKey)
	}
	w.add(b)
}

// missing names the columns that would fix the PartitionKey.
func (w *barriers) missing() string {
	var names []string
	for _, name := range w.pk.Template().Columns() {
		for i, c := range w.pk.Columns() {
			if c.Name == name && (w.known[i] == nil || !w.known[i].fixed()) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ": add an eq condition on " + strings.Join(names, " and ")
}

// unknown says why a condition leaves every value of a column possible.
func (w *barriers) unknown(c keys.Column) string {
	for _, t := range w.terms {
		if !mentions([]filter.Node{t}, c.Name) {
			continue
		}
		switch t := t.(type) {
		case *filter.Not:
			return "A condition with not also holds for entities without " + c.Name + ", so it bounds no key."
		case *filter.Or:
			return "One side of the or does not bound " + c.Name + ", so every value of it has to be read."
		case *filter.Comparison:
			if t.Op == filter.NotEqual {
				return "ne excludes one value of " + c.Name + " and keeps those on both sides of it, so it bounds no key."
			}
		}
	}
	return c.Name + " is compared with a value of another type, so no bound on a key follows."
}

// blocked says what comes between a column and the key that holds it.
func (w *barriers) blocked(b *Barrier, slot int, in *keys.Bound, rowKey bool) {
	key, reach := "PartitionKey", &w.now.pk
	if rowKey {
		key, reach = "RowKey", &w.now.rk
	}
	t := in.Template()
	e := t.Slots()[slot].Expr
	switch {
	case reach.stop < slot && t.Slots()[reach.stop].Expr != nil:
		b.Reason = "The " + key + " has " + t.Slots()[reach.stop].Expr.String() + " before " + b.Column +
			", and the question does not say which. A key is found by its beginning."
		b.Edit = moved(t, slot, reach.stop, rowKey)
	case e.Kind == keys.ColumnExpr && w.scattered(in, slot):
		b.Reason = b.Column + " has numbers of different length, and keys sort as text: 10 comes before 9. The condition leaves every key " +
			"possible."
		b.Edit = w.padded(in, slot, rowKey)
	default:
		b.Reason = e.String() + " does not keep the order of " + b.Column +
			", so keys from one end of the table to the other can meet the condition."
		s, plain := t.Slots()[slot], w.plain(b.Column)
		b.Edit = keys.NewFix(rowKey, t.Text()[:s.Offset]+plain+t.Text()[s.End:], "Write "+plain)
	}
}

// moved puts one slot before another, and what separates them in between.
func moved(t *keys.Template, slot, before int, rowKey bool) *keys.Fix {
	s, to := t.Slots()[slot], t.Slots()[before]
	part := t.Text()[s.Offset:s.End]
	rest := t.Text()[to.Offset:s.Offset] + t.Text()[s.End:]
	between := "_"
	if slot > before && t.Slots()[slot-1].Expr == nil {
		between = t.Text()[t.Slots()[slot-1].Offset:t.Slots()[slot-1].End]
		rest = t.Text()[to.Offset:t.Slots()[slot-1].Offset] + t.Text()[s.End:]
	}
	return keys.NewFix(rowKey, t.Text()[:to.Offset]+part+between+rest, "Put "+part+" first")
}

// begin lets the key begin with a column: the RowKey inside one PartitionKey,
// else the PartitionKey.
func (w *barriers) begin(c keys.Column) *keys.Fix {
	b, rowKey := w.pk, false
	if w.now.pk.Fixed {
		b, rowKey = w.rk, true
	}
	key := map[bool]string{false: "PartitionKey", true: "RowKey"}[rowKey]
	return keys.NewFix(rowKey, w.plain(c.Name)+"_"+b.Template().Text(), "Begin the "+key+" with "+c.Name)
}

// plain is a placeholder that keeps the order of a column and has a value for
// every row.
func (w *barriers) plain(column string) string {
	for _, c := range w.pk.Columns() {
		if c.Name != column {
			continue
		}
		inner, width := column, 0
		switch c.Type {
		case table.Int32:
			width = 10
		case table.Int64:
			width = 19
		case table.Double:
			width = 10
		case table.String:
			inner = "clean(" + column + ")"
		}
		if c.Missing > 0 {
			switch c.Type {
			case table.Int32, table.Int64:
				inner = "or(" + inner + ",0)"
			case table.Double:
				inner = "or(" + inner + ",0.0)"
			default:
				inner = "or(" + inner + ",'none')"
			}
		}
		return "{" + inner + keys.WidthText(width) + "}"
	}
	return "{" + column + "}"
}

// padded gives a slot the width of the longest number that was seen.
func (w *barriers) padded(b *keys.Bound, slot int, rowKey bool) *keys.Fix {
	s := b.Slots()[slot]
	width := 10
	if w.seen != nil {
		r := newReacher(b, make([]*known, len(b.Columns())), w.seen)
		if over, ok := r.seenSpan(s.Expr); ok {
			width = len(strconv.FormatUint(max(magnitude(over.low), magnitude(over.high)), 10))
		}
	}
	if width <= s.Width {
		return nil
	}
	return b.Template().Pad(slot, width, rowKey)
}
