package dataset

// begin starts a pass over the text from its beginning.
func (r *Reader) begin() *Error {
	r.place = place{line: 1, column: 1}
	if len(r.texts.data) >= len(utf8BOM) && string(r.texts.data[:len(utf8BOM)]) == string(utf8BOM) {
		r.place.offset = len(utf8BOM)
	}
	r.texts.side, r.cells = nil, cells{}
	r.columns, r.tallies, r.sources, r.moreSources, r.taken = nil, nil, nil, false, map[string]bool{}
	r.seen, r.good, r.bad, r.badCount, r.invalid = 0, 0, nil, 0, r.broken
	r.overflow = false
	var err *Error
	switch r.options.Format {
	case JSON:
		r.scanner, err = newJSONArray(r)
	case JSONLines:
		r.scanner = &jsonLines{names: newJSONNames()}
	default:
		r.scanner, err = newCSV(r)
	}
	return err
}

// sampling is what the first pass learned for a second one.
type sampling struct {
	of, keep int // rows in the input, and how many of them are kept; of is 0 without a sample
}

// takes reports whether the sound row number n, from 0, is one of the sample:
// as many rows as are kept, as far apart as they can be, the last one among them.
func (s sampling) takes(n int) bool {
	return s.of == 0 || (n+1)*s.keep/s.of > n*s.keep/s.of
}

// room reports whether the row in r.row is kept: it is one of the sample, and
// neither rows nor cells are at their limit. Once a row was not, no later row is
// kept, so that what is kept without a sample are the first rows.
func (r *Reader) room() bool {
	if !r.sample.takes(r.good) {
		return false
	}
	if !r.overflow && (len(r.cells.rows) == MaxRows || r.cells.count+len(r.row) > MaxCells) {
		r.overflow = true
		if r.evenly() {
			r.cells, r.texts.side = cells{}, nil // the second pass keeps others
		}
	}
	return !r.overflow
}

// evenly reports whether a second pass is to take an even sample.
func (r *Reader) evenly() bool { return r.options.Even && r.pass == 0 }

// again begins a second pass when the first one learned that it must: rows did
// not fit, and an even sample is wanted, or an array that seemed to have one
// length in every row turned out to have several. There is no third pass.
func (r *Reader) again() bool {
	if r.pass > 0 || !(r.overflow && r.options.Even) && len(r.uneven) == 0 {
		return false
	}
	if r.overflow && r.options.Even {
		r.sample = sampling{of: r.good, keep: min(MaxRows, MaxCells/max(len(r.columns), 1), r.good)}
	}
	r.pass++
	return r.begin() == nil // it began before
}

// Pass returns 1 while the input is read for the first time and 2 while it is
// read again, for an even sample or because arrays have several lengths.
func (r *Reader) Pass() int { return r.pass + 1 }

// Plain reports whether every row of a JSON input is one that is read without
// Options.Nested too: no value in it is an object or an array, and there are no
// more columns than are kept.
func (r *Reader) Plain() bool { return !r.nested && !r.moreSources && len(r.sources) <= MaxColumns }

// Rows returns how many sound rows the input has, kept or not.
func (r *Reader) Rows() int { return r.good }

// Options returns the Options with what the Reader chose itself.
func (r *Reader) Options() Options {
	o := r.options
	if s, ok := r.scanner.(*csvScanner); ok {
		o.Delimiter = s.delimiter
	}
	return o
}
