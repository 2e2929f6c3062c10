package filter

import (
	"math"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// Mismatch is a comparison whose property has another type than its literal. The
// service does not compare them by value: whatever the values are, the operator
// alone decides.
type Mismatch struct {
	Comparison *Comparison
	Stored     table.EdmType
	Holds      bool   // true of every entity with the property (ne, lt, le), else of none
	Sentence   string // what that comes to and why
}

// Mismatches returns the comparisons whose literal is not of the type of its
// property, in the order of the text. typeOf tells the type of a property's
// values; ok is false for one that it does not know.
func Mismatches(e *Expr, typeOf func(name string) (t table.EdmType, ok bool)) []Mismatch {
	if e == nil || e.Root == nil {
		return nil
	}
	var all []Mismatch
	visit(e.Root, func(c *Comparison) {
		stored, ok := typeOf(c.Property.Name)
		if literal := c.Literal.Value.Type(); ok && literal != table.Null && !widens(stored, literal) {
			m := Mismatch{Comparison: c, Stored: stored, Holds: accepts[c.Op]&mismatch != 0}
			m.Sentence = m.sentence()
			all = append(all, m)
		}
	})
	return all
}

// visit calls f for every comparison. Parse bounds the depth.
func visit(n Node, f func(*Comparison)) {
	switch n := n.(type) {
	case *Or:
		for _, t := range n.Terms {
			visit(t, f)
		}
	case *And:
		for _, t := range n.Terms {
			visit(t, f)
		}
	case *Not:
		visit(n.Term, f)
	case *Comparison:
		f(n)
	}
}

// typeNouns name a value of each type. Numbers need their exact type, because
// two of them may differ in nothing else.
var typeNouns = map[table.EdmType]string{
	table.String: "a text", table.Boolean: "a Boolean", table.DateTime: "a date", table.Guid: "a GUID", table.Binary: "binary data",
	table.Int32: "a number", table.Int64: "a number", table.Double: "a number",
}

func (m *Mismatch) sentence() string {
	c := m.Comparison
	value := typeNouns[c.Literal.Value.Type()]
	stored := typeNouns[m.Stored]
	if stored == value {
		stored, value = "an "+shortName(m.Stored), "an "+shortName(c.Literal.Value.Type())
		stored, value = strings.Replace(stored, "an Double", "a Double", 1), strings.Replace(value, "an Double", "a Double", 1)
	}
	why := ""
	switch c.Op {
	case Equal, NotEqual:
		why = stored + " never equals " + value
	case GreaterThan:
		why = stored + " is never greater than " + value
	case GreaterThanOrEqual:
		why = stored + " never equals " + value + " and is never greater"
	default:
		why = "the service takes " + stored + " to be less than any " + strings.TrimPrefix(strings.TrimPrefix(value, "a "), "an ")
	}
	if m.Holds {
		return "Every entity with " + c.Property.Name + " meets " + c.String() + ", because " + why + "."
	}
	return "0 entities meet " + c.String() + ", because " + why + "."
}

func shortName(t table.EdmType) string { return strings.TrimPrefix(t.String(), "Edm.") }

// Retype returns the way out of mismatches: the filter with each literal that
// can be one of its property's type. ok is false when none can.
func Retype(text string, all []Mismatch) (_ Repair, ok bool) {
	var r Repair
	var written []string
	from := 0
	for _, m := range all {
		at := m.Comparison.Literal.Span
		v, fits := retyped(m.Comparison, m.Stored)
		if !fits || at.Start < from || at.End > len(text) {
			continue
		}
		literal := FormatLiteral(v)
		r.Text += text[from:at.Start] + literal
		r.Caret, from = len(r.Text), at.End
		written = append(written, literal)
	}
	r.Text += text[from:]
	switch len(written) {
	case 0:
		return Repair{}, false
	case 1:
		r.Label = "Write " + written[0]
	default:
		r.Label = "Write " + written[0] + " and " + strconv.Itoa(len(written)-1) + " more"
	}
	return r, true
}

// retyped returns what a literal was probably meant to be.
func retyped(c *Comparison, stored table.EdmType) (table.Value, bool) {
	v := c.Literal.Value
	switch {
	case stored == table.String && v.Type() != table.Binary:
		return table.StringValue(v.String()), true
	case v.Type() == table.String:
		return fromText(strings.TrimSpace(v.Str()), stored)
	case v.Type() == table.Int64 || v.Type() == table.Double:
		return narrowed(c.Op, v, stored)
	case v.Type() == table.Int32 && stored == table.DateTime:
		return fromText(v.String()+"-01-01", stored)
	}
	return table.Value{}, false
}

// fromText reads a text as a value of another type.
func fromText(text string, stored table.EdmType) (v table.Value, ok bool) {
	switch stored {
	case table.DateTime:
		if len(text) == len("2000") {
			text += "-01-01"
		}
		t, ok := table.ParseTicks(text)
		return table.DateTimeValue(t), ok && t >= table.MinDateTime && t <= table.MaxDateTime
	case table.Boolean:
		lower := strings.ToLower(text)
		return table.BooleanValue(lower == "true"), lower == "true" || lower == "false"
	case table.Guid:
		return table.ParseGuid(text)
	case table.Int32:
		n, err := strconv.ParseInt(text, 10, 32)
		return table.Int32Value(int32(n)), err == nil
	case table.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		return table.Int64Value(n), err == nil
	case table.Double:
		f, err := strconv.ParseFloat(text, 64)
		return table.DoubleValue(f), err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	return v, false
}

// narrowed returns the whole number that a comparison with a wider one comes
// to: n gt 8.5 is n gt 8, and n ge 8.5 is n ge 9.
func narrowed(op Op, v table.Value, stored table.EdmType) (table.Value, bool) {
	n := v.Int()
	if v.Type() == table.Double {
		f := v.Float()
		switch op {
		case GreaterThan, LessThanOrEqual:
			f = math.Floor(f)
		case GreaterThanOrEqual, LessThan:
			f = math.Ceil(f)
		}
		if f != math.Trunc(f) || math.Abs(f) >= 1<<53 {
			return table.Value{}, false
		}
		n = int64(f)
	}
	switch stored {
	case table.Int32:
		return table.Int32Value(int32(n)), n >= math.MinInt32 && n <= math.MaxInt32
	case table.Int64:
		return table.Int64Value(n), true
	}
	return table.Value{}, false
}
