package check

// index finds the number of what has a key: open addressing over the writes or
// the partitions of an Analysis. A slot holds 32 bits of the key's hash above the
// number plus 1, so growing needs no key, most unequal keys are told apart without
// reading them, and the collector has nothing to follow. At least a quarter of the
// slots is always free.
type index struct {
	slots []uint64
	used  int
}

const leastIndex = 64

// put looks for the number with a hash for which same holds. When there is none,
// next is put in its place, the number of what is about to be appended.
func (x *index) put(h uint32, next int, same func(n int) bool) (n int, known bool) {
	if 4*(x.used+1) > 3*len(x.slots) {
		x.grow()
	}
	mask := uint32(len(x.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := x.slots[i]
		if s == 0 {
			x.slots[i] = uint64(h)<<32 | uint64(next+1)
			x.used++
			return next, false
		}
		if n := int(uint32(s)) - 1; uint32(s>>32) == h && same(n) {
			return n, true
		}
	}
}

// room makes the slots of an empty index enough for so many numbers.
func (x *index) room(numbers int) {
	size := leastIndex
	for 3*size < 4*(numbers+1) {
		size *= 2
	}
	x.slots = make([]uint64, size)
}

func (x *index) grow() {
	old := x.slots
	x.slots = make([]uint64, max(leastIndex, 2*len(old)))
	mask := uint32(len(x.slots) - 1)
	for _, s := range old {
		if s == 0 {
			continue
		}
		i := uint32(s>>32) & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = s
	}
}
