package clock

import (
	"slices"
	"testing"
)

// drawn is a clock with so many events at few different times. What each is about
// is its number, in the order in which they were scheduled.
func drawn(n int) (c Clock, times []int64) {
	for i := range n {
		at := int64(i*7919%(n/3)) * Second
		c.Push(at, Pack(Log, int32(i), int32(-i)))
		times = append(times, at)
	}
	return c, times
}

// hold fails unless the events come by time and, at one time, as they were
// scheduled.
func hold(t *testing.T, c *Clock, times []int64) {
	t.Helper()
	order := make([]int, len(times))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(times[a]/Second - times[b]/Second) })
	for _, want := range order {
		if !c.Due(MaxTime) || c.Due(times[want]-1) || c.First().Time() != times[want] {
			t.Fatalf("event %d at %d is not the next that is due", want, times[want])
		}
		if e := c.Pop(); e.Kind() != Log || e.Index() != int32(want) || e.Detail() != int32(-want) || c.Now != times[want] {
			t.Fatalf("got event %d, %d of kind %d at %d, want %d, %d at %d", e.Index(), e.Detail(), e.Kind(), c.Now, want, -want, times[want])
		}
	}
	if c.Due(MaxTime) {
		t.Error("there are more events than were scheduled")
	}
}

// Events come by time, and those of one time as they were scheduled.
func TestOrder(t *testing.T) {
	c, times := drawn(500)
	hold(t, &c, times)
}

// The order stays when tickets run out.
func TestRenumber(t *testing.T) {
	c, times := drawn(500)
	c.ticket = lastTicket
	c.Push(times[0], Pack(Log, 500, -500))
	if c.ticket != 501 {
		t.Errorf("the next ticket is %d, want 501: none were drawn anew", c.ticket)
	}
	hold(t, &c, append(times, times[0]))
}

// A copy goes on by itself.
func TestCopyTo(t *testing.T) {
	c, times := drawn(100)
	d, _ := drawn(7)
	c.CopyTo(&d)
	hold(t, &c, times)
	hold(t, &d, times)
}
