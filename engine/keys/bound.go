package keys

import (
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// Bound is a template that is ready to make keys of the rows of one set of
// columns. It reuses a buffer: one Bound serves one caller at a time.
type Bound struct {
	template *Template
	columns  []Column
	slots    []boundSlot
	ends     []int           // where each slot ended in the last key
	block    strings.Builder // of the last keys
	buffer   []byte
	frame    frame
}

type boundSlot struct {
	literal string
	code    code // code.text is nil for a literal
	width   int
}

// Template returns the template that was bound.
func (b *Bound) Template() *Template { return b.template }

// Key returns the key of a row and its number n, counted from 0. The error is a
// *RowError: the row has no key. A key may still be one that the service
// refuses, for a character or for its length; Analysis and the table say so.
func (b *Bound) Key(r Row, n int) (string, error) {
	b.frame = frame{row: r, n: n}
	if f := b.fill(); f.cause != 0 {
		return "", &RowError{Row: n, Cause: f.cause, Name: f.name, Offset: f.offset, End: f.end, template: b.template}
	}
	return b.text(), nil
}

// keyBlock is how many bytes of keys share one block of memory, roughly.
const keyBlock = 4 << 10

// text is the key in the buffer. Keys share blocks of memory, because an object
// for each of 200,000 would keep the collector busy for long.
func (b *Bound) text() string {
	if b.block.Cap()-b.block.Len() < len(b.buffer) {
		b.block = strings.Builder{}
		b.block.Grow(max(keyBlock, len(b.buffer)))
	}
	from := b.block.Len()
	b.block.Write(b.buffer)
	return b.block.String()[from:]
}

// fill writes the key of the frame's row into the buffer, or returns why there
// is none.
func (b *Bound) fill() fault {
	f := &b.frame
	to := b.buffer[:0]
	for i := range b.slots {
		s := &b.slots[i]
		if s.code.text == nil {
			to = append(to, s.literal...)
		} else {
			mark := len(to)
			to = s.code.text(f, to)
			if f.fault.cause != 0 {
				b.buffer = to[:0]
				return f.fault
			}
			if s.width > 0 {
				to = padZeros(to, mark, s.width)
			}
		}
		b.ends[i] = len(to)
	}
	b.buffer = to
	return fault{}
}

// slotAt returns the slot that made the byte at the given offset of the last key.
func (b *Bound) slotAt(offset int) int {
	for i, end := range b.ends {
		if offset < end {
			return i
		}
	}
	return len(b.ends) - 1
}

// span returns where the slot's text begins and ends in the last key.
func (b *Bound) span(slot int) (start, end int) {
	if slot > 0 {
		start = b.ends[slot-1]
	}
	return start, b.ends[slot]
}

// ticksOf reads a date as what it is.
func ticksOf(f *frame, c code) table.Ticks { return table.Ticks(c.whole(f)) }

// Cause is why a row has no key.
type Cause uint8

// The causes of a row without a key.
const (
	Missing        Cause = iota + 1 // a column of the template has no value
	WrongType                       // a value is of another type than its column
	DivisionByZero                  // a division by a column that is 0 here
	Overflow                        // a result beyond 64 bits
)

// RowError says why a row has no key.
type RowError struct {
	Row         int // counted from 0
	Cause       Cause
	Name        string // the column, or the expression as it is written
	Offset, End int    // its bytes in the template

	template *Template
}

// Error returns one sentence with the row's number, counted from 1.
func (e *RowError) Error() string { return "Row " + count(e.Row+1) + ": " + e.Reason() }

// Reason returns the sentence without the row's number.
func (e *RowError) Reason() string {
	switch e.Cause {
	case Missing:
		return e.Name + " is missing."
	case WrongType:
		return e.Name + " has a value of another type."
	case DivisionByZero:
		return e.Name + " divides by 0."
	}
	return e.Name + " is too large."
}
