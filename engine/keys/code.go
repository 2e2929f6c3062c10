package keys

import (
	"math"
	"strconv"

	"github.com/keyrange/keyrange/engine/table"
)

// code is an expression made ready to run over rows. text is always there;
// whole is there for whole numbers and dates (as ticks), real for both kinds of
// number. A fault is left in the frame; what is returned then means nothing.
type code struct {
	kind  kind
	whole func(*frame) int64
	real  func(*frame) float64
	text  func(*frame, []byte) []byte
	fixed bool // no column and no row number in it
	mixed bool // a number, and a text where it is missing
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

func (f *frame) fail(cause Cause, name string, e *expr) {
	if f.fault.cause == 0 {
		f.fault = fault{cause, name, e.offset, e.end}
	}
}

func wholeCode(fixed bool, run func(*frame) int64) code {
	return code{
		kind: wholeKind, fixed: fixed, whole: run,
		real: func(f *frame) float64 { return float64(run(f)) },
		text: func(f *frame, b []byte) []byte { return strconv.AppendInt(b, run(f), 10) },
	}
}

func realCode(fixed bool, run func(*frame) float64) code {
	return code{
		kind: realKind, fixed: fixed, real: run,
		text: func(f *frame, b []byte) []byte { return appendReal(b, run(f)) },
	}
}

func dateCode(fixed bool, run func(*frame) int64) code {
	return code{
		kind: dateKind, fixed: fixed, whole: run,
		text: func(f *frame, b []byte) []byte { return appendInstant(b, table.Ticks(run(f))) },
	}
}

func textCode(fixed bool, run func(*frame, []byte) []byte) code {
	return code{kind: textKind, fixed: fixed, text: run}
}

// appendReal writes a double as table.FormatDouble does. The common case, no
// fraction and below 10^15, is done without its two conversions.
func appendReal(b []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return append(strconv.AppendInt(b, int64(f), 10), ".0"...)
	}
	return append(b, table.FormatDouble(f)...)
}

// columnCode reads a column. A value of another type than the column's is the
// fault WrongType, except for text, which every type can give.
func columnCode(col int, column Column, e *expr) code {
	whole := func(f *frame) int64 { v := f.value(col, column, e); return v.Int() }
	switch k := kindOf(column.Type); k {
	case wholeKind:
		return wholeCode(false, whole)
	case dateKind:
		return dateCode(false, whole)
	case realKind:
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
		c.kind = k
		return c
	}
}

// value returns the column's value when it is of the column's kind, else 0 and
// a fault.
func (f *frame) value(col int, column Column, e *expr) table.Value {
	v := f.row.Value(col)
	switch {
	case v.IsNull():
		f.fail(Missing, column.Name, e)
	case kindOf(v.Type()) != kindOf(column.Type):
		f.fail(WrongType, column.Name, e)
	default:
		return v
	}
	return table.Value{}
}
