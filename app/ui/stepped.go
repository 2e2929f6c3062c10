package ui

import (
	"strconv"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/journal"
)

// Stepped is a log that a screen goes along: places from 0 to Len, and
// branches.
type Stepped interface {
	Position() int
	Len() int
	Label(n int) string // of a place that is done, from 1
	Seek(n int)
	Switch(branch string)
	Fork()
	Branches() []journal.Branch
}

// Steps is the timeline of a log, one place for each command.
func (g *Gestures) Steps(name string, log Stepped) Timeline {
	at, last := log.Position(), log.Len()
	label := "the beginning"
	if at > 0 {
		label = log.Label(at)
	}
	l := Timeline{
		Name: name, Length: last, Place: at, Text: strconv.Itoa(at) + " of " + strconv.Itoa(last) + " · " + label,
		Seek:   func(n int) { g.gesture(func() { log.Seek(n) }) },
		Switch: func(branch string) { g.gesture(func() { log.Switch(branch) }) },
		Fork:   func() { g.gesture(log.Fork) },
	}
	for n := 1; n <= last; n++ {
		l.Marks = append(l.Marks, TimelineMark{Place: n})
	}
	for _, b := range log.Branches() {
		l.Ways = append(l.Ways, TimelineWay{Name: b.Name, Text: b.Name + ", " + view.Count(b.Len, "step", "steps"), From: b.Fork, Length: b.Len,
			Current: b.Current})
	}
	return l
}

// gesture is what a handler does, from outside an event of the page.
func (g *Gestures) gesture(do func()) {
	g.Guard(do)
	g.settled()
	g.Ctx.Update()
}
