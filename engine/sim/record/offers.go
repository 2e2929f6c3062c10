package record

import "github.com/keyrange/keyrange/engine/sim/clock"

// offers counts the entities that each PartitionKey was offered in the present
// second of virtual time, so that a partition over its target is found whatever
// else shares its range or its row of the heat map.
//
// What always holds: a slot counts only under the present mark, which changes
// with every second, so that nothing has to be cleared; at most half of the slots
// do. It is no part of a state: a run goes back to whole seconds only.
type offers struct {
	slots []offer // as many as a power of two
	used  int
	mark  uint32
	end   int64 // of the second
	shift uint8
	over  bool // the second was counted as one over the target
}

type offer struct {
	key      uint64
	mark     uint32
	entities uint32
}

// offerSlots is how many slots there are at first: enough for the busiest preset.
const offerSlots = 1 << 13

func newOffers() *offers {
	return &offers{slots: make([]offer, offerSlots), shift: 64 - 13, mark: 1}
}

// forget starts over, for a run that goes to another moment.
func (o *offers) forget() {
	o.mark++
	o.used, o.end, o.over = 0, 0, false
}

// add counts n entities of a key and returns what it was offered in this second.
func (o *offers) add(now int64, key uint64, n uint32) uint32 {
	if now >= o.end {
		o.forget()
		o.end = (now/clock.Second + 1) * clock.Second
	}
	s := o.find(key)
	if s.mark != o.mark {
		if o.used*2 >= len(o.slots) {
			o.grow()
			s = o.find(key)
		}
		*s = offer{key: key, mark: o.mark}
		o.used++
	}
	s.entities += n
	return s.entities
}

// find returns the slot of a key, or the free one that it would take.
func (o *offers) find(key uint64) *offer {
	last := uint64(len(o.slots) - 1)
	for i := key * 0x9e3779b97f4a7c15 >> o.shift; ; i++ {
		s := &o.slots[i&last]
		if s.mark != o.mark || s.key == key {
			return s
		}
	}
}

// grow doubles the slots.
func (o *offers) grow() {
	old := o.slots
	o.slots, o.shift = make([]offer, 2*len(old)), o.shift-1
	for i := range old {
		if old[i].mark == o.mark {
			*o.find(old[i].key) = old[i]
		}
	}
}
