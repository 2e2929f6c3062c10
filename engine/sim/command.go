package sim

import (
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Action is what a Command does.
type Action string

// The actions.
const (
	SetLoad       Action = "load"       // a group does something else from now on
	SplitAt       Action = "split"      // the range that holds a key is split there
	MoveRange     Action = "move"       // the range that holds a key goes to a server
	MergeAt       Action = "merge"      // the range that holds a key takes in the next one
	KillServer    Action = "kill"       // a server fails
	ReviveServer  Action = "revive"     // a failed server is back
	SetManager    Action = "manager"    // whether the manager decides anything
	SetGuard      Action = "guard"      // whether a split that cannot help is refused
	SetAccount    Action = "account"    // whether the account's limit is enforced
	SetBackground Action = "background" // what share other tenants take
	SetTargets    Action = "targets"    // whether the targets are those of today
)

// Command changes a run from outside at a moment of virtual time. The commands
// of a run are its log: the same scenario with the same log is the same run.
type Command struct {
	At     int64 // after everything else that happens in this microsecond
	Do     Action
	Group  int    // of SetLoad
	Load   Load   // of SetLoad
	Key    string // a PartitionKey
	Server int
	On     bool
	Share  int64 // thousandths, of SetBackground
}

// set changes the setting that a command is about. Other commands change none.
func (p *Params) set(c *Command) {
	switch c.Do {
	case SetManager:
		p.Manager = c.On
	case SetGuard:
		p.Guard = c.On
	case SetAccount:
		p.EnforceAccount = c.On
	case SetBackground:
		p.Background = c.Share
	case SetTargets:
		p.targets(c.On)
	}
}

// apply carries out a command. One that makes no sense any more, such as the
// move of a range that is on its way, changes nothing.
func (s *state) apply(m *model, number int, c *Command) {
	m.recorder.Note(s.clock.Now, record.Note{Kind: record.CommandNote, Command: number, Server: int32(c.Server)})
	switch c.Do {
	case SetLoad:
		s.setLoad(c.Group, c.Load)
	case SetAccount:
		s.params.set(c)
		s.tokens, s.refilled = s.params.AccountLimit*clock.Second, s.clock.Now
	case SetTargets:
		s.params.set(c)
		s.tokens = min(s.tokens, s.params.AccountLimit*clock.Second)
	case SetManager, SetGuard, SetBackground:
		s.params.set(c)
	case KillServer:
		if v := int32(c.Server); !s.servers[v].dead && s.coolest(v) != none {
			s.kill(m, v)
		}
	case ReviveServer:
		if v := int32(c.Server); s.servers[v].dead {
			s.revive(m, v)
		}
	default:
		s.byHand(m, c)
	}
}

// byHand splits, moves or merges where the user says. It costs what the
// manager's own decisions cost.
func (s *state) byHand(m *model, c *Command) {
	key, found := m.demand.Ordinal(c.Key)
	if !found {
		return
	}
	place := s.placeOf(key)
	index := s.order[place]
	r := &s.ranges[index]
	if r.phase != Online || r.change != NoChange {
		return
	}
	switch c.Do {
	case SplitAt:
		if r.Divides(key) && len(s.order)+s.splitting() < s.params.HighWatermark {
			s.beginSplit(m, index, key)
		}
	case MoveRange:
		if target := int32(c.Server); target != r.server && !s.servers[target].dead {
			s.beginMove(m, index, target)
		}
	case MergeAt:
		if place+1 < len(s.order) {
			if next := &s.ranges[s.order[place+1]]; next.phase == Online && next.change == NoChange {
				s.beginMerge(m, place)
			}
		}
	}
}

// setLoad changes what a group does. Threads that are too many stop after their
// request.
func (s *state) setLoad(group int, l Load) {
	g := &s.groups[group]
	source := g.load.Rate > 0 || l.Rate > 0
	g.load = l
	if source {
		// What is scheduled for the source's earlier rate comes to nothing.
		t := &s.threads[g.first]
		*t = thread{group: t.group, vm: none, id: t.id, count: t.count, skip: t.skip + 1}
		if l.Rate > 0 {
			s.clock.Push(s.clock.Now, clock.Pack(clock.Arrival, g.first, int32(t.skip)))
		}
	}
	if l.Rate > 0 || l.Paused {
		g.active = 0
		return
	}
	g.active = int32(l.VMs * l.Threads)
	if more := g.active - (g.last - g.first); more > 0 {
		s.addThreads(group, more)
		g = &s.groups[group]
	}
	if need := int32(l.VMs); need > g.vms {
		g.firstVM, g.vms = int32(len(s.vms)), max(need, 2*g.vms)
		s.vms = append(s.vms, make([]vm, g.vms)...)
	}
	for i := range g.active {
		t := &s.threads[g.first+i]
		t.vm = g.firstVM + i/int32(l.Threads)
		if t.state == stopped {
			t.state = busy
			wait := random.Bounded(random.Mix(s.seed^uint64(i)), uint64(100*clock.Millisecond))
			s.clock.Push(s.clock.Now+int64(wait), clock.Pack(clock.Send, g.first+i, 0))
		}
	}
}

// addThreads gives a group more threads. Those of later groups move up, and what
// refers to them with them.
func (s *state) addThreads(group int, more int32) {
	g := &s.groups[group]
	from := g.last
	have := from - g.first
	s.threads = append(s.threads, make([]thread, more)...)
	copy(s.threads[from+more:], s.threads[from:])
	for i := range more {
		s.threads[from+i] = thread{group: int32(group), vm: none, id: threadID(group, int(have+i)), cursor: g.load.From}
	}
	g.last += more
	for i := group + 1; i < len(s.groups); i++ {
		s.groups[i].first += more
		s.groups[i].last += more
	}
	for i := range s.requests {
		if s.requests[i].thread >= from {
			s.requests[i].thread += more
		}
	}
	for i := range s.clock.Waiting() {
		e := &s.clock.Waiting()[i]
		if k := e.Kind(); (k == clock.Send || k == clock.Arrival) && e.Index() >= from {
			e.What = clock.Pack(k, e.Index()+more, e.Detail())
		}
	}
}

// threadID numbers the threads of a group so that the number never changes.
func threadID(group, i int) int32 { return int32(group<<20 | i) }
