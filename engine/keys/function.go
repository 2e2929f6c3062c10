package keys

import (
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// Function is one of the functions that a placeholder can call.
type Function struct {
	Name      string
	Signature string // as "prefix(x, n)"
	Meaning   string // one line
	Example   string // a placeholder
	Gives     string // what Example makes of the row in the package comment

	least, most int // arguments
	bind        func(e *Expr, args []Code) (Code, *Error)
}

// ticksWidth is how many digits the last instant of the year 9999 has.
const TicksWidth = 19

// functions is in the order in which they are offered.
var functions = []Function{
	{Name: "upper", Signature: "upper(x)", Meaning: "Text in upper case.", Example: "{upper(Channel)}", Gives: "FOOTBALL", least: 1, most: 1,
		bind: bindUpper},
	{Name: "lower", Signature: "lower(x)", Meaning: "Text in lower case.", Example: "{lower(Channel)}", Gives: "football", least: 1, most: 1,
		bind: bindLower},
	{Name: "prefix", Signature: "prefix(x, n)", Meaning: "The first n characters.", Example: "{prefix(Channel,3)}", Gives: "Foo", least: 2,
		most: 2, bind: bindPrefix},
	{Name: "reverse", Signature: "reverse(x)", Meaning: "The characters from last to first.", Example: "{reverse(Channel)}", Gives: "llabtooF",
		least: 1, most: 1, bind: bindReverse},
	{Name: "clean", Signature: "clean(x, with)", Meaning: "Each character that a key refuses is replaced, by an underscore when with is " +
		"left out.", Example: "{clean(Title,'-')}", Gives: "Face-Off", least: 1, most: 2, bind: bindClean},
	{Name: "or", Signature: "or(x, y)", Meaning: "x, or y where x is missing or empty.", Example: "{or(Author,'Unknown')}", Gives: "Unknown",
		least: 2, most: 2, bind: bindOr},
	{Name: "join", Signature: "join(x, y, ...)", Meaning: "The texts one after another. It is missing where one of them is.",
		Example: "{or(join('by_',Author),Channel)}", Gives: "Football", least: 2, most: 8, bind: bindJoin},
	{Name: "when", Signature: "when(x, text, y)", Meaning: "y where x is the text, and missing elsewhere. With or it chooses between kinds " +
		"of entity.", Example: "{or(when(Channel,'Football',PostId),'other')}", Gives: "42", least: 3, most: 3, bind: bindWhen},
	{Name: "hash", Signature: "hash(x)", Meaning: "A number from 0 to 4,294,967,295 that spreads values evenly. With % n it names one of n " +
		"buckets.", Example: "{hash(Channel)%16:02}", Gives: "01", least: 1, most: 1, bind: bindHash},
	{Name: "floor", Signature: "floor(x)", Meaning: "The largest whole number that is not above x.", Example: "{floor(Rating)}", Gives: "4",
		least: 1, most: 1, bind: bindFloor},
	{Name: "ticks", Signature: "ticks(x)", Meaning: "A date as a count of 100 ns since the year 1, oldest first.",
		Example: "{ticks(PostedAt):19}", Gives: "0633608174510000000", least: 1, most: 1, bind: bindTicks},
	{Name: "reverseTicks", Signature: "reverseTicks(x)", Meaning: "The ticks left until the year 10000, newest first.",
		Example: "{reverseTicks(PostedAt):19}", Gives: "2521770801489999999", least: 1, most: 1, bind: bindTicks},
	{Name: "rowNumber", Signature: "rowNumber()", Meaning: "The number of the row, from 1.", Example: "{rowNumber():06}", Gives: "000001",
		least: 0, most: 0, bind: bindRowNumber},
}

// Functions returns all functions in the order in which they are offered.
func Functions() []Function { return append([]Function(nil), functions...) }

func function(name string) *Function {
	for i := range functions {
		if functions[i].Name == name {
			return &functions[i]
		}
	}
	return nil
}

func functionNames() []string {
	names := make([]string, len(functions))
	for i, f := range functions {
		names[i] = f.Name
	}
	return names
}

// rewriting is text whose code writes x and then changes what it wrote.
func rewriting(x Code, change func(b []byte, mark int) []byte) (Code, *Error) {
	return textCode(x.fixed, func(f *frame, b []byte) []byte {
		mark := len(b)
		return change(x.text(f, b), mark)
	}), nil
}

func bindUpper(_ *Expr, args []Code) (Code, *Error) {
	return rewriting(args[0], func(b []byte, mark int) []byte { return mapRunes(b, mark, unicode.ToUpper) })
}

func bindLower(_ *Expr, args []Code) (Code, *Error) {
	return rewriting(args[0], func(b []byte, mark int) []byte { return mapRunes(b, mark, unicode.ToLower) })
}

// mapRunes changes each character after mark. The new text grows behind the
// old one and is then moved over it, because a character may change its length.
func mapRunes(b []byte, mark int, change func(rune) rune) []byte {
	end := len(b)
	for i := mark; i < end; {
		r, size := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b[i:end])
		}
		b = utf8.AppendRune(b, change(r))
		i += size
	}
	return b[:mark+copy(b[mark:], b[end:])]
}

func bindReverse(_ *Expr, args []Code) (Code, *Error) {
	return rewriting(args[0], func(b []byte, mark int) []byte {
		end := len(b)
		for i := end; i > mark; {
			_, size := utf8.DecodeLastRune(b[mark:i])
			b = append(b, b[i-size:i]...)
			i -= size
		}
		return b[:mark+copy(b[mark:], b[end:])]
	})
}

func bindPrefix(e *Expr, args []Code) (Code, *Error) {
	length := e.Args[1]
	if length.Kind != NumberExpr || length.Whole < 1 || length.Whole > form.MaxKey {
		return Code{}, &Error{"prefix takes a whole number of characters from 1 to " + strconv.Itoa(form.MaxKey) + ", as in {prefix(Channel,3)}.",
			length.offset, length.end}
	}
	n := int(length.Whole)
	return rewriting(args[0], func(b []byte, mark int) []byte {
		i := mark
		for taken := 0; taken < n && i < len(b); taken++ {
			_, size := utf8.DecodeRune(b[i:])
			i += size
		}
		return b[:i]
	})
}

func bindClean(e *Expr, args []Code) (Code, *Error) {
	with := "_"
	if len(e.Args) == 2 {
		if e.Args[1].Kind != TextExpr || form.Refused(e.Args[1].Name) >= 0 {
			return Code{}, &Error{"clean takes a quoted text that a key may hold, as in {clean(Title,'_')}.", e.Args[1].offset, e.Args[1].end}
		}
		with = e.Args[1].Name
	}
	return rewriting(args[0], func(b []byte, mark int) []byte { return form.Clean(b, mark, with) })
}

func bindOr(_ *Expr, args []Code) (Code, *Error) {
	x, y := args[0], args[1]
	switch {
	case x.Kind == y.Kind && x.Kind == DateKind:
		return dateCode(x.fixed, either(x.whole, y.whole)), nil
	case x.Kind == y.Kind && x.Kind == WholeKind:
		return wholeCode(x.fixed, either(x.whole, y.whole)), nil
	case x.Kind.IsNumber() && y.Kind.IsNumber():
		return realCode(x.fixed, either(x.real, y.real)), nil
	}
	c := textCode(x.fixed, func(f *frame, b []byte) []byte {
		if f.fault.cause != 0 {
			return b
		}
		mark := len(b)
		b = x.text(f, b)
		if f.forgive() || f.fault.cause == 0 && len(b) == mark {
			return y.text(f, b[:mark])
		}
		return b
	})
	c.Mixed = x.Kind.IsNumber()
	return c, nil
}

func bindJoin(_ *Expr, args []Code) (Code, *Error) {
	fixed := true
	for _, a := range args {
		fixed = fixed && a.fixed
	}
	return textCode(fixed, func(f *frame, b []byte) []byte {
		for _, a := range args {
			b = a.text(f, b)
		}
		return b
	}), nil
}

// bindWhen compares texts: what x gives, as a key would hold it.
func bindWhen(e *Expr, args []Code) (Code, *Error) {
	if e.Args[1].Kind != TextExpr {
		return Code{}, &Error{"when compares with a quoted text, as in {when(Kind,'Rental',Movie)}.", e.Args[1].offset, e.Args[1].end}
	}
	x, y, want := args[0], args[2], e.Args[1].Name
	c := textCode(false, func(f *frame, b []byte) []byte {
		mark := len(b)
		b = x.text(f, b)
		if f.fault.cause != 0 {
			return b
		}
		if string(b[mark:]) != want {
			f.fail(Missing, e.String(), e)
			return b[:mark]
		}
		return y.text(f, b[:mark])
	})
	c.Mixed = y.Kind.IsNumber()
	return c, nil
}

// either runs y where x is missing. A fault from before is not x's and stays.
func either[T int64 | float64](x, y func(*frame) T) func(*frame) T {
	return func(f *frame) T {
		if f.fault.cause != 0 {
			return 0
		}
		v := x(f)
		if f.forgive() {
			return y(f)
		}
		return v
	}
}

// forgive takes a missing value back and reports whether there was one.
func (f *frame) forgive() bool {
	if f.fault.cause != Missing {
		return false
	}
	f.fault = fault{}
	return true
}

func bindHash(_ *Expr, args []Code) (Code, *Error) {
	x := args[0]
	var scratch []byte
	return wholeCode(x.fixed, func(f *frame) int64 {
		scratch = x.text(f, scratch[:0])
		return int64(hashOf(scratch))
	}), nil
}

func bindFloor(e *Expr, args []Code) (Code, *Error) {
	x := args[0]
	if !x.Kind.IsNumber() {
		return Code{}, notA("number", e.Args[0], x.Kind, "{floor(Rating)}")
	}
	if x.Kind == WholeKind {
		return x, nil
	}
	return wholeCode(x.fixed, func(f *frame) int64 {
		v := math.Floor(x.real(f))
		if v < math.MinInt64 || v >= math.MaxInt64 || math.IsNaN(v) {
			f.fail(Overflow, e.String(), e)
			return 0
		}
		return int64(v)
	}), nil
}

func bindTicks(e *Expr, args []Code) (Code, *Error) {
	x := args[0]
	if x.Kind != DateKind {
		return Code{}, notA("date", e.Args[0], x.Kind, e.Function.Example)
	}
	if e.Function.Name == "ticks" {
		return wholeCode(x.fixed, x.whole), nil
	}
	return wholeCode(x.fixed, func(f *frame) int64 { return int64(table.MaxDateTime) - x.whole(f) }), nil
}

func bindRowNumber(*Expr, []Code) (Code, *Error) {
	return wholeCode(false, func(f *frame) int64 { return int64(f.n) + 1 }), nil
}
