package wasm

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// memory is what a WebAssembly program finds in its memory when it starts: the
// content of its data section. Bytes that no segment gives are zero, as the
// format promises.
type memory struct {
	base  uint32 // the address of the first byte
	bytes []byte
}

// largestMemory bounds what a data section may fill. A Go program starts
// with some megabytes.
const largestMemory = 1 << 28

var errData = errors.New("its data section has a form that the build does not know")

// segment is bytes at an address.
type segment struct {
	address uint32
	bytes   []byte
}

// newMemory reads a data section as Go's linker writes it: active segments of
// the first memory that do not overlap.
func newMemory(content []byte) (*memory, error) {
	count, n := binary.Uvarint(content)
	if n <= 0 || count == 0 {
		return nil, errData
	}
	content = content[n:]
	var segments []segment
	for range count {
		s, rest, err := readSegment(content)
		if err != nil {
			return nil, err
		}
		segments, content = append(segments, s), rest
	}
	if len(content) > 0 {
		return nil, errData
	}
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	m := &memory{base: segments[0].address}
	for _, s := range segments {
		gap := int64(s.address) - int64(m.base) - int64(len(m.bytes))
		if gap < 0 || gap > largestMemory-int64(len(m.bytes)) {
			return nil, errData
		}
		m.bytes = append(append(m.bytes, make([]byte, gap)...), s.bytes...)
	}
	return m, nil
}

// readSegment takes the first segment off a data section.
func readSegment(content []byte) (segment, []byte, error) {
	if len(content) < 2 || content[0] != 0 || content[1] != 0x41 { // memory 0 at an i32.const
		return segment{}, nil, errData
	}
	address, rest, ok := signed(content[2:])
	if !ok || len(rest) == 0 || rest[0] != 0x0b { // the end of the expression
		return segment{}, nil, errData
	}
	size, n := binary.Uvarint(rest[1:])
	if n <= 0 || size > uint64(len(rest)-1-n) {
		return segment{}, nil, errData
	}
	rest = rest[1+n:]
	return segment{uint32(address), rest[:size]}, rest[size:], nil
}

// section is the data section that gives this memory, in one segment. The
// linker leaves runs of zeroes out, which is smaller as it stands; a compressed
// program is smaller with the zeroes than with the headers of 50,000 segments.
func (m *memory) section() []byte {
	content := appendSigned([]byte{1, 0, 0x41}, int64(int32(m.base)))
	content = binary.AppendUvarint(append(content, 0x0b), uint64(len(m.bytes)))
	return append(content, m.bytes...)
}
