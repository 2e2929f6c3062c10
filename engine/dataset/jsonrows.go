package dataset

import (
	"bytes"
	"unicode/utf8"
)

// jsonNames finds the column for a name. Names that are new wait in fresh until
// their row is kept, so that a bad row brings no column.
type jsonNames struct {
	known map[string]int // by the name in the input
	fresh []string
	early map[string]int // fresh, by name
	last  []int          // per column the number of the last object that named it
	count int            // objects so far
	next  int            // the column expected next: objects repeat their order
}

func newJSONNames() *jsonNames {
	return &jsonNames{known: map[string]int{}, early: map[string]int{}}
}

// begin prepares r.row for an object.
func (n *jsonNames) begin(r *Reader) {
	n.count++
	n.next = 0
	if len(n.fresh) > 0 {
		n.fresh = n.fresh[:0]
		clear(n.early)
	}
	for range r.columns {
		r.row = append(r.row, 0)
	}
}

// column returns the column of a name that the object has not named yet, -1 and
// a refusal otherwise.
func (n *jsonNames) column(s *jsonScan, name []byte) int {
	col := n.find(s.r, name)
	if col < 0 {
		s.refuse("has more than "+thousands(MaxColumns)+" different names with the rows before it.", 0)
		return -1
	}
	n.next = col + 1
	if n.last[col] == n.count {
		s.refuse("names "+n.title(s.r, col)+" twice.", col+1)
		return -1
	}
	n.last[col] = n.count
	return col
}

func (n *jsonNames) find(r *Reader, name []byte) int {
	if n.next < len(r.tallies) && bytes.Equal(r.tallies[n.next].key, name) {
		return n.next
	}
	if col, ok := n.known[string(name)]; ok {
		return col
	}
	if col, ok := n.early[string(name)]; ok {
		return col
	}
	col := len(r.row)
	if col == MaxColumns {
		return -1
	}
	n.fresh = append(n.fresh, string(name))
	n.early[n.fresh[len(n.fresh)-1]] = col
	r.row = append(r.row, 0)
	if col == len(n.last) {
		n.last = append(n.last, 0)
	}
	return col
}

// title names the column in a sentence.
func (n *jsonNames) title(r *Reader, col int) string {
	switch {
	case col < 0:
		return "a column"
	case col < len(r.columns):
		return "column " + shorten([]byte(r.columns[col].Source), sampleText)
	}
	return "column " + shorten([]byte(n.fresh[col-len(r.columns)]), sampleText)
}

// settle takes missing cells from the end of a row that is sound, and makes
// columns of its fresh names if there is room for the row.
func (n *jsonNames) settle(r *Reader) {
	for len(r.row) > 0 && r.row[len(r.row)-1] == 0 {
		r.row = r.row[:len(r.row)-1]
	}
	if r.full() != "" {
		return
	}
	for _, name := range n.fresh {
		n.known[name] = len(r.columns)
		r.addColumn([]byte(name))
	}
	n.fresh = n.fresh[:0]
	clear(n.early)
}

// jsonArray reads the elements of one array. Broken JSON ends the read, because
// nothing says where the next element begins.
type jsonArray struct {
	names *jsonNames
	state arrayState
}

type arrayState uint8

const (
	atStart arrayState = iota // an element or the end
	atComma                   // a comma or the end
	atValue                   // an element
	atEnd                     // nothing more
)

func newJSONArray(r *Reader) (*jsonArray, *Error) {
	data := r.texts.data
	i := r.place.offset
	for i < len(data) && i < r.place.offset+MaxRow && isSpace(data[i]) {
		i++
	}
	r.place.advance(data, i, '\n')
	if i == len(data) || data[i] != '[' {
		return nil, r.errorHere("This JSON does not begin with [. An import is an array of objects, or one object per line.")
	}
	r.place.advance(data, i+1, '\n')
	return &jsonArray{names: newJSONNames()}, nil
}

func (a *jsonArray) next(r *Reader) outcome {
	data := r.texts.data
	i, end := r.place.offset, min(len(data), r.place.offset+stepBytes)
	for i < end && isSpace(data[i]) {
		i++
	}
	r.place.advance(data, i, '\n')
	switch {
	case i == len(data) && a.state == atEnd:
		return outcome{kind: endOfInput}
	case i == len(data):
		return a.broken(r, "the array is not closed")
	case i == end:
		return outcome{}
	case a.state == atEnd:
		return a.broken(r, "there is text after the end of the array")
	case data[i] == ']' && a.state != atValue:
		a.state = atEnd
	case a.state != atComma:
		a.state = atComma
		return a.element(r)
	case data[i] == ',':
		a.state = atValue
	default:
		return a.broken(r, "a comma or a closing bracket is expected")
	}
	r.place.advance(data, i+1, '\n')
	return outcome{}
}

// element reads the element at the place.
func (a *jsonArray) element(r *Reader) outcome {
	data := r.texts.data
	start := r.place.offset
	s := jsonScan{r: r, i: start, limit: min(len(data), start+MaxRow), names: a.names}
	o := outcome{kind: rowBad, line: r.place.line, start: start}
	if s.row() {
		o = s.outcome(o)
		r.place.advance(data, s.i, '\n')
		return o
	}
	if s.i >= s.limit && s.limit < len(data) {
		s.fault = "an element is longer than " + thousands(MaxRow) + " bytes"
	}
	r.place.advance(data, s.i, '\n')
	o.end = s.i
	o.reason = "is not JSON: " + s.fault + "."
	o.fatal = a.broken(r, s.fault).fatal
	return o
}

// broken ends the read at the place.
func (a *jsonArray) broken(r *Reader, why string) outcome {
	return outcome{kind: endOfInput, fatal: r.errorHere("The JSON breaks off on line " + thousands(r.place.line) +
		" at character " + thousands(r.place.column) + ": " + why + ". What follows was not read.")}
}

// freshWork is what a new name costs, in bytes looked at.
const freshWork = 128

// outcome says whether a sound value is kept.
func (s *jsonScan) outcome(o outcome) outcome {
	o.end = s.i
	o.work = freshWork * len(s.names.fresh)
	o.kind, o.reason, o.column = rowBad, s.refusal, s.column
	if s.refusal == "" {
		o.kind = rowKept
		s.names.settle(s.r)
	}
	return o
}

// jsonLines reads one object per line. A bad line costs nothing but itself.
type jsonLines struct {
	names    *jsonNames
	skipping bool // the rest of the line is part of a bad row
}

func (l *jsonLines) next(r *Reader) outcome {
	data := r.texts.data
	start := r.place.offset
	if start == len(data) {
		return outcome{kind: endOfInput}
	}
	window := data[start:min(len(data), start+MaxRow)]
	if l.skipping {
		window = window[:min(len(window), stepBytes)]
	}
	length := bytes.IndexByte(window, '\n') + 1
	ended := length > 0 || start+len(window) == len(data)
	if length == 0 {
		length = len(window)
	}
	o := outcome{}
	if !l.skipping {
		o = l.line(r, window[:length], ended)
	}
	l.skipping = !ended
	r.place.advance(data, start+length, '\n')
	return o
}

// line reads one line, or the first MaxRow bytes of a longer one.
func (l *jsonLines) line(r *Reader, line []byte, ended bool) outcome {
	start := r.place.offset
	if len(bytes.TrimLeft(line, whiteSpace)) == 0 && ended {
		return outcome{}
	}
	o := outcome{kind: rowBad, line: r.place.line, start: start, end: start + len(line)}
	if !ended {
		o.reason = "is longer than " + thousands(MaxRow) + " bytes."
		return o
	}
	s := jsonScan{r: r, i: start, limit: start + len(line), names: l.names}
	sound := s.row()
	s.space()
	if sound && s.i < s.limit {
		sound = s.fail("there is text after the value")
	}
	if sound {
		return s.outcome(o)
	}
	at := utf8.RuneCount(r.texts.data[start:s.i]) + 1
	o.reason = "is not JSON: " + s.fault + ", at character " + thousands(at) + ". Each line holds one whole object."
	return o
}
