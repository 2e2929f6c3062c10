package record

import (
	"slices"

	"github.com/keyrange/keyrange/engine/sim/clock"
)

// The size of the heat map.
const (
	HeatRows    = 128
	HeatColumns = 600
)

// Column is what happened in one span of virtual time, by rows of the key space.
// The layers count entities; Reads are those of gets and scans among Offered,
// and Throttled the sum of the causes of RefusedEntities that throttle. What is
// refused counts when it is refused, which may be after it was offered.
type Column struct {
	Offered, Done, Throttled [HeatRows]uint32
	Reads                    [HeatRows]uint32
	Peak                     [HeatRows]uint32 // the most that one PartitionKey of the row was offered in one second
	Refused                  [Causes]uint32   // requests
	Pages, Empty             [HeatRows]uint16 // of scans, where they began: all, and those without an entity
	Sent                     uint32           // requests, retries included
	Requests                 uint32           // done
	Wanted                   uint32           // entities of operations, however often each was sent
	Over                     uint32           // seconds in which one PartitionKey was offered more than its target
	Parts                    []Part           // the entities by range, of ranges that were asked
	Latency                  Histogram

	refused [Causes]*layer // of refused entities, nil where nothing was refused for the cause
}

// layer is a count for each row.
type layer [HeatRows]uint32

// RefusedEntities returns how many entities of a row were refused for a cause.
func (c *Column) RefusedEntities(why Cause, row int) uint32 {
	if c.refused[why] == nil {
		return 0
	}
	return c.refused[why][row]
}

// refuse counts entities of a row that are refused.
func (c *Column) refuse(why Cause, row uint8, entities uint32) {
	if c.refused[why] == nil {
		c.refused[why] = new(layer)
	}
	c.refused[why][row] += entities
}

// joinRefused adds what the column after this one refused. A layer that another
// recording shares stays as it is.
func (c *Column) joinRefused(d *Column) {
	for why, added := range d.refused {
		c.Refused[why] += d.Refused[why]
		if added == nil {
			continue
		}
		sum := *added
		if had := c.refused[why]; had != nil {
			for row, n := range had {
				sum[row] += n
			}
		}
		c.refused[why] = &sum
	}
}

// cloneRefused makes the layers the column's own.
func (c *Column) cloneRefused() {
	for why, shared := range c.refused {
		if shared != nil {
			own := *shared
			c.refused[why] = &own
		}
	}
}

func (c *Column) join(d *Column) {
	for i := range c.Offered {
		c.Offered[i] += d.Offered[i]
		c.Done[i] += d.Done[i]
		c.Throttled[i] += d.Throttled[i]
		c.Reads[i] += d.Reads[i]
		c.Peak[i] = max(c.Peak[i], d.Peak[i])
		c.Pages[i] += d.Pages[i]
		c.Empty[i] += d.Empty[i]
	}
	c.Over += d.Over
	c.Sent += d.Sent
	c.Wanted += d.Wanted
	c.joinParts(d)
	c.Requests += d.Requests
	c.joinRefused(d)
	for i := range c.Latency {
		c.Latency[i] += d.Latency[i]
	}
}

// tape is the recording of a run: columns of equal span from its start. When
// they are full each two become one, and the span doubles. It is written once:
// a run that is repeated for the sake of going back writes to a tape of its own.
type tape struct {
	columns []Column
	used    int
	span    int64
	cur     *Column
	end     int64   // where cur ends
	slots   []int32 // where in cur.Parts a range is, by its index in the state
	room    []Part  // for the Parts of later columns
}

// firstColumns is the room that a tape begins with: a short run never needs more.
const firstColumns = 16

func newTape() *tape {
	t := &tape{columns: make([]Column, firstColumns), span: clock.Second}
	t.used, t.cur, t.end = 1, &t.columns[0], clock.Second
	return t
}

// scratchTape takes what nobody will look at.
func scratchTape() *tape {
	t := &tape{columns: make([]Column, 1), used: 1, span: scratchSpan, end: 1 << 62}
	t.cur = &t.columns[0]
	return t
}

// advance makes the column that holds the time the current one.
func (t *tape) advance(now int64) {
	for now >= t.end {
		if t.used == len(t.columns) {
			t.extend()
			continue
		}
		t.cur = &t.columns[t.used]
		t.used++
		t.end += t.span
	}
}

// extend makes room for more columns: up to HeatColumns by taking more, from then on
// by folding.
func (t *tape) extend() {
	if n := len(t.columns); n < HeatColumns {
		t.columns = append(make([]Column, 0, min(4*n, HeatColumns)), t.columns...)
		t.columns = t.columns[:cap(t.columns)]
		t.cur = &t.columns[t.used-1]
		return
	}
	t.fold()
}

// fold joins each two columns. The number of columns is even.
func (t *tape) fold() {
	for i := range t.columns {
		if i%2 == 1 {
			t.columns[i/2].join(&t.columns[i])
		} else {
			t.columns[i/2] = t.columns[i]
		}
	}
	t.used = len(t.columns) / 2
	clear(t.columns[t.used:])
	t.span *= 2
	t.cur, t.end = &t.columns[t.used-1], int64(t.used)*t.span
}

// cutAt forgets what was recorded from a time on, which is a multiple of the
// span.
func (t *tape) cutAt(time int64) {
	t.used = int(time/t.span) + 1
	clear(t.columns[t.used-1:])
	t.cur, t.end = &t.columns[t.used-1], int64(t.used)*t.span
}

func (t *tape) copy() *tape {
	c := *t
	c.columns = append([]Column(nil), t.columns...)
	c.cur = &c.columns[c.used-1]
	c.cur.cloneRefused()
	c.cur.Parts, c.slots, c.room = slices.Clone(c.cur.Parts), slices.Clone(t.slots), nil // both go on from here
	return &c
}
