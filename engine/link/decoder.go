package link

import (
	"bytes"
	"slices"
)

// decoder reads what Compress wrote, a byte at a time.
//
// What always holds: code is from low to high, and it is the last four bytes that
// were taken. So two texts whose taken bytes agree up to those four, and whose code
// lies within the same bounds, began with the same bytes.
type decoder struct {
	*model
	packed          []byte
	taken           int // bytes of packed, and zeros after its end
	low, high, code uint32
}

func newDecoder(packed []byte) *decoder {
	d := &decoder{model: newModel(), packed: packed, high: 0xFFFFFFFF}
	for range codeBytes {
		d.code = d.code<<8 | d.next()
	}
	return d
}

const codeBytes = 4

// next takes a byte, which is zero after the end.
func (d *decoder) next() (b uint32) {
	if d.taken < len(d.packed) {
		b = uint32(d.packed[d.taken])
	}
	d.taken++
	return b
}

// byte decodes the next byte.
func (d *decoder) byte() byte {
	m := d.model
	for range 8 {
		middle, bit := between(d.low, d.high, m.p), 0
		if d.code <= middle {
			bit, d.high = 1, middle
		} else {
			d.low = middle + 1
		}
		m.update(bit)
		for (d.low^d.high)>>24 == 0 {
			d.low, d.high, d.code = d.low<<8, d.high<<8|255, d.code<<8|d.next()
		}
	}
	return m.history[len(m.history)-1]
}

// clone returns a decoder that goes on from the same place by itself.
func (d *decoder) clone() *decoder {
	c, m := *d, *d.model
	for i := range m.tables {
		m.tables[i] = slices.Clone(m.tables[i])
	}
	m.places, m.history = slices.Clone(m.places), slices.Clone(m.history)
	c.model = &m
	return &c
}

// resume returns a decoder of another packed text that goes on from the same place;
// ok is false if that text does not begin with the same bytes.
func (d *decoder) resume(packed []byte) (c *decoder, ok bool) {
	whole := d.taken - codeBytes
	if whole > min(len(packed), len(d.packed)) || !bytes.Equal(packed[:whole], d.packed[:whole]) {
		return nil, false
	}
	at := decoder{packed: packed, taken: whole}
	for range codeBytes {
		at.code = at.code<<8 | at.next()
	}
	if at.code < d.low || at.code > d.high {
		return nil, false
	}
	c = d.clone()
	c.packed, c.code = packed, at.code
	return c, true
}
