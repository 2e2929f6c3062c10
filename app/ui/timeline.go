package ui

import "time"

// Timeline is what a Transport goes along: places from 0 to Length, and what
// lies beside the way. A page makes a new one for every drawing.
//
// What always holds: the functions are called on the page's own turn, and what
// they do shows in the next Timeline.
type Timeline struct {
	Name   string // what the places are, for screen readers: "Gestures"
	Length int
	Place  int
	Text   string // the read-out: "18 of 40 · Edit PartitionKey"
	Marks  []TimelineMark
	Ways   []TimelineWay // branches; none or one draws no tree

	Step time.Duration // of playing one place at normal speed; 0 for one that reads well
	Busy bool          // the place is not shown whole yet: playing waits for it

	Seek   func(place int)
	Follow func(moves bool)  // the thumb begins to move, or rests; nil for nothing
	Switch func(name string) // to another branch; nil without branches
	Fork   func()            // nil where nothing can be forked

	// By goes on or back by steps, where a step is not one place; else nil.
	By func(steps int)

	// Live is set where the page itself lets time pass along the way.
	Live *LiveTime

	// Undo and Redo go over gestures. Without them they step along the
	// timeline itself.
	Undo, Redo func()
}

// LiveTime is time that a page lets pass by itself, at speeds of its own.
type LiveTime struct {
	Playing bool
	Toggle  func()
	Speeds  []string // none where time has one speed
	Speed   int
	SetTo   func(speed int) // one of the Speeds
}

// TimelineMark is an event at a place. Strong ones stand out.
type TimelineMark struct {
	Place  int
	Strong bool
}

// TimelineWay is a branch beside the current one, or the current one itself.
type TimelineWay struct {
	Name    string
	Text    string // what a list says of it
	From    int    // where it leaves the current way
	Length  int
	Parent  bool // the current one was made from it
	Current bool
}

// readableStep is how long a place is shown when nothing else is said.
const readableStep = 800 * time.Millisecond

// calmStep is the least time between two changes with reduced motion.
const calmStep = 500 * time.Millisecond

// speeds are the choices of the bar. The last goes as fast as places can be
// shown.
var speeds = []struct {
	name  string
	times float64
}{{"0.25×", .25}, {"0.5×", .5}, {"1×", 1}, {"2×", 2}, {"5×", 5}, {"10×", 10}, {"Max", 1000}}

func speedNames() []string {
	names := make([]string, len(speeds))
	for i, s := range speeds {
		names[i] = s.name
	}
	return names
}

// NormalSpeed is the place of 1× in speeds.
const NormalSpeed = 2

// Clock turns the time that passes into places to go on.
type Clock struct {
	Speed int
	Last  time.Time
	owed  float64 // places that are due, less than one after a step
}

// Due returns how many places to go on by at a moment. calm says that changes
// must be few.
func (c *Clock) Due(now time.Time, step time.Duration, calm bool) int {
	if step <= 0 {
		step = readableStep
	}
	passed := now.Sub(c.Last)
	if calm && passed < calmStep {
		return 0
	}
	c.Last = now
	c.owed += min(passed, time.Second).Seconds() * speeds[c.Speed].times / step.Seconds()
	n := int(c.owed)
	c.owed -= float64(n)
	return n
}
