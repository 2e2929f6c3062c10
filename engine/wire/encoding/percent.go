package encoding

import "strings"

// unhex returns the value of a hexadecimal digit.
func unhex(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// Unescape decodes percent-encoding. In a query '+' is a space, in a path it
// is itself. ok is false when a percent sign is not followed by two digits.
func Unescape(s string, query bool) (text string, ok bool) {
	if strings.IndexByte(s, '%') < 0 && (!query || strings.IndexByte(s, '+') < 0) {
		return s, true
	}
	var out strings.Builder
	out.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+' && query:
			out.WriteByte(' ')
		case c != '%':
			out.WriteByte(c)
		case i+2 >= len(s):
			return "", false
		default:
			high, a := unhex(s[i+1])
			low, b := unhex(s[i+2])
			if !a || !b {
				return "", false
			}
			out.WriteByte(high<<4 | low)
			i += 2
		}
	}
	return out.String(), true
}

// unreserved are the bytes of a key that stay as they are in a URL that the
// service writes: those of encodeURIComponent.
var unreserved = func() (plain [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()") {
		plain[c] = true
	}
	return plain
}()

// AppendKey appends a key as it stands between quotes in a URL: quotes are
// doubled, the rest is percent-encoded.
func AppendKey(to []byte, key string) []byte {
	for i := 0; i < len(key); i++ {
		if key[i] == '\'' {
			to = append(to, '\'')
		}
		to = appendByte(to, key[i])
	}
	return to
}

func appendByte(to []byte, c byte) []byte {
	if unreserved[c] {
		return append(to, c)
	}
	return append(to, '%', upperHex[c>>4], upperHex[c&15])
}

// AppendPercent percent-encodes everything but the unreserved characters of
// RFC 3986.
func AppendPercent(to []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; unreserved[c] && strings.IndexByte("!*'()", c) < 0 {
			to = append(to, c)
		} else {
			to = append(to, '%', upperHex[c>>4], upperHex[c&15])
		}
	}
	return to
}

const upperHex = "0123456789ABCDEF"
