package table

import "unicode/utf8"

// Key names an entity inside its table.
type Key struct {
	PartitionKey, RowKey string
}

// Compare orders keys as the service does: PartitionKey first, then RowKey,
// each by UTF-16 code units.
func (k Key) Compare(l Key) int {
	if c := CompareUTF16(k.PartitionKey, l.PartitionKey); c != 0 {
		return c
	}
	return CompareUTF16(k.RowKey, l.RowKey)
}

// KeyCharacter says what the service does with a character in a key.
type KeyCharacter uint8

// A key must not hold / \ # ?, U+0000 to U+001F or U+007F to U+009F
// ("Characters disallowed in key fields" in the description of the data
// model). An insert refuses them all alike; where the key is part of the URL,
// measured on the real service, they are refused at three different places.
const (
	AllowedInKey    KeyCharacter = iota
	BreaksURLSyntax              // / and \ end a segment of the URL
	InvalidInURL                 // refused before the request reaches the service
	OutOfKeyRange                // refused by the service's own check of the key
)

// KeyCharacterOf classifies one character. A byte that is not UTF-8, read as
// utf8.RuneError with size 1, is not covered here.
func KeyCharacterOf(r rune) KeyCharacter {
	switch {
	case r == '/' || r == '\\':
		return BreaksURLSyntax
	case r == '#' || r == '?':
		return OutOfKeyRange
	case r <= 0x1F || r == 0x7F || r == 0x81 || r == 0x8D || r == 0x8F || r == 0x90 || r == 0x9D:
		return InvalidInURL
	case r >= 0x80 && r <= 0x9F:
		return OutOfKeyRange
	}
	return AllowedInKey
}

// worstInKey returns what the service notices first about a key in a URL. A
// text that is not UTF-8 cannot be sent as one.
func worstInKey(key string) KeyCharacter {
	if plainKey(key) {
		return AllowedInKey
	}
	if !utf8.ValidString(key) {
		return InvalidInURL
	}
	var has [OutOfKeyRange + 1]bool
	for _, r := range key {
		has[KeyCharacterOf(r)] = true
	}
	for _, c := range []KeyCharacter{InvalidInURL, BreaksURLSyntax, OutOfKeyRange} {
		if has[c] {
			return c
		}
	}
	return AllowedInKey
}

// plainKey reports whether every character is ASCII and allowed: the case of
// nearly all keys.
func plainKey(key string) bool {
	for i := 0; i < len(key); i++ {
		if !plainByte[key[i]] {
			return false
		}
	}
	return true
}

var plainByte = func() (plain [256]bool) {
	for b := range utf8.RuneSelf {
		plain[b] = KeyCharacterOf(rune(b)) == AllowedInKey
	}
	return plain
}()

// CheckInsert returns why the service refuses an insert under the key: an *Error,
// nil when it takes the key.
func (k Key) CheckInsert() error {
	if err := checkInsertKey(k); err != nil {
		return err
	}
	return checkSizes(k, nil)
}

// checkInsertKey checks a key that comes in the body of a request.
func checkInsertKey(k Key) error {
	if worstInKey(k.PartitionKey) != AllowedInKey {
		return refuseParameter("PartitionKey", k.PartitionKey)
	}
	if worstInKey(k.RowKey) != AllowedInKey {
		return refuseParameter("RowKey", k.RowKey)
	}
	return nil
}

// checkWriteKey checks a key that comes in the URL of an update, an upsert or
// a deletion.
func checkWriteKey(k Key) error {
	if plainKey(k.PartitionKey) && plainKey(k.RowKey) {
		return nil
	}
	if err := checkReadKey(k); err != nil {
		return err
	}
	if worstInKey(k.PartitionKey) != AllowedInKey || worstInKey(k.RowKey) != AllowedInKey {
		return Refuse(OutOfRangeInput, "One of the request inputs is out of range.")
	}
	return nil
}

// checkReadKey checks a key that comes in the URL of a point read, where the
// service itself checks nothing: a key that cannot exist is just not there.
func checkReadKey(k Key) error {
	a, b := worstInKey(k.PartitionKey), worstInKey(k.RowKey)
	switch {
	case a == InvalidInURL || b == InvalidInURL:
		return Refuse(InvalidInput, "Bad Request - Invalid URL")
	case a == BreaksURLSyntax || b == BreaksURLSyntax:
		return Refuse(InvalidInput, "Bad Request - Error in query syntax.")
	}
	return nil
}
