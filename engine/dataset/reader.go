package dataset

import (
	"bytes"
	"unicode/utf8"
)

// Reader reads an input step by step into a Dataset.
//
// What always holds between two steps: rows kept, rows passed over for want of
// room and BadCount are together Seen; the text before the position is accounted
// for and that after it untouched; the side texts belong to kept rows only.
type Reader struct {
	name    string
	options Options
	keep    map[int]bool // Options.Keep, nil for every column

	raw    []byte // the input while it is turned into UTF-8, nil after that
	rawAt  int
	broken int // characters that were none, found meanwhile

	scanner scanner
	texts   texts
	cells   cells
	columns []Column
	tallies []tally
	sources []source
	taken   map[string]bool // the names in columns

	moreSources bool // there are more than maxSources
	nested      bool // a row has an object or an array

	place    place // of the scanner's row
	seen     int
	good     int // sound rows
	bad      []BadRow
	badCount int
	invalid  int
	done     bool
	err      *Error
	result   *Dataset

	pass     int // 0 for the first
	overflow bool
	sample   sampling
	uneven   map[string]bool // paths of arrays with several lengths, from the first pass

	row     []cell // the row being read; reused
	scratch []byte // a text being rewritten; reused
}

// The bounds of one step beside its number of rows. The last row of a step may
// take it beyond them by MaxRow and MaxColumns.
const (
	stepBytes = 128 << 10
	stepCells = 4000
)

// NewReader begins to read data in UTF-8 as Open does with no other option.
func NewReader(name string, data []byte, format Format) (*Reader, error) {
	return Open(name, data, Options{Format: format})
}

// Open begins to read data, which must not change until the Dataset is no longer
// needed. It looks at the beginning only, at most MaxRow bytes. The error is an
// *Error: more than MaxBytes, a file that is no text, or no rows to be found in
// it. Where the data are not in UTF-8 the last is found by a Step.
func Open(name string, data []byte, o Options) (*Reader, error) {
	if err := refuse(data, o.Encoding); err != nil {
		return nil, err
	}
	keep, ok := parseKeep(o.Keep)
	if !ok || !o.Sound() {
		return nil, &Error{Message: "The way in which this file is to be read is damaged. Import the file again."}
	}
	r := &Reader{name: name, options: o, keep: keep, texts: texts{data: data}}
	if o.Encoding != UTF8 {
		r.raw, r.texts.data = data, make([]byte, 0, len(data)+len(data)/16)
		return r, nil
	}
	if err := r.begin(); err != nil {
		return nil, err
	}
	return r, nil
}

// Step reads up to rows further rows, fewer when they are wide or long, and
// reports whether the input is finished. With 200 rows it takes a few
// milliseconds in a browser, whatever the input.
func (r *Reader) Step(rows int) (done bool) {
	if r.raw != nil {
		r.decodes()
		return r.done
	}
	from, extra, cells, read, pass := r.place.offset, 0, 0, 0, r.pass
	for read < rows && cells < stepCells && r.place.offset-from+extra < stepBytes && !r.done && r.pass == pass {
		mark, invalid := r.texts.mark(), r.invalid
		r.row = r.row[:0]
		o := r.scanner.next(r)
		kept := o.kind == rowKept && r.room()
		if o.kind == rowKept {
			r.scanner.settle(r, kept)
		}
		if !kept {
			r.texts.release(mark)
			r.invalid = invalid
		}
		if o.kind == rowKept || o.kind == rowBad {
			read++
		}
		r.take(o, kept)
		extra += o.work
		cells += max(len(r.row), 1)
	}
	return r.done
}

// take accounts for what the scanner found.
func (r *Reader) take(o outcome, kept bool) {
	switch o.kind {
	case rowKept:
		r.seen++
		r.good++
		if kept {
			r.count(o)
		}
	case rowBad:
		r.seen++
		r.badCount++
		if len(r.bad) < MaxBadRows {
			r.bad = append(r.bad, r.badRow(o))
		}
	case endOfInput:
		r.finish(o.fatal)
		return
	}
	if o.fatal != nil {
		r.finish(o.fatal)
	} else if r.invalid > MaxInvalid {
		r.finish(r.errorHere("More than " + thousands(MaxInvalid) + " bytes are not UTF-8. Save the file as UTF-8 and import it again."))
	}
}

func (r *Reader) badRow(o outcome) BadRow {
	return BadRow{
		Row: r.seen, Line: o.line, Column: o.column,
		Reason: "Row " + thousands(r.seen) + " on line " + thousands(o.line) + " " + o.reason,
		Text:   shorten(bytes.TrimRight(r.texts.data[o.start:max(o.start, o.end)], "\r\n"), badText),
	}
}

// count takes in the row that the scanner left in r.row.
func (r *Reader) count(o outcome) {
	for i, c := range r.row {
		if c != 0 {
			r.tallies[i].count(r.texts.of(c), c&cellQuoted != 0)
		}
	}
	r.cells.add(r.row, o.line)
}

// finish ends the pass, and the read unless a second pass is needed, and settles
// the columns.
func (r *Reader) finish(err *Error) {
	if r.scanner != nil && r.again() {
		return
	}
	r.done, r.err = true, err
	if err == nil && len(r.cells.rows) == 0 {
		r.err = &Error{Message: r.nothing()}
	}
	for i := range r.columns {
		r.tallies[i].finish(&r.columns[i], len(r.cells.rows))
	}
	if r.options.Forms {
		settleDates(r.columns, r.tallies)
	}
	r.result = &Dataset{Name: r.name, Columns: r.columns, Rows: r.good, Even: r.sample.of > 0, texts: r.texts, cells: r.cells}
}

// nothing says why no row was kept.
func (r *Reader) nothing() string {
	switch r.badCount {
	case 0:
		return "There is no row to import."
	case 1:
		return "The only row cannot be imported. " + r.bad[0].Reason
	}
	return "None of the " + thousands(r.badCount) + " rows can be imported. " + r.bad[0].Reason
}

// Progress returns how many bytes of the present pass have been read, and how
// many there are.
func (r *Reader) Progress() (done, total int) {
	if r.raw != nil {
		return r.rawAt, len(r.raw)
	}
	return r.place.offset, len(r.texts.data)
}

// Seen returns the number of rows of the present pass so far, sound and bad. The header of a CSV
// file and blank lines are no rows.
func (r *Reader) Seen() int { return r.seen }

// Dataset returns what was read: nil until Step has returned true. It holds the
// rows kept, also when Err tells why there are no more.
func (r *Reader) Dataset() *Dataset { return r.result }

// Err returns the *Error that ended the read early or left it without a row, nil
// before and when all is well.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Bad returns the rows left out so far, the first MaxBadRows of them. The caller
// must not change them.
func (r *Reader) Bad() []BadRow { return r.bad }

// BadCount returns how many rows were left out, described or not.
func (r *Reader) BadCount() int { return r.badCount }

// Invalid returns how many bytes, or JSON escapes, in the rows kept were no
// Unicode text and became U+FFFD.
func (r *Reader) Invalid() int { return r.invalid }

// addColumn appends a column with the given name in the input.
func (r *Reader) addColumn(key []byte) {
	source := shownName(string(key))
	suggested := uniqueName(legalName(source, len(r.columns)+1), r.taken)
	r.taken[suggested] = true
	r.columns = append(r.columns, Column{Name: suggested, Source: source, Suggested: suggested})
	r.tallies = append(r.tallies, tally{
		possible: r.options.types(),
		distinct: distinct{early: len(r.tallies) % 16},
	})
}

// span returns the cell for the input from start to end, which needs no
// rewriting but for bytes that are not UTF-8. The cell is tooLong when the text
// is longer than MaxCell.
func (r *Reader) span(start, end int, flags cell) cell {
	text := r.texts.data[start:end]
	switch {
	case len(text) > MaxCell:
		return tooLong
	case utf8.Valid(text):
		return newCell(start, len(text), flags)
	}
	r.scratch = append(r.scratch[:0], text...)
	return r.rewritten(flags)
}

// rewritten returns the cell for the text in r.scratch, as span does.
func (r *Reader) rewritten(flags cell) cell {
	if len(r.scratch) > MaxCell {
		return tooLong
	}
	text := r.valid(r.scratch)
	if len(text) > MaxCell {
		return tooLong
	}
	return r.texts.keep(text, flags)
}

// valid returns text with every byte that is not UTF-8 as U+FFFD, counted.
func (r *Reader) valid(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	for len(text) > 0 {
		c, size := utf8.DecodeRune(text)
		if c == utf8.RuneError && size == 1 {
			r.invalid++
		}
		out = utf8.AppendRune(out, c)
		text = text[size:]
	}
	return out
}

// errorHere returns an Error at the current place.
func (r *Reader) errorHere(message string) *Error {
	return &Error{Message: message, Line: r.place.line, Column: r.place.column}
}
