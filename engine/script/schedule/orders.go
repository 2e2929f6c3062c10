package schedule

import (
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// MaxOrders is how many orders two programs of MaxTurns have.
const MaxOrders = 924

// Verdict is what an order of two programs came to.
type Verdict uint8

// The verdicts, the gravest last. An order in which an update is lost is Lost,
// whatever else happened in it.
const (
	Fine    Verdict = iota
	Refused         // a write met a version that it did not expect, with 412
	Lost            // an update was written over by a client that had not read it
)

// Order is one way to interleave two programs, and what came of it.
type Order struct {
	Second  []bool // for each turn whether it is the second program's
	Verdict Verdict
	Losses  []Loss
	Refused int // writes that were refused with 412
}

// Orders runs two programs in every order, each from the same state of a
// World, which stays as it is. Orders come sorted, the first program before
// the second.
type Orders struct {
	world    *script.World
	base     script.Checkpoint
	before   []script.Result
	programs [2][]Turn
	next     []bool
	done     bool // next is past the last
}

// NewOrders returns the orders of two programs from where the World stands.
// before are the results of the commands that led there, from which clients
// remember what they have read. Programs of more than MaxTurns are cut short.
func NewOrders(w *script.World, before []script.Result, first, second []Turn) *Orders {
	o := &Orders{world: w, base: w.Checkpoint(), before: before}
	o.programs = [2][]Turn{first[:min(len(first), MaxTurns)], second[:min(len(second), MaxTurns)]}
	for range o.programs[0] {
		o.next = append(o.next, false)
	}
	for range o.programs[1] {
		o.next = append(o.next, true)
	}
	return o
}

// Count returns how many orders there are.
func (o *Orders) Count() int {
	n, k, count := len(o.programs[0])+len(o.programs[1]), len(o.programs[0]), 1
	for i := 1; i <= k; i++ {
		count = count * (n - k + i) / i
	}
	return count
}

// Next runs the next order. ok is false after the last.
func (o *Orders) Next() (_ Order, ok bool) {
	if o.done {
		return Order{}, false
	}
	order := Order{Second: o.next}
	o.next = following(o.next)
	o.done = o.next == nil
	var j Judge
	for _, r := range o.before {
		j.Watch(r)
	}
	j.Losses, j.Refused = nil, 0
	o.world.Beside(o.base, func(do func(command.Command) script.Result) {
		_ = o.run(order, func(c command.Command) (script.Result, error) {
			r := do(c)
			j.Watch(r)
			return r, nil
		})
	})
	order.Losses, order.Refused = j.Losses, j.Refused
	switch {
	case len(j.Losses) > 0:
		order.Verdict = Lost
	case j.Refused > 0:
		order.Verdict = Refused
	}
	return order, true
}

// following returns the permutation after p in sorted order, nil after the
// last.
func following(p []bool) []bool {
	i := len(p) - 2
	for i >= 0 && (p[i] || !p[i+1]) {
		i--
	}
	if i < 0 {
		return nil
	}
	next := append([]bool{}, p...)
	j := len(next) - 1
	for !next[j] {
		j--
	}
	next[i], next[j] = true, false
	for a, b := i+1, len(next)-1; a < b; a, b = a+1, b-1 {
		next[a], next[b] = next[b], next[a]
	}
	return next
}

// Play does the turns of an order in the World, as commands of its log. The
// World must stand where the orders began; the error is that of World.Do.
func (o *Orders) Play(order Order) error { return o.run(order, o.world.Do) }

// run does the commands of an order one after another, until one has an error.
func (o *Orders) run(order Order, do func(command.Command) (script.Result, error)) error {
	var m Memory
	for _, r := range o.before {
		m.Hear(r)
	}
	at := [2]int{}
	for _, second := range order.Second {
		p := 0
		if second {
			p = 1
		}
		for _, c := range m.Commands(o.programs[p][at[p]]) {
			r, err := do(c)
			if err != nil {
				return err
			}
			m.Hear(r)
		}
		at[p]++
	}
	return nil
}

// Try does turns from where a World stands, hands what came of them to look,
// and takes them back. before is as for NewOrders. Losses before the turns are
// not in the Judge.
func Try(w *script.World, before []script.Result, turns []Turn, look func(*Judge, []script.Result)) {
	j, m, results := Judge{}, Memory{}, []script.Result{}
	for _, r := range before {
		j.Watch(r)
		m.Hear(r)
	}
	j.Losses, j.Refused = nil, 0
	w.Beside(w.Checkpoint(), func(do func(command.Command) script.Result) {
		for _, t := range turns {
			for _, c := range m.Commands(t) {
				r := do(c)
				m.Hear(r)
				j.Watch(r)
				results = append(results, r)
			}
		}
		look(&j, results)
	})
}
