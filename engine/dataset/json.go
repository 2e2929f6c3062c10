package dataset

import (
	"unicode/utf16"
	"unicode/utf8"
)

// jsonScan reads one JSON value between i and limit. A value that is no object
// of values that can be kept is refused: it is read to its end and can be left
// out. A fault is broken JSON: there is no knowing where the value ends. The
// grammar is that of RFC 8259, strictly.
type jsonScan struct {
	r        *Reader
	i, limit int
	names    *jsonNames
	path     []byte // the names that lead to the value, apart by levelMark

	fault    string // found at i
	refusals faults
	column   int // of the first refusal, from 1, or 0
}

// maxDepth bounds the nesting of a value that is passed over.
const maxDepth = 1000

func (s *jsonScan) data() []byte { return s.r.texts.data }

// peek returns the byte at i, 0 at the limit.
func (s *jsonScan) peek() byte {
	if s.i >= s.limit {
		return 0
	}
	return s.r.texts.data[s.i]
}

func (s *jsonScan) space() {
	for s.i < s.limit && isSpace(s.r.texts.data[s.i]) {
		s.i++
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' }

// take passes b, with the white space around it, if it comes next.
func (s *jsonScan) take(b byte) bool {
	s.space()
	if s.peek() != b {
		return false
	}
	s.i++
	s.space()
	return true
}

// fail notes the first fault and returns false.
func (s *jsonScan) fail(reason string) bool {
	if s.fault == "" {
		s.fault = reason
		if s.i >= s.limit {
			s.fault = "it ends too early"
		}
	}
	return false
}

// refuse notes a refusal.
func (s *jsonScan) refuse(reason string, column int) {
	if s.refusals.add(reason); s.refusals.n == 1 {
		s.column = column
	}
}

// row reads a value into r.row and reports whether it is sound JSON.
func (s *jsonScan) row() bool {
	s.space()
	if s.peek() == '{' {
		s.names.begin(s.r)
		return s.object(0)
	}
	what := jsonKind(s.peek())
	if what == "" {
		return s.fail("a value is expected")
	}
	s.refuse("is "+what+", not an object.", 0)
	return s.skip(0)
}

// Kind names the kind of the value that begins with b, "" for none.
func jsonKind(b byte) string {
	switch {
	case b == '{':
		return "an object"
	case b == '[':
		return "an array"
	case b == '"':
		return "a text"
	case b == '-' || isDigit(b):
		return "a number"
	case b == 't' || b == 'f':
		return "a truth value"
	case b == 'n':
		return "null"
	}
	return ""
}

// object reads the members of the object at i, which lies under depth others,
// into r.row.
func (s *jsonScan) object(depth int) bool {
	s.take('{')
	if s.peek() == '}' {
		s.i++
		return true
	}
	above := len(s.path)
	for {
		if !s.member(depth) || !s.value(depth) {
			return false
		}
		s.path = s.path[:above]
		s.space()
		if s.peek() == '}' {
			s.i++
			return true
		}
		if !s.take(',') {
			return s.fail("a comma or a closing brace is expected")
		}
	}
}

// member reads a name and the colon and appends the name to the path.
func (s *jsonScan) member(depth int) bool {
	if s.peek() != '"' {
		return s.fail("a name in quotes is expected")
	}
	start, end, escaped, ok := s.text()
	if !ok {
		return false
	}
	name := s.data()[start:end]
	if escaped {
		name = s.r.scratch
	}
	if len(name) > MaxCell {
		s.refuse("has a name of more than "+thousands(MaxCell)+" bytes.", 0)
		name = name[:0]
	}
	s.descend(depth, s.r.valid(name))
	if !s.take(':') {
		return s.fail("a colon is expected")
	}
	return true
}

// descend appends a name to the path that lies under depth others.
func (s *jsonScan) descend(depth int, name []byte) {
	if depth > 0 {
		s.path = append(s.path, levelMark)
	}
	s.path = append(s.path, name...)
}

// value reads the value at the path into its columns.
func (s *jsonScan) value(depth int) bool {
	b := s.peek()
	if !s.r.options.Nested || b != '{' && b != '[' {
		return s.plain(s.names.column(s))
	}
	s.r.nested = true
	if b == '[' {
		return s.array(depth)
	}
	if depth+1 < maxLevels {
		return s.object(depth + 1)
	}
	return s.raw()
}

// plain reads a plain value into a column, -1 for one that is not kept.
func (s *jsonScan) plain(col int) bool {
	start := s.i
	var c cell
	switch b := s.peek(); b {
	case '"':
		first, last, escaped, ok := s.text()
		if !ok {
			return false
		}
		if col >= 0 {
			c = s.string(first, last, escaped)
		}
	case '{', '[':
		s.refuse("has "+jsonKind(b)+" in "+s.title()+". Only plain values can be imported.", col+1)
		return s.skip(0)
	default:
		if jsonKind(b) == "" {
			return s.fail("a value is expected")
		}
		if !s.skip(0) {
			return false
		}
		if b != 'n' && col >= 0 {
			c = s.r.span(start, s.i, 0)
		}
	}
	s.put(col, c)
	return true
}

// put puts a cell into the row.
func (s *jsonScan) put(col int, c cell) {
	if c == tooLong {
		s.refuse(longCell("column "+thousands(col+1)), col+1)
	}
	if col >= 0 {
		s.r.row[col] = c
	}
}

func (s *jsonScan) string(start, end int, escaped bool) cell {
	if escaped {
		return s.r.rewritten(cellQuoted)
	}
	return s.r.span(start, end, cellQuoted)
}

// text reads the string at i and returns where its contents lie. With escapes
// they are in r.scratch, resolved.
func (s *jsonScan) text() (start, end int, escaped, ok bool) {
	data := s.data()
	s.i++
	start = s.i
	for s.i < s.limit {
		switch b := data[s.i]; {
		case b == '"':
			end = s.i
			s.i++
			return start, end, escaped, true
		case b < ' ':
			return 0, 0, false, s.fail("a text has a control character")
		case b == '\\':
			if !escaped {
				s.r.scratch = append(s.r.scratch[:0], data[start:s.i]...)
				escaped = true
			}
			if !s.escape() {
				return 0, 0, false, false
			}
		default:
			if escaped {
				s.r.scratch = append(s.r.scratch, b)
			}
			s.i++
		}
	}
	return 0, 0, false, s.fail("")
}

const escapeNames, escapeBytes = `"\/bfnrt`, "\"\\/\b\f\n\r\t"

// escape resolves the escape at i into r.scratch.
func (s *jsonScan) escape() bool {
	s.i++
	b := s.peek()
	if b == 'u' {
		return s.unicodeEscape()
	}
	for k := range len(escapeNames) {
		if escapeNames[k] == b {
			s.r.scratch = append(s.r.scratch, escapeBytes[k])
			s.i++
			return true
		}
	}
	return s.fail("a text has an unknown escape")
}

// unicodeEscape resolves uXXXX, or two of them that form a surrogate pair. Half
// a pair becomes U+FFFD.
func (s *jsonScan) unicodeEscape() bool {
	c, ok := s.hex4(s.i + 1)
	if !ok {
		return s.fail("a text has an unknown escape")
	}
	s.i += 5
	if utf16.IsSurrogate(c) {
		low, pair := rune(0), false
		if s.i+1 < s.limit && s.data()[s.i] == '\\' && s.data()[s.i+1] == 'u' {
			low, pair = s.hex4(s.i + 2)
		}
		if c = utf16.DecodeRune(c, low); c == utf8.RuneError {
			s.r.invalid++
		} else if pair {
			s.i += 6
		}
	}
	s.r.scratch = utf8.AppendRune(s.r.scratch, c)
	return true
}

func (s *jsonScan) hex4(at int) (c rune, ok bool) {
	if at+4 > s.limit {
		return 0, false
	}
	for _, b := range s.data()[at : at+4] {
		d, ok := hexDigit(b)
		if !ok {
			return 0, false
		}
		c = c<<4 | rune(d)
	}
	return c, true
}
