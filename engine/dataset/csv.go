package dataset

import (
	"bytes"

	"github.com/keyrange/keyrange/engine/text"
)

// csvScanner reads delimited text as RFC 4180 describes it: a header, fields
// apart by a delimiter, quotes around a field that holds a delimiter, a quote or
// a line break, and a quote doubled inside. A line ends with LF or CRLF, or with
// CR in a text without any LF at its beginning. Blank lines are passed over, and
// spaces belong to the field.
//
// A row with a broken quote is reported, and the read goes on at the line after
// the one on which that quote opened, so that one stray quote costs one row and
// not the rest of the file. No byte is looked at more than three times by that:
// the search for a closing quote ends at the next quote that is not doubled, and
// no line before that one can open a quote again.
type csvScanner struct {
	delimiter, eol byte
	stop           [256]bool // what ends or breaks a field without quotes
	skipping       bool      // the rest of the line is part of a bad row
	width          int       // fields of the header
	sources        []source  // its columns, where some are not kept
}

func (s *csvScanner) settle(*Reader, bool) {}

// newCSV reads the header and names the columns.
func newCSV(r *Reader) (*csvScanner, *Error) {
	s := &csvScanner{eol: '\n'}
	data := r.texts.data
	start := r.place.offset
	for end := min(len(data), start+sniffBytes); start < end && (data[start] == '\n' || data[start] == '\r'); {
		start++
	}
	head := data[start:min(len(data), start+MaxRow)]
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		s.eol = '\r'
	}
	if r.options.Delimiter != 0 && namedDelimiter(head) != 0 {
		if n := bytes.IndexByte(head, s.eol); n >= 0 {
			start += n + 1 // past the line by which Excel names the delimiter
			head = head[n+1:]
		}
	}
	r.place.advance(data, start, s.eol)
	if s.delimiter = r.options.Delimiter; s.delimiter == 0 {
		s.delimiter = headerDelimiter(head)
	}
	for _, b := range []byte{s.delimiter, s.eol, '"', '\r'} {
		s.stop[b] = true
	}
	f := s.fields(r, start, maxSources)
	switch {
	case f.count > maxSources:
		return nil, r.errorHere("The header has more than " + thousands(maxSources) +
			" columns, more than are told apart. Save the columns that you need in a file of their own.")
	case f.faults.n > 0:
		return nil, r.errorHere("The header on line " + thousands(r.place.line) + " " + f.faults.sentence())
	}
	s.width = len(r.row)
	for _, c := range r.row {
		r.addSource(string(r.texts.of(c)))
	}
	if len(r.columns) < s.width {
		s.sources = r.sources
	}
	if len(r.columns) == 0 {
		return nil, &Error{Message: "No column is chosen. Keep at least one."}
	}
	r.place.advance(data, f.end, s.eol)
	return s, nil
}

func (s *csvScanner) next(r *Reader) outcome {
	data := r.texts.data
	start := r.place.offset
	if s.skipping {
		return s.skip(r)
	}
	if start == len(data) {
		return outcome{kind: endOfInput}
	}
	if n := s.lineEnd(data, start); n > 0 {
		r.place.advance(data, start+n, s.eol)
		return outcome{}
	}
	f := s.fields(r, start, s.width)
	if !f.broken && f.count != s.width {
		f.faults.add("has " + counted(f.count, "field") + ", the header has " + thousands(s.width) + ".")
	}
	o := outcome{kind: rowKept, line: r.place.line, start: start, end: f.end, column: f.column, reason: f.faults.sentence(),
		work: f.seen - f.end}
	if o.reason != "" {
		o.kind, o.end = rowBad, s.shownEnd(data, start)
	}
	s.skipping = f.broken
	r.place.advance(data, f.end, s.eol)
	return o
}

// shownEnd returns the end of the line that begins at start, or as much of it as
// is shown.
func (s *csvScanner) shownEnd(data []byte, start int) int {
	line := data[start:min(len(data), start+8*badText)]
	if n := bytes.IndexByte(line, s.eol); n >= 0 {
		return start + n
	}
	return start + len(line)
}

// skip passes over the rest of a line, at most stepBytes of it.
func (s *csvScanner) skip(r *Reader) outcome {
	data := r.texts.data
	rest := data[r.place.offset:min(len(data), r.place.offset+stepBytes)]
	n := bytes.IndexByte(rest, s.eol)
	s.skipping = n < 0 && len(rest) > 0
	if n < 0 {
		n = len(rest) - 1
	}
	r.place.advance(data, r.place.offset+n+1, s.eol)
	return outcome{}
}

// lineEnd returns the length of the line end at i, 0 when there is none. A CR at
// the end of the input is one.
func (s *csvScanner) lineEnd(data []byte, i int) int {
	switch {
	case i < len(data) && data[i] == s.eol:
		return 1
	case i < len(data) && data[i] == '\r' && i+1 == len(data):
		return 1
	case i+1 < len(data) && data[i] == '\r' && data[i+1] == s.eol:
		return 2
	}
	return 0
}

// fieldsRead is what fields found.
type fieldsRead struct {
	count  int    // fields, of which at most the wanted ones are in r.row
	end    int    // the offset after the row, or when broken that to skip from
	seen   int    // the offset up to which the row was looked at
	faults faults // why the row cannot be kept
	column int    // the first column at fault
	broken bool   // the row has no end: the rest of the line is to be skipped
}

// fault notes what is wrong with the field that was read last.
func (f *fieldsRead) fault(reason string) {
	if f.faults.add(reason); f.faults.n == 1 {
		f.column = f.count
	}
}

// fields reads the row that begins at i into r.row: at most want cells.
func (s *csvScanner) fields(r *Reader, i, want int) fieldsRead {
	data := r.texts.data
	limit := min(len(data), i+MaxRow)
	f := fieldsRead{}
	for {
		if f.count++; f.count > maxSources {
			f.end, f.seen, f.broken = i, i, true
			f.faults.add("has more than " + thousands(maxSources) + " fields, the header has " + thousands(want) + ".")
			return f
		}
		c, end, broken := s.field(r, i, limit, f.count)
		if broken != "" {
			f.end, f.seen, f.broken = i, end, true
			f.fault(broken)
			return f
		}
		if f.count <= want && (s.sources == nil || s.sources[f.count-1].col >= 0) {
			if c == tooLong {
				f.fault(longCell("field " + thousands(f.count)))
			}
			r.row = append(r.row, c)
		}
		i = end
		if i < limit && data[i] == s.delimiter {
			i++
			continue
		}
		if i < len(data) && s.lineEnd(data, i) == 0 {
			f.faults = faults{} // a long cell may be short of its end
			f.fault("is longer than " + thousands(MaxRow) + " bytes.")
			f.broken = true
		}
		f.end = i + s.lineEnd(data, i)
		f.seen = f.end
		return f
	}
}

// field reads field n, which begins at i, and returns where it ends. When its
// quotes are broken it says so, and returns how far it was looked at.
func (s *csvScanner) field(r *Reader, i, limit, n int) (c cell, end int, broken string) {
	data := r.texts.data
	if i < limit && data[i] == '"' {
		return s.quotedField(r, i+1, limit, n)
	}
	start := i
	for i < limit {
		if !s.stop[data[i]] {
			i++
			continue
		}
		if data[i] == '"' {
			return 0, i, "has a quote inside field " + thousands(n) + ", which does not begin with one."
		}
		if data[i] != '\r' || s.lineEnd(data, i) > 0 {
			break
		}
		i++
	}
	if i == start {
		return 0, i, ""
	}
	return r.span(start, i, 0), i, ""
}

// quotedField reads field n, whose opening quote is before start.
func (s *csvScanner) quotedField(r *Reader, start, limit, n int) (c cell, end int, broken string) {
	data := r.texts.data
	doubled := false
	i := start
	for {
		k := bytes.IndexByte(data[i:limit], '"')
		if k < 0 || i+k+1 == limit && limit < len(data) {
			return 0, limit, s.unclosed(limit == len(data), n)
		}
		i += k + 1
		if i == limit || data[i] != '"' {
			break
		}
		i++
		doubled = true
		for i+1 < limit && data[i] == '"' && data[i+1] == '"' {
			i += 2
		}
	}
	switch {
	case i < len(data) && data[i] != s.delimiter && s.lineEnd(data, i) == 0:
		return 0, i, "has text after the closing quote of field " + thousands(n) + "."
	case i-1 == start:
		return 0, i, ""
	case doubled:
		r.scratch = undouble(r.scratch[:0], data[start:i-1])
		return r.rewritten(0), i, ""
	}
	return r.span(start, i-1, 0), i, ""
}

func (s *csvScanner) unclosed(atEnd bool, n int) string {
	if atEnd {
		return "opens a quote in field " + thousands(n) + " that is never closed."
	}
	return "opens a quote in field " + thousands(n) + " that is not closed within " + thousands(MaxRow) + " bytes."
}

// undouble appends text with each pair of quotes as one.
func undouble(to, text []byte) []byte {
	for {
		k := bytes.IndexByte(text, '"')
		if k < 0 {
			return append(to, text...)
		}
		to = append(to, text[:k+1]...)
		text = text[k+2:]
	}
}

func longCell(what string) string {
	return "has a text in " + what + " of more than " + thousands(MaxCell) + " bytes."
}

// counted returns a number with its noun, such as "1 field" or "5 fields".
func counted(n int, noun string) string { return text.Count(n, noun, noun+"s") }
