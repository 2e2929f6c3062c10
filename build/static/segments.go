package static

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// memory is what a WebAssembly program finds in its memory when it starts: the
// content of its data section. Bytes that no segment gives are zero, as the
// format promises.
type memory struct {
	base  uint32 // the address of the first byte
	bytes []byte
}

const (
	dataSection   = 11
	customSection = 0

	// largestMemory bounds what a data section may fill. A Go program starts
	// with some megabytes.
	largestMemory = 1 << 28
)

var errSegments = errors.New("app.wasm: a data section of an unknown form")

// chunk is one section of a program: its number and its content.
type chunk struct {
	id      byte
	content []byte
}

// sections are the parts of a program in their order.
func sections(wasm []byte) ([]chunk, error) {
	if len(wasm) < 8 || string(wasm[:8]) != "\x00asm\x01\x00\x00\x00" {
		return nil, errors.New("app.wasm: no WebAssembly program")
	}
	var found []chunk
	for rest := wasm[8:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("app.wasm: section %d ends beyond the file", rest[0])
		}
		end := 1 + n + int(size)
		found = append(found, chunk{rest[0], rest[1+n : end]})
		rest = rest[end:]
	}
	return found, nil
}

// assemble is the program of these sections.
func assemble(parts []chunk) []byte {
	wasm := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range parts {
		wasm = binary.AppendUvarint(append(wasm, s.id), uint64(len(s.content)))
		wasm = append(wasm, s.content...)
	}
	return wasm
}

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
		return nil, errSegments
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
		return nil, errSegments
	}
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	m := &memory{base: segments[0].address}
	for _, s := range segments {
		gap := int64(s.address) - int64(m.base) - int64(len(m.bytes))
		if gap < 0 || gap > largestMemory-int64(len(m.bytes)) {
			return nil, errSegments
		}
		m.bytes = append(append(m.bytes, make([]byte, gap)...), s.bytes...)
	}
	return m, nil
}

// readSegment takes the first segment off a data section.
func readSegment(content []byte) (segment, []byte, error) {
	if len(content) < 2 || content[0] != 0 || content[1] != 0x41 { // memory 0 at an i32.const
		return segment{}, nil, errSegments
	}
	address, rest, ok := signed(content[2:])
	if !ok || len(rest) == 0 || rest[0] != 0x0b { // the end of the expression
		return segment{}, nil, errSegments
	}
	size, n := binary.Uvarint(rest[1:])
	if n <= 0 || size > uint64(len(rest)-1-n) {
		return segment{}, nil, errSegments
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

// signed reads a number in signed LEB128, of at most five bytes.
func signed(content []byte) (int32, []byte, bool) {
	var value int64
	for i := 0; i < len(content) && i < 5; i++ {
		value |= int64(content[i]&0x7f) << (7 * i)
		if content[i] < 0x80 {
			unused := 64 - 7*(i+1)
			return int32(value << unused >> unused), content[i+1:], true
		}
	}
	return 0, nil, false
}

// appendSigned writes a number in signed LEB128.
func appendSigned(content []byte, value int64) []byte {
	for {
		low := byte(value & 0x7f)
		value >>= 7
		if value == 0 && low&0x40 == 0 || value == -1 && low&0x40 != 0 {
			return append(content, low)
		}
		content = append(content, low|0x80)
	}
}
