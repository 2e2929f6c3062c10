package table

import "unsafe"

// record points at the first byte of an encoded entity, or, in a pivot, at a
// string. It is the one place of this package that uses unsafe: as a string of
// its own, a record would make Row a word longer than what the compiler passes
// in registers or locals, and in WebAssembly each Row that is passed, compared
// or stored would go through a call that copies memory (three to four times
// the time of a range scan).
//
// What always holds: a record is only made by recordOf, from what appendRow
// encoded, and by pivotRecord; and nothing reads beyond what the header of the
// encoding announces.
type record struct{ first *byte }

// recordOf returns the record that is the text row, which is not empty.
func recordOf(row string) record { return record{unsafe.StringData(row)} }

// word returns the eight bytes from offset i as a number in native order.
func (r record) word(i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(r.first), i))
}

// text returns n bytes from offset i. They share the record's memory.
func (r record) text(i, n int) string {
	if n == 0 {
		return "" // rather than a pointer behind the record
	}
	return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(r.first), i)), n)
}

// pivotRecord returns a record that is only good for pivotKey.
func pivotRecord(key *string) record { return record{(*byte)(unsafe.Pointer(key))} }

// pivotKey returns the key that pivotRecord was given.
func (r record) pivotKey() string { return *(*string)(unsafe.Pointer(r.first)) }
