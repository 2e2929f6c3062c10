package link

import "encoding/binary"

// Series unpacks texts one after another, faster if they begin alike, as the results
// of one task do: what they have in common is decompressed a few times and not for
// each. The zero value is ready.
//
// What always holds: a text gives the same bytes as Unpack, whatever came before it.
type Series struct {
	last   []byte   // what the last text that was decompressed whole held
	common int      // bytes with which the last two of those begin, 0 if that is not worth keeping
	at     *decoder // after so many bytes; nil if there is none yet
	begun  []byte   // these bytes
}

// worthKeeping is how many bytes at the beginning are slower to decompress than a
// model is to copy.
const worthKeeping = 64

// Unpack returns the bytes of a text of Pack, like the function of this name.
func (s *Series) Unpack(share string, rest func()) ([]byte, error) {
	return unpack(share, rest, s.decompress)
}

// decompress is Decompress, from after the common beginning if there is one.
func (s *Series) decompress(packed []byte, limit int, rest func()) ([]byte, bool) {
	length, size := binary.Uvarint(packed)
	if size <= 0 || length > uint64(limit) {
		return nil, false
	}
	packed = packed[size:]
	if s.at != nil && int(length) >= len(s.begun) {
		if d, ok := s.at.resume(packed); ok {
			return s.read(d, append([]byte(nil), s.begun...), int(length), rest), true
		}
	}
	s.at = nil
	p := s.read(newDecoder(packed), nil, int(length), rest)
	if s.common = alike(s.last, p); s.common < worthKeeping {
		s.common = 0
	}
	s.last = p
	return p, true
}

// read decompresses the bytes after p up to a length, and keeps its place after
// those that the last two texts had in common.
func (s *Series) read(d *decoder, p []byte, length int, rest func()) []byte {
	for n := len(p); n < length; n++ {
		if n%restEvery == 0 {
			rest()
		}
		if p = append(p, d.byte()); n+1 == s.common && s.at == nil && n+1 < length {
			s.at, s.begun = d.clone(), append([]byte(nil), p...)
		}
	}
	return p
}

// alike returns how many bytes two texts have in common at their beginning.
func alike(a, b []byte) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
