package keyed

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/tidwall/btree"
)

// The bounds on what is remembered of keys.
const (
	// maxText is the longest text that is told apart, in bytes: more than a table's
	// name and the longest PartitionKey have.
	maxText = 2048
	// roomKeys and roomBytes are how much is remembered beside what has to be.
	roomKeys  = 1 << 14
	roomBytes = 8 << 20
)

// place is a text and its position.
type place struct {
	text string
	at   uint64
	born uint64 // counts the texts
}

// places gives texts positions between those of their neighbours. When there is no
// room between two, or there are too many, all that are still in use are given new
// ones, evenly spaced.
//
// What always holds: positions compare as the texts do, and none is 0.
type places struct {
	known *btree.BTreeG[*place]
	bytes int
	born  uint64
	most  int // places, and bytes of texts, that are remembered before it is tidied
	heavy int
}

func newPlaces() places {
	return places{known: btree.NewBTreeGOptions(before, btree.Options{NoLocks: true}), most: roomKeys, heavy: roomBytes}
}

// sought is born of a place that is looked for by its position.
const sought = ^uint64(0)

func before(a, b *place) bool {
	if a.born == sought || b.born == sought {
		return a.at < b.at
	}
	return table.CompareUTF16(a.text, b.text) < 0
}

func shortened(text string) string { return text[:min(len(text), maxText)] }

// below returns the last place whose text is not above a text, or nil.
func (p *places) below(text string) (found *place) {
	p.known.Descend(&place{text: shortened(text)}, func(q *place) bool {
		found = q
		return false
	})
	return found
}

// around returns the places beside a text that has none.
func (p *places) around(text string) (low, high *place) {
	low = p.below(text)
	p.known.Ascend(&place{text: text}, func(q *place) bool {
		high = q
		return false
	})
	return low, high
}

// of returns the position of a text, which is given one if it has none. It is false
// where there is no room for it: the places have to be tidied first.
func (p *places) of(text string) (at uint64, ok bool) {
	text = shortened(text)
	low, high := p.around(text)
	if low != nil && low.text == text {
		return low.at, true
	}
	if p.known.Len() >= p.most || p.bytes+len(text) > p.heavy {
		return 0, false
	}
	at, ok = between(low, high)
	if ok {
		p.born++
		p.known.Set(&place{strings.Clone(text), at, p.born})
		p.bytes += len(text)
	}
	return at, ok
}

// between chooses a position. Keys that grow come beside each other one after the
// other, and so do keys that fall: most of the room is left on the side on which the
// next one is expected, away from the younger neighbour.
func between(low, high *place) (at uint64, ok bool) {
	from, to := uint64(0), ^uint64(0)
	if low != nil {
		from = low.at
	}
	if high != nil {
		to = high.at
	}
	room := to - from
	switch {
	case room < 2:
		return 0, false
	case low != nil && (high == nil || low.born > high.born):
		return from + max(1, room>>8), true
	case low == nil && high == nil:
		return from + room/2, true
	}
	return to - max(1, room>>8), true
}

// tidy forgets the places that are no position any more and spaces the others
// evenly. each visits all positions, which are changed to what they are from now on.
func (p *places) tidy(each func(visit func(at *uint64))) {
	var used []uint64
	each(func(at *uint64) { used = append(used, *at) })
	slices.Sort(used)
	kept := p.keep(used)
	gap := ^uint64(0)/uint64(len(kept)+1) - 1
	old := make([]uint64, len(kept))
	p.known.Clear()
	p.bytes = 0
	for i, q := range kept {
		old[i] = q.at
		q.at = uint64(i+1) * gap
		p.known.Load(q)
		p.bytes += len(q.text)
	}
	each(func(at *uint64) { *at = moved(*at, old, gap) })
	p.most, p.heavy = 2*len(kept)+roomKeys, 2*p.bytes+roomBytes
}

// keep returns the places that are among the positions, in their order.
func (p *places) keep(used []uint64) (kept []*place) {
	p.known.Scan(func(q *place) bool {
		for len(used) > 0 && used[0] < q.at {
			used = used[1:]
		}
		if len(used) > 0 && used[0] == q.at {
			kept = append(kept, q)
		}
		return true
	})
	return kept
}

// moved is where a position is after the places that were at old are spaced by a
// gap. One that lies between two of them stays between them.
func moved(at uint64, old []uint64, gap uint64) uint64 {
	if at == 0 {
		return 0
	}
	i, exact := slices.BinarySearch(old, at)
	if exact {
		return uint64(i+1) * gap
	}
	from := uint64(0)
	if i > 0 {
		from = old[i-1]
	}
	return uint64(i)*gap + min(at-from, gap-1)
}

// text returns the text of a position that a text has, else that of the one before.
func (p *places) text(at uint64) (text string) {
	p.known.Descend(&place{at: at, born: sought}, func(q *place) bool {
		text = q.text
		return false
	})
	return text
}
