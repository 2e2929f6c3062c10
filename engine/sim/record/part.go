package record

// Part is what one range did in a Column. A range that is split, or merged, is
// another one from then on, with a number of its own, so a request counts for one
// range and what the Parts of a Column count is what its rows count.
type Part struct {
	Range     uint32 // its number
	Server    int32  // the last that it had
	Low, High uint64
	// Entities.
	Offered, Reads, Done uint32
	Refused              [Causes]uint32
}

// newPart looks for the range among those of the column, and adds it if it is not
// there.
func (t *tape) newPart(index int32, p Part) *Part {
	for int(index) >= len(t.slots) {
		t.slots = append(t.slots, 0)
	}
	c := t.cur
	at := c.partOf(p.Range)
	if at < 0 {
		at = len(c.Parts)
		if at == cap(c.Parts) {
			c.Parts = t.roomier(c.Parts)
		}
		c.Parts = append(c.Parts, p)
	}
	t.slots[index] = int32(at)
	c.Parts[at].Server = p.Server
	return &c.Parts[at]
}

// partsAtOnce is how many Parts are allocated together.
const partsAtOnce = 4096

// roomier returns the same list with room for more, cut from a larger piece of
// memory: most columns have as many ranges as the one before.
func (t *tape) roomier(list []Part) []Part {
	want := max(2*len(list), 8)
	if t.used > 1 {
		want = max(want, len(t.columns[t.used-2].Parts))
	}
	if len(t.room) < want {
		t.room = make([]Part, max(want, partsAtOnce))
	}
	copied := copy(t.room[:want], list)
	list, t.room = t.room[:copied:want], t.room[want:]
	return list
}

func (c *Column) partOf(number uint32) int {
	for i := range c.Parts {
		if c.Parts[i].Range == number {
			return i
		}
	}
	return -1
}

// joinParts adds the ranges of the column after this one. The list of another
// recording that shares it stays as it is.
func (c *Column) joinParts(d *Column) {
	c.Parts = append([]Part(nil), c.Parts...)
	for _, p := range d.Parts {
		i := c.partOf(p.Range)
		if i < 0 {
			c.Parts = append(c.Parts, p)
			continue
		}
		b := &c.Parts[i]
		b.Server = p.Server
		b.Offered += p.Offered
		b.Reads += p.Reads
		b.Done += p.Done
		for why, n := range p.Refused {
			b.Refused[why] += n
		}
	}
}
