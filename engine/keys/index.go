package keys

import "github.com/keyrange/keyrange/engine/hash"

// index finds the write that has a key: open addressing over the writes of an
// Analysis. A slot holds 32 bits of the key's hash above the write's number
// plus 1, so growing needs no key and most unequal keys are told apart without
// reading them. At least a quarter of the slots is always free.
type index struct {
	slots []uint64
	used  int
}

const leastIndex = 64

// put looks for the key; when no write has it, the number of the write that is
// about to be appended is put in its place.
func (x *index) put(a *Analysis, partition int32, rowKey string) (first int, taken bool) {
	if 4*(x.used+1) > 3*len(x.slots) {
		x.grow()
	}
	h := hash.Fold(hash.FNV(hash.Basis^uint64(uint32(partition))*hash.Prime, rowKey))
	mask := uint32(len(x.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := x.slots[i]
		if s == 0 {
			x.slots[i] = uint64(h)<<32 | uint64(len(a.writes)+1)
			x.used++
			return 0, false
		}
		if uint32(s>>32) != h {
			continue
		}
		w := a.writes[uint32(s)-1]
		if w.partition == partition && a.rowKey(w) == rowKey {
			return int(uint32(s)) - 1, true
		}
	}
}

// room makes the slots of an empty index enough for so many writes.
func (x *index) room(writes int) {
	size := leastIndex
	for 3*size < 4*(writes+1) {
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
