package encoding

import (
	"unicode/utf8"
)

// AppendXML appends character data. Characters that XML 1.0 does not have are
// replaced by U+FFFD.
func AppendXML(to []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '&':
			to = append(to, "&amp;"...)
		case r == '<':
			to = append(to, "&lt;"...)
		case r == '>':
			to = append(to, "&gt;"...)
		case r == '"':
			to = append(to, "&quot;"...)
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0xFFFE, r == 0xFFFF:
			to = append(to, "\uFFFD"...)
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return to
}
