// Package random draws the numbers of a run: a stream that is one number, and
// distributions as tables, so that every processor draws the same.
//
// What always holds: a draw follows from the stream alone, in whole numbers.
package random

import "math/bits"

// Stream is a SplitMix64 generator (Steele, Lea and Flood, 2014): a counter and
// a mixing function, so its whole state is one number.
type Stream uint64

// Golden is what the counter grows by: 2^64 by the golden ratio.
const Golden = 0x9E3779B97F4A7C15

// Next returns 64 bits that look random.
func (s *Stream) Next() uint64 {
	*s += Golden
	return Mix(uint64(*s))
}

// Mix maps a number to one that looks random, one to one.
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Bounded maps a random number to [0, n).
func Bounded(random uint64, n uint64) uint64 {
	high, _ := bits.Mul64(random, n)
	return high
}

// Between returns a number in [low, high].
func (s *Stream) Between(low, high int64) int64 {
	if high <= low {
		return low
	}
	return low + int64(Bounded(s.Next(), uint64(high-low+1)))
}

// Of is the stream of one operation. It depends on the seed, the thread and
// how many operations the thread did before, and on nothing else: two designs
// under the same seed see the same demand.
func Of(seed uint64, thread int32, count uint32) Stream {
	return Stream(Mix(seed ^ uint64(thread+1)*0xD1342543DE82EF95 ^ uint64(count)*0xAF251AF3B0F025B5))
}
