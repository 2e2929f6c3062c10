package keys

import (
	"strings"

	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// Bound is a template that is ready to make keys of the rows of one set of
// columns. It reuses a buffer: one Bound serves one caller at a time.
type Bound struct {
	template *Template
	columns  []Column
	slots    []BoundSlot
	ends     []int           // where each slot ended in the last key
	block    strings.Builder // of the last keys
	buffer   []byte
	frame    frame
}

// BoundSlot is a slot of a template with the code of its placeholder.
type BoundSlot struct {
	Slot
	Code Code // of a placeholder
}

// Template returns the template that was bound.
func (b *Bound) Template() *Template { return b.template }

// Columns returns the columns that the template was bound to.
func (b *Bound) Columns() []Column { return b.columns }

// Slots returns the slots of the template, each with its code. They are not to
// be changed.
func (b *Bound) Slots() []BoundSlot { return b.slots }

// Ends returns where each slot ended in the last key. The next key overwrites it.
func (b *Bound) Ends() []int { return b.ends }

// Made reports whether key is the last that b made, so that its slots tell where
// the pieces of it come from.
func (b *Bound) Made(key string) bool { return b.frame.fault.cause == 0 && string(b.buffer) == key }

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
		if s.Literal {
			to = append(to, s.Plain...)
		} else {
			mark := len(to)
			to = s.Code.text(f, to)
			if f.fault.cause != 0 {
				b.buffer = to[:0]
				return f.fault
			}
			if s.Width > 0 {
				to = form.PadZeros(to, mark, s.Width)
			}
		}
		b.ends[i] = len(to)
	}
	b.buffer = to
	return fault{}
}

// SlotAt returns the slot that made the byte at the given offset of the last key.
func (b *Bound) SlotAt(offset int) int {
	for i, end := range b.ends {
		if offset < end {
			return i
		}
	}
	return len(b.ends) - 1
}

// Span returns where the slot's text begins and ends in the last key.
func (b *Bound) Span(slot int) (start, end int) {
	if slot > 0 {
		start = b.ends[slot-1]
	}
	return start, b.ends[slot]
}

// ticksOf reads a date as what it is.
func ticksOf(f *frame, c Code) table.Ticks { return table.Ticks(c.whole(f)) }

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

// Of reports whether a template gave the error.
func (e *RowError) Of(t *Template) bool { return e.template == t }

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
