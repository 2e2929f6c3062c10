package demand

import "github.com/keyrange/keyrange/engine/sim/random"

// choice draws one of many by weight in constant time (Walker's alias method,
// with whole numbers).
type choice struct {
	keep  []uint32 // 0.32: the chance to stay, else alias
	alias []uint32
}

// newChoice returns the choice among n by Zipf's law with a whole exponent, the
// first being the most frequent.
func newChoice(n, exponent int) choice {
	weights := make([]uint64, n)
	sum := uint64(0)
	for i := range weights {
		w := uint64(1) << 40
		for range exponent {
			w /= uint64(i + 1)
		}
		weights[i] = max(w, 1)
		sum += weights[i]
	}
	return aliasOf(weights, sum)
}

func aliasOf(weights []uint64, sum uint64) choice {
	n := uint64(len(weights))
	c := choice{make([]uint32, n), make([]uint32, n)}
	// A weight of even is one n-th. Weights are below 2^41 and n below 2^18.
	even := sum
	var small, large []int
	for i := range weights {
		weights[i] *= n
		c.alias[i] = uint32(i)
		if weights[i] < even {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		c.keep[s], c.alias[s] = fraction(weights[s], even), uint32(l)
		weights[l] -= even - weights[s]
		if weights[l] < even {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	return c
}

// fraction is a/b as 0.32 for a < b < 2^59.
func fraction(a, b uint64) uint32 {
	for b >= 1<<32 {
		a, b = a>>1, b>>1
	}
	return uint32(min(a<<32/max(1, b), 1<<32-1))
}

func (c *choice) draw(bits uint64) int {
	i := random.Bounded(bits<<32, uint64(len(c.keep)))
	if uint32(bits>>32) < c.keep[i] {
		return int(i)
	}
	return int(c.alias[i])
}
