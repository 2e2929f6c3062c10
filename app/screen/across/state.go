package across

import (
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// The queues of every story.
const (
	jobs   = "jobs"
	poison = "poison"
)

// retryAfter is how long a taken message is hidden, and MaxTries how often it
// is taken before it goes to the poison queue.
const (
	retryAfter = 30 * table.Second
	maxTries   = 3
)

// noMessage is what the worker says when there is nothing to take.
const noMessage = "No message is visible."

// maxAcross bounds the commands that a reader can add to a story, which is
// also what the names of workers allow.
const (
	maxAcross  = 300
	maxWorkers = 12
)

// State is a client, a queue and a worker that together change what no
// transaction can: a World whose commands are their steps.
//
// What always holds:
//   - the log begins with the set-up of the story, which no gesture undoes
//   - where the worker is in its program follows from the log alone, and on
//     the stage of a lesson also in which way it is written
//   - a worker that has crashed is followed by one with another name, so
//     nothing that it knew is left
type State struct {
	stepLog
	errand Errand
	way    int
	ways   []int // to choose from on the stage of a lesson, nil for all
	worker worker
	events []event
	runs   []crashRun
}

// worker is how far the worker is, and what it has in its memory.
type worker struct {
	number int // counts workers from 1
	at     int // step of the program
	read   []table.Entity
	text   string // of the blob that was read
	tries  int    // of the message that it holds

	before uint // bits of the steps of which it was told that an earlier try has done them
}

// event is one thing that happened.
type event struct {
	Who, Text, Note string
	Bad             bool
	Command         int // of the log
}

// NewState returns the first story in its safe way.
func NewState() *State {
	a := &State{}
	a.Tell(Errands()[0], 0)
	return a
}

// Tell begins a story, with the worker written in one of its ways.
func (a *State) Tell(e Errand, way int) {
	*a = State{errand: e, way: max(0, min(way, len(e.Ways)-1)), stepLog: step.Log{Live: script.New(1, script.DefaultStart, nil)}}
	for _, c := range e.begin() {
		if _, err := a.Live.Do(c); err != nil {
			panic(err) // a story of ours
		}
	}
	a.Begin = a.Live.Len()
	a.follow()
}

// Errand returns the story that is told.
func (a *State) Errand() Errand { return a.errand }

// Write has the worker written in another way, from the beginning of the story.
func (a *State) Write(way int) {
	if a.ways == nil {
		a.Tell(a.errand, way)
		return
	}
	if slices.Contains(a.ways, way) {
		a.way, a.runs = way, nil
		a.Seek(0)
	}
}

// Ways returns which of the ways of the story there are to choose from.
func (a *State) Ways() []int {
	list := a.ways
	if list == nil {
		for i := range a.errand.Ways {
			list = append(list, i)
		}
	}
	return list
}

// Way returns which of its ways the worker is written in.
func (a *State) Way() int { return a.way }

// Events returns what happened so far. It must not be changed.
func (a *State) Events() []event { return a.events }

// Program returns the steps of the worker: those that every worker has around
// those of the story.
func (a *State) Program() []workStep {
	list := []workStep{
		{Title: "Move poison messages away", line: "queue poison " + jobs + " after " + strconv.Itoa(maxTries) + " to " + poison},
		{Title: "Take a message, hidden for 30 s", line: "queue get " + jobs + " for 30s"},
	}
	list = append(list, a.errand.Ways[a.way].steps...)
	return append(list, workStep{Title: "Delete the message", line: "queue delete " + jobs})
}

// Next returns the place in the program of the step that the worker does next.
func (a *State) Next() int { return a.worker.at }

// Worker returns the name of the worker.
func (a *State) Worker() string { return "W" + strconv.Itoa(a.worker.number) }

// clock returns the time since the story began.
func (a *State) clock() table.Ticks {
	return a.Live.Now() - a.Live.Start() - table.Ticks(a.Begin)*script.CommandTime
}

// Order has the client put the message on the queue.
func (a *State) Order() {
	a.do(command.Command{Client: "C", Verb: command.QueuePut, Table: jobs, Text: a.errand.message})
}

// Pass lets the clock run as long as a message is hidden.
func (a *State) Pass() { a.do(command.Command{Verb: command.Advance, Duration: retryAfter}) }

// Crash ends the worker at the place where it is. Another one starts, which
// the log shows as the first word of a new name.
func (a *State) Crash() {
	if a.worker.number >= maxWorkers {
		a.Refused = "Twelve workers have crashed. Go back along the bar, or begin again."
		return
	}
	a.do(command.Command{Client: "W" + strconv.Itoa(a.worker.number+1), Verb: command.Policy})
}

// Step does the next step of the worker.
func (a *State) Step() { a.do(a.nextStep()) }

// nextStep is the command of the worker's next step. A step in which there is
// nothing to do is skipped without a call.
func (a *State) nextStep() command.Command {
	c, ok := a.Program()[a.worker.at].command(a.Worker(), &a.worker)
	if !ok {
		c = command.Command{Client: a.Worker(), Verb: command.Policy}
	}
	return c
}

func (a *State) do(c command.Command) {
	if a.Refused = ""; a.Position() >= maxAcross {
		a.Refused = "A story here has at most 300 steps. Go back along the bar, or begin again."
		return
	}
	if r, ok := a.stepLog.Do(c); ok {
		a.hear(r)
	}
}

// Seek goes to the state after n commands.
func (a *State) Seek(n int) {
	a.GoTo(n)
	a.follow()
}

// Switch goes to another branch, to the place where it was left.
func (a *State) Switch(name string) {
	err := a.TurnTo(name)
	a.follow()
	a.Fail(err)
}

// Fork makes a branch of the steps that are done and goes on in it.
func (a *State) Fork() {
	err := a.BranchOff()
	a.follow()
	a.Fail(err)
}

// Label says what happened at place n, from 1.
func (a *State) Label(n int) string { return a.events[n-1].Text }

// follow works out again what depends on the log.
func (a *State) follow() {
	if a.ways != nil {
		a.way = written(a)
	}
	a.worker, a.events, a.Refused = worker{number: 1}, nil, ""
	for n := a.Begin; n < a.Live.Position(); n++ {
		a.hear(a.Live.Result(n))
	}
}

// written returns the way that the worker of the log is written in: the one that
// is chosen if the log can be its work, else the first of the others that fits.
func written(a *State) int {
	for _, way := range append([]int{a.way}, a.ways...) {
		if fits(a, way) {
			return way
		}
	}
	return a.way
}

// fits reports whether each command of the log is one that a gesture gives at
// its place, with the worker written in one of its ways.
func fits(a *State, way int) bool {
	b := &State{stepLog: a.stepLog, errand: a.errand, way: way, worker: worker{number: 1}}
	for n := a.Begin; n < a.Live.Position(); n++ {
		r := a.Live.Result(n)
		if !b.could(r.Command) {
			return false
		}
		b.hear(r)
	}
	return true
}

// hear takes up what a command did.
func (a *State) hear(r script.Result) {
	e := event{Who: "Client", Text: "puts the message on the queue", Command: a.Begin + len(a.events)}
	switch c := r.Command; {
	case c.Verb == command.Advance:
		e.Who, e.Text = "Clock", step.Seconds(c.Duration)+" pass"
	case c.Verb == command.Policy && c.Client != a.Worker():
		e.Who, e.Text, e.Note, e.Bad = a.Worker(), "crashes", "Another worker starts. It knows nothing of what was done.", true
		a.worker = worker{number: a.worker.number + 1}
	case c.Client != "C":
		a.work(&e, r)
	}
	a.events = append(a.events, e)
}

// work moves the worker on in its program.
func (a *State) work(e *event, r script.Result) {
	program, w := a.Program(), &a.worker
	s := program[w.at]
	e.Who, e.Text = a.Worker(), s.Title
	next := w.at + 1
	switch {
	case r.Command.Verb == command.Policy:
		e.Note = "There is nothing to do: an earlier try has done it."
	case r.Refusal != nil && absent(r.Refusal.Code) && s.absent != "":
		e.Note = string(r.Refusal.Code) + " counts as done."
		w.before |= 1 << w.at
		if s.absent == atEnd {
			e.Note, next = string(r.Refusal.Code)+": an earlier try was here already.", len(program)-1
		}
	case !r.OK():
		e.Bad, e.Note = true, r.Mistake+" The worker gives up this try."
		if r.Refusal != nil {
			e.Note = string(r.Refusal.Code) + ". The worker gives up this try."
		}
		*w = worker{number: w.number}
		return
	case w.at == 0 && len(r.Messages) > 0:
		e.Bad, e.Note = true, "The message was taken "+strconv.Itoa(maxTries)+" times. It waits in the poison queue for a person."
	case w.at == 1 && len(r.Messages) == 0:
		e.Note, next = noMessage, 0
	case w.at == 1:
		w.tries = r.Messages[0].DequeueCount
		e.Note = "Dequeue count " + strconv.Itoa(w.tries) + "."
	case r.Command.Verb == command.Get || r.Command.Verb == command.Query:
		if w.read = r.Entities; len(w.read) == 0 {
			e.Note, next = "None is left.", w.at+2
		}
	case r.Command.Verb == command.BlobGet && len(r.Blobs) == 1:
		w.text = string(r.Blobs[0].Content)
	case s.back > 0:
		next = w.at - s.back
	}
	if w.at = next; next >= len(program) {
		*w = worker{number: w.number}
	}
}

// Messages returns the messages of the queue, or of the poison queue, those
// that are hidden included.
func (a *State) Messages(poisoned bool) []queue.Message {
	name := jobs
	if poisoned {
		name = poison
	}
	queues := a.Live.Queues()
	if i := slices.IndexFunc(queues, func(q *queue.Queue) bool { return q.Name() == name }); i >= 0 {
		return queues[i].Messages(a.Live.Now())
	}
	return nil
}

// Verdict says in a sentence what a reader of the tables finds now, and
// whether that is what the story wants in the end.
func (a *State) Verdict() (text string, good bool) {
	text, good = a.errand.judge(a.Live)
	if n := len(a.Messages(true)); n > 0 {
		return text + " The message is in the poison queue.", false
	}
	return text, good
}

// stepLog is embedded under a name of its own: what it promises to the screen is not
// promised by the screen.
type stepLog = step.Log
