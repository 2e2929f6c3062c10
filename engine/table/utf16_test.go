package table

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

var utf16Texts = []string{
	"", "a", "b", "ab", "B", "aa", "\x00", "a\x00", "é", "\u0080", "\u07ff", "\u0800", "語", "\ud7ff", "\ue000", "\uffff", "\ufffd",
	"\U00010000", "\U0010ffff", "🎬", "🎬a", "🎬\uffff", "\uffff🎬", "12345678", "1234567", "12345678🎬", "12345678\ufffd",
	"1234567890123456", "123456789012345", "1234567890123456\x00", "1234567890123456🎬", "1234567890123456\ue000", "123456789012345é", "12345678901234é",
}

func slowCompare(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// The order is that of UTF-16 code units: a character beyond U+FFFF comes
// before U+E000 to U+FFFF. Rows compare like their keys.
func TestCompareUTF16(t *testing.T) {
	random := rand.New(rand.NewPCG(seed(t), 2))
	texts := slices.Clone(utf16Texts)
	for range 300 {
		var s strings.Builder
		for range random.IntN(6) {
			s.WriteString(utf16Texts[random.IntN(len(utf16Texts))])
		}
		texts = append(texts, s.String())
	}
	for _, a := range texts {
		for _, b := range texts {
			want := slowCompare(a, b)
			if got := CompareUTF16(a, b); got != want {
				t.Fatalf("compare %q and %q: got %d, want %d", a, b, got, want)
			}
			if got := lessBound(a, b); got != (want < 0) {
				t.Fatalf("%q before %q as rows: got %t, want %t", a, b, got, want < 0)
			}
			if got := (Key{"p", a}).Compare(Key{"p", b}); got != want {
				t.Fatalf("compare keys %q and %q: got %d, want %d", a, b, got, want)
			}
			if got, want := (Key{a, b}).Compare(Key{b, a}), cmp.Or(want, -want); got != want {
				t.Fatalf("compare partitions %q and %q: got %d, want %d", a, b, got, want)
			}
		}
		if got, want := UTF16Len(a), len(utf16.Encode([]rune(a))); got != want {
			t.Errorf("length of %q: got %d, want %d", a, got, want)
		}
	}
}

// Entities come back in that order, whatever the order of their insertion.
func TestKeyOrder(t *testing.T) {
	keys := slices.DeleteFunc(slices.Clone(utf16Texts), func(s string) bool { return worstInKey(s) != AllowedInKey })
	made := mustInsert(t)
	for _, a := range keys {
		for _, b := range keys {
			if _, err := made.Insert(entity(a, b), noon); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := keysOf(made.Snapshot(), Key{})
	slices.SortFunc(keys, slowCompare)
	for i, k := range got {
		if want := (Key{keys[i/len(keys)], keys[i%len(keys)]}); k != want {
			t.Fatalf("key %d: got %q, want %q", i, k, want)
		}
	}
	if len(got) != len(keys)*len(keys) {
		t.Errorf("got %d keys, want %d", len(got), len(keys)*len(keys))
	}
}
