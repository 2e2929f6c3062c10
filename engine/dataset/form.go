package dataset

import (
	"bytes"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// Form is how a text writes a value where the plain way is not the only one.
type Form uint8

// The forms. Each belongs to one type; under another type it has no effect.
const (
	Plain        Form = iota
	DecimalComma      // 1.234,5 is 1234.5
	DayFirst          // 31/12/2001, 31.12.2001 and 31-12-2001
	MonthFirst        // 12/31/2001
	EpochMillis       // 1009756800000: milliseconds since 1970
	EpochSeconds      // 1009756800: seconds since 1970
	lastForm     = EpochSeconds
)

// Sound reports whether f is one of the forms.
func (f Form) Sound() bool { return f <= lastForm }

// String says what the form is.
func (f Form) String() string {
	return [...]string{"", "decimal comma", "day first", "month first", "milliseconds since 1970", "seconds since 1970", "", ""}[f&7]
}

// Type returns the type to which the form belongs, Null for Plain.
func (f Form) Type() table.EdmType {
	switch f {
	case Plain:
		return table.Null
	case DecimalComma:
		return table.Double
	}
	return table.DateTime
}

// Forms returns the forms that a type can have, Plain first.
func Forms(t table.EdmType) []Form {
	forms := []Form{Plain}
	for f := Plain + 1; f <= lastForm; f++ {
		if f.Type() == t {
			forms = append(forms, f)
		}
	}
	return forms
}

// The bits of a typeSet above those of the types stand for a type in a form.
const (
	firstFormBit         = 9
	formBits     typeSet = 1<<(firstFormBit+DecimalComma) | 1<<(firstFormBit+DayFirst) | 1<<(firstFormBit+MonthFirst) |
		1<<(firstFormBit+EpochMillis) | 1<<(firstFormBit+EpochSeconds)
	commaProved typeSet = 1 << 15 // no bit of a set: the text has a comma that can only be a decimal one
)

func (f Form) bit() typeSet { return 1 << (firstFormBit + f) }

// types returns what a column may be before its first text was looked at.
func (o Options) types() typeSet {
	if o.Forms {
		return anyType | formBits
	}
	return anyType
}

// Offers returns the forms, beside the one that was inferred, that fit every
// text of the column: what a reader may want who knows more than the texts say.
func (c *Column) Offers() []Form {
	var list []Form
	for f := Plain + 1; f <= lastForm; f++ {
		if c.fits&f.bit() != 0 && f != c.InferredForm && !(f == DecimalComma && c.Inferred != table.String) {
			list = append(list, f)
		}
	}
	return list
}

// form returns the form that the texts of a column suggest: one that proves
// itself or, for an instant, one that the column's name speaks for. A type that
// needs no form comes first.
func (t *tally) form(source string) Form {
	switch p := t.possible; {
	case p&EpochMillis.bit() != 0:
		if namesTime(source) {
			return EpochMillis
		}
	case p&anyType != 0:
	case p&DecimalComma.bit() != 0 && t.proved:
		return DecimalComma
	case p&DayFirst.bit() != 0 && p&MonthFirst.bit() == 0:
		return DayFirst
	case p&MonthFirst.bit() != 0 && p&DayFirst.bit() == 0:
		return MonthFirst
	}
	return Plain
}

// settleDates gives columns in which 3/4/2001 has two meanings the order that
// other columns of the input prove, if these agree.
func settleDates(columns []Column, tallies []tally) {
	proved := Plain
	for i := range columns {
		f := columns[i].InferredForm
		if f != DayFirst && f != MonthFirst {
			continue
		}
		if proved != Plain && proved != f {
			return
		}
		proved = f
	}
	for i := range columns {
		c := &columns[i]
		if proved != Plain && c.twoOrders() {
			c.Inferred, c.InferredForm = table.DateTime, proved
			c.Type, c.Form = c.Inferred, c.InferredForm
		}
	}
}

// twoOrders reports whether all texts are dates in which day and month may
// change places.
func (c *Column) twoOrders() bool {
	return c.Inferred == table.String && c.fits&DayFirst.bit() != 0 && c.fits&MonthFirst.bit() != 0
}

// namesTime reports whether the last level of a column's name is one that people
// give to instants.
func namesTime(source string) bool {
	name := source[strings.LastIndexByte(source, '.')+1:]
	low := strings.ToLower(name)
	for _, part := range []string{"time", "date", "created", "modified", "changed"} {
		if strings.Contains(low, part) {
			return true
		}
	}
	return low == "at" || low == "ts" || low == "when" || strings.HasSuffix(low, "_at") || strings.HasSuffix(low, "_ts") ||
		strings.HasSuffix(name, "At")
}

// ParseForm reads a text as a value of the form's type; false when it does not
// fit.
func ParseForm(text string, f Form) (table.Value, bool) { return parse([]byte(text), f.Type(), f) }

// parse reads a text in the form. applies is false where the form says nothing
// about the type.
func (f Form) parse(text []byte, t table.EdmType) (v table.Value, ok, applies bool) {
	if f.Type() != t {
		return v, false, false
	}
	switch f {
	case DecimalComma:
		var buffer [32]byte
		point, _, fits := pointed(buffer[:0], text)
		if !fits {
			return v, false, true
		}
		n, fits := parseDouble(point)
		if !fits {
			return v, false, true
		}
		return table.DoubleValue(n), true, true
	case DayFirst, MonthFirst:
		at, fits := parseSlashed(text, f == DayFirst)
		if !fits {
			return v, false, true
		}
		return table.DateTimeValue(at), true, true
	}
	n, fits := parseInteger(text)
	at, fits2 := epoch(n, f)
	if !fits || !fits2 {
		return v, false, true
	}
	return table.DateTimeValue(at), true, true
}

// epochStart is 1970-01-01.
var epochStart, _ = parseDateTime([]byte("1970-01-01"))

// epoch returns the instant n units after 1970.
func epoch(n int64, f Form) (table.Ticks, bool) {
	unit := table.Second / 1000
	if f == EpochSeconds {
		unit = table.Second
	}
	if n > int64(table.MaxDateTime/unit) || n < -int64(table.MaxDateTime/unit) {
		return 0, false
	}
	t := epochStart + table.Ticks(n)*unit
	return t, t >= table.MinDateTime && t <= table.MaxDateTime
}

// Between these counts of seconds, from 2001 to 2096, an integer may be an
// instant. In milliseconds they have 13 digits, in seconds ten.
const epochLow, epochHigh = 1_000_000_000, 4_000_000_000

// epochForms returns the forms in which an integer may be an instant.
func epochForms(n int64) typeSet {
	switch {
	case n >= epochLow && n < epochHigh:
		return EpochSeconds.bit()
	case n >= 1000*epochLow && n < 1000*epochHigh:
		return EpochMillis.bit()
	}
	return 0
}

// pointed appends a number with a decimal comma, and perhaps points between
// groups of three digits, as one with a decimal point. proved says that the
// comma cannot stand between groups itself.
func pointed(to, text []byte) (_ []byte, proved, ok bool) {
	whole, decimals, comma := text, []byte(nil), false
	if k := bytes.IndexByte(text, ','); k >= 0 {
		whole, decimals, comma = text[:k], text[k+1:], true
	}
	if comma && !allDigits(decimals) {
		return to, false, false
	}
	if len(whole) > 0 && whole[0] == '-' {
		to, whole = append(to, '-'), whole[1:]
	}
	first := len(whole)
	if k := bytes.IndexByte(whole, '.'); k >= 0 {
		first = k
	}
	for i, b := range whole {
		point := i >= first && (i-first)%4 == 0
		if point != (b == '.') || !point && !isDigit(b) {
			return to, false, false
		}
		if !point {
			to = append(to, b)
		}
	}
	grouped := first < len(whole)
	if grouped && (first == 0 || first > 3 || (len(whole)-first)%4 != 0) || len(whole) == 0 && !comma {
		return to, false, false
	}
	if comma {
		to = append(append(to, '.'), decimals...)
	}
	return to, comma && (len(decimals) != 3 || grouped || first > 3 || first == 0 || whole[0] == '0'), true
}

// classifyForms returns the forms that a text without a plain type fits.
func classifyForms(text []byte) typeSet {
	b := text[0]
	if b != '-' && b != ',' && !isDigit(b) {
		return 0
	}
	if bytes.IndexByte(text, ',') >= 0 {
		var buffer [32]byte
		if to, proved, ok := pointed(buffer[:0], text); ok && !leadingZero(text) {
			if _, fits := parseDouble(to); fits && proved {
				return DecimalComma.bit() | commaProved
			} else if fits {
				return DecimalComma.bit()
			}
		}
		return 0
	}
	s := typeSet(0)
	for _, f := range []Form{DayFirst, MonthFirst} {
		if _, ok := parseSlashed(text, f == DayFirst); ok {
			s |= f.bit()
		}
	}
	return s
}

// leadingZero reports whether a number has a zero before another digit.
func leadingZero(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte{'-'})
	return len(text) > 1 && text[0] == '0' && isDigit(text[1])
}
