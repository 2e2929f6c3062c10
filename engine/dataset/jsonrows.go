package dataset

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// jsonNames finds the source column for a path of names. Paths that are new wait
// in fresh until their row is known to be sound, and columns that the Dataset
// does not have yet until it is known to be kept, so that a bad row brings no
// column.
type jsonNames struct {
	known   map[string]int // source columns, by path
	fresh   []string
	early   map[string]int // fresh, by path
	pending []int          // the sources, known and fresh, for which r.row has a cell beyond r.columns
	last    []int          // per source and fresh path the number of the last object that named it
	count   int            // objects so far
	next    int            // the source expected next: objects repeat their order
	lengths map[string]int // of the arrays at a path, 0 for those that are text
}

func newJSONNames() *jsonNames {
	return &jsonNames{known: map[string]int{}, early: map[string]int{}, lengths: map[string]int{}}
}

// begin prepares r.row for an object.
func (n *jsonNames) begin(r *Reader) {
	n.count++
	n.next = 0
	n.pending = n.pending[:0]
	if len(n.fresh) > 0 {
		n.fresh = n.fresh[:0]
		clear(n.early)
	}
	for range r.columns {
		r.row = append(r.row, 0)
	}
}

// column returns the place in r.row for the path, which the object has not named
// yet: -1 where it is not kept, and -1 and a refusal where it must not be.
func (n *jsonNames) column(s *jsonScan) int {
	source := n.find(s.r, s.path)
	if source < 0 {
		if s.r.moreSources = true; !s.r.options.Nested {
			s.refuse("has more than "+thousands(MaxColumns)+" different names with the rows before it.", 0)
		}
		return -1
	}
	n.next = source + 1
	if n.last[source] == n.count {
		s.refuse("names "+s.title()+" twice.", n.place(s.r, source)+1)
		return -1
	}
	n.last[source] = n.count
	return n.place(s.r, source)
}

// place returns the place of a source column in r.row, -1 when it is not kept.
func (n *jsonNames) place(r *Reader, source int) int {
	if source < len(r.sources) && r.sources[source].col >= 0 {
		return r.sources[source].col
	}
	for k, p := range n.pending {
		if p == source {
			return len(r.columns) + k
		}
	}
	if !r.keeps(source, len(r.columns)+len(n.pending)) {
		return -1
	}
	n.pending = append(n.pending, source)
	r.row = append(r.row, 0)
	return len(r.row) - 1
}

// find returns the source column of a path, -1 when there are too many.
func (n *jsonNames) find(r *Reader, path []byte) int {
	if n.next < len(r.sources) && r.sources[n.next].key == string(path) {
		return n.next
	}
	if source, ok := n.known[string(path)]; ok {
		return source
	}
	if source, ok := n.early[string(path)]; ok {
		return source
	}
	source := len(r.sources) + len(n.fresh)
	if source == maxSources || !r.options.Nested && !r.keeps(source, len(r.columns)+len(n.fresh)) {
		return -1
	}
	n.fresh = append(n.fresh, string(path))
	n.early[n.fresh[len(n.fresh)-1]] = source
	for source >= len(n.last) {
		n.last = append(n.last, 0)
	}
	return source
}

// title names the column at the path in a sentence.
func (s *jsonScan) title() string {
	return "column " + shorten([]byte(shownName(string(s.path))), sampleText)
}

// trim takes missing cells from the end of a sound row.
func (n *jsonNames) trim(r *Reader) {
	for len(r.row) > 0 && r.row[len(r.row)-1] == 0 {
		r.row = r.row[:len(r.row)-1]
	}
}

// settle makes source columns of the fresh paths of a sound row and, if it is
// kept, columns of those that have none yet.
func (n *jsonNames) settle(r *Reader, kept bool) {
	for _, path := range n.fresh {
		n.known[path] = len(r.sources)
		r.sources = append(r.sources, source{key: path, col: -1})
	}
	if kept {
		for _, source := range n.pending {
			r.sources[source].col = len(r.columns)
			r.addColumn([]byte(r.sources[source].key))
		}
	}
	n.fresh, n.pending = n.fresh[:0], n.pending[:0]
	clear(n.early)
}

// jsonArray reads the elements of one array. Broken JSON ends the read, because
// nothing says where the next element begins.
type jsonArray struct {
	names *jsonNames
	state arrayState
	inner bool // the array is a part of the document: what follows it is not read
}

func (a *jsonArray) settle(r *Reader, kept bool) { a.names.settle(r, kept) }

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
	inner := r.options.Records != ""
	if inner {
		found, _, _ := findRecords(data, i)
		k := slices.IndexFunc(found, func(f records) bool { return f.path == r.options.Records })
		if k < 0 {
			return nil, &Error{Message: "This JSON has no array of objects called " + shorten([]byte(r.options.Records), sampleText) + "."}
		}
		i = found[k].start
	}
	r.place.advance(data, i, '\n')
	if i == len(data) || data[i] != '[' {
		return nil, r.errorHere("This JSON does not begin with [. An import is an array of objects, or one object per line.")
	}
	r.place.advance(data, i+1, '\n')
	return &jsonArray{names: newJSONNames(), inner: inner}, nil
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
	case data[i] == ']' && a.state != atValue && a.inner:
		return outcome{kind: endOfInput}
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
	o.work = freshWork * max(len(s.names.fresh), len(s.names.pending))
	o.kind, o.reason, o.column = rowBad, s.refusals.sentence(), s.column
	if o.reason == "" {
		o.kind = rowKept
		s.names.trim(s.r)
	}
	return o
}

func (l *jsonLines) settle(r *Reader, kept bool) { l.names.settle(r, kept) }

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
