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

// typed is the request of the next reading, as the reader typed it.
type typed struct{ Filter, Top string }

// filterProblem says what is wrong with the filter, "" for nothing.
func (t typed) filterProblem() string {
	if _, err := filter.Parse(t.Filter); err != nil {
		return err.Error()
	}
	return ""
}

// topProblem says what is wrong with $top, "" for nothing.
func (t typed) topProblem() string {
	if _, err := query.ParseTop(t.Top); err != nil {
		return "$top is a whole number from 0 to 1,000."
	}
	return ""
}

// request is what is typed, without a token.
func (t typed) request() query.Request {
	top, err := query.ParseTop(t.Top)
	if err != nil {
		top = query.NoTop
	}
	return query.Request{Filter: strings.TrimSpace(t.Filter), Top: top}
}

// reading is what the requests of a log came to: its pages, what they did with
// each entity of the table, and what that means.
//
// What always holds: it follows from the results and from what is typed, and is
// worked out when it is asked for. It is good until the log moves.
type reading struct {
	live    *script.World
	begin   int // commands of the set-up
	story   tokenStory
	results []script.Result // of the commands after the set-up that are done
	Typed   typed           // what is asked before the first page

	pages   []tokenPage // nil until they are asked for
	rows    []tokenRow
	end     *tokenEnd
	traffic map[int][]script.Message
}

// follow takes up the results of a log that has moved.
func (t *reading) follow(results []script.Result) {
	t.results, t.pages, t.rows, t.end, t.traffic = results, nil, nil, nil, nil
}

// SetFilter sets the filter of the next reading.
func (t *reading) SetFilter(text string) { t.Typed.Filter, t.rows, t.end = text, nil, nil }

// SetTop sets $top of the next reading.
func (t *reading) SetTop(text string) { t.Typed.Top, t.rows, t.end = text, nil, nil }

// Pages returns the pages of the reading that goes on, the last one at the end.
// A request without a token begins another reading, unless it asks again what
// was not answered to the end: then the token was lost, and the reading is the
// same.
func (t *reading) Pages() []tokenPage {
	if t.pages != nil {
		return t.pages
	}
	t.pages = []tokenPage{}
	page, examined, size, fresh := t.story.Page, t.story.Examined, 0, true
	for i, r := range t.results {
		switch r.Command.Verb {
		case command.Limits:
			page, examined, size, fresh = r.Command.Page, r.Command.Examined, r.Command.Size, true
		case command.Split:
			fresh = true
		case command.Query, command.Next:
			t.pages = t.turned(r, t.begin+i, fresh)
			p := &t.pages[len(t.pages)-1]
			p.Size, p.Budget, p.Bytes = page, examined, size
			fresh = false
		}
	}
	return t.pages
}

// turned returns the pages with the one of a result.
func (t *reading) turned(r script.Result, number int, fresh bool) []tokenPage {
	p := tokenPage{
		Command: number, Request: r.Command.Query, Plan: r.Plan, Entities: r.Entities, Examined: r.Cost.Examined,
		Stop: r.Stop, Next: r.Next, Refusal: r.Refusal, At: r.Ended,
	}
	pages := t.pages
	if len(pages) == 0 {
		return []tokenPage{p}
	}
	last := t.answered()
	if last == nil {
		last = &pages[len(pages)-1]
	}
	if r.Command.Verb == command.Next {
		p.Request = last.Request
		p.Request.Token = last.Next
	}
	if p.Request.Token != nil {
		p.Changed = !same(p.Request, last.Request)
		return append(pages, p)
	}
	if p.Lost = !fresh && last.Next != nil && same(p.Request, last.Request); p.Lost {
		return append(pages, p)
	}
	return []tokenPage{p}
}

// answered is the last page that was not refused, nil if there is none.
func (t *reading) answered() *tokenPage {
	pages := t.Pages()
	for i := len(pages) - 1; i >= 0; i-- {
		if pages[i].Refusal == nil {
			return &pages[i]
		}
	}
	return nil
}

// bookmark returns the request of the next page.
func (t *reading) bookmark() (query.Request, bool) {
	last := t.answered()
	if last == nil || last.Next == nil {
		return query.Request{}, false
	}
	r := last.Request
	r.Token = last.Next
	return r, true
}

// Marked returns the token that the last page left.
func (t *reading) Marked() (query.ContinuationToken, bool) {
	r, ok := t.bookmark()
	if !ok {
		return query.ContinuationToken{}, false
	}
	return *r.Token, true
}

// bookmarked returns the entity at which the next page begins.
func (t *reading) bookmarked() (table.Key, bool) {
	r, ok := t.bookmark()
	if !ok {
		return table.Key{}, false
	}
	for _, row := range t.stored() {
		if row.Key().Compare(r.Token.Key()) >= 0 {
			return row.Key(), true
		}
	}
	return table.Key{}, false
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
func (t *reading) Asks() Asks {
	if _, goes := t.bookmark(); goes {
		return asksNext
	}
	if last := t.answered(); last == nil || !same(last.Request, t.Typed.request()) || t.renewed() {
		return asksFirst
	}
	return asksNothing
}

// same reports whether two requests ask the same question, wherever they begin.
func same(a, b query.Request) bool { return a.Filter == b.Filter && a.Top == b.Top }

// renewed reports whether the service's limits have changed since the last page.
func (t *reading) renewed() bool {
	results := t.results
	for i := len(results) - 1; i >= 0; i-- {
		switch results[i].Command.Verb {
		case command.Limits, command.Split:
			return true
		case command.Query, command.Next:
			return false
		}
	}
	return false
}

// question is a request that can be held against entities.
type question struct {
	plan  query.Plan
	match *filter.Predicate
}

// asked is the question of the reading, or the typed one before it begins; nil
// for a filter that the service refuses.
func (t *reading) asked() *question {
	request := t.Typed.request()
	if last := t.answered(); last != nil {
		request = last.Request
	}
	e, err := filter.Parse(request.Filter)
	if err != nil {
		return nil
	}
	return &question{query.NewPlan(e), filter.Compile(e)}
}

// stored returns the keys of the table in order, with their years.
func (t *reading) stored() []table.Row {
	m, err := t.live.Table(moviesTable)
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

// Ranges returns how many ranges the table is in.
func (t *reading) Ranges() int { return 1 + len(t.live.Borders(moviesTable)) }

// Tree returns the index of the table, with the way down to where the next page
// begins and the entity there.
func (t *reading) Tree() (tree step.TreeRead) {
	live, err := t.live.Table(moviesTable)
	if err != nil {
		return tree
	}
	tree, keys := step.TreeOf(live)
	if token, ok := t.Marked(); ok {
		tree.Path, tree.From, _ = keys.Search(&tree.Shape, token.Key())
		tree.To = min(tree.From+1, len(tree.Keys))
	}
	return tree
}

// Traffic returns what page i of the reading sent, as HTTP.
func (t *reading) Traffic(i int) []script.Message {
	pages := t.Pages()
	if i < 0 || i >= len(pages) {
		return nil
	}
	n := pages[i].Command
	if _, made := t.traffic[n]; !made {
		t.traffic = map[int][]script.Message{n: t.live.Traffic(n)}
	}
	return t.traffic[n]
}
