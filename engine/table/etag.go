package table

import "strings"

// ETag is the version of an entity in the service's text form. It is opaque to
// callers; the engine renders it from the entity's Timestamp.
type ETag string

// AnyETag is the condition that every version of an existing entity meets.
const AnyETag ETag = "*"

const etagHead, etagTail = "W/\"datetime'", "'\""

// ETagOf returns the tag of an entity written at t.
func ETagOf(t Ticks) ETag {
	var room [64]byte
	return ETag(append(t.append(append(room[:0], etagHead...), "%3A"), etagTail...))
}

// Version returns the Timestamp that the tag was made from. ok is false for
// any other text, which the service refuses as malformed.
func (e ETag) Version() (t Ticks, ok bool) {
	s, head := strings.CutPrefix(string(e), etagHead)
	s, tail := strings.CutSuffix(s, etagTail)
	if !head || !tail {
		return 0, false
	}
	if t, ok := parseOwn(s, "%3A"); ok {
		return t, true
	}
	if len(s) < 20 || !strings.HasSuffix(s, "Z") {
		return 0, false
	}
	return ParseTicks(strings.ReplaceAll(s, "%3A", ":"))
}

// foreign reports whether the text has the form of a weak tag (RFC 9110, 8.8.3)
// that was not made from a Timestamp.
func (e ETag) foreign() bool {
	if strings.HasPrefix(string(e), etagHead) {
		return false
	}
	s, head := strings.CutPrefix(string(e), `W/"`)
	s, tail := strings.CutSuffix(s, `"`)
	return head && tail && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == '"' || r == 0x7F })
}
