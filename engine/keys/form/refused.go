package form

// MaxKey is the longest PartitionKey or RowKey in UTF-16 code units: 1 KiB, as
// the data model reference of the Table service has it.
const MaxKey = 512

// refusedByte marks the bytes that a key refuses by themselves: / \ # ? and the
// control characters U+0000 to U+001F and U+007F (Understanding the Table
// service data model, "Characters disallowed in key fields"). U+0080 to U+009F
// are two bytes in UTF-8, the first one C2, which is marked to be looked at.
var refusedByte = func() (t [256]uint8) {
	for c := range 0x20 {
		t[c] = refused
	}
	for _, c := range []byte{'/', '\\', '#', '?', 0x7F} {
		t[c] = refused
	}
	t[0xC2] = perhapsC1
	return t
}()

const (
	refused   = 1
	perhapsC1 = 2
)

// Refused returns the place of the first character that a key may not hold, in
// bytes, or -1.
func Refused[T string | []byte](key T) int {
	for i := range len(key) {
		if mark := refusedByte[key[i]]; mark == refused || mark == perhapsC1 && IsC1(key, i) {
			return i
		}
	}
	return -1
}

// IsC1 reports whether a control character of U+0080 to U+009F begins at i.
func IsC1[T string | []byte](key T, i int) bool {
	return key[i] == 0xC2 && i+1 < len(key) && key[i+1] < 0xA0
}

// Clean replaces each refused character after mark.
func Clean(b []byte, mark int, with string) []byte {
	end := len(b)
	first := Refused(b[mark:])
	if first < 0 {
		return b
	}
	for i := mark + first; i < end; i++ {
		switch {
		case refusedByte[b[i]] == refused:
			b = append(b, with...)
		case IsC1(b[:end], i):
			b = append(b, with...)
			i++
		default:
			b = append(b, b[i])
		}
	}
	return b[:mark+first+copy(b[mark+first:], b[end:])]
}

// Overlong reports whether the key has more than MaxKey UTF-16 code units.
// A key of so few bytes cannot, whatever its characters.
func Overlong(key string) bool { return len(key) > MaxKey && Length(key) > MaxKey }

// Length returns how many UTF-16 code units a key has, of which MaxKey are
// allowed: one per character, two for those of four bytes in UTF-8.
func Length(key string) int {
	n := 0
	for i := range len(key) {
		c := key[i]
		if c&0xC0 != 0x80 {
			n++
		}
		if c >= 0xF0 {
			n++
		}
	}
	return n
}
