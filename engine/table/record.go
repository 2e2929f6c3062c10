package table

import "unsafe"

// record points at the first byte of an encoded row. It is the one place of
// this package that uses unsafe: as a slice, a record would make Row two words
// longer, and in WebAssembly each Row that is passed or stored would go
// through calls that copy memory (three to four times the time of a range
// scan).
//
// What always holds: a record is only made by recordAt and from, at the
// beginning of what appendRow encoded; and nothing reads beyond what the header
// of the encoding announces.
type record struct{ first *byte }

// recordAt returns the record that begins at an offset of a block.
func recordAt(block []byte, offset uint32) record { return record{&block[offset]} }

// word returns the eight bytes from offset i as a number in native order.
func (r record) word(i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(r.first), i))
}

// text returns n bytes from offset i. They share the record's memory, which is
// never written again.
func (r record) text(i, n int) string {
	if n == 0 {
		return "" // rather than a pointer behind the record
	}
	return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(r.first), i)), n)
}

// from returns the record at an offset of the block that r is the first byte of.
func (r record) from(offset uint32) record {
	return record{(*byte)(unsafe.Add(unsafe.Pointer(r.first), offset))}
}

// bytes returns the first n bytes, to be copied.
func (r record) bytes(n uint32) []byte { return unsafe.Slice(r.first, n) }
