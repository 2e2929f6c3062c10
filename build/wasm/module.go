package wasm

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Ids of sections (WebAssembly core specification, 5.5.2).
const (
	customSection    = 0
	typeSection      = 1
	importSection    = 2
	functionSection  = 3
	tableSection     = 4
	memorySection    = 5
	globalSection    = 6
	exportSection    = 7
	elementSection   = 9
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
)

const header = "\x00asm\x01\x00\x00\x00"

// section is one section of a program: its id and its content.
type section struct {
	id      byte
	content []byte
}

// sections are the parts of a program in their order.
func sections(program []byte) ([]section, error) {
	if len(program) < len(header) || string(program[:len(header)]) != header {
		return nil, errors.New("no WebAssembly program")
	}
	var found []section
	for rest := program[len(header):]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("section %d ends beyond the file", rest[0])
		}
		end := 1 + n + int(size)
		found = append(found, section{rest[0], rest[1+n : end]})
		rest = rest[end:]
	}
	return found, nil
}

// assemble is the program of these sections.
func assemble(parts []section) []byte {
	program := []byte(header)
	for _, s := range parts {
		program = binary.AppendUvarint(append(program, s.id), uint64(len(s.content)))
		program = append(program, s.content...)
	}
	return program
}

// countData says in a DataCount section, where there is one, how many segments
// the data section has: a validator holds one to the other.
func countData(parts []section, segments uint64) {
	for i := range parts {
		if parts[i].id == dataCountSection {
			parts[i].content = binary.AppendUvarint(nil, segments)
		}
	}
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
