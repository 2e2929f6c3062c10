package draft

import (
	"strings"

	words "github.com/keyrange/keyrange/engine/text"
)

// StandardRanges is how many ranges the scorecard cuts a table into unless the
// user says otherwise.
const StandardRanges = 4

// Scorecard is what the user writes to judge a design by. It is part of the
// work, so every change of it can be undone.
type Scorecard struct {
	// Own says that Questions and Transactions are the user's. Until the first
	// change of one, those that come with the data stand in for them.
	Own          bool          `json:",omitempty"`
	Questions    []Query       `json:",omitempty"`
	Transactions []Transaction `json:",omitempty"`

	Ranges  int      `json:",omitempty"` // how many the table is cut into; 0 stands for standardRanges
	Growing []string `json:",omitempty"` // columns that take new values as the data grow, against the first guess
	Steady  []string `json:",omitempty"` // columns that do not, against the first guess

	Comparing  bool      `json:",omitempty"`
	Rival      Design    `json:",omitzero"`  // the other design, the last without an error
	RivalTyped [2]string `json:",omitempty"` // its templates as they are being typed
}

// Per is the time in which a question is asked so many times.
type Per uint8

// The times.
const (
	PerHour Per = iota
	PerSecond
	PerMinute
	PerDay
)

// String returns the time as it stands after "per".
func (x Per) String() string { return [...]string{"hour", "second", "minute", "day"}[min(x, PerDay)] }

// Often says how often the question is asked.
func (q Query) Often() string {
	if q.Times < 2 {
		return "once per " + q.Per.String()
	}
	return words.Number(q.Times) + " times per " + q.Per.String()
}

// Bounds of what the user may write.
const (
	MaxQuestions    = 50
	MaxTransactions = 20
	MaxTimes        = 1_000_000 // of one question in the time of its Per
)

// PerDay returns how many times a day the question is asked.
func (q Query) PerDay() int {
	return min(max(q.Times, 1), MaxTimes) * [...]int{24, 86_400, 1440, 1}[min(q.Per, PerDay)]
}

// Query is a question put to a table: a sentence for people, the request, and
// how often an application asks it.
type Query struct {
	Title  string
	Filter string
	Top    int    `json:",omitempty"` // 0 means no $top
	Sort   string `json:",omitempty"` // the property in whose order the entities are wanted; empty: any order
	Newest bool   `json:",omitempty"` // the greatest of Sort first
	Times  int    `json:",omitempty"` // how often in the time of Per; 0 stands for once
	Per    Per    `json:",omitempty"`
}

// Asked returns the part of a question that decides what it costs once.
func (q Query) Asked() Query {
	q.Title, q.Times, q.Per = "", 0, 0
	return q
}

// Transaction is a set of entities that an application changes together or not
// at all: those whose rows agree in some columns.
type Transaction struct {
	Title string
	By    []string // the columns; without one, every row is alone
}

// Asked names the transaction by its columns.
func (t Transaction) Asked() string { return strings.Join(t.By, "\x00") }
