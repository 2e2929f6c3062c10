package runs

import (
	"math"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Effect is whether a change of the ranges helped.
type Effect uint8

// The effects. All after DidNotHelp say why a change is not judged.
const (
	Helped Effect = iota
	DidNotHelp
	TooSoon     // the run has not gone on for long enough since
	TooClose    // the run had not gone on for long enough before
	LoadChanged // what was offered, or what could take it, changed meanwhile
	OnlyMerged  // cold ranges were merged, which is not meant to help
)

// Judged is a period in which ranges were split, moved or merged, with what was
// accepted before and after it. Changes that follow each other too closely to be
// told apart are judged together.
//
// What always holds: before is [BeforeFrom, From) and after is [To, AfterTo), all
// whole columns of the heat map in which no range changed.
type Judged struct {
	BeforeFrom, From, To, AfterTo int64
	Splits, Moves, Merges         int
	Before, After                 int64 // entities accepted per second
	Effect                        Effect
}

// How changes are judged.
const (
	judgedFor   = 2 * clock.Minute  // how long before and after is looked at
	judgedLeast = 10 * clock.Second // if less is quiet, the next change is judged together with this one
	leastGain   = 30                // thousandths more that are accepted after a change that helped
	chance      = 3                 // standard deviations that a gain has to be above
)

// Judged returns the changes up to the playhead, oldest first.
func (r *Run) Judged() (out []Judged) {
	on := judge{r, min(len(r.windows), int(r.sim.Now()/r.window))}
	quiet := on.columnsOf(judgedLeast)
	for c := 0; c < on.closed; c++ {
		if !on.changing(c) {
			continue
		}
		end, still := c+1, 0 // behind the last column with a change
		for next := end; next < on.closed && still < quiet; next++ {
			if still++; on.changing(next) {
				end, still = next+1, 0
			}
		}
		out = append(out, on.compare(c, end))
		c = end - 1
	}
	return out
}

// judge compares what a run accepted before and after its ranges changed, in the
// columns that are closed.
type judge struct {
	run    *Run
	closed int
}

// columnsOf is how many columns a time takes, at least one.
func (on judge) columnsOf(time int64) int {
	return int(max(1, (time+on.run.window-1)/on.run.window))
}

// changing reports whether a range was split, moved or merged in a column, or was
// about to be.
func (on judge) changing(column int) bool {
	before, now := on.run.ownersBefore(column), on.run.windows[column].Owners
	return !sameOwners(before, now) || !allOnline(now)
}

func sameOwners(a, b []owner) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func allOnline(owners []owner) bool {
	for i := range owners {
		if owners[i].Phase != service.Online {
			return false
		}
	}
	return true
}

// compare judges a period of changes by the quiet columns on both sides.
func (on judge) compare(from, to int) Judged {
	first, last, most := from, to, on.columnsOf(judgedFor)
	for first > 0 && from-first < most && !on.changing(first-1) {
		first--
	}
	for last < on.closed && last-to < most && !on.changing(last) {
		last++
	}
	w := on.run.window
	j := Judged{BeforeFrom: int64(first) * w, From: int64(from) * w, To: int64(to) * w, AfterTo: int64(last) * w}
	for c := from; c < to; c++ {
		for _, m := range on.run.Changes(c) {
			switch m.Kind {
			case wasSplit:
				j.Splits++
			case wasMerged:
				j.Merges++
			}
		}
	}
	j.Moves = on.ownMoves(j.From, j.To)
	before, _ := on.accepted(first, from)
	after, wanted := on.accepted(to, last)
	j.Before, j.After = perSecond(before, j.From-j.BeforeFrom), perSecond(after, j.AfterTo-j.To)
	// What catches up on refusals during the change is no gain.
	j.Effect = on.effect(&j, before, min(after, wanted))
	return j
}

// accepted counts entities in some columns: those that were done, and those of
// operations that began.
func (on judge) accepted(from, to int) (done, wanted int64) {
	for _, w := range on.run.windows[from:to] {
		done += w.Done
		wanted += w.Wanted
	}
	return done, wanted
}

// ownMoves counts the moves in a time that follow no split or merge.
func (on judge) ownMoves(from, to int64) (n int) {
	commands := on.run.sim.Scenario().Commands
	for _, note := range on.run.sim.Notes() {
		if note.At < from || note.At >= to {
			continue
		}
		if note.Kind == record.MoveNote || note.Kind == record.CommandNote && note.Command < len(commands) &&
			commands[note.Command].Do == sim.MoveRange {
			n++
		}
	}
	return n
}

func (on judge) effect(j *Judged, before, after int64) Effect {
	was, now := j.From-j.BeforeFrom, j.AfterTo-j.To
	switch {
	case on.loadChanged(j):
		return LoadChanged
	case j.Splits == 0 && j.Moves == 0:
		return OnlyMerged
	case now < judgedLeast:
		return TooSoon
	case was < judgedLeast:
		return TooClose
	}
	// Rates, and the variance of their difference if what is accepted is random.
	a, b := float64(before)/float64(was), float64(after)/float64(now)
	if b > a*(1000+leastGain)/1000 && b-a > chance*math.Sqrt(a/float64(was)+b/float64(now)) {
		return Helped
	}
	return DidNotHelp
}

// loadChanged reports whether a command between the first and the last moment
// that are compared changed what was offered or what could take it, or the season
// of the entities did.
func (on judge) loadChanged(j *Judged) bool {
	c := on.run.sim.Scenario()
	for _, command := range c.Commands {
		switch command.Do {
		case sim.SetLoad, sim.SetAccount, sim.SetBackground, sim.KillServer, sim.ReviveServer:
			if command.At > j.BeforeFrom && command.At < j.AfterTo {
				return true
			}
		}
	}
	season := c.Entities.Season * clock.Second
	return c.Entities.Hot > 0 && season > 0 && j.BeforeFrom/season != (j.AfterTo-1)/season
}
