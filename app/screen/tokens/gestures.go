package tokens

import (
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// Play does gestures, each told by a letter: n asks for the next page, l loses
// the token, f goes on with another filter, d deletes the bookmarked entity, b
// and a insert one before and after the bookmark.
func (t *State) Play(gestures string) {
	for _, g := range gestures {
		switch g {
		case 'n':
			t.Next()
		case 'l':
			t.Lose()
		case 'f':
			t.changeFilter()
		case 'd':
			t.deleteBookmarked()
		case 'b':
			t.insertBefore()
		case 'a':
			t.insertAfter()
		}
		if t.Refused != "" {
			return
		}
	}
}

// Show plays the trap of the story from its beginning.
func (t *State) Show() {
	t.reset()
	t.Play(t.Reading.story.Gestures)
}

// Lose asks for the first page again, as a server does that has lost the token.
func (t *State) Lose() {
	if r, ok := t.marked(); ok {
		r.Token = nil
		t.turn(r)
	}
}

// Keep asks for the page after one of the reading, as a server does whose
// callers send its token along.
func (t *State) Keep(page int) {
	pages := t.Reading.Pages()
	if page >= 0 && page < len(pages) && pages[page].Next != nil {
		r := pages[page].Request
		r.Token = pages[page].Next
		t.turn(r)
	}
}

// otherFilter is the filter that ChangeFilter goes on with: the typed one if it
// is another one, else that of the story.
func (t *State) otherFilter() string {
	now, ok := t.Reading.bookmark()
	if typed := t.Reading.Typed.request(); ok && typed.Filter != now.Filter {
		return typed.Filter
	}
	if now.Filter == t.Reading.story.Other {
		return t.Reading.story.Filter
	}
	return t.Reading.story.Other
}

// changeFilter sends the token with another filter.
func (t *State) changeFilter() {
	if r, ok := t.marked(); ok {
		r.Filter = t.otherFilter()
		t.turn(r)
	}
}

// marked is bookmark for gestures that need one.
func (t *State) marked() (query.Request, bool) {
	r, ok := t.Reading.bookmark()
	if !ok {
		t.Refused = "There is no bookmark. Ask for a page first."
	}
	return r, ok
}

// deleteBookmarked deletes the entity at which the next page begins.
func (t *State) deleteBookmarked() {
	if _, ok := t.marked(); !ok {
		return
	}
	k, ok := t.Reading.bookmarked()
	if !ok {
		t.Refused = "No entity is left behind the bookmark."
		return
	}
	t.do(command.Command{Verb: command.Delete, Table: moviesTable, Key: k, If: command.Condition{Tag: table.AnyETag}})
}

// insertBefore inserts an entity that matches into what was read, InsertAfter
// one into what was not: the sequel of a movie that is there.
func (t *State) insertBefore() { t.insert(true) }

// insertAfter inserts an entity that matches behind the bookmark.
func (t *State) insertAfter() { t.insert(false) }

func (t *State) insert(before bool) {
	r, ok := t.marked()
	if !ok {
		return
	}
	rows := t.Reading.stored()
	if before {
		slices.Reverse(rows)
	}
	at, asked := r.Token.Key(), t.Reading.asked()
	for _, only := range []bool{true, false} { // one that matches if there is one
		for _, row := range rows {
			k := row.Key()
			if !asked.plan.Covers(k) || only && !asked.match.Match(row) || (k.Compare(at) < 0) != before {
				continue
			}
			if k, free := sequel(k, rows); free && (k.Compare(at) < 0) == before && asked.plan.Covers(k) {
				t.do(command.Command{Verb: command.Insert, Table: moviesTable, Key: k,
					Properties: []table.Property{{Name: "Year", Value: row.Property("Year")}}})
				return
			}
		}
	}
	t.Refused = "There is no room for another entity there."
}

// sequel returns a key behind another one that no entity has.
func sequel(k table.Key, rows []table.Row) (table.Key, bool) {
	for n := 2; n < 10; n++ {
		next := table.Key{PartitionKey: k.PartitionKey, RowKey: k.RowKey + " " + strconv.Itoa(n)}
		if !slices.ContainsFunc(rows, func(r table.Row) bool { return r.Key() == next }) {
			return next, true
		}
	}
	return table.Key{}, false
}
