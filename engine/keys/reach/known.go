package reach

import (
	"math"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// known is what a filter leaves of one column: the values from low to high,
// both included. A null end is open. above leaves out the low end and below the
// high end of a text or a decimal; whole numbers and dates step by one instead.
type known struct {
	low, high    table.Value
	above, below bool
}

// closed reports whether both ends have a bound.
func (k *known) closed() bool { return !k.low.IsNull() && !k.high.IsNull() }

// fixed reports whether one value is left, and with it one text: the double 0
// equals -0, which has another.
func (k *known) fixed() bool {
	return k.closed() && !k.above && !k.below && filter.Compare(filter.Equal, k.low, k.high) &&
		!(k.low.Type() == table.Double && k.low.Float() == 0)
}

// knowledge says what the terms of an `and` leave of each column; nil for a
// column of which they say nothing. Only comparisons whose literal has the
// column's type count: with another type, `lt` and `ne` hold for every value.
// An `or` leaves of a column what all of its sides leave of it together.
func knowledge(terms []filter.Node, columns []keys.Column) []*known {
	all := make([]*known, len(columns))
	for _, t := range terms {
		switch t := t.(type) {
		case *filter.Comparison:
			learn(all, columns, t.Property.Name, t.Op, t.Literal.Value)
		case *filter.Property: // a bare Boolean property
			learn(all, columns, t.Name, filter.Equal, table.BooleanValue(true))
		case *filter.Or:
			for i, k := range sides(t, columns) {
				all[i] = all[i].and(k)
			}
		}
	}
	return all
}

func learn(all []*known, columns []keys.Column, name string, op filter.Op, literal table.Value) {
	for i := range columns {
		if columns[i].Name != name || op == filter.NotEqual {
			continue
		}
		if v, ok := widened(literal, columns[i].Type); ok {
			k := &known{}
			k.cut(op, v)
			all[i] = all[i].and(k)
		}
	}
}

// sides is what an `or` leaves of each column: from the least low end of its
// sides to the greatest high end.
func sides(or *filter.Or, columns []keys.Column) []*known {
	all := knowledge(conjuncts(&filter.Expr{Root: or.Terms[0]}), columns)
	for _, side := range or.Terms[1:] {
		for i, k := range knowledge(conjuncts(&filter.Expr{Root: side}), columns) {
			all[i] = all[i].or(k)
		}
	}
	return all
}

// and returns what two pieces of knowledge leave of a column; nil says nothing.
func (k *known) and(other *known) *known {
	if k == nil || other == nil {
		if k == nil {
			return other
		}
		return k
	}
	both := *k
	if !other.low.IsNull() {
		both.raise(other.low, other.above)
	}
	if !other.high.IsNull() {
		both.lower(other.high, other.below)
	}
	return &both
}

// or returns the interval that holds two, or nil when it leaves nothing out.
func (k *known) or(other *known) *known {
	if k == nil || other == nil {
		return nil
	}
	hull := &known{}
	if !k.low.IsNull() && !other.low.IsNull() {
		hull.low, hull.above = k.low, k.above
		if c := order(other.low, k.low); c < 0 || c == 0 && !other.above {
			hull.low, hull.above = other.low, other.above
		}
	}
	if !k.high.IsNull() && !other.high.IsNull() {
		hull.high, hull.below = k.high, k.below
		if c := order(other.high, k.high); c > 0 || c == 0 && !other.below {
			hull.high, hull.below = other.high, other.below
		}
	}
	if hull.low.IsNull() && hull.high.IsNull() {
		return nil
	}
	return hull
}

// order compares two values of one type.
func order(a, b table.Value) int {
	switch {
	case filter.Compare(filter.LessThan, a, b):
		return -1
	case filter.Compare(filter.GreaterThan, a, b):
		return 1
	}
	return 0
}

// widened returns a literal as a value of the column's type, if the service
// compares the two by value. NaN compares with nothing.
func widened(v table.Value, t table.EdmType) (table.Value, bool) {
	switch {
	case v.Type() == t:
		return v, t != table.Double || v.Float() == v.Float()
	case v.Type() == table.Int32 && t == table.Int64:
		return table.Int64Value(v.Int()), true
	case t == table.Double && (v.Type() == table.Int32 || v.Type() == table.Int64):
		return table.DoubleValue(float64(v.Int())), true
	}
	return table.Value{}, false
}

// cut narrows the interval to the values that compare as op says with v.
func (k *known) cut(op filter.Op, v table.Value) {
	dense := v.Type() == table.String || v.Type() == table.Double
	switch op {
	case filter.Equal:
		k.raise(v, false)
		k.lower(v, false)
	case filter.GreaterThan:
		k.raise(stepped(v, 1), dense)
	case filter.GreaterThanOrEqual:
		k.raise(v, false)
	case filter.LessThan:
		k.lower(stepped(v, -1), dense)
	case filter.LessThanOrEqual:
		k.lower(v, false)
	}
}

func (k *known) raise(v table.Value, above bool) {
	switch {
	case k.low.IsNull() || filter.Compare(filter.GreaterThan, v, k.low):
		k.low, k.above = v, above
	case filter.Compare(filter.Equal, v, k.low):
		k.above = k.above || above
	}
}

func (k *known) lower(v table.Value, below bool) {
	switch {
	case k.high.IsNull() || filter.Compare(filter.LessThan, v, k.high):
		k.high, k.below = v, below
	case filter.Compare(filter.Equal, v, k.high):
		k.below = k.below || below
	}
}

// stepped returns the neighbour of a whole number, a date or a Boolean. Where
// there is none, and for every other type, it returns the value itself, which keeps the
// interval wide enough.
func stepped(v table.Value, by int64) table.Value {
	n := v.Int()
	switch v.Type() {
	case table.Int32:
		if n+by >= math.MinInt32 && n+by <= math.MaxInt32 {
			return table.Int32Value(int32(n + by))
		}
	case table.Int64:
		if n != math.MinInt64 && n != math.MaxInt64 {
			return table.Int64Value(n + by)
		}
	case table.Boolean:
		return table.BooleanValue(by > 0)
	case table.DateTime:
		if t := v.Ticks() + table.Ticks(by); t >= table.MinDateTime && t <= table.MaxDateTime {
			return table.DateTimeValue(t)
		}
	}
	return v
}

// knownRow is a row of which some columns are known. The others are null.
type knownRow []table.Value

// Value returns the value of a column.
func (r knownRow) Value(col int) table.Value { return r[col] }

// changedRow is a row with another value in one column. It copies nothing: a search
// makes one for each value that it tries.
type changedRow struct {
	keys.Row
	col   int
	value table.Value
}

// Value returns the value of a column.
func (r changedRow) Value(col int) table.Value {
	if col == r.col {
		return r.value
	}
	return r.Row.Value(col)
}
