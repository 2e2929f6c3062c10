package check

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys"
)

// splits says where the placeholders of stored keys end, so that what each gave
// can be read from the keys long after they were made. An entry is a different
// key or, where rows gave the same key by other pieces, another way to it.
//
// What always holds: the entries before the others are the keys in the order in
// which they were stored; of each entry len(slots) ends are kept.
type splits struct {
	slots  []int    // the placeholders before the last: where that one ends follows from the key's length
	ends   []uint16 // a key that the service takes has fewer bytes
	keys   int      // entries that are keys of their own
	others []otherSplit
}

// otherSplit is a row that gave a key which another row had given by other pieces.
type otherSplit struct {
	key  int32
	row  int32
	ends []uint16
}

// newSplits returns the splits of the keys that a Bound makes, or nil where no
// placeholder writes a text.
func newSplits(b *keys.Bound) *splits {
	s := &splits{}
	texts := false
	for i := range b.Slots() {
		if !b.Slots()[i].Literal {
			s.slots = append(s.slots, i)
			texts = texts || textual(&b.Slots()[i])
		}
	}
	if !texts {
		return nil
	}
	s.slots = s.slots[:len(s.slots)-1]
	return s
}

// textual reports whether a slot writes what is neither a number nor a date by
// its type. It may still read as one.
func textual(s *keys.BoundSlot) bool {
	c := &s.Code
	return !s.Literal && (c.Kind == keys.TextKind || c.Kind == keys.OtherKind)
}

// add notes where the pieces of the key just made by b end: of a new key, or of
// one that a row has given before.
func (s *splits) add(b *keys.Bound, key, row int32, isNew bool) {
	if s == nil {
		return
	}
	ends := b.Ends()
	if isNew {
		s.keys++
		for _, slot := range s.slots {
			s.ends = append(s.ends, uint16(ends[slot]))
		}
		return
	}
	from := int(key) * len(s.slots)
	for i, slot := range s.slots {
		if s.ends[from+i] != uint16(ends[slot]) {
			s.others = append(s.others, otherSplit{key, row, s.made(b)})
			return
		}
	}
}

func (s *splits) made(b *keys.Bound) []uint16 {
	ends := make([]uint16, len(s.slots))
	for i, slot := range s.slots {
		ends[i] = uint16(b.Ends()[slot])
	}
	return ends
}

// entries returns how many there are.
func (s *splits) entries() int { return s.keys + len(s.others) }

// key returns the key of an entry, as a number of the key, and its ends.
func (s *splits) key(entry int) (key int32, ends []uint16) {
	if entry >= s.keys {
		o := &s.others[entry-s.keys]
		return o.key, o.ends
	}
	return int32(entry), s.ends[entry*len(s.slots) : (entry+1)*len(s.slots)]
}

// stretch is where one slot lies in a key: from the end of an earlier placeholder,
// and some bytes of the template's text, up to its own end.
type stretch struct {
	after, gap int // after is a place in the ends, -1 for the beginning of the key
	upTo, tail int // upTo is a place in the ends, -1 for the end of the key without the tail
}

// stretch returns where a placeholder lies.
func (s *splits) stretch(b *keys.Bound, slot int) stretch {
	at, kept := slices.BinarySearch(s.slots, slot)
	c := stretch{after: at - 1, upTo: at}
	first := 0
	if at > 0 {
		first = s.slots[at-1] + 1
	}
	for i := first; i < slot; i++ {
		c.gap += len(b.Slots()[i].Plain)
	}
	if !kept {
		c.upTo = -1
		for i := slot + 1; i < len(b.Slots()); i++ {
			c.tail += len(b.Slots()[i].Plain)
		}
	}
	return c
}

// of returns where the slot begins and ends in a key.
func (c stretch) of(size int, ends []uint16) (start, end int) {
	if c.after >= 0 {
		start = int(ends[c.after])
	}
	if c.upTo < 0 {
		return start + c.gap, size - c.tail
	}
	return start + c.gap, int(ends[c.upTo])
}

// pieces reads what one placeholder gave from the stored keys.
type pieces struct {
	a      *Analysis
	rowKey bool
	splits *splits
	cut    stretch
}

func (a *Analysis) pieces(which, slot int) pieces {
	s := a.splits[which]
	return pieces{a, which == 1, s, s.stretch(a.bound(which == 1), slot)}
}

// at returns what the placeholder gave for an entry, and that with the rest of
// the key.
func (p *pieces) at(entry int) (text, rest string) {
	n, ends := p.splits.key(entry)
	key := ""
	if p.rowKey {
		key = p.a.rowKey(p.a.writes[n])
	} else {
		key = p.a.partitionKey(int32(n))
	}
	start, end := p.cut.of(len(key), ends)
	return key[start:end], key[start:]
}

// row returns a row that gave an entry.
func (p *pieces) row(entry int) int {
	switch {
	case entry >= p.splits.keys:
		return int(p.splits.others[entry-p.splits.keys].row)
	case p.rowKey:
		return int(p.a.writes[entry].row)
	}
	return int(p.a.writes[p.a.partitions[entry].first].row)
}
