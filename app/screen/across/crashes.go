package across

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// maxCrashSteps bounds the steps of one run: every run ends long before, with
// the message done or in the poison queue.
const maxCrashSteps = 120

// crashRun is one way through a story, with a crash after one step of the
// worker, and what came of it.
type crashRun struct {
	After     string // the step that was done last, "" for the run without a crash
	Meanwhile string // what a reader finds between the crash and the next try
	End       string
	Good      bool // the end is the one that the story wants
	Tries     int  // how often the message was taken
	Took      table.Ticks
	steps     int // of the worker before the crash
	place     int // of the log right after the crash
}

// Runs returns the runs with a crash after every step, none before Crashes has
// made them.
func (a *State) Runs() []crashRun { return a.runs }

// CrashEverywhere runs the story without a crash and with a crash after each
// step, from the beginning and beside what the reader has done.
func (a *State) CrashEverywhere() {
	whole, b := a.crashAfter(0)
	a.runs = []crashRun{whole}
	// The first step moves poison messages, of which there are none yet, and
	// the command before it puts the message on the queue.
	for steps := 2; steps < b.Position(); steps++ {
		run, _ := a.crashAfter(steps)
		a.runs = append(a.runs, run)
	}
}

// crashAfter runs the story with a crash after so many steps, 0 for none.
func (a *State) crashAfter(steps int) (run crashRun, b *State) {
	b = &State{}
	b.Tell(a.errand, a.way)
	b.Order()
	for range steps {
		b.Step()
	}
	if run.steps = steps; steps > 0 {
		run.After = b.Label(b.Position())
		b.Crash()
		run.Meanwhile, _ = b.Verdict()
	}
	run.place = b.Position()
	b.finish()
	run.End, run.Good = b.Verdict()
	run.Took = b.clock()
	for _, e := range b.events {
		if c := b.Live.Command(e.Command); c.Verb == command.QueueGet && e.Note != noMessage {
			run.Tries++
		}
	}
	return run, b
}

// Finish lets the worker work until the queue is empty.
func (a *State) Finish() {
	if len(a.Messages(false)) == 0 && a.worker.at < 2 {
		a.Refused = "The queue is empty. The client has to put a message first."
		return
	}
	a.finish()
}

// finish lets the worker work until the queue is empty, and the clock run
// whenever no message is visible.
func (a *State) finish() {
	for range maxCrashSteps {
		list := a.Messages(false)
		if len(list) == 0 {
			return
		}
		if a.worker.at < 2 && list[0].NextVisible > a.Live.Now()+script.CommandTime {
			a.Pass()
			continue
		}
		a.Step()
	}
}

// Play puts a run in place of what the reader has done, at its crash. On the
// stage of a lesson its commands are done in the log of that.
func (a *State) Play(i int) {
	if i < 0 || i >= len(a.runs) {
		return
	}
	run, runs := a.runs[i], a.runs
	_, b := a.crashAfter(run.steps)
	if a.ways == nil {
		*a = *b
	} else {
		a.repeat(b)
	}
	a.runs = runs
	a.Seek(run.place)
}

// repeat does what was done in another state of the same story, from its
// beginning.
func (a *State) repeat(b *State) {
	a.Seek(0)
	for n := b.Begin; n < b.Live.Len(); n++ {
		a.do(b.Live.Command(n))
	}
}

// triesText says how often a message was taken.
func (r crashRun) triesText() string {
	if r.Tries == 1 {
		return "1 try"
	}
	return strconv.Itoa(r.Tries) + " tries"
}
