package link

import "encoding/binary"

// Compress packs bytes by coding each bit with the probability that the model
// gives it (arithmetic coding). The length comes first. It takes about a second
// for a million bytes in a browser, so rest is called between two pieces of it.
func Compress(p []byte, rest func()) []byte {
	m := newModel()
	to := binary.AppendUvarint(nil, uint64(len(p)))
	low, high := uint32(0), uint32(0xFFFFFFFF)
	for n, b := range p {
		if n%restEvery == 0 {
			rest()
		}
		for shift := 7; shift >= 0; shift-- {
			bit := int(b) >> shift & 1
			middle := between(low, high, m.p)
			if bit == 1 {
				high = middle
			} else {
				low = middle + 1
			}
			m.update(bit)
			for (low^high)>>24 == 0 {
				to = append(to, byte(high>>24))
				low, high = low<<8, high<<8|255
			}
		}
	}
	return append(to, byte(high>>24)) // with zeros behind it, still above low
}

// Decompress reads what Compress wrote, and anything else as something: the
// caller checks what comes of it. It reads and returns at most limit bytes; ok is
// false when more are announced, which is found before any is read. rest is called
// between two pieces of the work.
func Decompress(packed []byte, limit int, rest func()) (p []byte, ok bool) {
	length, size := binary.Uvarint(packed)
	if size <= 0 || length > uint64(limit) {
		return nil, false
	}
	d := newDecoder(packed[size:])
	for n := range int(length) {
		if n%restEvery == 0 {
			rest()
		}
		p = append(p, d.byte())
	}
	return p, true
}

// between divides the interval in proportion to a probability in 12 bits.
func between(low, high uint32, p int) uint32 {
	return low + uint32(uint64(high-low)*uint64(p)>>12)
}
