package wasm

import (
	"bytes"
	"encoding/binary"
)

// pack writes the table of functions so that it compresses well, and adds a
// function to the program that writes it out again before anything else runs.
// The table is a funcRecord for each function, one behind the other, and the same
// field of all records compresses to half of that; where a funcRecord lies, and the
// buckets that lead from a place in the code to it, follow from their number.
//
// What always holds: when the program begins, its memory is what it was, to the
// byte. A program whose table cannot be written out so is refused.
func pack(wasm []byte) ([]byte, error) {
	parts, err := sections(wasm)
	if err != nil {
		return nil, err
	}
	var p packed
	if err := changePclntab(parts, func(t *pclntab) (err error) { p, err = t.pack(); return err }); err != nil {
		return nil, err
	}
	return withStart(parts, p.unpacker())
}

const (
	wordSize = 4
	// fixedWords are the words that each funcRecord has, the first of which is its
	// function's place.
	fixedWords = funcSize / wordSize
	// furtherColumn and factColumn are the first columns of what follows those.
	furtherColumn = fixedWords
	factColumn    = furtherColumn + mostEntries
	columnCount   = factColumn + mostEntries
	recordAlign   = 8
	bucketSize    = 20 // of the runtime's findfuncbucket, the last one is cut off
	bucketShift   = 4  // a function has 1<<bucketShift buckets
)

// packed says where the parts of a packed table lie. The columns are in the
// place of the buckets: first an address for each, then their words.
type packed struct {
	count, first       int    // records, and the offset of the first
	funcs, buckets     uint32 // addresses
	bucketBytes, holds int    // of the buckets in memory, and how many there are
}

// pack puts the words of the records into columns.
func (t *pclntab) pack() (packed, error) {
	records, err := t.funcRecords()
	if err != nil {
		return packed{}, err
	}
	p := packed{count: t.count, first: int(binary.LittleEndian.Uint32(t.pclntable[4:])), funcs: t.pclntableAt, buckets: t.findfunctabAt,
		bucketBytes: len(t.findfunctab), holds: (len(t.findfunctab)-wordSize)/bucketSize + 1}
	if len(t.findfunctab) < columnCount*wordSize || !p.follows(t, records) {
		return packed{}, errPclntab
	}
	var columns [columnCount][]byte
	for _, r := range records {
		for column, at := range r.columns() {
			columns[column] = append(columns[column], r[at:at+wordSize]...)
		}
	}
	for i, r := range records {
		clear(t.pclntable[8*i : 8*i+8])
		clear(r)
	}
	clear(t.findfunctab)
	at := columnCount * wordSize
	for i, column := range columns {
		if at+len(column) > len(t.findfunctab) {
			return packed{}, errPclntab
		}
		binary.LittleEndian.PutUint32(t.findfunctab[wordSize*i:], t.findfunctabAt+uint32(at))
		at += copy(t.findfunctab[at:], column)
	}
	return p, nil
}

// columns are the words of a funcRecord but the first: their column and their byte.
func (r funcRecord) columns() func(yield func(column, at int) bool) {
	return func(yield func(column, at int) bool) {
		further := int(r.get(npcdataField))
		for word := 1; word*wordSize < len(r); word++ {
			column := word
			if word >= fixedWords+further {
				column += factColumn - fixedWords - further
			}
			if !yield(column, word*wordSize) {
				return
			}
		}
	}
}

// follows reports whether all that is not packed follows from a funcRecord's number.
func (p packed) follows(t *pclntab, records []funcRecord) bool {
	at := p.first
	for i, r := range records {
		place := binary.LittleEndian.AppendUint32(nil, uint32(i)+funcValueOffset)
		if !bytes.HasPrefix(r, place) || !bytes.HasPrefix(t.pclntable[8*i:], binary.LittleEndian.AppendUint32(place, uint32(at))) {
			return false
		}
		end := at + len(r)
		at = (end + recordAlign - 1) &^ (recordAlign - 1)
		if at > len(t.pclntable) || len(bytes.Trim(t.pclntable[end:at], "\x00")) > 0 {
			return false
		}
	}
	whole := make([]byte, p.bucketBytes)
	for i := range p.holds {
		binary.LittleEndian.PutUint32(whole[bucketSize*i:], uint32(i)>>bucketShift)
	}
	return bytes.Equal(whole, t.findfunctab)
}
