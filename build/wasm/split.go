package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Split takes functions out of a program into parts that come after it. places
// has the part of each function by its number; 0 stays in the core, and so does
// a function that has no place, or calls the host.
//
// The core exports its table as "table" and its globals by number. A part imports
// the core's memory, table and globals from "core", and puts its functions into
// the table when it is instantiated. Until then a call of one of them calls the
// function in the table's first element with its own element, which has to be
// set before that call returns.
//
// What always holds: core and parts together do what the program does. Every
// function keeps its number, which is in its PCs and in the table. It fails for a
// program whose layout differs from that of Go's linker.
func Split(program []byte, places []int) (core []byte, parts [][]byte, err error) {
	s, err := newSplitter(program, places)
	if err != nil {
		return nil, nil, err
	}
	if core, err = s.core(); err != nil {
		return nil, nil, err
	}
	for number := range slices.Max(append(places, 0)) {
		part, err := s.part(number + 1)
		if err != nil {
			return nil, nil, err
		}
		parts = append(parts, part)
	}
	return core, parts, nil
}

// Functions are the names of a program's functions by number, as the linker
// wrote them.
func Functions(linked []byte) ([]string, error) {
	parts, err := sections(linked)
	if err != nil {
		return nil, err
	}
	if !producedBy(parts, release) {
		return nil, errRelease
	}
	var names []string
	return names, changePclntab(parts, func(t *pclntab) error {
		records, err := t.funcRecords()
		for i, r := range records {
			if r.get(entryOffField) != uint32(i)+funcValueOffset {
				return errSplit
			}
			name, _, _ := bytes.Cut(t.funcnametab[r.get(nameOffField):], []byte{0})
			names = append(names, string(name))
		}
		return err
	})
}

const (
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a

	kindTable, kindMemory, kindGlobal = 1, 2, 3

	// goSignature is the type of the compiler's functions: from a resume point to
	// whether the goroutine waits.
	goSignature = "\x60\x01\x7f\x01\x7f"
)

var errSplit = errors.New("it is not laid out as Go's linker lays a program out")

// splitter is a program and where each of its functions goes.
type splitter struct {
	sections []section
	imports  uint64   // functions of the host, which are numbered first
	types    []uint64 // of the program's own functions
	bodies   [][]byte
	globals  [][]byte // value type and whether it changes
	goType   uint64
	places   []int
	local    []uint64 // the number of a function within its part
}

func newSplitter(program []byte, places []int) (*splitter, error) {
	all, err := sections(program)
	if err != nil {
		return nil, err
	}
	s := &splitter{sections: all}
	for _, read := range []func() error{s.readImports, s.readTypes, s.readGlobals, s.readBodies, s.checkTable} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	s.places, s.local = make([]int, len(s.bodies)), make([]uint64, len(s.bodies))
	copy(s.places, places)
	next := make([]uint64, slices.Max(append(places, 0))+1)
	for i := range s.places {
		if s.places[i] < 0 || s.types[i] != s.goType || s.callsHost(i) {
			s.places[i] = 0
		}
		s.local[i] = next[s.places[i]]
		next[s.places[i]]++
	}
	return s, nil
}

// callsHost reports whether a function calls one of the host, which only the core
// knows, or has a form that the build does not know.
func (s *splitter) callsHost(number int) bool {
	if s.places[number] == 0 {
		return false
	}
	c, ok := decode(s.bodies[number])
	return !ok || slices.ContainsFunc(c, func(in instruction) bool { return in.op == opCall && in.a < int64(s.imports) })
}

// content is what a section holds, after the number that counts its items.
func (s *splitter) content(id byte) (count uint64, rest []byte, err error) {
	at := slices.IndexFunc(s.sections, func(c section) bool { return c.id == id })
	if at < 0 {
		return 0, nil, fmt.Errorf("section %d: %w", id, errSplit)
	}
	content := s.sections[at].content
	count, n := binary.Uvarint(content)
	if n <= 0 || count > uint64(len(content)) {
		return 0, nil, fmt.Errorf("section %d: %w", id, errSplit)
	}
	return count, content[n:], nil
}

// readImports counts what the host gives: functions only.
func (s *splitter) readImports() error {
	count, rest, err := s.content(importSection)
	if err != nil {
		return err
	}
	s.imports = count
	r := reader{rest: rest, ok: true}
	for range count {
		r.skip(int(r.unsigned()))
		r.skip(int(r.unsigned()))
		if !r.ok || len(r.rest) == 0 || r.rest[0] != 0 {
			return errSplit
		}
		r.skip(1)
		r.unsigned()
	}
	if !r.ok || len(r.rest) > 0 {
		return errSplit
	}
	return nil
}

// readTypes reads the type of each function, and which type is the compiler's.
func (s *splitter) readTypes() error {
	count, rest, err := s.content(typeSection)
	if err != nil {
		return err
	}
	r, found := reader{rest: rest, ok: true}, false
	for number := range count {
		before := r.rest
		r.skip(1)
		r.repeat(func() { r.skip(1) })
		r.repeat(func() { r.skip(1) })
		if string(before[:len(before)-len(r.rest)]) == goSignature {
			s.goType, found = number, true
		}
	}
	if !r.ok || !found {
		return errSplit
	}
	if count, rest, err = s.content(functionSection); err != nil {
		return err
	}
	r = reader{rest: rest, ok: true}
	for range count {
		s.types = append(s.types, uint64(r.unsigned()))
	}
	if !r.ok || len(r.rest) > 0 {
		return errSplit
	}
	return nil
}

// readGlobals reads the types of the globals, each of which begins as a constant.
func (s *splitter) readGlobals() error {
	count, rest, err := s.content(globalSection)
	if err != nil {
		return err
	}
	r := reader{rest: rest, ok: true}
	for range count {
		kind := r.rest
		r.skip(2)
		if !r.ok || len(r.rest) == 0 || r.rest[0] != opConst32 && r.rest[0] != opConst64 {
			return errSplit
		}
		r.skip(1)
		r.signed()
		if !r.ok || len(r.rest) == 0 || r.rest[0] != opEnd {
			return errSplit
		}
		r.skip(1)
		s.globals = append(s.globals, kind[:2])
	}
	return nil
}

func (s *splitter) readBodies() error {
	count, rest, err := s.content(codeSection)
	if err != nil {
		return err
	}
	if count != uint64(len(s.types)) {
		return errSplit
	}
	for range count {
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return errCode
		}
		s.bodies = append(s.bodies, rest[n:n+int(size)])
		rest = rest[n+int(size):]
	}
	return nil
}

// checkTable makes sure that the table has each of the program's own functions
// where its PCs say. The first element is free for who loads the parts.
func (s *splitter) checkTable() error {
	count, rest, err := s.content(elementSection)
	if err != nil {
		return err
	}
	head := appendSigned([]byte{0, opConst32}, funcValueOffset)
	rest, ok := bytes.CutPrefix(rest, append(head, opEnd))
	if !ok || count != 1 {
		return errSplit
	}
	r := reader{rest: rest, ok: true}
	n := r.unsigned()
	for i := range n {
		if uint64(r.unsigned()) != s.imports+uint64(i) {
			return errSplit
		}
	}
	if !r.ok || n > int64(len(s.bodies)) {
		return errSplit
	}
	return nil
}
