package service

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/sim/clock"
)

func (c *checker) serversAgree() error {
	for i := range c.servers {
		v := &c.servers[i]
		pending, busy, ready := c.ofServer(int32(i))
		listed := 0
		for r := v.ready; r != none; r = c.ranges[r].nextReady {
			if listed++; !c.ranges[r].ready || c.ranges[r].server != int32(i) || listed > len(c.ranges) {
				return fmt.Errorf("server %d lists range %d among those that wait for a core", i, c.ranges[r].uid)
			}
		}
		switch {
		case pending != v.pending || busy != v.busy || ready != listed:
			return fmt.Errorf("server %d has %d entities, serves %d ranges and keeps %d waiting; its ranges say %d, %d and %d",
				i, v.pending, v.busy, listed, pending, busy, ready)
		case int(busy) > c.params.Cores || int(busy) < c.params.Cores && ready > 0:
			return fmt.Errorf("server %d has %d cores, serves %d ranges and keeps %d waiting", i, c.params.Cores, busy, ready)
		}
	}
	return c.each(func(r *rangeState, _ int32) error {
		works := r.executing != none || r.ready
		if wants := r.waiting.head != none; r.phase == Online && wants && !works || r.ready && (!wants || r.phase != Online) {
			return fmt.Errorf("has waiting requests: %v, and is served or waits for a core: %v", wants, works)
		}
		return nil
	})
}

func (c *checker) ofServer(index int32) (pending int64, busy int32, ready int) {
	for _, i := range c.order {
		r := &c.ranges[i]
		if r.server != index {
			continue
		}
		pending += c.pending(r)
		if r.executing != none {
			busy++
		}
		if r.ready {
			ready++
		}
	}
	return pending, busy, ready
}

func (c *checker) limits() error {
	p := &c.params
	switch {
	case len(c.order)+c.splitting() > max(p.HighWatermark, c.begun):
		return fmt.Errorf("there are %d ranges, at most %d are allowed", len(c.order), p.HighWatermark)
	case c.splits > p.SplitsPerTick:
		return fmt.Errorf("%d splits began in one tick, at most %d are allowed", c.splits, p.SplitsPerTick)
	case c.account.tokens < 0 || c.account.tokens > p.AccountLimit*clock.Second:
		return fmt.Errorf("the account may do %d millionths of an entity", c.account.tokens)
	}
	return nil
}

// scheduled counts the events that each range waits for.
func (c *checker) scheduled() error {
	for _, e := range c.clock.Waiting() {
		if e.Kind() < clock.Core || e.Kind() == clock.Tick || e.Kind() == clock.Arrival || c.ranges[e.Index()].epoch != uint32(e.Detail()) {
			continue
		}
		d := &c.due[e.Index()]
		switch e.Kind() {
		case clock.Core:
			d.core++
		case clock.Log:
			d.log++
		case clock.Pause:
			d.still++
		case clock.Online:
			d.online++
		}
	}
	one := func(b bool) int8 {
		if b {
			return 1
		}
		return 0
	}
	return c.each(func(r *rangeState, i int32) error {
		stands := r.phase == Draining && r.until > 0
		want := due{one(r.executing != none), one(r.flushing), one(stands), one(r.phase == Offline)}
		if got := c.due[i]; got != want {
			return fmt.Errorf("waits for %+v, which should be %+v", got, want)
		}
		if resting := r.executing == none && !r.flushing; r.phase == Draining && resting && r.change != Joining && !stands && !c.partnerWorks(r) {
			return fmt.Errorf("has come to rest and does not go on")
		}
		return nil
	})
}

// partnerWorks reports whether the right range of a merge is not at rest yet.
func (c *checker) partnerWorks(r *rangeState) bool {
	if r.change != Absorbing {
		return false
	}
	place := c.placeOf(r.Low)
	right := &c.ranges[c.order[place+1]]
	return right.change == Joining && (right.executing != none || right.flushing)
}
