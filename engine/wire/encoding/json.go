package encoding

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
)

const hexDigits = "0123456789abcdef"

// escaped tells the bytes that do not stand for themselves in a JSON string of
// the service: quotes, backslashes, controls and everything beyond ASCII.
var escaped = func() (set [256]bool) {
	for b := range set {
		set[b] = b < 0x20 || b >= 0x80 || b == '"' || b == '\\'
	}
	return set
}()

// AppendString appends a JSON string.
func AppendString(to []byte, s string) []byte {
	return append(AppendText(append(to, '"'), s), '"')
}

// AppendText appends the inside of a JSON string.
func AppendText(to []byte, s string) []byte {
	start := 0
	for i := 0; i < len(s); {
		if !escaped[s[i]] {
			i++
			continue
		}
		to = append(to, s[start:i]...)
		if s[i] < utf8.RuneSelf {
			to = appendEscape(to, s[i])
			i++
		} else {
			r, size := utf8.DecodeRuneInString(s[i:])
			to = appendRune(to, r)
			i += size
		}
		start = i
	}
	return append(to, s[start:]...)
}

func appendEscape(to []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(to, '\\', c)
	case '\b':
		return append(to, `\b`...)
	case '\f':
		return append(to, `\f`...)
	case '\n':
		return append(to, `\n`...)
	case '\r':
		return append(to, `\r`...)
	case '\t':
		return append(to, `\t`...)
	}
	return appendUnit(to, rune(c))
}

// appendRune appends a character as one or two UTF-16 code units, in lower
// case, as the service writes all that is not ASCII.
func appendRune(to []byte, r rune) []byte {
	if r > 0xFFFF {
		r -= 0x10000
		return appendUnit(appendUnit(to, 0xD800+r>>10), 0xDC00+r&0x3FF)
	}
	return appendUnit(to, r)
}

func appendUnit(to []byte, u rune) []byte {
	return append(to, '\\', 'u', hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}

// AppendValue appends the JSON of a value, without its annotation.
func AppendValue(to []byte, v table.Value) []byte {
	switch v.Type() {
	case table.String:
		return AppendString(to, v.Str())
	case table.Int32:
		return strconv.AppendInt(to, v.Int(), 10)
	case table.Int64:
		return append(strconv.AppendInt(append(to, '"'), v.Int(), 10), '"')
	case table.Boolean:
		return strconv.AppendBool(to, v.Bool())
	case table.Double:
		return appendDouble(to, v.Float())
	case table.DateTime:
		return append(v.Ticks().Append(append(to, '"'), ":"), '"')
	case table.Guid:
		return append(appendGuid(append(to, '"'), v.Bytes()), '"')
	case table.Binary:
		to = append(to, '"')
		to = base64.StdEncoding.AppendEncode(to, []byte(v.Bytes()))
		return append(to, '"')
	}
	return append(to, "null"...)
}

// significant returns how many digits a decimal has from the first that is not
// zero.
func significant(decimal []byte) int {
	n := 0
	for _, c := range decimal {
		if c > '0' && c <= '9' || c == '0' && n > 0 {
			n++
		}
	}
	return n
}

// appendDouble appends a finite number as a number, the others by name. A
// fraction whose shortest decimal has at most 15 digits is written like that:
// it is the one with 15, and found faster.
func appendDouble(to []byte, f float64) []byte {
	if whole := int64(f); float64(whole) == f && whole > -1e15 && whole < 1e15 && !(whole == 0 && math.Signbit(f)) {
		return append(strconv.AppendInt(to, whole, 10), ".0"...)
	}
	if size := math.Abs(f); size >= 1e-4 && size < 1e15 {
		start := len(to)
		if to = strconv.AppendFloat(to, f, 'f', -1, 64); significant(to[start:]) <= 15 {
			return to
		}
		to = to[:start]
	}
	text := table.FormatDouble(f)
	if IsFinite(f) {
		return append(to, text...)
	}
	return append(append(append(to, '"'), text...), '"')
}

// IsFinite reports whether a number is written as one, and not by a name.
func IsFinite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

func appendGuid(to []byte, raw string) []byte {
	for i := 0; i < len(raw); i++ {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			to = append(to, '-')
		}
		to = append(to, hexDigits[raw[i]>>4], hexDigits[raw[i]&15])
	}
	return to
}

// AppendHex appends the last so many hexadecimal digits of a number.
func AppendHex(to []byte, n uint64, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		to = append(to, hexDigits[n>>shift&15])
	}
	return to
}
