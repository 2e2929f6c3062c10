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
	packed = packed[size:]
	next := func() uint32 {
		if len(packed) == 0 {
			return 0
		}
		b := packed[0]
		packed = packed[1:]
		return uint32(b)
	}
	m := newModel()
	low, high, code := uint32(0), uint32(0xFFFFFFFF), uint32(0)
	for range 4 {
		code = code<<8 | next()
	}
	for n := range length {
		if n%restEvery == 0 {
			rest()
		}
		for range 8 {
			middle, bit := between(low, high, m.p), 0
			if code <= middle {
				bit, high = 1, middle
			} else {
				low = middle + 1
			}
			m.update(bit)
			for (low^high)>>24 == 0 {
				low, high, code = low<<8, high<<8|255, code<<8|next()
			}
		}
		p = append(p, m.history[len(m.history)-1])
	}
	return p, true
}

// between divides the interval in proportion to a probability in 12 bits.
func between(low, high uint32, p int) uint32 {
	return low + uint32(uint64(high-low)*uint64(p)>>12)
}
