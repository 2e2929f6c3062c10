package keys

import (
	"math"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// known is what a filter leaves of one column: the values from low to high,
// both included. A null end is open. below excludes the high end of a text;
// whole numbers and dates step back by one instead.
type known struct {
	low, high table.Value
	below     bool
}

// closed reports whether both ends have a bound.
func (k *known) closed() bool { return !k.low.IsNull() && !k.high.IsNull() }

// fixed reports whether one value is left.
func (k *known) fixed() bool {
	return k.closed() && !k.below && filter.Compare(filter.Equal, k.low, k.high)
}

// knowledge says what the terms of an `and` leave of each column; nil for a
// column of which they say nothing. Only comparisons whose literal has the
// column's type count: with another type, `lt` and `ne` hold for every value.
func knowledge(terms []filter.Node, columns []Column) []*known {
	all := make([]*known, len(columns))
	for _, t := range terms {
		c, ok := t.(*filter.Comparison)
		if !ok || c.Op == filter.NotEqual {
			continue
		}
		for i := range columns {
			if columns[i].Name != c.Property.Name {
				continue
			}
			if v, ok := widened(c.Literal.Value, columns[i].Type); ok {
				if all[i] == nil {
					all[i] = &known{}
				}
				all[i].cut(c.Op, v)
			}
		}
	}
	return all
}

// widened returns a literal as a value of the column's type, if the service
// compares the two by value. The double 0 equals -0, which has another text.
func widened(v table.Value, t table.EdmType) (table.Value, bool) {
	switch {
	case t == table.Double && (v.Int() == 0 || v.Type() == table.Double && v.Float() == 0):
		return v, false
	case v.Type() == t:
		return v, true
	case v.Type() == table.Int32 && t == table.Int64:
		return table.Int64Value(v.Int()), true
	case t == table.Double && (v.Type() == table.Int32 || v.Type() == table.Int64):
		return table.DoubleValue(float64(v.Int())), true
	}
	return table.Value{}, false
}

// cut narrows the interval to the values that compare as op says with v.
func (k *known) cut(op filter.Op, v table.Value) {
	switch op {
	case filter.Equal:
		k.raise(v)
		k.lower(v, false)
	case filter.GreaterThan:
		k.raise(stepped(v, 1))
	case filter.GreaterThanOrEqual:
		k.raise(v)
	case filter.LessThan:
		k.lower(stepped(v, -1), v.Type() == table.String)
	case filter.LessThanOrEqual:
		k.lower(v, false)
	}
}

func (k *known) raise(v table.Value) {
	if k.low.IsNull() || filter.Compare(filter.GreaterThan, v, k.low) {
		k.low = v
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

// stepped returns the neighbour of a whole number or a date. Where there is
// none, and for every other type, it returns the value itself, which keeps the
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
	case table.DateTime:
		if t := v.Ticks() + table.Ticks(by); t >= table.MinDateTime && t <= table.MaxDateTime {
			return table.DateTimeValue(t)
		}
	}
	return v
}

// extremes returns the interval with its open ends set to the least and the
// greatest value of the type; ok is false for a type that has none to name.
func (k *known) extremes(t table.EdmType) (low, high table.Value, ok bool) {
	switch t {
	case table.Int32:
		low, high = table.Int32Value(math.MinInt32), table.Int32Value(math.MaxInt32)
	case table.Int64:
		low, high = table.Int64Value(math.MinInt64), table.Int64Value(math.MaxInt64)
	case table.DateTime:
		low, high = table.DateTimeValue(table.MinDateTime), table.DateTimeValue(table.MaxDateTime)
	case table.Double:
		if !k.closed() {
			return low, high, false
		}
	default:
		return low, high, false
	}
	if !k.low.IsNull() {
		low = k.low
	}
	if !k.high.IsNull() {
		high = k.high
	}
	return low, high, !filter.Compare(filter.GreaterThan, low, high)
}

// knownRow is a row of which some columns are known. The others are null.
type knownRow []table.Value

// Value returns the value of a column.
func (r knownRow) Value(col int) table.Value { return r[col] }

// with returns the row with another value in one column.
func (r knownRow) with(col int, v table.Value) knownRow {
	changed := append(knownRow(nil), r...)
	changed[col] = v
	return changed
}
