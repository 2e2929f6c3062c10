package table

import "cmp"

// CompareUTF16 orders two UTF-8 strings by their UTF-16 code units, without
// culture and case-sensitively: the order of the service's keys and strings.
// It returns -1, 0 or 1.
//
// The bytes of UTF-8 already sort by code point. The two orders differ only
// where one side has a character beyond U+FFFF: as UTF-16 it starts with a
// surrogate (D800-DBFF) and so sorts before U+E000-U+FFFF. In UTF-8 these two
// groups begin with F0-F4 and with EE-EF, so it is enough to swap the groups
// at the first byte that differs.
func CompareUTF16(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i+8 <= n && word(a, i) == word(b, i) {
		i += 8
	}
	for ; i < n; i++ {
		if a[i] != b[i] {
			if utf16Rank(a[i]) < utf16Rank(b[i]) {
				return -1
			}
			return 1
		}
	}
	return cmp.Compare(len(a), len(b))
}

// utf16Rank maps a byte of UTF-8 to its place in UTF-16 order: F0-F4 come
// before EE and EF, all others keep their order.
func utf16Rank(b byte) byte {
	switch {
	case b < 0xEE:
		return b
	case b < 0xF0:
		return b + 5 // EE, EF -> F3, F4
	case b < 0xF5:
		return b - 2 // F0..F4 -> EE..F2
	}
	return b
}

// RankUTF16 returns a number of the first eight bytes of a string. Where those of
// two strings differ, the strings sort by CompareUTF16 as the numbers do. A
// string of fewer bytes counts as if zeros followed.
func RankUTF16(s string) uint64 {
	rank := uint64(0)
	for i := range min(len(s), 8) {
		rank |= uint64(utf16Rank(s[i])) << (56 - 8*i)
	}
	return rank
}

// UTF16Len returns how many UTF-16 code units s has: the unit of the service's
// limits on keys, names and strings.
func UTF16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
