package tokens

import (
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
)

// maxTokenRun is how many pages one gesture asks for at most.
const maxTokenRun = 40

// State is the screen on which a table is read page by page: a World whose
// commands are the requests, and what happens to the table and to the token
// between them. Reading is what they came to, and Loop the program to repair.
//
// What always holds:
//   - the log begins with the set-up of the story, which no gesture undoes
//   - everything that is shown follows from the log and from where it stands,
//     so going back in it gives the pages back
//   - what is told of entities is what the engine reads and answers
type State struct {
	stepLog
	history []script.Result // of the commands of the branch that were done once
	Reading reading
	Loop    loopRun
	View    TokensView
	picked  int // page that is looked at, -1 for the last
}

// TokensView is how the pages are shown: no part of the log, but of the moment.
type TokensView struct {
	Raw  bool // tokens are shown as they are sent
	HTTP bool // the call of a page is shown
}

// NewState returns the first story at its beginning.
func NewState() *State {
	t := &State{}
	t.Tell(stories[0])
	return t
}

// Tell begins a story.
func (t *State) Tell(s tokenStory) {
	loop := loopRun{at: -1, id: s.Loop, Language: t.Loop.Language}
	*t = State{stepLog: step.Log{Live: script.New(1, script.DefaultStart, nil)}, Loop: loop, picked: -1, View: t.View}
	setup := []command.Command{
		{Verb: command.CreateTable, Table: moviesTable},
		{Verb: command.Import, Table: moviesTable, Templated: true, PartitionKey: "{Genre}", RowKey: "{Title}", Format: command.CSV,
			Text: moviesCSV()},
		bordered(s.Ranged), {Verb: command.Limits, Page: s.Page, Examined: s.Examined},
	}
	for _, c := range setup {
		if _, err := t.Live.Do(c); err != nil {
			panic(err) // a story of ours
		}
	}
	t.Begin = t.Live.Len()
	t.Reading = reading{live: t.Live, begin: t.Begin, story: s, Typed: typed{s.Filter, s.Top}}
	t.follow(atOnce)
}

func bordered(on bool) command.Command {
	c := command.Command{Verb: command.Split, Table: moviesTable}
	if on {
		c.Borders = movieBorders
	}
	return c
}

// atOnce is no rest.
func atOnce() {}

// follow forgets what was worked out of the log, and brings the results of its
// commands up to date, with rests.
func (t *State) follow(rest func()) {
	for n := len(t.history); n < t.Live.Position(); n++ {
		rest()
		t.history = append(t.history, t.Live.Result(n))
	}
	t.Reading.follow(t.history[t.Begin:t.Live.Position()])
	t.Refused, t.picked = "", -1
}

// do does a command after those that are done.
func (t *State) do(c command.Command) (script.Result, bool) {
	at := t.Live.Position()
	t.history = t.history[:min(at, len(t.history))]
	if at < t.Loop.at {
		t.Loop.at = -1
	}
	r, ok := t.stepLog.Do(c)
	if ok {
		t.history = append(t.history, r)
	}
	refusal := t.Refused
	t.follow(atOnce)
	t.Refused = refusal
	return r, ok
}

// allowed returns what the service allows a page.
func (t *State) allowed() query.Limits { return t.Live.Limits(moviesTable) }

// Allow sets how many entities the service allows a page, how many reads and
// how many bytes, 0 for its own 1,000 and for no limit.
func (t *State) Allow(page, examined, size int) {
	if now := t.allowed(); now.PageSize != page || now.Examined != examined || now.Bytes != size {
		t.do(command.Command{Verb: command.Limits, Page: page, Examined: examined, Size: size})
	}
}

// Split cuts the table into ranges, or makes it one range again.
func (t *State) Split(on bool) {
	if on != (t.Reading.Ranges() > 1) {
		t.do(bordered(on))
	}
}

// Next asks for the page after the last one, or for the first of what is typed.
func (t *State) Next() {
	switch t.Reading.Asks() {
	case asksNext:
		r, _ := t.Reading.bookmark()
		t.turn(r)
	case asksFirst:
		t.turn(t.Reading.Typed.request())
	}
}

// turn asks for one page by hand, which ends a run of the loop.
func (t *State) turn(r query.Request) {
	t.Loop.at = -1
	t.ask(r)
}

// ask asks for one page. The first one in the log is as typed; a page with a
// token is asked for as the command next does where that is the same.
func (t *State) ask(r query.Request) (script.Result, bool) {
	c := command.Command{Verb: command.Query, Table: moviesTable, Query: r}
	if b, ok := t.Live.Client("").Bookmark(); ok && c.Equal(b) {
		c = command.Command{Verb: command.Next}
	}
	return t.do(c)
}

// RunAll asks for all pages that are left, but not for more than 40.
func (t *State) RunAll() {
	for n := 0; t.Reading.Asks() != asksNothing; n++ {
		if n == maxTokenRun {
			t.Refused = "Stopped after 40 pages. Press Run all again to go on."
			return
		}
		if t.Next(); t.Refused != "" || t.Reading.Asks() == asksFirst || t.Reading.Pages()[len(t.Reading.pages)-1].Refusal != nil {
			return
		}
	}
}

// reset goes back to the beginning of the story. What was done can be done
// again along the bar.
func (t *State) reset() {
	t.Loop.at = -1
	t.Reading.Typed = typed{t.Reading.story.Filter, t.Reading.story.Top}
	t.Seek(0)
}

// Seek goes to the state after n commands.
func (t *State) Seek(n int) {
	t.GoTo(n)
	t.follow(atOnce)
}

// Label says what command n after the set-up does, from 1.
func (t *State) Label(n int) string { return t.Live.Command(t.Begin + n - 1).String() }

// Switch goes to another branch, to the place where it was left.
func (t *State) Switch(name string) {
	err := t.TurnTo(name)
	t.history, t.Loop.at = nil, -1
	t.follow(atOnce)
	t.Fail(err)
}

// Fork makes a branch of the commands that are done and goes on in it.
func (t *State) Fork() {
	err := t.BranchOff()
	if t.Loop.at > t.Live.Len() {
		t.Loop.at = -1 // the run is in the branch that was left
	}
	t.follow(atOnce)
	t.Fail(err)
}

// Pick chooses the page that is looked at.
func (t *State) Pick(i int) { t.picked = i }

// Picked returns the page that is looked at: the last unless another was
// chosen, -1 if there is none.
func (t *State) Picked() int {
	if n := len(t.Reading.Pages()); t.picked < 0 || t.picked >= n {
		return n - 1
	}
	return t.picked
}

// stepLog is embedded under a name of its own: what it promises to the screen is not
// promised by the screen.
type stepLog = step.Log
