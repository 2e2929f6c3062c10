// Package hash is FNV-1a, 64 bits wide: the one hash of the project, for
// fingerprints, checksums and tables of keys. It tells texts apart and hides
// nothing.
//
// A hash under way is a uint64 that begins as Basis; FNV takes in bytes, and Fold
// makes 32 bits of it. The results never change: links and saved work hold them.
package hash

// The offset basis and the prime that the authors of FNV publish. Multiplying
// (h ^ n) by Prime takes in a whole number n at once, where only this project
// reads the result.
const (
	Basis = 14695981039346656037
	Prime = 1099511628211
)

// FNV returns the hash h after it has taken in more bytes.
func FNV[T string | []byte](h uint64, bytes T) uint64 {
	for i := range len(bytes) {
		h = (h ^ uint64(bytes[i])) * Prime
	}
	return h
}

// Fold joins the two halves of a hash with exclusive or, as FNV's authors advise
// for 32 bits.
func Fold(h uint64) uint32 { return uint32(h>>32) ^ uint32(h) }
