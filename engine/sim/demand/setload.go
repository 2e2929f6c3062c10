package demand

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
)

// SetLoad changes what a group does. Threads that are too many stop after their
// request.
func (c *Clients) SetLoad(group int, l Load) {
	g := &c.groups[group]
	source := g.load.Rate > 0 || l.Rate > 0
	g.load = l
	if source {
		// What is scheduled for the source's earlier rate comes to nothing.
		t := &c.threads[g.first]
		*t = thread{group: t.group, vm: none, id: t.id, count: t.count, skip: t.skip + 1}
		if l.Rate > 0 {
			c.clock.Push(c.clock.Now, clock.Pack(clock.Arrival, g.first, int32(t.skip)))
		}
	}
	if l.Rate > 0 || l.Paused {
		g.active = 0
		return
	}
	g.active = int32(l.VMs * l.Threads)
	if more := g.active - (g.last - g.first); more > 0 {
		c.addThreads(group, more)
		g = &c.groups[group]
	}
	if need := int32(l.VMs); need > g.vms {
		g.firstVM, g.vms = int32(len(c.vms)), max(need, 2*g.vms)
		c.vms = append(c.vms, make([]vm, g.vms)...)
	}
	for i := range g.active {
		t := &c.threads[g.first+i]
		t.vm = g.firstVM + i/int32(l.Threads)
		if t.state == stopped {
			t.state = busy
			wait := random.Bounded(random.Mix(c.seed^uint64(i)), uint64(100*clock.Millisecond))
			c.clock.Push(c.clock.Now+int64(wait), clock.Pack(clock.Send, g.first+i, 0))
		}
	}
}

// addThreads gives a group more threads. Those of later groups move up, and what
// refers to them with them.
func (c *Clients) addThreads(group int, more int32) {
	g := &c.groups[group]
	from := g.last
	have := from - g.first
	c.threads = append(c.threads, make([]thread, more)...)
	copy(c.threads[from+more:], c.threads[from:])
	for i := range more {
		c.threads[from+i] = thread{group: int32(group), vm: none, id: threadID(group, int(have+i)), cursor: g.load.From}
	}
	g.last += more
	for i := group + 1; i < len(c.groups); i++ {
		c.groups[i].first += more
		c.groups[i].last += more
	}
	for i := range c.requests {
		if c.requests[i].thread >= from {
			c.requests[i].thread += more
		}
	}
	for i := range c.clock.Waiting() {
		e := &c.clock.Waiting()[i]
		if k := e.Kind(); (k == clock.Send || k == clock.Arrival) && e.Index() >= from {
			e.What = clock.Pack(k, e.Index()+more, e.Detail())
		}
	}
}

// threadID numbers the threads of a group so that the number never changes.
func threadID(group, i int) int32 { return int32(group<<20 | i) }
