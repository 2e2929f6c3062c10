package service

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/partition"
)

// Check verifies what always holds of a service and returns the first thing that
// does not:
//
//  1. The ranges tile the key space, and none is dead.
//  2. A request waits in the range that holds its key, and in one place only; a
//     range that is away has none. A range is away for as long as Params says.
//  3. What a range stores lies in it.
//  4. What all ranges store is what was acknowledged: inserted and not deleted.
//  5. A server's load is the sum of its ranges' loads; it serves at most as many
//     ranges as it has cores, and no core is idle while a range waits for one.
//  6. The ranges and the splits of a tick are within their limits; the account's
//     allowance is.
//  7. Every range that executes, writes, stands still or is away has the event
//     that ends it.
func (s *Service) Check() error {
	c := checker{Service: s, due: make([]due, len(s.ranges))}
	for _, check := range []func() error{
		c.tiles, c.requestsLie, c.noneLost, c.stores, c.acknowledged, c.serversAgree, c.limits, c.scheduled,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

type checker struct {
	*Service
	inRanges int // requests found in ranges
	due      []due
}

// due counts the events that end what a range does.
type due struct{ core, log, still, online int8 }

func (c *checker) each(visit func(r *rangeState, index int32) error) error {
	for _, i := range c.order {
		if err := visit(&c.ranges[i], i); err != nil {
			return fmt.Errorf("range %d (%s, %s): %w", c.ranges[i].uid, c.ranges[i].phase, c.ranges[i].change, err)
		}
	}
	return nil
}

func (c *checker) tiles() error {
	var all []partition.Range
	for place, i := range c.order {
		r := &c.ranges[i]
		if r.phase == Dead || c.lows[place] != r.Low {
			return fmt.Errorf("range %d is %s and listed under %d, it begins at %d", r.uid, r.phase, c.lows[place], r.Low)
		}
		all = append(all, r.Range)
	}
	return partition.Tile(all)
}

func (c *checker) requestsLie() error {
	c.inRanges = 0
	return c.each(func(r *rangeState, _ int32) error {
		found := c.inRanges
		for _, l := range []*list{&r.waiting, &r.group, &r.flight} {
			if err := c.listLies(r, l); err != nil {
				return err
			}
		}
		if r.executing != none {
			c.inRanges++
			if key := c.requests[r.executing].Key; !r.Contains(key) {
				return fmt.Errorf("executes a request for key %d, which is not its own", key)
			}
		}
		away := r.until - r.since
		switch {
		case r.phase == Offline && c.inRanges != found:
			return fmt.Errorf("is away and has requests")
		case r.phase == Offline && (away < c.params.OfflineLow || away > c.params.OfflineHigh):
			return fmt.Errorf("is away for %d microseconds", away)
		case c.servers[r.server].dead:
			return fmt.Errorf("is on server %d, which has failed", r.server)
		case r.flushing != (r.flight.head != none):
			return fmt.Errorf("writes its log: %v, with a flush of %d entities", r.flushing, r.flight.entities)
		}
		return nil
	})
}

func (c *checker) listLies(r *rangeState, l *list) error {
	sum := int64(0)
	for i := l.head; i != none; i = c.requests[i].next {
		q := &c.requests[i]
		sum += int64(q.Entities)
		c.inRanges++
		if !r.Contains(q.Key) {
			return fmt.Errorf("has a request for key %d, which is not its own", q.Key)
		}
	}
	if sum != l.entities {
		return fmt.Errorf("a list holds %d entities and says %d", sum, l.entities)
	}
	return nil
}

func (c *checker) stores() error {
	return c.each(func(r *rangeState, _ int32) error {
		sum := int64(0)
		for i := range int(r.store.used) {
			key := r.store.keys[i]
			sum += int64(r.store.counts[i])
			if !r.Contains(key) || i > 0 && key <= r.store.keys[i-1] {
				return fmt.Errorf("stores key %d, which is not its own or not in order", key)
			}
		}
		if sum != r.store.total {
			return fmt.Errorf("stores %d entities and says %d", sum, r.store.total)
		}
		return nil
	})
}

func (c *checker) acknowledged() error {
	sum := uint64(0)
	for _, i := range c.order {
		sum += uint64(c.ranges[i].store.total)
	}
	if want := c.record.Inserted - c.record.Deleted; sum != want {
		return fmt.Errorf("the ranges store %d entities, %d were acknowledged", sum, want)
	}
	return nil
}

// noneLost finds requests that are held and lie in no range.
func (c *checker) noneLost() error {
	live := 0
	for i := range c.requests {
		if c.requests[i].live {
			live++
		}
	}
	if live != c.inRanges {
		return fmt.Errorf("%d requests are held, %d wait in ranges", live, c.inRanges)
	}
	return nil
}
