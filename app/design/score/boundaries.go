package score

import (
	"sort"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/table"
)

// cutter cuts a table into ranges of about equal size at the borders of its
// partitions, since a partition is never in two ranges. It works step by step,
// because a table may have 200,000 partitions.
//
// What always holds: firsts is in key order, each the first PartitionKey of a
// range but the first.
type cutter struct {
	Of     *model.Build
	ranges int
	next   string // where the next step begins
	seen   int
	firsts []string
	done   bool
}

// partitionsPerStep bounds one step of a cutter.
const partitionsPerStep = 5000

// step looks at some more partitions and reports whether the table is cut.
func (c *cutter) step() bool {
	left := partitionsPerStep
	total := c.Of.Snapshot.Len()
	more := false
	c.Of.Snapshot.Partitions(c.next, func(pk string, n int) bool {
		if left--; left < 0 {
			c.next, more = pk, true
			return false
		}
		if k := len(c.firsts) + 1; k < c.ranges && c.seen > 0 && c.seen*c.ranges >= k*total {
			c.firsts = append(c.firsts, pk)
		}
		c.seen += n
		return true
	})
	c.done = !more
	return c.done
}

// after returns the first PartitionKey of the range after the one that holds a
// key.
func (c *cutter) after(from table.Key) (next string, ok bool) {
	i := c.later(from)
	if i == len(c.firsts) {
		return "", false
	}
	return c.firsts[i], true
}

// first returns the first PartitionKey of the range that holds a key, empty for
// the first range.
func (c *cutter) first(of table.Key) string {
	if i := c.later(of); i > 0 {
		return c.firsts[i-1]
	}
	return ""
}

func (c *cutter) later(than table.Key) int {
	return sort.Search(len(c.firsts), func(i int) bool { return table.CompareUTF16(c.firsts[i], than.PartitionKey) > 0 })
}
