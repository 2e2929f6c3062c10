package design

import (
	"slices"
	"strconv"

	words "github.com/keyrange/keyrange/engine/text"
)

// Questions are those of the scorecard, and the transactions beside them.
type Questions struct {
	edit  *Editor
	rows  *Rows
	table *Builder
}

// NewQuestions returns the questions of the work.
func NewQuestions(edit *Editor, rows *Rows, table *Builder) *Questions {
	return &Questions{edit: edit, rows: rows, table: table}
}

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

// perDay returns how many times a day the question is asked.
func (q Query) perDay() int {
	return min(max(q.Times, 1), MaxTimes) * [...]int{24, 86_400, 1440, 1}[min(q.Per, PerDay)]
}

// Questions returns what the application asks: the user's own questions, or
// those that come with the data.
func (p *Questions) Questions() []Query {
	if s := &p.edit.Work().Score; s.Own {
		return s.Questions
	}
	return p.rows.queries
}

// editScore makes a gesture on the questions and transactions. The first one
// makes those that come with the data the user's own.
func (p *Questions) editScore(label string, typed bool, edit func(s *Scorecard)) {
	if p.rows.data == nil {
		return
	}
	questions, transactions := p.Questions(), p.Transactions()
	do := p.edit.change
	if typed {
		do = p.edit.typing
	}
	do(label, func(w *Work) {
		if s := &w.Score; !s.Own {
			s.Own, s.Questions, s.Transactions = true, questions, transactions
		}
		w.Score.Questions, w.Score.Transactions = slices.Clone(w.Score.Questions), slices.Clone(w.Score.Transactions)
		edit(&w.Score)
	})
}

// AddQuestion adds a question after the others and returns its place, or -1
// when there are too many.
func (p *Questions) AddQuestion() int {
	n := len(p.Questions())
	if n >= MaxQuestions {
		return -1
	}
	p.editScore("Add a question", false, func(s *Scorecard) {
		s.Questions = append(s.Questions, Query{Title: "New question"})
	})
	return n
}

// EditQuestion changes one question. Keystrokes in the same field make one
// gesture. A request that was this question follows it.
func (p *Questions) EditQuestion(i int, field string, typed bool, edit func(q *Query)) {
	if i < 0 || i >= len(p.Questions()) {
		return
	}
	follows := p.asks(p.Questions()[i])
	p.editScore(field+" of question "+strconv.Itoa(i+1), typed, func(s *Scorecard) { edit(&s.Questions[i]) })
	if q := p.Questions()[i]; follows && !p.asks(q) {
		p.edit.amend(func(w *Work) { w.Filter, w.Top = p.table.requestOf(q), max(0, q.Top) })
	}
}

// asks reports whether the request is a question, as it is asked under the
// design that is shown.
func (p *Questions) asks(q Query) bool {
	w := p.edit.Work()
	return w.Select == "" && w.Top == max(0, q.Top) && w.Filter == p.table.requestOf(q)
}

// RemoveQuestion takes a question away.
func (p *Questions) RemoveQuestion(i int) {
	if i >= 0 && i < len(p.Questions()) {
		p.editScore("Remove question "+strconv.Itoa(i+1), false, func(s *Scorecard) { s.Questions = slices.Delete(s.Questions, i, i+1) })
	}
}

// MoveQuestion lets two neighbours change places: the question and the one that
// many places on. It reports whether it did.
func (p *Questions) MoveQuestion(i, by int) bool {
	if j := i + by; i < 0 || j < 0 || i >= len(p.Questions()) || j >= len(p.Questions()) {
		return false
	}
	p.editScore("Move question "+strconv.Itoa(i+1), false, func(s *Scorecard) {
		s.Questions[i], s.Questions[i+by] = s.Questions[i+by], s.Questions[i]
	})
	return true
}

// SetRanges cuts the table into so many ranges for the scorecard.
func (p *Questions) SetRanges(n int) {
	p.edit.change("Cut into "+strconv.Itoa(n)+" ranges", func(w *Work) { w.Score.Ranges = n })
}

// Ranges returns into how many ranges the scorecard cuts the table.
func (p *Questions) Ranges() int {
	if n := p.edit.Work().Score.Ranges; n > 0 {
		return n
	}
	return standardRanges
}
