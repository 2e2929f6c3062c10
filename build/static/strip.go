package static

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// release is the Go release whose tables strip knows. The layout is checked in
// its parts too; a new release needs a look at the runtime's symtab.go,
// stkframe.go, panic.go and error.go before it stands here.
const release = "go1.26"

// strip takes out of a Go program what only printed stack traces read: the
// names and files of functions, and the tables from a place in the code to its
// file and line. They are a tenth of the compressed program, a page shows no
// stack trace, and a browser's console still numbers the functions.
//
// So are how to print arguments, and where code may be interrupted: a browser
// has no signals to interrupt it with.
//
// What always holds: the collector, the stack walker, defer, panic and recover
// find what they found before. Stack sizes, pointer maps, the tree of inlined
// calls and what kind of function each is are left as they are. So are the few
// names that decide something; see nameFor. A program of another release,
// or one whose tables differ from what is written here, is refused.
func strip(wasm []byte) ([]byte, error) {
	parts, err := sections(wasm)
	if err != nil {
		return nil, err
	}
	if !producedBy(parts, release) {
		return nil, fmt.Errorf("app.wasm was not compiled by %s, whose tables the build knows: check build/static/strip.go", release)
	}
	if err := changeTables(parts, (*tables).strip); err != nil {
		return nil, err
	}
	return assemble(parts), nil
}

// changeTables lets change work on the tables in the data section of a program.
func changeTables(parts []chunk, change func(*tables) error) error {
	at := slices.IndexFunc(parts, func(c chunk) bool { return c.id == dataSection })
	if at < 0 {
		return errSegments
	}
	m, err := newMemory(parts[at].content)
	if err != nil {
		return err
	}
	t, err := findTables(m)
	if err != nil {
		return err
	}
	if err := change(t); err != nil {
		return err
	}
	parts[at].content = m.section()
	return nil
}

// producedBy reports whether a program says that this release, or a fix of it,
// compiled it.
func producedBy(parts []chunk, release string) bool {
	return slices.ContainsFunc(parts, func(s chunk) bool {
		return s.id == customSection && bytes.HasPrefix(s.content, []byte("\x09producers")) &&
			(bytes.Contains(s.content, []byte(release+".")) || bytes.HasSuffix(s.content, []byte(release)))
	})
}

var errTables = errors.New("app.wasm: its function tables are not those of " + release)

// tables are the runtime's tables of functions, called pclntab, in the memory
// that a program starts with. Each slice shares the memory's bytes.
type tables struct {
	names []byte // function names, each ended by a zero byte
	units []byte // offsets into files by compilation unit
	files []byte // file names
	pcs   []byte // tables from a place in the code to a value
	funcs []byte // places of the functions, then the functions' records
	facts []byte // what the records point to: pointer maps, inlined calls
	// buckets lead from a place to its function.
	buckets []byte
	count   int

	funcsAt, bucketsAt uint32 // addresses
}

const (
	headerSize = 72 // of the runtime's pcHeader
	recordSize = 44 // of the runtime's _func before its variable part
	magic      = "\xf1\xff\xff\xff\x00\x00\x01\x08"
)

// The runtime's moduledata, by words of eight bytes: the header's address, six
// slices, and addresses of which one is where facts begin and one where the
// functions' table of buckets does, which follows the facts.
const (
	bucketsWord = 19
	factsWord   = 40
	endWord     = 41
)

// findTables looks for the one header that a moduledata points to.
func findTables(m *memory) (*tables, error) {
	var found *tables
	for at := 0; ; at++ {
		next := bytes.Index(m.bytes[at:], []byte(magic))
		if next < 0 {
			break
		}
		at += next
		if t := tablesAt(m, at); t != nil {
			if found != nil {
				return nil, errTables
			}
			found = t
		}
	}
	if found == nil {
		return nil, errTables
	}
	return found, nil
}

// tablesAt are the tables of the header at an offset, or nil if it is none. Its
// parts lie one behind the other, where the moduledata says too.
func tablesAt(m *memory, at int) *tables {
	header := binary.LittleEndian.AppendUint64(nil, uint64(m.base)+uint64(at))
	module := bytes.Index(m.bytes, append(header, binary.LittleEndian.AppendUint64(nil, uint64(m.base)+uint64(at)+headerSize)...))
	if at+headerSize > len(m.bytes) || module < 0 || module+8*(endWord+1) > len(m.bytes) {
		return nil
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(m.bytes[module+8*i:]) - uint64(m.base) }
	field := func(i int) uint64 { return binary.LittleEndian.Uint64(m.bytes[at+8*i:]) }
	var offsets [8]uint64 // names, units, files, pcs, funcs, facts, buckets, the end
	for i := range 5 {
		offsets[i] = uint64(at) + field(4+i)
		if offsets[i] != word(1+3*i) {
			return nil
		}
	}
	offsets[5], offsets[6], offsets[7] = word(factsWord), word(bucketsWord), word(endWord)
	count := field(1)
	if !slices.IsSorted(offsets[:]) || offsets[7] > uint64(len(m.bytes)) || count == 0 || count > (offsets[5]-offsets[4])/8 {
		return nil
	}
	part := func(i int) []byte { return m.bytes[offsets[i]:offsets[i+1]] }
	address := func(i int) uint32 { return m.base + uint32(offsets[i]) }
	return &tables{part(0), part(1), part(2), part(3), part(4), part(5), part(6), int(count), address(4), address(6)}
}
