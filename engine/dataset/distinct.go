package dataset

import (
	"encoding/binary"
	"math/bits"
)

// distinct counts different texts up to DistinctCap by their 64-bit hashes. It
// is an open hash table without pointers: a map of the texts would keep every
// one of them alive, and cost twice the time per cell.
//
// What always holds: slots is empty or a power of two long, at most eleven
// sixteenths of it used; 0 is an unused slot; beyond the cap slots is gone.
type distinct struct {
	count int
	slots []uint64
	// early, 0 to 15, makes the table grow by as many 256ths earlier. Columns
	// with different ones do not all grow at the same row, which would make one
	// long step.
	early int
}

const distinctStart = 64 // slots of a fresh table

func (d *distinct) add(text []byte) {
	if d.count > DistinctCap {
		return
	}
	if d.count*256 >= len(d.slots)*(176-d.early) {
		d.grow()
	}
	if !d.put(hash(text)) {
		return
	}
	if d.count++; d.count > DistinctCap {
		d.slots = nil
	}
}

// put enters a hash and reports whether it is new.
func (d *distinct) put(h uint64) bool {
	mask := uint64(len(d.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		switch d.slots[i] {
		case h:
			return false
		case 0:
			d.slots[i] = h
			return true
		}
	}
}

func (d *distinct) grow() {
	old := d.slots
	d.slots = make([]uint64, max(distinctStart, 2*len(old)))
	for _, h := range old {
		if h != 0 {
			d.put(h)
		}
	}
}

// hash mixes eight bytes at a time and never returns 0. The same text has the
// same hash in every run and on every machine.
func hash(text []byte) uint64 {
	const prime = 0x9E3779B97F4A7C15
	h := uint64(len(text)) * prime
	for ; len(text) >= 8; text = text[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64(text))
	}
	var tail [8]byte
	copy(tail[:], text)
	h = mix(h ^ binary.LittleEndian.Uint64(tail[:]))
	return max(h, 1)
}

func mix(h uint64) uint64 {
	hi, lo := bits.Mul64(h^0xD6E8FEB86659FD93, 0xA0761D6478BD642F)
	return hi ^ lo
}
