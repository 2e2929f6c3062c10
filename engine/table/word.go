package table

import "math/bits"

// word returns the eight bytes of s from offset i as a little-endian number.
// It is written so that the compiler turns it into one load, in WebAssembly
// too, where a byte loop is what the runtime compares strings with.
func word(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// prefix is the first 16 bytes of a key as two numbers, padded with zeros and
// with every byte replaced by its UTF-16 rank, so that comparing the numbers
// compares the keys. Equal prefixes say nothing: the tails decide.
type prefix struct{ high, low uint64 }

const prefixSize = 16

func prefixOf(key string) prefix {
	switch {
	case len(key) >= prefixSize:
		return prefix{rankWord(word(key, 0)), rankWord(word(key, 8))}
	case len(key) >= 8:
		last := word(key, len(key)-8) >> (8 * uint(prefixSize-len(key)))
		return prefix{rankWord(word(key, 0)), rankWord(last)}
	}
	return prefix{shortWord(key), 0}
}

// KeyRank returns the beginning of a key as a number: of two keys with different
// ranks, the one with the lower rank sorts first.
func KeyRank(key string) uint64 { return prefixOf(key).high }

// rankWord turns a little-endian word of UTF-8 into its rank. Plain ASCII only
// has its bytes reversed.
func rankWord(w uint64) uint64 {
	w = bits.ReverseBytes64(w)
	if w&0x8080808080808080 == 0 {
		return w
	}
	var r uint64
	for shift := 0; shift < 64; shift += 8 {
		r |= uint64(utf16Rank(byte(w>>shift))) << shift
	}
	return r
}

// shortWord is rankWord of fewer than eight bytes.
func shortWord(s string) uint64 { return rankWord(shortBytes(s)) }

// shortBytes is word of fewer than eight bytes, padded with zeros.
func shortBytes(s string) uint64 {
	var w uint64
	for j := len(s) - 1; j >= 0; j-- {
		w = w<<8 | uint64(s[j])
	}
	return w
}

// lessTail orders two keys with equal prefixes.
func lessTail(a, b string) bool {
	if len(a) <= prefixSize || len(b) <= prefixSize {
		return len(a) < len(b)
	}
	return CompareUTF16(a[prefixSize:], b[prefixSize:]) < 0
}

// hashOf is a byte made of all bytes of a key: few keys of a page share it.
func hashOf(key string) byte {
	const factor = 0x9E3779B97F4A7C15
	n := len(key)
	if n < 8 {
		return byte((shortBytes(key) ^ uint64(n)) * factor >> 56)
	}
	h := uint64(n)
	for i := 0; i+8 < n; i += 8 {
		h = (h ^ word(key, i)) * factor
	}
	return byte((h ^ word(key, n-8)) * factor >> 56)
}
