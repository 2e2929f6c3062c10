package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// release is the Go release whose pclntab this package knows. The layout is
// checked in its parts too; a new release needs a look at the runtime's
// symtab.go, stkframe.go, panic.go and error.go before it stands here.
const release = "go1.26"

var errPclntab = errors.New("its pclntab is not laid out as that of " + release)

// pclntab is the runtime's table of functions, in the memory that a program
// starts with. Each slice shares the memory's bytes and has the name that
// runtime.moduledata gives it.
type pclntab struct {
	funcnametab []byte // function names, each ended by a zero byte
	cutab       []byte // offsets into filetab by compilation unit
	filetab     []byte // file names
	pctab       []byte // tables from a PC to a value
	pclntable   []byte // the ftab, then a _func for each function
	gofunc      []byte // the FUNCDATA: pointer maps, inlining trees
	findfunctab []byte // buckets that lead from a PC to its function
	count       int    // of functions

	pclntableAt, findfunctabAt uint32 // addresses
}

const (
	pcHeaderSize = 72 // of runtime.pcHeader
	funcSize     = 44 // of runtime._func without its PCDATA and FUNCDATA
	magic        = "\xf1\xff\xff\xff\x00\x00\x01\x08"
)

// Words of eight bytes in runtime.moduledata. It begins with the address of the
// pcHeader and six slices; findfunctab follows the FUNCDATA and ends pclntab.
const (
	findfunctabWord = 19
	gofuncWord      = 40
	epclntabWord    = 41
)

// findPclntab looks for the one pcHeader that a moduledata points to.
func findPclntab(m *memory) (*pclntab, error) {
	var found *pclntab
	for at := 0; ; at++ {
		next := bytes.Index(m.bytes[at:], []byte(magic))
		if next < 0 {
			break
		}
		at += next
		if t := pclntabAt(m, at); t != nil {
			if found != nil {
				return nil, errPclntab
			}
			found = t
		}
	}
	if found == nil {
		return nil, errPclntab
	}
	return found, nil
}

// pclntabAt is the pclntab whose pcHeader is at an offset, or nil if none is
// there. Its parts follow one another, and the moduledata agrees on where.
func pclntabAt(m *memory, at int) *pclntab {
	header := binary.LittleEndian.AppendUint64(nil, uint64(m.base)+uint64(at))
	module := bytes.Index(m.bytes, append(header, binary.LittleEndian.AppendUint64(nil, uint64(m.base)+uint64(at)+pcHeaderSize)...))
	if at+pcHeaderSize > len(m.bytes) || module < 0 || module+8*(epclntabWord+1) > len(m.bytes) {
		return nil
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(m.bytes[module+8*i:]) - uint64(m.base) }
	field := func(i int) uint64 { return binary.LittleEndian.Uint64(m.bytes[at+8*i:]) }
	var offsets [8]uint64 // of funcnametab, cutab, filetab, pctab, pclntable, gofunc, findfunctab and the end
	for i := range 5 {
		offsets[i] = uint64(at) + field(4+i)
		if offsets[i] != word(1+3*i) {
			return nil
		}
	}
	offsets[5], offsets[6], offsets[7] = word(gofuncWord), word(findfunctabWord), word(epclntabWord)
	count := field(1)
	if !slices.IsSorted(offsets[:]) || offsets[7] > uint64(len(m.bytes)) || count == 0 || count > (offsets[5]-offsets[4])/8 {
		return nil
	}
	part := func(i int) []byte { return m.bytes[offsets[i]:offsets[i+1]] }
	address := func(i int) uint32 { return m.base + uint32(offsets[i]) }
	return &pclntab{part(0), part(1), part(2), part(3), part(4), part(5), part(6), int(count), address(4), address(6)}
}
