// Package link makes texts of bytes that are short enough for an address, and
// reads them again: Pack and Unpack, or, for who needs a form of their own,
// Compress and Seal with Decompress and Unseal. A Writer makes the bytes of
// numbers and texts, and a Reader reads them.
//
// What always holds: what was packed comes out the same on every machine, links
// made by earlier versions included; no text makes Unpack, Unseal or Decompress
// panic, and none makes them allocate more than a bound. Whoever calls for much
// work gives a function rest, in which a page can have its turn.
package link

import (
	"encoding/base64"
	"encoding/binary"
	"strings"

	"github.com/keyrange/keyrange/engine/hash"
)

// version begins every text of Pack.
const version = "k1."

// Pack returns bytes as a text that fits in an address: pressed together, with
// a checksum, in letters, digits, minus and underscore behind a version. The
// error is DoesNotFit when it would be too long for one. rest is called between two
// pieces of the work.
func Pack(p []byte, rest func()) (string, error) {
	if len(p) > MaxText {
		return "", DoesNotFit
	}
	s := version + Seal(Compress(p, rest))
	if len(s) > MaxText {
		return "", DoesNotFit
	}
	return s, nil
}

// Unpack returns the bytes of a text of Pack. The error is an Error; no
// text makes it panic. rest is called between two pieces of the work.
func Unpack(share string, rest func()) ([]byte, error) { return unpack(share, rest, Decompress) }

func unpack(share string, rest func(), decompress func(packed []byte, limit int, rest func()) ([]byte, bool)) ([]byte, error) {
	if len(share) > MaxText {
		return nil, TooLong
	}
	body, known := strings.CutPrefix(strings.TrimSpace(share), version)
	if !known {
		return nil, Unknown
	}
	packed, err := Unseal(body)
	if err != nil {
		return nil, err
	}
	p, ok := decompress(packed, MaxText, rest)
	if !ok {
		return nil, TooLarge
	}
	return p, nil
}

// Seal is a checksum and bytes, as characters of an address.
func Seal(p []byte) string {
	return base64.RawURLEncoding.EncodeToString(append(binary.LittleEndian.AppendUint32(nil, checksum(p)), p...))
}

// Unseal are the bytes of what Seal wrote. A wrong checksum is found here,
// before any time goes into decompressing.
func Unseal(body string) ([]byte, error) {
	p, err := base64.RawURLEncoding.Strict().DecodeString(body)
	if err != nil || len(p) < 4 || checksum(p[4:]) != binary.LittleEndian.Uint32(p) {
		return nil, Damaged
	}
	return p[4:], nil
}

// Error is why a link cannot be made or opened: a plain sentence.
type Error string

// Error returns the sentence.
func (e Error) Error() string { return string(e) }

// The reasons for which a link cannot be made or opened.
const (
	DoesNotFit  Error = "This log is too large for a link. Save it as a file of commands."
	Unknown     Error = "This link is of a version that is not known here."
	TooLong     Error = "This link has more than 65,536 characters, which is the most that can be opened. Ask its sender for a file instead."
	TooLarge    Error = "This link holds more than 65,536 bytes, which is the most that can be opened. Ask its sender for a file instead."
	TooMuch     Error = "This link takes too long to open: its commands read or write too much."
	Damaged     Error = "This link is damaged. A part of it may have been cut off."
	OtherStory  Error = "This link begins with another version of what this screen begins with. It cannot be opened any more."
	OtherScreen Error = "This link is of another screen."
)

// checksum is the FNV-1a hash of the packed bytes, folded to 32 bits.
func checksum(p []byte) uint32 { return hash.Fold(hash.FNV(hash.Basis, p)) }

// Writer writes numbers and texts as bytes.
type Writer struct{ Bytes []byte }

// Number writes a number, small ones as one byte.
func (p *Writer) Number(n uint64) { p.Bytes = binary.AppendUvarint(p.Bytes, n) }

// Text writes a text, its length first.
func (p *Writer) Text(s string) {
	p.Number(uint64(len(s)))
	p.Bytes = append(p.Bytes, s...)
}

// Reader reads what a Writer wrote. After the first thing that does not fit it is
// Broken and gives zeros.
type Reader struct {
	Bytes  []byte
	Broken bool
}

// Number reads a number.
func (u *Reader) Number() uint64 {
	n, size := binary.Uvarint(u.Bytes)
	if size <= 0 {
		u.Broken = true
		u.Bytes = nil
		return 0
	}
	u.Bytes = u.Bytes[size:]
	return n
}

// Count reads a number from 0 to limit.
func (u *Reader) Count(limit int) int {
	n := u.Number()
	if n > uint64(limit) {
		u.Broken = true
		return 0
	}
	return int(n)
}

// Text reads a text.
func (u *Reader) Text() string {
	n := u.Count(len(u.Bytes))
	if n > len(u.Bytes) {
		u.Broken = true
		return ""
	}
	s := string(u.Bytes[:n])
	u.Bytes = u.Bytes[n:]
	return s
}
