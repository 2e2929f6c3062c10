package wire

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonKind is the kind of a JSON value.
type jsonKind uint8

const (
	jsonAbsent jsonKind = iota
	jsonString
	jsonNumber
	jsonTrue
	jsonFalse
	jsonNull
	jsonNested // an array or an object, read over
)

// jsonReader reads the members of one JSON object (RFC 8259). After a mistake
// failed is set, and reading goes on at the end of the text.
type jsonReader struct {
	text   string
	at     int
	failed bool
}

func (r *jsonReader) fail() { r.failed, r.at = true, len(r.text) }

// space moves over white space and returns the byte there, 0 at the end.
func (r *jsonReader) space() byte {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// accept moves over white space and the given byte, if it is there.
func (r *jsonReader) accept(c byte) bool {
	if r.space() != c || r.failed {
		return false
	}
	r.at++
	return true
}

// open enters the object.
func (r *jsonReader) open() {
	r.text = strings.TrimPrefix(r.text, "\uFEFF")
	if !r.accept('{') {
		r.fail()
	}
}

// next returns the name of the next member; first tells that none was read
// yet. more is false at the end of the object, and after a mistake.
func (r *jsonReader) next(first bool) (name string, more bool) {
	if r.accept('}') {
		if r.space() != 0 || r.at < len(r.text) {
			r.fail()
		}
		return "", false
	}
	if !first && !r.accept(',') {
		r.fail()
	}
	if r.space() != '"' {
		r.fail()
		return "", false
	}
	name = r.quoted()
	if !r.accept(':') {
		r.fail()
	}
	return name, !r.failed
}

// value reads a value. The text is that of a string, or of a number as it is.
func (r *jsonReader) value() (jsonKind, string) {
	switch c := r.space(); c {
	case '"':
		return jsonString, r.quoted()
	case 't':
		return jsonTrue, r.word("true")
	case 'f':
		return jsonFalse, r.word("false")
	case 'n':
		return jsonNull, r.word("null")
	case '{', '[':
		r.nested()
		return jsonNested, ""
	}
	return jsonNumber, r.number()
}

func (r *jsonReader) word(w string) string {
	if !strings.HasPrefix(r.text[r.at:], w) {
		r.fail()
		return ""
	}
	r.at += len(w)
	return w
}

// number reads a number and returns its text.
func (r *jsonReader) number() string {
	start := r.at
	r.skip('-')
	if !r.skip('0') && !r.digits() {
		r.fail()
	}
	if r.skip('.') && !r.digits() {
		r.fail()
	}
	if r.skip('e') || r.skip('E') {
		if !r.skip('+') {
			r.skip('-')
		}
		if !r.digits() {
			r.fail()
		}
	}
	if r.failed {
		return ""
	}
	return r.text[start:r.at]
}

func (r *jsonReader) skip(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *jsonReader) digits() bool {
	start := r.at
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at > start
}

// quoted reads a string. Without escapes it shares the memory of the text.
func (r *jsonReader) quoted() string {
	r.at++ // the quote
	for i := r.at; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			s := r.text[r.at:i]
			r.at = i + 1
			return s
		case c == '\\':
			return r.unescaped(i)
		case c < ' ':
			r.fail()
			return ""
		}
	}
	r.fail()
	return ""
}

// unescaped reads the rest of a string whose first escape is at i.
func (r *jsonReader) unescaped(i int) string {
	out := make([]byte, 0, 2*(i-r.at)+32)
	out = append(out, r.text[r.at:i]...)
	r.at = i
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '"':
			return string(out)
		case c == '\\':
			out = r.escape(out)
		case c < ' ':
			r.fail()
		default:
			out = append(out, c)
		}
	}
	r.fail()
	return ""
}

// escapes are the characters behind a backslash and what they stand for.
const escapes, escapeMeanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"

// escape reads what follows a backslash.
func (r *jsonReader) escape(out []byte) []byte {
	if r.at == len(r.text) {
		r.fail()
		return out
	}
	c := r.text[r.at]
	r.at++
	if i := strings.IndexByte(escapes, c); i >= 0 {
		return append(out, escapeMeanings[i])
	}
	if c != 'u' {
		r.fail()
		return out
	}
	u := r.unit()
	if utf16.IsSurrogate(u) && strings.HasPrefix(r.text[r.at:], `\u`) {
		before := r.at
		r.at += 2
		if both := utf16.DecodeRune(u, r.unit()); both != utf8.RuneError {
			return utf8.AppendRune(out, both)
		}
		if !r.failed {
			r.at = before // a lone surrogate, then another escape
		}
	}
	return utf8.AppendRune(out, u)
}

// unit reads four hexadecimal digits.
func (r *jsonReader) unit() rune {
	if r.at+4 > len(r.text) {
		r.fail()
		return 0
	}
	var u rune
	for i := range 4 {
		digit, ok := unhex(r.text[r.at+i])
		if !ok {
			r.fail()
			return 0
		}
		u = u<<4 | rune(digit)
	}
	r.at += 4
	return u
}

// nested reads over an array or an object, of which only the brackets and
// strings are checked.
func (r *jsonReader) nested() {
	var stack [MaxNesting]byte
	depth := 0
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch c {
		case '"':
			r.quoted()
			continue
		case '{', '[':
			if depth == MaxNesting {
				r.fail()
				return
			}
			stack[depth] = c + 2 // '}' and ']' follow their openers at this distance
			depth++
		case '}', ']':
			depth--
			if stack[depth] != c {
				r.fail()
				return
			}
		}
		r.at++
		if depth == 0 {
			return
		}
	}
	r.fail()
}
