package tokens

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// maxTokenRun is how many pages one gesture asks for at most.
const maxTokenRun = 40

// State is a reading of a table page by page: a World whose commands are the
// requests, and what happens to the table and to the token between them.
//
// What always holds:
//   - the log begins with the set-up of the story, which no gesture undoes
//   - everything that is shown follows from the log and from where it stands,
//     so going back in it gives the pages back
//   - what is told of entities is what the engine reads and answers
type State struct {
	stepLog
	story   tokenStory
	history []script.Result // of the commands of the branch that were done once
	filter  string          // as typed, for the next reading
	top     string
	loop    loopRun
	View    TokensView

	pages   []tokenPage // of the reading, nil until they are asked for
	rows    []tokenRow
	end     *tokenEnd
	picked  int // page that is looked at, -1 for the last
	traffic map[int][]script.Message
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
	loop := loopRun{at: -1, chosen: s.Loop, language: t.loop.language}
	*t = State{stepLog: step.Log{Live: script.New(1, script.DefaultStart, nil)}, story: s, filter: s.Filter, top: s.Top, loop: loop,
		picked: -1, View: t.View}
	setup := []command.Command{
		{Verb: command.CreateTable, Table: moviesTable},
		{Verb: command.Import, Table: moviesTable, Templated: true, PartitionKey: "{Genre}", RowKey: "{Title}", Format: command.CSV,
			Text: moviesCSV()},
		t.bordered(s.Ranged), {Verb: command.Limits, Page: s.Page, Examined: s.Examined},
	}
	for _, c := range setup {
		if _, err := t.Live.Do(c); err != nil {
			panic(err) // a story of ours
		}
	}
	t.Begin = t.Live.Len()
	t.follow(atOnce)
}

func (t *State) bordered(on bool) command.Command {
	c := command.Command{Verb: command.Split, Table: moviesTable}
	if on {
		c.Borders = movieBorders
	}
	return c
}

// Story returns the story that is told.
func (t *State) Story() tokenStory { return t.story }

// atOnce is no rest.
func atOnce() {}

// follow forgets what was worked out of the log, and brings the results of its
// commands up to date, with rests.
func (t *State) follow(rest func()) {
	for n := len(t.history); n < t.Live.Position(); n++ {
		rest()
		t.history = append(t.history, t.Live.Result(n))
	}
	t.pages, t.rows, t.end, t.traffic = nil, nil, nil, nil
	t.Refused, t.picked = "", -1
}

// do does a command after those that are done.
func (t *State) do(c command.Command) (script.Result, bool) {
	at := t.Live.Position()
	t.history = t.history[:min(at, len(t.history))]
	if at < t.loop.at {
		t.loop.at = -1
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

// results are those of the commands after the set-up.
func (t *State) results() []script.Result { return t.history[t.Begin:t.Live.Position()] }

// Filter and Top are the request of the next reading, as typed.
func (t *State) Filter() string { return t.filter }

// Top returns $top as typed.
func (t *State) Top() string { return t.top }

// SetFilter sets the filter of the next reading.
func (t *State) SetFilter(text string) { t.filter, t.rows, t.end = text, nil, nil }

// SetTop sets $top of the next reading.
func (t *State) SetTop(text string) { t.top, t.rows, t.end = text, nil, nil }

// filterProblem says what is wrong with the filter, "" for nothing.
func (t *State) filterProblem() string {
	if _, err := filter.Parse(t.filter); err != nil {
		return err.Error()
	}
	return ""
}

// topProblem says what is wrong with $top, "" for nothing.
func (t *State) topProblem() string {
	if _, err := query.ParseTop(t.top); err != nil {
		return "$top is a whole number from 0 to 1,000."
	}
	return ""
}

// request is what is typed, without a token.
func (t *State) request() query.Request {
	top, err := query.ParseTop(t.top)
	if err != nil {
		top = query.NoTop
	}
	return query.Request{Filter: strings.TrimSpace(t.filter), Top: top}
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
	if on != (t.Ranges() > 1) {
		t.do(t.bordered(on))
	}
}

// bookmark returns the request of the next page.
func (t *State) bookmark() (query.Request, bool) {
	last := t.answered()
	if last == nil || last.Next == nil {
		return query.Request{}, false
	}
	r := last.Request
	r.Token = last.Next
	return r, true
}

// answered is the last page that was not refused, nil if there is none.
func (t *State) answered() *tokenPage {
	pages := t.Pages()
	for i := len(pages) - 1; i >= 0; i-- {
		if pages[i].Refusal == nil {
			return &pages[i]
		}
	}
	return nil
}

// Asks is what the next page would be: of a reading that goes on, the first one
// of what is typed, or none because the reading has ended.
type Asks uint8

// The kinds of the next page.
const (
	asksNext Asks = iota
	asksFirst
	asksNothing
)

// Asks returns what Next would ask for.
func (t *State) Asks() Asks {
	if _, goes := t.bookmark(); goes {
		return asksNext
	}
	if last := t.answered(); last == nil || !same(last.Request, t.request()) || t.renewed() {
		return asksFirst
	}
	return asksNothing
}

// same reports whether two requests ask the same question, wherever they begin.
func same(a, b query.Request) bool { return a.Filter == b.Filter && a.Top == b.Top }

// Next asks for the page after the last one, or for the first of what is typed.
func (t *State) Next() {
	switch t.Asks() {
	case asksNext:
		r, _ := t.bookmark()
		t.loop.at = -1
		t.ask(r)
	case asksFirst:
		t.loop.at = -1
		t.ask(t.request())
	}
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
	for n := 0; t.Asks() != asksNothing; n++ {
		if n == maxTokenRun {
			t.Refused = "Stopped after 40 pages. Press Run all again to go on."
			return
		}
		if t.Next(); t.Refused != "" || t.Asks() == asksFirst || t.Pages()[len(t.pages)-1].Refusal != nil {
			return
		}
	}
}

// reset goes back to the beginning of the story. What was done can be done
// again along the bar.
func (t *State) reset() {
	t.loop.at = -1
	t.filter, t.top = t.story.Filter, t.story.Top
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
	t.history, t.loop.at = nil, -1
	t.follow(atOnce)
	t.Fail(err)
}

// Fork makes a branch of the commands that are done and goes on in it.
func (t *State) Fork() {
	err := t.BranchOff()
	if t.loop.at > t.Live.Len() {
		t.loop.at = -1 // the run is in the branch that was left
	}
	t.follow(atOnce)
	t.Fail(err)
}

// Traffic returns what page i of the reading sent, as HTTP.
func (t *State) Traffic(i int) []script.Message {
	pages := t.Pages()
	if i < 0 || i >= len(pages) {
		return nil
	}
	n := pages[i].Command
	if _, made := t.traffic[n]; !made {
		t.traffic = map[int][]script.Message{n: t.Live.Traffic(n)}
	}
	return t.traffic[n]
}

// Pick chooses the page that is looked at.
func (t *State) Pick(i int) { t.picked = i }

// Picked returns the page that is looked at: the last unless another was
// chosen, -1 if there is none.
func (t *State) Picked() int {
	if n := len(t.Pages()); t.picked < 0 || t.picked >= n {
		return n - 1
	}
	return t.picked
}

// stored returns the keys of the table in order, with their years.
func (t *State) stored() []table.Row {
	m, err := t.Live.Table(moviesTable)
	if err != nil {
		return nil
	}
	var rows []table.Row
	m.Snapshot().Scan(table.Key{}, func(some []table.Row) bool {
		rows = append(rows, some...)
		return true
	})
	return slices.Clip(rows)
}

// stepLog is embedded under a name of its own: what it promises to the screen is not
// promised by the screen.
type stepLog = step.Log
