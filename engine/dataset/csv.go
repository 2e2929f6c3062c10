package dataset

import "bytes"

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
}

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
	r.place.advance(data, start, s.eol)
	s.delimiter = s.sniffDelimiter(head)
	for _, b := range []byte{s.delimiter, s.eol, '"', '\r'} {
		s.stop[b] = true
	}
	f := s.fields(r, start, MaxColumns)
	switch {
	case f.count > maxFields:
		return nil, r.errorHere("The header has more than " + thousands(maxFields) + " columns. An entity has at most " + thousands(MaxColumns) + " properties.")
	case f.reason != "":
		return nil, r.errorHere("The header on line " + thousands(r.place.line) + " " + f.reason)
	case f.count > MaxColumns:
		return nil, r.errorHere("The header has " + thousands(f.count) + " columns. An entity has at most " + thousands(MaxColumns) + " properties.")
	}
	for _, c := range r.row {
		r.addColumn(r.texts.of(c))
	}
	r.place.advance(data, f.end, s.eol)
	return s, nil
}

// sniffDelimiter returns the one of comma, semicolon and tab that the first line
// has most often outside quotes, a comma when there is none.
func (s *csvScanner) sniffDelimiter(head []byte) byte {
	var counts [256]int
	quoted := false
	for _, b := range head {
		if b == '"' {
			quoted = !quoted
		}
		if b == s.eol && !quoted {
			break
		}
		if !quoted {
			counts[b]++
		}
	}
	best := byte(',')
	for _, b := range []byte{';', '\t'} {
		if counts[b] > counts[best] {
			best = b
		}
	}
	return best
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
	f := s.fields(r, start, len(r.columns))
	o := outcome{kind: rowKept, line: r.place.line, start: start, end: f.end, column: f.column, reason: f.reason, work: f.seen - f.end}
	if f.reason == "" && f.count != len(r.columns) {
		o.reason = "has " + counted(f.count, "field") + ", the header has " + thousands(len(r.columns)) + "."
	}
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
	reason string // why the row cannot be kept
	column int    // the column at fault
	broken bool   // the row has no end: the rest of the line is to be skipped
}

// maxFields bounds the fields that are counted in a ragged row.
const maxFields = 10 * MaxColumns

// fields reads the row that begins at i into r.row: at most want cells.
func (s *csvScanner) fields(r *Reader, i, want int) fieldsRead {
	data := r.texts.data
	limit := min(len(data), i+MaxRow)
	f := fieldsRead{}
	for {
		if f.count++; f.count > maxFields {
			f.end, f.seen, f.broken = i, i, true
			f.reason = "has more than " + thousands(maxFields) + " fields, the header has " + thousands(want) + "."
			return f
		}
		c, end, broken := s.field(r, i, limit, f.count)
		if broken != "" {
			f.end, f.seen, f.reason, f.column, f.broken = i, end, broken, f.count, true
			return f
		}
		if c == tooLong && f.reason == "" {
			f.reason, f.column = longCell("field "+thousands(f.count)), f.count
		}
		if f.count <= want {
			r.row = append(r.row, c)
		}
		i = end
		if i < limit && data[i] == s.delimiter {
			i++
			continue
		}
		if i < len(data) && s.lineEnd(data, i) == 0 {
			f.reason, f.column, f.broken = "is longer than "+thousands(MaxRow)+" bytes.", f.count, true
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
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands(n) + " " + noun
}
