package sim

import "math/bits"

// stream is a SplitMix64 generator (Steele, Lea and Flood, 2014): a counter and
// a mixing function, so its whole state is one number.
type stream uint64

const golden = 0x9E3779B97F4A7C15

func (s *stream) next() uint64 {
	*s += golden
	return mix(uint64(*s))
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// bounded maps a random number to [0, n).
func bounded(random uint64, n uint64) uint64 {
	high, _ := bits.Mul64(random, n)
	return high
}

// between returns a number in [low, high].
func (s *stream) between(low, high int64) int64 {
	if high <= low {
		return low
	}
	return low + int64(bounded(s.next(), uint64(high-low+1)))
}

// drawOf is the stream of one operation. It depends on the seed, the thread and
// how many operations the thread did before, and on nothing else: two designs
// under the same seed see the same demand.
func drawOf(seed uint64, thread int32, count uint32) stream {
	return stream(mix(seed ^ uint64(thread+1)*0xD1342543DE82EF95 ^ uint64(count)*0xAF251AF3B0F025B5))
}
