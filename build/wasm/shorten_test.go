package wasm

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// A shortened program prints what the program did, with its panics, deep stacks
// and goroutines.
func TestShorten(t *testing.T) {
	stripped, err := strip(compiled(t, probe))
	if err != nil {
		t.Fatal(err)
	}
	short, err := shorten(stripped)
	if err != nil {
		t.Fatal(err)
	}
	want, failed := output(t, stripped)
	got, failedToo := output(t, short)
	if got != want || failed == nil || failedToo == nil || failed.Error() != failedToo.Error() {
		t.Errorf("printed, ending with %v:\n%s\nwant, ending with %v:\n%s", failedToo, got, failed, want)
	}
	again, err := shorten(short)
	if err != nil || !bytes.Equal(again, short) {
		t.Errorf("shortening twice is another program, with error %v", err)
	}
	if sizeOfCode(t, short) > sizeOfCode(t, stripped)*98/100 {
		t.Errorf("the code has %d bytes, and had %d", sizeOfCode(t, short), sizeOfCode(t, stripped))
	}
}

func sizeOfCode(t *testing.T, wasm []byte) int {
	t.Helper()
	parts, err := sections(wasm)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		if part.id == codeSection {
			return len(part.content)
		}
	}
	t.Fatal("no code")
	return 0
}

// Each pattern is shortened, and what only looks like it stays. A function is
// written as its instructions between the beginning and the end of Go's:
// global.get 0, local.set 1, block, ..., end, i32.const 1, end.
func TestShortenFunction(t *testing.T) {
	const (
		locals = "02 01 7f 03 7e "
		take   = "23 00 21 01 "
		begin  = locals + take + "02 40 "
		end    = "0b 41 01 0b"
		// jumps begins a function of the places 0, 1 and 2, in doubled a second
		// number leads to each, and in counted as many blocks end there.
		jumps   = begin + "03 40 02 40 02 40 02 40 20 00 0e 02 00 01 02 0b "
		doubled = begin + "03 40 02 40 02 40 02 40 20 00 0e 05 00 00 01 01 02 02 0b "
		counted = begin + "03 40 02 40 02 40 02 40 02 40 02 40 02 40 20 00 0e 05 00 01 02 03 04 05 0b 0b "
		address = "20 01 ad 42 10 7c a7 "
	)
	for _, x := range []struct{ name, in, want string }{
		{"load", begin + address + "29 03 08 21 02 " + end, begin + "20 01 29 03 18 21 02 " + end},
		{"store", begin + address + "20 02 37 03 00 " + end, begin + "20 01 20 02 37 03 10 " + end},
		{"store of a calculated value", begin + address + "20 02 20 03 7c 50 ad 37 03 00 " + end, begin + "20 01 20 02 20 03 7c 50 ad 37 03 10 " + end},
		{"copy", begin + address + address + "29 03 00 37 03 00 " + end, begin + "20 01 20 01 29 03 10 37 03 10 " + end},
		{"address as a value", begin + "20 02 a7 " + address + "ad 37 03 00 " + end, ""},
		{"address added to", begin + address + "41 08 6a 29 03 00 21 02 " + end, ""},
		{"address kept", begin + address + "22 01 29 03 00 21 02 " + end, ""},
		{"address across a call", begin + address + "10 05 37 03 00 " + end, ""},
		{"address across a block", begin + address + "02 7e 20 02 0b 37 03 00 " + end, ""},
		{"negative constant", begin + "20 01 ad 42 70 7c a7 29 03 00 21 02 " + end, ""},
		{"another local", begin + "20 02 ad 42 10 7c a7 29 03 00 21 02 " + end, ""},
		{"frame given back", begin + "20 01 41 38 6a 22 01 24 00 20 01 41 08 6a 22 01 24 00 41 00 0f " + end, begin + "20 01 41 c0 00 6a 22 01 24 00 41 00 0f " + end},
		{"frame taken", begin + "20 01 41 38 6b 22 01 24 00 20 01 41 08 6a 22 01 24 00 41 00 0f " + end, ""},
		{"branch out of all blocks", begin + "03 40 20 02 50 0d 01 0b " + end, begin + "03 40 20 02 50 04 40 41 01 0f 0b 0b " + end},
		{"branch out of an inner block", begin + "02 40 20 02 50 0d 00 0b " + end, ""},
		{"branch to a loop", locals + take + "03 40 20 02 50 0d 00 " + end, ""},
		{"two outer blocks", begin + "20 02 50 0d 00 0b 02 40 " + end, ""},
		{"returns something else", begin + "20 02 50 0d 00 0b 41 00 0b", ""},
		{"places", begin + "20 01 42 85 80 d0 91 01 37 03 00 20 03 42 83 81 d0 91 01 37 03 00 " + end,
			"03 01 7f 01 7e 03 7e " + take + "42 80 80 d0 91 01 21 02 02 40 20 01 42 05 20 02 84 37 03 00 20 04 42 83 01 20 02 84 37 03 00 " + end},
		{"place of another function", begin + "20 01 42 85 80 d4 91 01 37 03 00 20 03 42 80 80 d0 91 01 37 03 00 " + end, ""},
		{"place without a stack pointer", "02 01 7e 03 7e " + take + "02 40 20 01 42 85 80 d0 91 01 37 03 00 " + end, ""},
		{"jump out of an if", jumps + "20 02 50 04 40 41 02 21 00 0c 03 0b 0b 20 01 21 02 0b 0b " + end, jumps + "20 02 50 0d 01 0b 20 01 21 02 0b 0b " + end},
		{"jump to the next place", jumps + "41 01 21 00 0c 02 0b 0b 0b " + end, jumps + "0c 00 0b 0b 0b " + end},
		{"jump out of two blocks", jumps + "02 40 20 02 04 40 41 02 21 00 0c 04 0b 0b 0b 0b 0b " + end, jumps + "02 40 20 02 0d 02 0b 0b 0b 0b " + end},
		{"jump and more in an if", jumps + "20 02 04 40 20 01 21 03 41 01 21 00 0c 03 0b 0b 0b 0b " + end, jumps + "20 02 04 40 20 01 21 03 0c 01 0b 0b 0b 0b " + end},
		{"jump before an else", jumps + "20 02 04 40 41 01 21 00 0c 03 05 01 0b 0b 0b 0b " + end, jumps + "20 02 04 40 0c 01 05 01 0b 0b 0b 0b " + end},
		{"jump back", jumps + "0b 0b 20 02 04 40 41 01 21 00 0c 01 0b 0b " + end, ""},
		{"jump beyond the table", jumps + "41 03 21 00 0c 02 0b 0b 0b " + end, ""},
		{"jump elsewhere than to the loop", jumps + "41 01 21 00 0c 01 0b 0b 0b " + end, ""},
		{"jump without a table", begin + "02 40 41 01 21 00 0c 00 0b " + end, ""},
		{"places of two numbers", doubled + "20 01 21 02 0b 20 02 21 03 0b 20 03 21 02 0b " + end, counted + "20 01 21 02 0b 0b 20 02 21 03 0b 0b 20 03 21 02 0b " + end},
		{"jumps to places of two numbers", doubled + "41 05 21 00 0c 02 0b 20 02 04 40 41 04 21 00 0c 02 0b 0b 0b " + end, counted + "0c 02 0b 0b 20 02 0d 00 0b 0b 0b " + end},
		{"jumps back over places of two numbers", doubled + "20 02 04 40 41 00 21 00 0c 03 0b 0b 0b 41 00 21 00 0c 00 0b " + end, counted + "20 02 04 40 41 00 21 00 0c 05 0b 0b 0b 0b 0b 41 00 21 00 0c 00 0b " + end},
		{"a branch within a place of two numbers", doubled + "02 40 20 02 0d 00 0b 0b 0b 0b " + end, counted + "02 40 20 02 0d 00 0b 0b 0b 0b 0b 0b " + end},
		{"calls from places of two numbers", begin + "02 40 02 40 20 00 0e 02 00 00 01 0b 10 05 0d 01 0b " + end, begin + "02 40 02 40 02 40 20 00 0e 02 00 01 02 0b 0b 10 05 04 40 41 01 0f 0b 0b " + end},
		{"a table out of order", begin + "03 40 02 40 02 40 20 00 0e 03 00 01 00 01 0b 0b 0b " + end, ""},
		{"a table that leaves a place out", begin + "03 40 02 40 02 40 02 40 20 00 0e 01 00 02 0b 0b 0b 0b " + end, ""},
		{"a table that leads out of the loop", begin + "03 40 02 40 02 40 20 00 0e 03 00 01 02 03 0b 0b 0b " + end, ""},
		{"not Go's beginning", locals + "02 40 " + address + "29 03 00 21 02 " + end, ""},
		{"vectors", begin + address + "29 03 00 21 02 fd 0c " + end, ""},
	} {
		in, want := bytesOf(t, x.in), bytesOf(t, x.want)
		if x.want == "" {
			want = in
		}
		if got := shortenFunction(in, 0x1234<<16); !bytes.Equal(got, want) {
			t.Errorf("%s: got % x, want % x", x.name, got, want)
		}
	}
}

func bytesOf(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
