package tokens

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/schedule"
	"github.com/keyrange/keyrange/engine/table"
)

// loopLanguages are the languages that a loop is written in.
var loopLanguages = [4]string{"C#", "Go", "Python", "JavaScript"}

// loopCode is the loop in each language. In place of @C stands why it goes on,
// and in place of @R what it asks for.
var loopCode = [4]string{
	"var (page, pk, rk) = await Get(where);\nvar found = page.ToList();\nwhile (pk != null@C)\n{\n    (page, pk, rk) = await Get(@R);\n " +
		"   found.AddRange(page);\n}",
	"page, pk, rk := get(where, \"\", \"\")\nfound := page\nfor pk != \"\"@C {\n\tpage, pk, rk = get(@R)\n\tfound = append(found, page...)\n}",
	"page, pk, rk = get(where)\nfound = list(page)\nwhile pk is not None@C:\n    page, pk, rk = get(@R)\n    found.extend(page)",
	"let [page, pk, rk] = await get(where);\nconst found = [...page];\nwhile (pk !== null@C) {\n  [page, pk, rk] = await get(@R);\n " +
		" found.push(...page);\n}",
}

// loopConditions are what stands in place of @C, for each habit that stops too
// early.
var loopConditions = map[client.Habit][4]string{
	client.StopAtEmpty: {" && page.Count > 0", " && len(page) > 0", " and len(page) > 0", " && page.length > 0"},
	client.StopAtShort: {" && page.Count == size", " && len(page) == size", " and len(page) == size", " && page.length === size"},
	client.NeedRowKey:  {" && rk != null", " && rk != \"\"", " and rk is not None", " && rk !== null"},
	client.TopIsAll:    {" && !hasTop", " && !hasTop", " and not has_top", " && !hasTop"},
}

// loopFresh is what stands in place of @R without a token.
var loopFresh = [4]string{"where", `where, "", ""`, "where", "where"}

// loopHelp says what the loops call and does not stand in their text.
const loopHelp = "get sends one signed GET with $filter, $top and the token, if there is one. It gives the entities of the page and the " +
	"two values of its token. size is $top, or 1,000 without it."

// tokenLoop is a loop with one wrong line, and three lines to choose from in its
// place. The first is the wrong one.
type tokenLoop struct {
	ID, Title string
	Why       string // why its line is wrong
	requests  bool   // the line is the one that asks for the next page
	fixes     []client.Habit
}

// Loops lists the loops. It must not be changed.
func Loops() []tokenLoop { return tokenLoops }

var tokenLoops = []tokenLoop{
	{ID: "empty", Title: "Stops at an empty page", Why: "An empty page says nothing about the pages after it.",
		fixes: []client.Habit{client.StopAtEmpty, client.StopAtShort, client.AllPages}},
	{ID: "short", Title: "Stops at a page that is not full", Why: "A page may end before it is full, at a range boundary or when its time " +
		"is up.",
		fixes: []client.Habit{client.StopAtShort, client.AllPages, client.StopAtEmpty}},
	{ID: "row-key", Title: "Needs a NextRowKey", Why: "A token without a NextRowKey is a token. It means the beginning of NextPartitionKey.",
		fixes: []client.Habit{client.NeedRowKey, client.StopAtEmpty, client.AllPages}},
	{ID: "top", Title: "Takes $top for the whole answer", Why: "$top counts per page, and a page may have fewer entities than $top.",
		fixes: []client.Habit{client.TopIsAll, client.AllPages, client.StopAtShort}},
	{ID: "filter", Title: "Sends another filter with the token", requests: true,
		Why:   "A token holds a place and no question. What lies before that place is not asked again.",
		fixes: []client.Habit{client.OtherFilter, client.ForgetToken, client.AllPages}},
	{ID: "forget", Title: "Forgets the token", requests: true, Why: "Without a token each request begins at the beginning.",
		fixes: []client.Habit{client.ForgetToken, client.AllPages, client.OtherFilter}},
}

// loopRun is which loop is looked at, and its run.
type loopRun struct {
	id       string
	Fix      int           // the line that stands in it, 0 for the wrong one
	Language int           // in which it is shown
	at       int           // its first command in the log, -1 before it runs
	request  query.Request // when it began
}

// Chosen returns the loop that is looked at.
func (l *loopRun) Chosen() tokenLoop {
	i := slices.IndexFunc(tokenLoops, func(one tokenLoop) bool { return one.ID == l.id })
	return tokenLoops[max(i, 0)]
}

// Choose chooses the loop that is looked at.
func (l *loopRun) Choose(id string) { *l = loopRun{id: id, at: -1, Language: l.Language} }

// Repair puts one of the three lines into the loop.
func (l *loopRun) Repair(fix int) { l.Fix, l.at = fix, -1 }

func (l *loopRun) habit() client.Habit { return l.Chosen().fixes[l.Fix] }

// line returns one of the three lines to choose from.
func (l *loopRun) line(fix int) string {
	lines, slot := l.code(fix)
	return strings.TrimSpace(lines[slot])
}

// code returns the loop in the shown language with one of the three lines, and
// where that stands.
func (l *loopRun) code(fix int) (lines []string, slot int) {
	loop, language := l.Chosen(), l.Language
	habit := loop.fixes[fix]
	request := "where, pk, rk"
	switch habit {
	case client.OtherFilter:
		request = "other, pk, rk"
	case client.ForgetToken:
		request = loopFresh[language]
	}
	mark := "@C"
	if loop.requests {
		mark = "@R"
	}
	lines = strings.Split(loopCode[language], "\n")
	for i, line := range lines {
		if strings.Contains(line, mark) {
			slot = i
		}
		lines[i] = strings.Replace(strings.Replace(line, "@C", loopConditions[habit][language], 1), "@R", request, 1)
	}
	return lines, slot
}

// taken is the loop as far as a log has it.
func (l *loopRun) taken(from *reading) *client.Reading {
	r := client.NewReading(moviesTable, l.request, l.habit())
	r.Later = from.story.Other
	for _, result := range from.results[l.at-from.begin:] {
		if v := result.Command.Verb; v == command.Query || v == command.Next {
			r.Take(client.Answer{Entities: result.Entities, Next: result.Next, Refusal: result.Refusal})
		}
	}
	return r
}

// LoopStep asks for the page that the loop asks for next. It begins a run if
// none goes on.
func (t *State) LoopStep() {
	if !t.Loop.goes(&t.Reading) {
		now := t.allowed()
		if _, ok := t.do(command.Command{Verb: command.Limits, Page: now.PageSize, Examined: now.Examined, Size: now.Bytes}); !ok {
			return
		}
		t.Loop.at, t.Loop.request = t.Live.Position(), t.Reading.Typed.request()
	}
	if call, more := t.Loop.taken(&t.Reading).Next(); more {
		t.ask(call.Query)
	}
}

// begun reports whether a log has the beginning of the run.
func (l *loopRun) begun(in *reading) bool { return l.at >= 0 && l.at <= in.begin+len(in.results) }

// goes reports whether the run has begun and not ended.
func (l *loopRun) goes(in *reading) bool {
	if !l.begun(in) {
		return false
	}
	_, more := l.taken(in).Next()
	return more
}

// LoopRun runs the loop to its end, but not for more than 40 pages.
func (t *State) LoopRun() {
	for range maxTokenRun {
		if t.LoopStep(); t.Refused != "" || !t.Loop.goes(&t.Reading) {
			return
		}
	}
	t.Refused = "Stopped after 40 pages. Run it again to go on."
}

// tokenEnd is what a reading came to, against all entities that match.
type tokenEnd struct {
	Pages, Got, Whole    int
	Missed, Twice, Wrong []table.Key
}

// Right reports whether every entity came once.
func (e tokenEnd) Right() bool { return len(e.Missed)+len(e.Twice)+len(e.Wrong) == 0 }

// End returns what the run came to so far.
func (l *loopRun) End(in *reading) (end tokenEnd, begun bool) {
	if !l.begun(in) {
		return end, false
	}
	r := l.taken(in)
	return in.against(r.Entities, r.Pages, l.request), r.Pages > 0
}

// verdict says what the run came to. ok reports whether the loop is right, and
// done whether it has ended.
func (l *loopRun) verdict(in *reading) (text string, ok, done bool) {
	end, begun := l.End(in)
	if !begun {
		return "", false, false
	}
	done = !l.goes(in)
	text = pagesText(end.Pages) + ", " + entitiesText(end.Got) + " of " + view.Number(end.Whole) + "."
	right := l.habit() == client.AllPages
	switch {
	case !done:
		return text, false, false
	case end.Right() && right:
		return "Right. " + text + " Each came once.", true, true
	case end.Right():
		return text + " On this table all is well by luck. " + l.Chosen().Why, false, true
	}
	if faults := end.Faults(); faults != "" {
		text += " " + faults
	}
	if l.Fix == 0 {
		text += " " + l.Chosen().Why
	}
	return text, false, true
}

// against holds what was read against what the right loop reads now.
func (t *reading) against(got []table.Entity, pages int, request query.Request) tokenEnd {
	end := tokenEnd{Pages: pages, Got: len(got)}
	request.Token = nil
	var whole []table.Entity
	read := schedule.Turn{Command: command.Command{Verb: command.Read, Table: moviesTable, Query: request}}
	schedule.Try(t.live, nil, []schedule.Turn{read}, func(_ *schedule.Judge, results []script.Result) { whole = results[0].Entities })
	end.Whole = len(whole)
	times, asked := map[table.Key]int{}, map[table.Key]bool{}
	for _, e := range got {
		times[e.Key]++
	}
	for _, e := range whole {
		if asked[e.Key] = true; times[e.Key] == 0 {
			end.Missed = append(end.Missed, e.Key)
		}
	}
	gone := t.deleted()
	for _, e := range got {
		n := times[e.Key]
		delete(times, e.Key) // an entity that came often is told of once
		if n > 1 {
			end.Twice = append(end.Twice, e.Key)
		}
		if n > 0 && !asked[e.Key] && !gone[e.Key] {
			end.Wrong = append(end.Wrong, e.Key)
		}
	}
	return end
}

// deleted are the keys of the entities that a gesture has deleted.
func (t *reading) deleted() map[table.Key]bool {
	gone := map[table.Key]bool{}
	for _, r := range t.results {
		if r.Command.Verb == command.Delete {
			gone[r.Command.Key] = r.OK()
		}
	}
	return gone
}
