package wasm

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// withDataCount adds a DataCount section, which stands before the code.
func withDataCount(t *testing.T, program []byte, count uint64) []byte {
	t.Helper()
	parts, err := sections(program)
	if err != nil {
		t.Fatal(err)
	}
	var more []section
	for _, part := range parts {
		if part.id == codeSection {
			more = append(more, section{dataCountSection, binary.AppendUvarint(nil, count)})
		}
		more = append(more, part)
	}
	return assemble(more)
}

// segmentsOf is how many segments the data section of a program has.
func segmentsOf(t *testing.T, program []byte) uint64 {
	t.Helper()
	parts, err := sections(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		if part.id == dataSection {
			count, _ := binary.Uvarint(part.content)
			return count
		}
	}
	t.Fatal("no data section")
	return 0
}

// A DataCount section says how many segments the data section has (WebAssembly
// core specification, 5.5.16), so it changes with them. A JavaScript engine
// takes the result, and refuses one whose count is wrong.
func TestShrinkDataCount(t *testing.T) {
	linked := compiled(t, "package main\n\nfunc main() {}\n")
	counted := withDataCount(t, linked, segmentsOf(t, linked))
	if err := Validate(counted); err != nil {
		t.Fatal(err)
	}
	small, err := Shrink(counted)
	if err != nil {
		t.Fatal(err)
	}
	if err := Validate(small); err != nil {
		t.Error(err)
	}
	if segmentsOf(t, small) != 1 || segmentsOf(t, linked) < 2 {
		t.Errorf("got %d data segments of %d, want 1 of several", segmentsOf(t, small), segmentsOf(t, linked))
	}
	if err := Validate(withDataCount(t, linked, segmentsOf(t, linked)+1)); err == nil {
		t.Error("a wrong DataCount section passes")
	}
}

// Bytes that a linker would never write make an error or another program, never
// a panic: in the pcHeader, the moduledata, the function records and the code.
func TestShrinkSpoiled(t *testing.T) {
	linked := compiled(t, "package main\n\nfunc main() {}\n")
	header := bytes.Index(linked, []byte(magic))
	if header < 0 {
		t.Fatal("no pcHeader")
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	const fixed = 8 // bytes of the pcHeader that are the same in every program: magic, padding, sizes
	for at := range fixed {
		spoiled := bytes.Clone(linked)
		spoiled[header+at] ^= byte(1 + random.IntN(255))
		if _, err := Shrink(spoiled); err == nil {
			t.Errorf("a pcHeader with another byte %d passes", at)
		}
	}
	for range 150 {
		spoiled := bytes.Clone(linked)
		at := random.IntN(len(spoiled))
		if random.IntN(2) == 0 {
			at = header + random.IntN(2*pcHeaderSize)
		}
		for i := range 1 + random.IntN(8) {
			if at+i < len(spoiled) {
				spoiled[at+i] = byte(random.Uint32())
			}
		}
		if _, err := Shrink(spoiled); err != nil {
			refused++
		}
	}
	if refused < 30 {
		t.Errorf("%d of 150 spoiled programs are refused", refused)
	}
	for _, size := range []int{0, 1, 7, 8, 9, len(linked) / 3, len(linked) - 1} {
		if _, err := Shrink(linked[:size]); err == nil {
			t.Errorf("a program cut off at %d bytes passes", size)
		}
	}
}
