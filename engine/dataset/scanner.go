package dataset

import (
	"bytes"
	"unicode/utf8"
)

// scanner reads the rows of one format. next does the work of one row, or a
// bounded piece of it, from r.place on. It leaves the cells in r.row and
// advances r.place beyond what it has used up.
type scanner interface {
	next(r *Reader) outcome
	// settle is told of every sound row whether it is kept, before it is.
	settle(r *Reader, kept bool)
}

// outcome is what a scanner found.
type outcome struct {
	kind outcomeKind
	// line, start and end belong to rowKept and rowBad: the line on which the
	// row begins, and the offsets between which its text is shown.
	line, start, end int
	column           int    // of rowBad
	reason           string // of rowBad: what follows "Row 17 on line 23 ", see reasons
	fatal            *Error // ends the read, after the row has been counted
	work             int    // bytes looked at, when more than were used up
}

type outcomeKind uint8

const (
	nothing outcomeKind = iota // a blank line, or a piece of one to be skipped
	rowKept
	rowBad
	endOfInput
)

// faults are what is wrong with one row, each as what follows "Row 17 on line
// 23 ". The first few are told, the others counted.
type faults struct {
	text string
	n    int
}

// maxReasons is how many faults of one row are told.
const maxReasons = 5

func (f *faults) add(reason string) {
	if f.n++; f.n == 1 {
		f.text = reason
	} else if f.n <= maxReasons {
		f.text += " It " + reason
	}
}

// sentence returns all of them, "" for none.
func (f *faults) sentence() string {
	if f.n <= maxReasons {
		return f.text
	}
	return f.text + " It has " + counted(f.n-maxReasons, "further fault") + "."
}

// place is a position in the input: a byte offset, its line and its character
// in the line, both from 1.
type place struct {
	offset, line, column int
}

// advance moves the place forward to the offset end. Every byte is passed once.
func (p *place) advance(data []byte, end int, eol byte) {
	passed := data[p.offset:end]
	if n := bytes.Count(passed, []byte{eol}); n > 0 {
		p.line += n
		p.column = 1
		passed = passed[bytes.LastIndexByte(passed, eol)+1:]
	}
	p.column += utf8.RuneCount(passed)
	p.offset = end
}
