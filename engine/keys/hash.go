package keys

import "github.com/keyrange/keyrange/engine/hash"

// hashOf returns the number that {hash(x)} gives for a text: FNV-1a, 64 bits
// wide, over its UTF-8 bytes, folded to 32 bits by joining the two halves with
// exclusive or. Without folding the lowest bits, which a bucket takes, would
// depend on the lowest bits of the text alone. The result will never change. In
// JavaScript:
//
//	let h = 14695981039346656037n;
//	for (const b of new TextEncoder().encode(x)) h = BigInt.asUintN(64, (h ^ BigInt(b)) * 1099511628211n);
//	return Number((h >> 32n) ^ (h & 0xffffffffn));
func hashOf(text []byte) uint32 { return hash.Fold(hash.FNV(hash.Basis, text)) }
