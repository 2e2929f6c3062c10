package static

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// record is one function's record, the runtime's _func.
type record []byte

// Offsets of the fields of a record that matter here.
const (
	nameField    = 4
	argsField    = 8
	stackField   = 16 // table of stack sizes
	fileField    = 20 // table of files
	lineField    = 24 // table of lines
	countField   = 28 // how many further tables follow the record
	unitField    = 32
	startField   = 36      // line of the function's beginning
	unknownArgs  = 1 << 31 // the size of arguments that no one declared
	factsField   = 43      // how many facts follow the further tables
	mostFurther  = 8
	noFact       = 1<<32 - 1
	inlinedSize  = 16   // of an inlined call
	argumentsEnd = 0xff // ends how to print arguments
)

// Numbers of further tables and of facts, as internal/abi has them.
const (
	unsafeTable  = 0 // where a signal may interrupt
	inlinedTable = 2 // where which inlined call is

	inlinedFact   = 3
	argumentsFact = 5
)

func (r record) get(field int) uint32    { return binary.LittleEndian.Uint32(r[field:]) }
func (r record) set(field int, v uint32) { binary.LittleEndian.PutUint32(r[field:], v) }

// records are those of all functions.
func (t *tables) records() ([]record, error) {
	found := make([]record, 0, t.count)
	for i := range t.count {
		at := uint64(binary.LittleEndian.Uint32(t.funcs[8*i+4:]))
		if at+recordSize > uint64(len(t.funcs)) {
			return nil, errTables
		}
		r := record(t.funcs[at:])
		further := uint64(r.get(countField))
		size := recordSize + 4*(further+uint64(r[factsField]))
		if further > mostFurther || r[factsField] > mostFurther || at+size > uint64(len(t.funcs)) {
			return nil, errTables
		}
		for _, field := range r.tables() {
			if r.get(field) >= uint32(len(t.pcs)) {
				return nil, errTables
			}
		}
		if r.get(nameField) >= uint32(len(t.names)) {
			return nil, errTables
		}
		found = append(found, r[:size])
	}
	return found, nil
}

// factField is where a record names a fact of one kind.
func (r record) factField(kind int) int { return recordSize + 4*int(r.get(countField)) + 4*kind }

// fact is the offset of a fact of one kind, or noFact.
func (r record) fact(kind int) uint32 {
	if kind >= int(r[factsField]) {
		return noFact
	}
	return r.get(r.factField(kind))
}

// tables are the fields that name a table: stack sizes, files, lines, and the
// further ones, which the collector reads.
func (r record) tables() []int {
	fields := []int{stackField, fileField, lineField}
	for i := range int(r.get(countField)) {
		fields = append(fields, recordSize+4*i)
	}
	return fields
}

// strip clears what is read for printing alone.
func (t *tables) strip() error {
	records, err := t.records()
	if err != nil {
		return err
	}
	if err := t.clearInlined(records); err != nil {
		return err
	}
	if err := t.clearTables(records); err != nil {
		return err
	}
	if err := t.clearArguments(records); err != nil {
		return err
	}
	wipe(t.units)
	wipe(t.files)
	return t.rename(records)
}

// clearTables forgets which file and line code came from, and where code may be
// interrupted. A table that is one of the others too, because its bytes are the
// same, stays.
func (t *tables) clearTables(records []record) error {
	kept, dropped := map[uint32]bool{0: true}, map[uint32]bool{}
	for _, r := range records {
		for _, field := range r.tables() {
			if readForPrinting(field) {
				dropped[r.get(field)] = true
				r.set(field, 0)
			} else {
				kept[r.get(field)] = true
			}
		}
		r.set(unitField, 0)
		r.set(startField, 0)
	}
	for at := range dropped {
		if kept[at] {
			continue
		}
		size := tableSize(t.pcs[at:])
		if size < 0 {
			return errTables
		}
		wipe(t.pcs[at : int(at)+size])
	}
	return nil
}

// readForPrinting reports whether only traces read the table of a field, or no
// one in a browser.
func readForPrinting(field int) bool {
	return field == fileField || field == lineField || field == recordSize+4*unsafeTable
}

// clearInlined takes the names and lines out of the trees of inlined calls.
// What kind of function was inlined and where its caller goes on are left:
// recover counts the calls between it and a panic.
func (t *tables) clearInlined(records []record) error {
	for _, r := range records {
		tree := r.fact(inlinedFact)
		if tree == noFact || r.get(countField) <= inlinedTable {
			continue
		}
		highest := highestValue(t.pcs[r.get(recordSize+4*inlinedTable):])
		if int64(tree)+inlinedSize*int64(highest+1) > int64(len(t.facts)) {
			return errTables
		}
		for i := range highest + 1 {
			call := t.facts[int(tree)+inlinedSize*i:]
			wipe(call[4:8])   // the name
			wipe(call[12:16]) // the line of its beginning
		}
	}
	return nil
}

// clearArguments forgets how to print arguments. Bytes that a fact of another
// kind shares stay.
func (t *tables) clearArguments(records []record) error {
	kept, dropped := map[uint32]bool{}, map[uint32]bool{}
	for _, r := range records {
		for kind := range int(r[factsField]) {
			at := r.fact(kind)
			if at == noFact {
				continue
			}
			if at >= uint32(len(t.facts)) {
				return errTables
			}
			if kind == argumentsFact {
				dropped[at] = true
				r.set(r.factField(kind), noFact)
			} else {
				kept[at] = true
			}
		}
	}
	for at := range dropped {
		end := bytes.IndexByte(t.facts[at:], argumentsEnd)
		if end < 0 {
			return errTables
		}
		if !kept[at] {
			wipe(t.facts[at : int(at)+end+1])
		}
	}
	return nil
}

// tableSize is how many bytes a table has: pairs of numbers, of which the first
// is zero at the end only. It is negative if there is no end.
func tableSize(table []byte) int {
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

// highestValue is the highest value in a table, or -1. The numbers are steps
// from the value before, the lowest bit their sign.
func highestValue(table []byte) int {
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

// rename gives each function its name of nameFor and writes these names alone.
func (t *tables) rename(records []record) error {
	old := bytes.Clone(t.names)
	wipe(t.names)
	at, offsets := uint32(1), map[string]uint32{} // an offset of 0 means no name
	for _, r := range records {
		name, _, ended := bytes.Cut(old[r.get(nameField):], []byte{0})
		if !ended {
			return errTables
		}
		short := nameFor(string(name), r.get(argsField) == unknownArgs)
		offset, found := offsets[short]
		if !found {
			if int(at)+len(short) >= len(t.names) {
				return errTables
			}
			offset = at
			offsets[short] = at
			at += uint32(copy(t.names[at:], short)) + 1
		}
		r.set(nameField, offset)
	}
	return nil
}

// nameFor is what a function is called from now on. The runtime decides three
// things by a name, and they stay as they are: the collector finds the arguments
// of reflection's stubs, whose size no one declared; a goroutine that begins in
// a function of the runtime is the runtime's own; and a method called through a
// nil pointer panics with a text cut out of a name of just this form.
func nameFor(name string, undeclared bool) string {
	switch {
	case undeclared:
		return name
	case strings.HasPrefix(name, "runtime."):
		return "runtime.(*T).f"
	}
	return "go.(*T).f"
}

// wipe makes bytes zero. The package's own clear empties folders.
func wipe(b []byte) {
	for i := range b {
		b[i] = 0
	}
}
