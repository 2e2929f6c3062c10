package script

import "encoding/binary"

// decompressFirst reads the packed bytes of a text of the first version, whose
// bits are coded with the probabilities that the model gives them (arithmetic
// coding) and come after the length. It reads anything else as something: the
// caller checks what comes of it. The error is ShareTooLarge when more bytes
// than limit are announced.
func decompressFirst(packed []byte, limit int) (p []byte, err error) {
	length, size := binary.Uvarint(packed)
	if size <= 0 || length > uint64(limit) {
		return nil, ShareTooLarge
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
	for range length {
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
	return p, nil
}

// between divides the interval in proportion to a probability in 12 bits.
func between(low, high uint32, p int) uint32 {
	return low + uint32(uint64(high-low)*uint64(p)>>12)
}
