package tokens

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// Explain says in a title and a few sentences what the last command came to.
func (t *reading) Explain() (title, text string) {
	results := t.results
	if len(results) == 0 {
		return "Ask for the first page", "Press First page, or Show the trap to see it whole."
	}
	r := results[len(results)-1]
	switch r.Command.Verb {
	case command.Query, command.Next:
		return t.explainPage()
	case command.Insert:
		return t.explainInsert(r)
	case command.Delete:
		return t.explainDelete(r)
	case command.Split:
		if len(r.Command.Borders) == 0 {
			return "The table is one range", "No page ends at a boundary from now on."
		}
		return "The table is in " + view.Number(len(r.Command.Borders)+1) + " ranges",
			"A page ends where its range ends, whatever else it could hold."
	}
	return "The service has other limits", "They hold from the next page on. A bookmark that you have stays good."
}

// entitiesText writes a count of entities.
func entitiesText(n int) string { return text.Count(n, "entity", "entities") }

// keyText writes a key as PartitionKey, RowKey.
func keyText(k table.Key) string { return k.PartitionKey + ", " + k.RowKey }

func (t *reading) explainPage() (title, text string) {
	pages := t.Pages()
	p, n := &pages[len(pages)-1], len(pages)
	switch {
	case p.Refusal != nil:
		return "The service refuses the request", string(p.Refusal.Code) + ": " + p.Refusal.Message
	case p.Lost:
		end := t.sofar()
		return "The token is lost", "A request without a token starts at the beginning. " + entitiesText(len(end.Twice)) +
			" came a second time. Hand the token to your caller and take it back with the next request. Press Resume on page " +
			view.Number(t.before(n-1)) + " to see that."
	case p.Changed:
		return t.explainChange(p)
	}
	title, text = p.explain(n)
	if p.Next == nil {
		text += " " + t.sum()
	}
	return title, text
}

// before is the number of the last page before one of the reading that has a
// token to resume with.
func (t *reading) before(i int) int {
	for i--; i > 0 && t.pages[i].Next == nil; i-- {
	}
	return i + 1
}

// explain tells a page that simply goes on.
func (p *tokenPage) explain(n int) (title, text string) {
	fills, top := p.Fills()
	got := entitiesText(len(p.Entities))
	switch {
	case p.Next == nil && len(p.Entities) > 0 && len(p.Entities) == fills:
		return "Exactly full, and no bookmark", "Page " + view.Number(n) + " has all the " + got +
			" that fit, and behind them nothing is left to look at. So there is no token, and no empty page follows."
	case p.Next == nil:
		return "No bookmark: this is the end", "Only this ends a reading. That page " + view.Number(n) + " has " + got + " says nothing."
	case len(p.Entities) == 0:
		return "0 entities, and that is fine", "The service looked at " + entitiesText(p.Examined) +
			", found no match, and left a bookmark. Stop only when there is no bookmark." + p.place()
	case p.Stop == query.RangeBoundary:
		return "This token has no NextRowKey", "Page " + view.Number(n) + " ends with its range." + p.place()
	case p.Stop == query.SizeFull:
		return "Page " + view.Number(n) + " is large enough", "Its " + got + " have " + view.Number(p.Bytes) +
			" bytes or more. That the service ends a page at 4 MiB is said of it and written nowhere, so rely on the bookmark alone." + p.place()
	case p.Stop == query.PageFull && top:
		return "$top=" + view.Number(fills) + " limits each page", "It does not limit the whole answer: page " + view.Number(n) + " has " +
			got + ", and the bookmark says that there is more." + p.place()
	case p.Stop == query.PageFull:
		return "Page " + view.Number(n) + " is full", "The service returns " + view.Number(fills) + " entities for a page at most." +
			p.place()
	}
	return "The time of page " + view.Number(n) + " is up", "The service looked at " + entitiesText(p.Examined) + " and returned " +
		view.Number(len(p.Entities)) + "." + p.place()
}

// place says where the next page begins.
func (p *tokenPage) place() string {
	if !p.Next.HasRowKey {
		return " The token means: start at the beginning of partition " + quoted(p.Next.NextPartitionKey) + "."
	}
	return " The next page begins at " + keyText(p.Next.Key()) + "."
}

func quoted(s string) string { return "'" + s + "'" }

func (t *reading) explainChange(p *tokenPage) (title, text string) {
	from, missed := p.begins(), 0
	asked := t.asked()
	for _, row := range t.stored() {
		if asked.match.Match(row) && row.Key().Compare(from) < 0 {
			missed++
		}
	}
	text = "The service takes the token: it is a place, and holds no question. " + entitiesText(missed) +
		" that match the new filter lie before that place, and nobody asks for them any more."
	if wrong := len(t.sofar().Wrong); wrong > 0 {
		text += " " + entitiesText(wrong) + " of the answer do not match the filter that the reading began with."
	}
	return "Another filter, the same bookmark", text
}

func (t *reading) explainInsert(r script.Result) (title, text string) {
	k := r.Command.Key
	if r.Refusal != nil {
		return "The service refuses the insert", string(r.Refusal.Code) + ": " + r.Refusal.Message
	}
	what := keyText(k)
	at, ok := t.Marked()
	row, _ := t.row(k)
	switch {
	case !ok:
		return "Inserted", what + " is stored."
	case !row.Matches:
		return "Inserted, but nobody asks for it", what + " does not match the filter."
	case k.Compare(at.Key()) < 0:
		return "Inserted before the bookmark", what + " matches, and no later page will have it: the pages go on from the bookmark, and a " +
			"token " +
			"is a place, not a snapshot."
	}
	return "Inserted after the bookmark", what + " matches, and the page that comes there will have it: it did not exist when the " +
		"reading began."
}

func (t *reading) explainDelete(r script.Result) (title, text string) {
	if r.Refusal != nil {
		return "The service refuses the deletion", string(r.Refusal.Code) + ": " + r.Refusal.Message
	}
	text = "The token still names " + keyText(r.Command.Key) + "."
	if token, ok := t.Marked(); ok && !token.HasRowKey {
		text = "The token names the beginning of partition " + quoted(token.NextPartitionKey) + ", where " + keyText(r.Command.Key) + " was."
	}
	if next, ok := t.bookmarked(); ok {
		return "The bookmarked entity is gone", text + " That is no error: the next page begins at the entity after it, " + keyText(next) +
			". Nothing is skipped."
	}
	return "The bookmarked entity is gone", text + " That is no error: nothing lies behind it, so the next page is empty and the last."
}

// row returns the row of a key.
func (t *reading) row(k table.Key) (tokenRow, bool) {
	rows := t.Rows()
	i := slices.IndexFunc(rows, func(r tokenRow) bool { return r.Key == k })
	if i < 0 {
		return tokenRow{}, false
	}
	return rows[i], true
}

// sofar holds the pages of the reading against all entities that match what it
// began with.
func (t *reading) sofar() tokenEnd {
	if t.end == nil {
		pages := t.Pages()
		var got []table.Entity
		for i := range pages {
			got = append(got, pages[i].Entities...)
		}
		end := t.against(got, len(pages), pages[0].Request)
		t.end = &end
	}
	return *t.end
}

// sum says what a reading that has ended came to.
func (t *reading) sum() string {
	end := t.sofar()
	text := entitiesText(end.Got) + " in " + pagesText(end.Pages)
	if end.Right() {
		return text + ", each once."
	}
	return text + ". " + end.Faults()
}

func pagesText(n int) string { return text.Count(n, "page", "pages") }

// Faults says what is wrong with what was read.
func (e tokenEnd) Faults() string {
	var list []string
	for _, f := range []struct {
		keys []table.Key
		what string
	}{{e.Missed, " never came: "}, {e.Twice, " came more than once: "}, {e.Wrong, " should not have come: "}} {
		if len(f.keys) > 0 {
			list = append(list, entitiesText(len(f.keys))+f.what+namesText(f.keys)+".")
		}
	}
	return strings.Join(list, " ")
}

// shownKeys is how many keys a sentence names.
const shownKeys = 3

func namesText(keys []table.Key) string {
	var names []string
	for _, k := range keys[:min(len(keys), shownKeys)] {
		names = append(names, k.RowKey)
	}
	if more := len(keys) - shownKeys; more > 0 {
		names = append(names, "and "+view.Number(more)+" more")
	}
	return strings.Join(names, ", ")
}
