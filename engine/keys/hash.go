package keys

// FNV-1a, 64 bits: the published offset basis and prime.
const (
	fnvBasis = 14695981039346656037
	fnvPrime = 1099511628211
)

// Hash returns the number that {hash(x)} gives for a text: FNV-1a, 64 bits
// wide, over its UTF-8 bytes, folded to 32 bits by joining the two halves with
// exclusive or. Folding is what FNV's authors advise; without it the lowest
// bits, which a bucket takes, would depend on the lowest bits of the text alone.
// The result will never change. In JavaScript:
//
//	let h = 14695981039346656037n;
//	for (const b of new TextEncoder().encode(x)) h = BigInt.asUintN(64, (h ^ BigInt(b)) * 1099511628211n);
//	return Number((h >> 32n) ^ (h & 0xffffffffn));
func Hash(text string) uint32 { return fold(fnv(fnvBasis, text)) }

func fold(h uint64) uint32 { return uint32(h>>32) ^ uint32(h) }

func fnv[T string | []byte](h uint64, text T) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * fnvPrime
	}
	return h
}
