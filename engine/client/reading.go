package client

import (
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// Habit is how a paging loop goes on. Only AllPages is right.
type Habit uint8

// The loops: the right one and the classic wrong ones. Each wrong one returns
// the right entities as long as the table is small.
const (
	// AllPages goes on until there is no token.
	AllPages Habit = iota
	// StopAtEmpty takes a page without entities for the end.
	StopAtEmpty
	// NeedRowKey takes a token without a NextRowKey for no token.
	NeedRowKey
	// OtherFilter sends another filter with the token than before.
	OtherFilter
	// TopIsAll takes the first page of a request with $top for the answer.
	TopIsAll
	// StopAtShort takes a page with fewer entities than it may have for the end.
	StopAtShort
	// ForgetToken keeps no token between two pages and begins again each time.
	ForgetToken
)

var habitNames = [...]string{"all pages", "stop at empty page", "need a row key", "other filter", "top is all", "stop at short page",
	"forget the token"}

// Habits lists the habits in the order of their constants.
func Habits() []Habit {
	return []Habit{AllPages, StopAtEmpty, NeedRowKey, OtherFilter, TopIsAll, StopAtShort, ForgetToken}
}

// String returns the habit in words, such as "stop at empty page".
func (h Habit) String() string {
	if int(h) >= len(habitNames) {
		return ""
	}
	return habitNames[h]
}

// MaxPages is the most pages that a Reading asks for.
const MaxPages = 100_000

// MaxForgetful is after how many pages a loop that keeps no token is given up:
// it has no end of its own.
const MaxForgetful = 10

// Reading is a paging loop, one page at a time: Next gives the call to make
// and Take receives its answer.
type Reading struct {
	Table   string
	Request query.Request // Token is where the reading begins
	Habit   Habit
	Later   string // filter of all pages but the first, for OtherFilter

	Pages    int            // answers taken
	Entities []table.Entity // of all pages
	token    *query.ContinuationToken
	done     bool
}

// NewReading returns a reading that has not begun.
func NewReading(name string, request query.Request, habit Habit) *Reading {
	return &Reading{Table: name, Request: request, Habit: habit, token: request.Token}
}

// Next returns the call for the next page. ok is false when the loop has
// ended, rightly or not.
func (r *Reading) Next() (call Call, ok bool) {
	if r.done || r.Pages >= MaxPages || r.Habit == ForgetToken && r.Pages >= MaxForgetful {
		return Call{}, false
	}
	request := r.Request
	if r.Habit != ForgetToken {
		request.Token = r.token
	}
	if r.Habit == OtherFilter && r.Pages > 0 {
		request.Filter = r.Later
	}
	return Call{Verb: Query, Table: r.Table, Query: request}, true
}

// Take adds a page. A refusal ends the loop.
func (r *Reading) Take(a Answer) {
	r.Pages++
	r.Entities = append(r.Entities, a.Entities...)
	r.token = a.Next
	r.done = a.Refusal != nil || r.ends(a)
}

// ends reports whether the loop's habit makes it stop after a page.
func (r *Reading) ends(a Answer) bool {
	switch {
	case a.Next == nil:
		return true
	case r.Habit == StopAtEmpty:
		return len(a.Entities) == 0
	case r.Habit == NeedRowKey:
		return !a.Next.HasRowKey
	case r.Habit == TopIsAll:
		return r.Request.Top >= 0
	case r.Habit == StopAtShort:
		return len(a.Entities) < r.size()
	}
	return false
}

// size is how many entities the caller expects of a full page: the service may
// end a page for reasons that the caller knows nothing of.
func (r *Reading) size() int {
	if r.Request.Top >= 0 {
		return r.Request.Top
	}
	return query.MaxPageSize
}
