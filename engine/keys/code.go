package keys

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// Code is an expression made ready to run over rows. text is always there;
// whole is there for whole numbers and dates (as ticks), real for both kinds of
// number. A fault is left in the frame; what is returned then means nothing.
type Code struct {
	Kind  Kind
	Mixed bool // a number, and a text where it is missing

	whole func(*frame) int64
	real  func(*frame) float64
	text  func(*frame, []byte) []byte
	fixed bool // no column and no row number in it
}

// Compile makes an expression ready to run over rows of columns. The error is an
// *Error.
func Compile(e *Expr, columns []Column) (Code, error) {
	c, err := binder{columns}.expr(e)
	if err != nil {
		return Code{}, err
	}
	return c, nil
}

// Text returns what the code gives for a row, with zeros in front up to a width;
// ok is false where it has no value.
func (c Code) Text(row Row, width int) (text string, ok bool) {
	f := &frame{row: row}
	to := c.text(f, nil)
	if width > 0 {
		to = form.PadZeros(to, 0, width)
	}
	return string(to), f.fault.cause == 0
}

// frame is the row that code runs over, and the first fault it met.
type frame struct {
	row   Row
	n     int
	fault fault
}

// fault is why an expression has no value for a row.
type fault struct {
	cause       Cause
	name        string // the column, or the expression as written
	offset, end int
}

func (f *frame) fail(cause Cause, name string, e *Expr) {
	if f.fault.cause == 0 {
		f.fault = fault{cause, name, e.offset, e.end}
	}
}

func wholeCode(fixed bool, run func(*frame) int64) Code {
	return Code{
		Kind: WholeKind, fixed: fixed, whole: run,
		real: func(f *frame) float64 { return float64(run(f)) },
		text: func(f *frame, b []byte) []byte { return strconv.AppendInt(b, run(f), 10) },
	}
}

func realCode(fixed bool, run func(*frame) float64) Code {
	return Code{
		Kind: RealKind, fixed: fixed, real: run,
		text: func(f *frame, b []byte) []byte { return form.AppendReal(b, run(f)) },
	}
}

func dateCode(fixed bool, run func(*frame) int64) Code {
	return Code{
		Kind: DateKind, fixed: fixed, whole: run,
		text: func(f *frame, b []byte) []byte { return form.AppendInstant(b, table.Ticks(run(f))) },
	}
}

func textCode(fixed bool, run func(*frame, []byte) []byte) Code {
	return Code{Kind: TextKind, fixed: fixed, text: run}
}

// columnCode reads a column. A value of another type than the column's is the
// fault WrongType, except for text, which every type can give.
func columnCode(col int, column Column, e *Expr) Code {
	whole := func(f *frame) int64 { v := f.value(col, column, e); return v.Int() }
	switch k := KindOf(column.Type); k {
	case WholeKind:
		return wholeCode(false, whole)
	case DateKind:
		return dateCode(false, whole)
	case RealKind:
		return realCode(false, func(f *frame) float64 { v := f.value(col, column, e); return v.Float() })
	default:
		c := textCode(false, func(f *frame, b []byte) []byte {
			v := f.row.Value(col)
			switch v.Type() {
			case table.Null:
				f.fail(Missing, column.Name, e)
				return b
			case table.String:
				return append(b, v.Str()...)
			}
			return append(b, v.String()...)
		})
		c.Kind = k
		return c
	}
}

// value returns the column's value when it is of the column's kind, else 0 and
// a fault.
func (f *frame) value(col int, column Column, e *Expr) table.Value {
	v := f.row.Value(col)
	switch {
	case v.IsNull():
		f.fail(Missing, column.Name, e)
	case KindOf(v.Type()) != KindOf(column.Type):
		f.fail(WrongType, column.Name, e)
	default:
		return v
	}
	return table.Value{}
}
