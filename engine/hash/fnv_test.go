package hash

import (
	"hash/fnv"
	"testing"
)

// Test vectors as the authors of FNV publish them, taken in at once and in two
// parts, and folded by hand.
func TestFNV(t *testing.T) {
	for text, want := range map[string]uint64{
		"": 0xcbf29ce484222325, "a": 0xaf63dc4c8601ec8c, "foobar": 0x85944171f73967e8,
	} {
		half := len(text) / 2
		if got := FNV(Basis, text); got != want {
			t.Errorf("%q: got %x, want %x", text, got, want)
		}
		if got := FNV(FNV(Basis, text[:half]), []byte(text[half:])); got != want {
			t.Errorf("%q in two parts: got %x, want %x", text, got, want)
		}
		if got, folded := Fold(want), uint32(want>>32)^uint32(want&0xffffffff); got != folded {
			t.Errorf("%q folded: got %x, want %x", text, got, folded)
		}
	}
}

// The standard library comes to the same for every length.
func TestFNVLibrary(t *testing.T) {
	text := make([]byte, 300)
	for i := range text {
		text[i] = byte(i * 7)
		library := fnv.New64a()
		library.Write(text[:i])
		if got, want := FNV(Basis, text[:i]), library.Sum64(); got != want {
			t.Fatalf("%d bytes: got %x, want %x", i, got, want)
		}
	}
}
