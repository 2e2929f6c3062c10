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
	return ETag(etagHead + strings.ReplaceAll(t.String(), ":", "%3A") + etagTail)
}

// Version returns the Timestamp that the tag was made from. ok is false for
// any other text, which the service refuses as malformed.
func (e ETag) Version() (t Ticks, ok bool) {
	s, head := strings.CutPrefix(string(e), etagHead)
	s, tail := strings.CutSuffix(s, etagTail)
	if !head || !tail {
		return 0, false
	}
	return ParseTicks(strings.ReplaceAll(s, "%3A", ":"))
}
