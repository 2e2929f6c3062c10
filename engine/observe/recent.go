package observe

import "github.com/keyrange/keyrange/engine/hash"

// recent counts the requests of the places that came lately, so that one that comes
// again costs a comparison and no copy. A place has two slots to be in; where both
// are taken it gets the one with fewer requests, and the sketch of the busiest keys
// counts these then, as it counts all at the end of a tick. So the sketch is told of
// the same requests, but fewer times, and its error stays what it was.
//
// What always holds: a slot with requests is in used, and used has no slot twice; no
// place in a slot is longer than recentPlace.
type recent struct {
	slots []slot
	used  []int32
}

const (
	recentSlots = 4096 // a power of two
	recentPlace = 256  // bytes of a place; longer ones are counted by the sketch at once
)

// slot has the requests of a place in this tick that the sketch was not told of. It
// fills one line of a processor's cache, with all that is read of a short place that
// comes again.
type slot struct {
	short    [recentShort]byte // the place, if it fits
	size     uint16            // bytes of the place
	table    uint16            // of which name the table
	row      int32             // of the rows as they were when they were refined for
	round    int32             // the time of this number
	times    int32
	refused  int32
	place    string
	entities int64
}

// recentShort is the longest place that a slot has beside its text.
const recentShort = 20

func newRecent() recent { return recent{slots: make([]slot, recentSlots)} }

// is reports whether the slot is that of an operation.
func (s *slot) is(o *Operation) bool {
	t, n := len(o.Table), int(s.size)
	if int(s.table) != t || n != t+1+len(o.PartitionKey) {
		return false
	}
	if n <= recentShort {
		return string(s.short[t+1:n]) == o.PartitionKey && string(s.short[:t]) == o.Table
	}
	return s.place[t+1:] == o.PartitionKey && s.place[:t] == o.Table
}

// find returns the slot of an operation, or nil if its place is too long or was cut.
// What the slot held of another place is told to the sketch.
func (r *recent) find(o *Operation, to *busiest) *slot {
	h := hash.Fold(hash.FNV(hash.FNV(hash.Basis, o.Table), o.PartitionKey)) % recentSlots
	s, other := &r.slots[h], &r.slots[h^1]
	if s.is(o) {
		return r.use(s, h)
	}
	if other.is(o) {
		return r.use(other, h^1)
	}
	place := placeOf(o)
	if n := len(o.Table) + 1 + len(o.PartitionKey); len(place) != n || n > recentPlace {
		return nil
	}
	if other.times < s.times {
		s, h = other, h^1
	}
	s = r.use(s, h)
	s.tell(to)
	*s = slot{place: place, size: uint16(len(place)), table: uint16(len(o.Table))}
	if len(place) <= recentShort {
		copy(s.short[:], place)
	}
	return s
}

// use notes that a slot is about to count a request.
func (r *recent) use(s *slot, at uint32) *slot {
	if s.times == 0 {
		r.used = append(r.used, int32(at))
	}
	return s
}

// tell counts the requests of a slot in the sketch.
func (s *slot) tell(to *busiest) {
	if s.times > 0 {
		to.keep(s.place, int64(s.times), int64(s.refused), s.entities)
		s.times, s.refused, s.entities = 0, 0, 0
	}
}

// settle tells the sketch of everything that it was not told of.
func (r *recent) settle(to *busiest) {
	for _, at := range r.used {
		r.slots[at].tell(to)
	}
	r.used = r.used[:0]
}
