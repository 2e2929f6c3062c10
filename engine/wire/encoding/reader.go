package encoding

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxNesting is how deep arrays and objects in an ignored member may nest.
const MaxNesting = 32

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds of values; Absent is that of none.
const (
	Absent Kind = iota
	String
	Number
	True
	False
	Null
	Nested // an array or an object, read over
)

// Reader reads the members of one JSON object (RFC 8259). After a mistake
// Failed is set, and reading goes on at the end of the text.
type Reader struct {
	Text   string
	at     int
	Failed bool
}

func (r *Reader) fail() { r.Failed, r.at = true, len(r.Text) }

// space moves over white space and returns the byte there, 0 at the end.
func (r *Reader) space() byte {
	for r.at < len(r.Text) {
		switch c := r.Text[r.at]; c {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// accept moves over white space and the given byte, if it is there.
func (r *Reader) accept(c byte) bool {
	if r.space() != c || r.Failed {
		return false
	}
	r.at++
	return true
}

// Open enters the object.
func (r *Reader) Open() {
	r.Text = strings.TrimPrefix(r.Text, "\uFEFF")
	if !r.accept('{') {
		r.fail()
	}
}

// Next returns the name of the next member; first tells that none was read
// yet. more is false at the end of the object, and after a mistake.
func (r *Reader) Next(first bool) (name string, more bool) {
	if r.accept('}') {
		if r.space() != 0 || r.at < len(r.Text) {
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
	return name, !r.Failed
}

// Value reads a value. The text is that of a string, or of a number as it is.
func (r *Reader) Value() (Kind, string) {
	switch c := r.space(); c {
	case '"':
		return String, r.quoted()
	case 't':
		return True, r.word("true")
	case 'f':
		return False, r.word("false")
	case 'n':
		return Null, r.word("null")
	case '{', '[':
		r.nested()
		return Nested, ""
	}
	return Number, r.number()
}

func (r *Reader) word(w string) string {
	if !strings.HasPrefix(r.Text[r.at:], w) {
		r.fail()
		return ""
	}
	r.at += len(w)
	return w
}

// number reads a number and returns its text.
func (r *Reader) number() string {
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
	if r.Failed {
		return ""
	}
	return r.Text[start:r.at]
}

func (r *Reader) skip(c byte) bool {
	if r.at < len(r.Text) && r.Text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *Reader) digits() bool {
	start := r.at
	for r.at < len(r.Text) && '0' <= r.Text[r.at] && r.Text[r.at] <= '9' {
		r.at++
	}
	return r.at > start
}

// quoted reads a string. Without escapes it shares the memory of the text.
func (r *Reader) quoted() string {
	r.at++ // the quote
	for i := r.at; i < len(r.Text); i++ {
		switch c := r.Text[i]; {
		case c == '"':
			s := r.Text[r.at:i]
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
func (r *Reader) unescaped(i int) string {
	out := make([]byte, 0, 2*(i-r.at)+32)
	out = append(out, r.Text[r.at:i]...)
	r.at = i
	for r.at < len(r.Text) {
		c := r.Text[r.at]
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
func (r *Reader) escape(out []byte) []byte {
	if r.at == len(r.Text) {
		r.fail()
		return out
	}
	c := r.Text[r.at]
	r.at++
	if i := strings.IndexByte(escapes, c); i >= 0 {
		return append(out, escapeMeanings[i])
	}
	if c != 'u' {
		r.fail()
		return out
	}
	u := r.unit()
	if utf16.IsSurrogate(u) {
		if !strings.HasPrefix(r.Text[r.at:], `\u`) {
			r.fail()
			return out
		}
		r.at += 2
		if u = utf16.DecodeRune(u, r.unit()); u == utf8.RuneError {
			r.fail() // half a pair is no character, and nothing may pass for it
		}
	}
	return utf8.AppendRune(out, u)
}

// unit reads four hexadecimal digits.
func (r *Reader) unit() rune {
	if r.at+4 > len(r.Text) {
		r.fail()
		return 0
	}
	var u rune
	for i := range 4 {
		digit, ok := unhex(r.Text[r.at+i])
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
func (r *Reader) nested() {
	var stack [MaxNesting]byte
	depth := 0
	for r.at < len(r.Text) {
		c := r.Text[r.at]
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
