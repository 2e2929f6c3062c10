package wasm

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// funcRecord is the runtime's _func of one function, with the offsets of its
// PCDATA tables and its FUNCDATA after it.
type funcRecord []byte

// Offsets of the fields of a runtime._func that matter here, in bytes.
const (
	entryOffField  = 0
	nameOffField   = 4
	argsField      = 8
	pcspField      = 16 // the pctab of stack sizes
	pcfileField    = 20 // the pctab of files
	pclnField      = 24 // the pctab of lines
	npcdataField   = 28
	cuOffsetField  = 32
	startLineField = 36
	nfuncdataField = 43
)

const (
	argsSizeUnknown = 1 << 31   // abi.ArgsSizeUnknown: an assembly function without a declared size
	noFuncdata      = 1<<32 - 1 // the offset of FUNCDATA that is not there
	mostEntries     = 8         // of PCDATA tables and of FUNCDATA; internal/abi numbers fewer
	inlinedCallSize = 16        // of runtime.inlinedCall
	argInfoEnd      = 0xff      // abi.TraceArgsEndSeq
)

// Indices of PCDATA tables and of FUNCDATA, as internal/abi numbers them.
const (
	pcdataUnsafePoint  = 0
	pcdataInlTreeIndex = 2
	funcdataInlTree    = 3
	funcdataArgInfo    = 5
)

func (r funcRecord) get(field int) uint32    { return binary.LittleEndian.Uint32(r[field:]) }
func (r funcRecord) set(field int, v uint32) { binary.LittleEndian.PutUint32(r[field:], v) }

// funcRecords are those of all functions, in the order of their PCs. They share
// the bytes of the pclntable.
func (t *pclntab) funcRecords() ([]funcRecord, error) {
	found := make([]funcRecord, 0, t.count)
	for i := range t.count {
		at := uint64(binary.LittleEndian.Uint32(t.pclntable[8*i+4:]))
		if at+funcSize > uint64(len(t.pclntable)) {
			return nil, errPclntab
		}
		r := funcRecord(t.pclntable[at:])
		npcdata := uint64(r.get(npcdataField))
		size := funcSize + 4*(npcdata+uint64(r[nfuncdataField]))
		if npcdata > mostEntries || r[nfuncdataField] > mostEntries || at+size > uint64(len(t.pclntable)) {
			return nil, errPclntab
		}
		for _, field := range r.tables() {
			if r.get(field) >= uint32(len(t.pctab)) {
				return nil, errPclntab
			}
		}
		if r.get(nameOffField) >= uint32(len(t.funcnametab)) {
			return nil, errPclntab
		}
		found = append(found, r[:size])
	}
	return found, nil
}

// funcdataField is where a record has the offset of its FUNCDATA of an index.
func (r funcRecord) funcdataField(kind int) int {
	return funcSize + 4*int(r.get(npcdataField)) + 4*kind
}

// funcdata is the offset of the FUNCDATA of an index in gofunc, or noFuncdata.
func (r funcRecord) funcdata(kind int) uint32 {
	if kind >= int(r[nfuncdataField]) {
		return noFuncdata
	}
	return r.get(r.funcdataField(kind))
}

// tables are the fields that have the offset of a table in pctab: stack sizes,
// files, lines, and PCDATA.
func (r funcRecord) tables() []int {
	fields := []int{pcspField, pcfileField, pclnField}
	for i := range int(r.get(npcdataField)) {
		fields = append(fields, funcSize+4*i)
	}
	return fields
}

// strip clears what only printed stack traces read.
func (t *pclntab) strip() error {
	records, err := t.funcRecords()
	if err != nil {
		return err
	}
	if err := t.clearInlTrees(records); err != nil {
		return err
	}
	if err := t.clearPCTables(records); err != nil {
		return err
	}
	if err := t.clearArgInfo(records); err != nil {
		return err
	}
	clear(t.cutab)
	clear(t.filetab)
	return t.rename(records)
}

// clearPCTables drops the tables of files, lines and unsafe points. The linker
// writes equal tables once, so a dropped one that is still used for something
// else stays.
func (t *pclntab) clearPCTables(records []funcRecord) error {
	kept, dropped := map[uint32]bool{0: true}, map[uint32]bool{}
	for _, r := range records {
		for _, field := range r.tables() {
			if readByTraces(field) {
				dropped[r.get(field)] = true
				r.set(field, 0)
			} else {
				kept[r.get(field)] = true
			}
		}
		r.set(cuOffsetField, 0)
		r.set(startLineField, 0)
	}
	for at := range dropped {
		if kept[at] {
			continue
		}
		size := pctabSize(t.pctab[at:])
		if size < 0 {
			return errPclntab
		}
		clear(t.pctab[at : int(at)+size])
	}
	return nil
}

// readByTraces reports whether a browser needs the table of a field for printed
// stack traces alone, or not at all.
func readByTraces(field int) bool {
	return field == pcfileField || field == pclnField || field == funcSize+4*pcdataUnsafePoint
}

// clearInlTrees takes the names and lines out of the inlining trees. The funcID
// of each inlined function and its parent PC stay: recover counts the calls
// between it and a panic.
func (t *pclntab) clearInlTrees(records []funcRecord) error {
	for _, r := range records {
		tree := r.funcdata(funcdataInlTree)
		if tree == noFuncdata || r.get(npcdataField) <= pcdataInlTreeIndex {
			continue
		}
		highest := highestPCValue(t.pctab[r.get(funcSize+4*pcdataInlTreeIndex):])
		if int64(tree)+inlinedCallSize*int64(highest+1) > int64(len(t.gofunc)) {
			return errPclntab
		}
		for i := range highest + 1 {
			call := t.gofunc[int(tree)+inlinedCallSize*i:]
			clear(call[4:8])   // nameOff
			clear(call[12:16]) // startLine
		}
	}
	return nil
}

// clearArgInfo drops how traces print arguments. Bytes that FUNCDATA of another
// index shares stay.
func (t *pclntab) clearArgInfo(records []funcRecord) error {
	kept, dropped := map[uint32]bool{}, map[uint32]bool{}
	for _, r := range records {
		for kind := range int(r[nfuncdataField]) {
			at := r.funcdata(kind)
			if at == noFuncdata {
				continue
			}
			if at >= uint32(len(t.gofunc)) {
				return errPclntab
			}
			if kind == funcdataArgInfo {
				dropped[at] = true
				r.set(r.funcdataField(kind), noFuncdata)
			} else {
				kept[at] = true
			}
		}
	}
	for at := range dropped {
		end := bytes.IndexByte(t.gofunc[at:], argInfoEnd)
		if end < 0 {
			return errPclntab
		}
		if !kept[at] {
			clear(t.gofunc[at : int(at)+end+1])
		}
	}
	return nil
}

// pctabSize is how many bytes a table of pctab has: pairs of a value step and a
// PC step, ended by a value step of zero that is not the first. It is negative
// if there is no end.
func pctabSize(table []byte) int {
	for at := 0; ; {
		value, n := binary.Uvarint(table[at:])
		if n <= 0 {
			return -1
		}
		if at += n; value == 0 && at > n {
			return at
		}
		if _, n = binary.Uvarint(table[at:]); n <= 0 {
			return -1
		}
		at += n
	}
}

// highestPCValue is the highest value in a table of pctab, or -1. A step is
// written in zig-zag form, with its sign in the lowest bit.
func highestPCValue(table []byte) int {
	value, highest := -1, -1
	for at := 0; ; {
		step, n := binary.Uvarint(table[at:])
		if n <= 0 || step == 0 && at > 0 {
			return highest
		}
		at += n
		value += int(int32(uint32(step)>>1) ^ -int32(step&1))
		highest = max(highest, value)
		if _, n = binary.Uvarint(table[at:]); n <= 0 {
			return highest
		}
		at += n
	}
}

// rename gives each function the name of nameFor and leaves no other name in
// funcnametab.
func (t *pclntab) rename(records []funcRecord) error {
	old := bytes.Clone(t.funcnametab)
	clear(t.funcnametab)
	at, offsets := uint32(1), map[string]uint32{} // an offset of 0 means no name
	for _, r := range records {
		name, _, ended := bytes.Cut(old[r.get(nameOffField):], []byte{0})
		if !ended {
			return errPclntab
		}
		short := nameFor(string(name), r.get(argsField) == argsSizeUnknown)
		offset, found := offsets[short]
		if !found {
			if int(at)+len(short) >= len(t.funcnametab) {
				return errPclntab
			}
			offset = at
			offsets[short] = at
			at += uint32(copy(t.funcnametab[at:], short)) + 1
		}
		r.set(nameOffField, offset)
	}
	return nil
}

// nameFor is the name that a function keeps. The runtime decides three things
// by a name, which must not change: the collector recognises reflection's stubs,
// whose argument size is not declared; a goroutine that begins in a function of
// package runtime is a system goroutine; and a method called through a nil
// pointer panics with a text cut out of a name of exactly this form.
func nameFor(name string, undeclared bool) string {
	switch {
	case undeclared:
		return name
	case strings.HasPrefix(name, "runtime."):
		return "runtime.(*T).f"
	}
	return "go.(*T).f"
}
