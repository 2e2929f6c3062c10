package tokens

import (
	"slices"
	"strings"

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
	chosen   string
	fix      int           // the line that stands in it, 0 for the wrong one
	language int           // in which it is shown
	at       int           // its first command in the log, -1 before it runs
	request  query.Request // when it began
}

// Loop returns the loop that is looked at.
func (t *State) Loop() tokenLoop {
	i := slices.IndexFunc(tokenLoops, func(l tokenLoop) bool { return l.ID == t.loop.chosen })
	return tokenLoops[max(i, 0)]
}

// SetLoop chooses the loop that is looked at.
func (t *State) SetLoop(id string) { t.loop = loopRun{chosen: id, at: -1, language: t.loop.language} }

// loopLanguage is the place of the shown language in LoopLanguages.
func (t *State) loopLanguage() int { return t.loop.language }

// SetLoopLanguage chooses the language.
func (t *State) SetLoopLanguage(n int) { t.loop.language = n }

// Fix returns which of the three lines stands in the loop, 0 for the wrong one.
func (t *State) Fix() int { return t.loop.fix }

// SetFix puts one of the three lines into the loop.
func (t *State) SetFix(n int) { t.loop.fix, t.loop.at = n, -1 }

func (t *State) habit() client.Habit { return t.Loop().fixes[t.loop.fix] }

// LoopCode returns the loop in the shown language, and which of its lines is
// the one to choose.
func (t *State) LoopCode() (lines []string, slot int) { return t.loopCode(t.loop.fix) }

// fixLine returns one of the three lines to choose from.
func (t *State) fixLine(n int) string {
	lines, slot := t.loopCode(n)
	return strings.TrimSpace(lines[slot])
}

func (t *State) loopCode(fix int) (lines []string, slot int) {
	loop, language := t.Loop(), t.loop.language
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
	for i, l := range lines {
		if strings.Contains(l, mark) {
			slot = i
		}
		lines[i] = strings.Replace(strings.Replace(l, "@C", loopConditions[habit][language], 1), "@R", request, 1)
	}
	return lines, slot
}

// reading is the loop as far as the log has it.
func (t *State) reading() *client.Reading {
	r := client.NewReading(moviesTable, t.loop.request, t.habit())
	r.Later = t.story.Other
	for _, result := range t.history[min(t.loop.at, t.Live.Position()):t.Live.Position()] {
		if v := result.Command.Verb; v == command.Query || v == command.Next {
			r.Take(client.Answer{Entities: result.Entities, Next: result.Next, Refusal: result.Refusal})
		}
	}
	return r
}

// LoopStep asks for the page that the loop asks for next. It begins a run if
// none goes on.
func (t *State) LoopStep() {
	if !t.loopGoes() {
		now := t.allowed()
		if _, ok := t.do(command.Command{Verb: command.Limits, Page: now.PageSize, Examined: now.Examined, Size: now.Bytes}); !ok {
			return
		}
		t.loop.at, t.loop.request = t.Live.Position(), t.request()
	}
	if call, more := t.reading().Next(); more {
		t.ask(call.Query)
	}
}

// loopGoes reports whether a run has begun and not ended.
func (t *State) loopGoes() bool {
	if t.loop.at < 0 || t.loop.at > t.Live.Position() {
		return false
	}
	_, more := t.reading().Next()
	return more
}

// LoopRun runs the loop to its end, but not for more than 40 pages.
func (t *State) LoopRun() {
	for range maxTokenRun {
		if t.LoopStep(); t.Refused != "" || !t.loopGoes() {
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

// LoopEnd returns what the run of the loop came to so far.
func (t *State) LoopEnd() (end tokenEnd, begun bool) {
	if t.loop.at < 0 || t.loop.at > t.Live.Position() {
		return end, false
	}
	r := t.reading()
	return t.against(r.Entities, r.Pages, t.loop.request), r.Pages > 0
}

// against holds what was read against what the right loop reads now.
func (t *State) against(got []table.Entity, pages int, request query.Request) tokenEnd {
	end := tokenEnd{Pages: pages, Got: len(got)}
	request.Token = nil
	var whole []table.Entity
	read := schedule.Turn{Command: command.Command{Verb: command.Read, Table: moviesTable, Query: request}}
	schedule.Try(t.Live, nil, []schedule.Turn{read}, func(_ *schedule.Judge, results []script.Result) { whole = results[0].Entities })
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
func (t *State) deleted() map[table.Key]bool {
	gone := map[table.Key]bool{}
	for _, r := range t.results() {
		if r.Command.Verb == command.Delete {
			gone[r.Command.Key] = r.OK()
		}
	}
	return gone
}
