package model

import (
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/table"
)

// Grows reports whether a column is taken to get new values as the data grow,
// as the number of a post or its date does, and not more entities for each value
// that there is, as a channel does.
//
// The first guess: a date grows, and a column in which at least one value in
// five is a new one.
func (p *Questions) Grows(name string) bool {
	s := &p.edit.Work().Score
	switch {
	case slices.Contains(s.Growing, name):
		return true
	case slices.Contains(s.Steady, name):
		return false
	}
	return p.guessGrows(name)
}

func (p *Questions) guessGrows(name string) bool {
	for _, c := range p.rows.Columns() {
		if c.Name == name {
			return c.Type == table.DateTime || c.ManyDistinct() || c.Distinct > 1 && 5*c.Distinct >= p.rows.data.Len()
		}
	}
	return false
}

// SetGrows says whether a column gets new values as the data grow.
func (p *Questions) SetGrows(name string, grows bool) {
	label := name + " keeps its values"
	if grows {
		label = name + " gets new values"
	}
	guess := p.guessGrows(name)
	p.edit.Change(label, func(w *draft.Work) {
		s := &w.Score
		without := func(list []string) []string {
			return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return x == name })
		}
		s.Growing, s.Steady = without(s.Growing), without(s.Steady)
		switch {
		case grows == guess:
		case grows:
			s.Growing = append(s.Growing, name)
		default:
			s.Steady = append(s.Steady, name)
		}
	})
}

// Questions are those of the scorecard, and the transactions beside them.
type Questions struct {
	edit  *draft.Editor
	rows  *Rows
	table *Builder
}

// NewQuestions returns the questions of the work.
func NewQuestions(edit *draft.Editor, rows *Rows, table *Builder) *Questions {
	return &Questions{edit: edit, rows: rows, table: table}
}

// Questions returns what the application asks: the user's own questions, or
// those that come with the data.
func (p *Questions) Questions() []draft.Query {
	if s := &p.edit.Work().Score; s.Own {
		return s.Questions
	}
	return p.rows.Suggested
}

// EditScore makes a gesture on the questions and transactions. The first one
// makes those that come with the data the user's own.
func (p *Questions) EditScore(label string, typed bool, edit func(s *draft.Scorecard)) {
	if p.rows.data == nil {
		return
	}
	questions, transactions := p.Questions(), p.Transactions()
	do := p.edit.Change
	if typed {
		do = p.edit.Typing
	}
	do(label, func(w *draft.Work) {
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
	if n >= draft.MaxQuestions {
		return -1
	}
	p.EditScore("Add a question", false, func(s *draft.Scorecard) {
		s.Questions = append(s.Questions, draft.Query{Title: "New question"})
	})
	return n
}

// EditQuestion changes one question. Keystrokes in the same field make one
// gesture. A request that was this question follows it.
func (p *Questions) EditQuestion(i int, field string, typed bool, edit func(q *draft.Query)) {
	if i < 0 || i >= len(p.Questions()) {
		return
	}
	follows := p.asks(p.Questions()[i])
	p.EditScore(field+" of question "+strconv.Itoa(i+1), typed, func(s *draft.Scorecard) { edit(&s.Questions[i]) })
	if q := p.Questions()[i]; follows && !p.asks(q) {
		p.edit.Amend(func(w *draft.Work) { w.Filter, w.Top = p.table.requestOf(q), max(0, q.Top) })
	}
}

// asks reports whether the request is a question, as it is asked under the
// design that is shown.
func (p *Questions) asks(q draft.Query) bool {
	w := p.edit.Work()
	return w.Select == "" && w.Top == max(0, q.Top) && w.Filter == p.table.requestOf(q)
}

// RemoveQuestion takes a question away.
func (p *Questions) RemoveQuestion(i int) {
	if i >= 0 && i < len(p.Questions()) {
		p.EditScore("Remove question "+strconv.Itoa(i+1), false, func(s *draft.Scorecard) { s.Questions = slices.Delete(s.Questions, i, i+1) })
	}
}

// MoveQuestion lets two neighbours change places: the question and the one that
// many places on. It reports whether it did.
func (p *Questions) MoveQuestion(i, by int) bool {
	if j := i + by; i < 0 || j < 0 || i >= len(p.Questions()) || j >= len(p.Questions()) {
		return false
	}
	p.EditScore("Move question "+strconv.Itoa(i+1), false, func(s *draft.Scorecard) {
		s.Questions[i], s.Questions[i+by] = s.Questions[i+by], s.Questions[i]
	})
	return true
}

// SetRanges cuts the table into so many ranges for the scorecard.
func (p *Questions) SetRanges(n int) {
	p.edit.Change("Cut into "+strconv.Itoa(n)+" ranges", func(w *draft.Work) { w.Score.Ranges = n })
}

// Ranges returns into how many ranges the scorecard cuts the table.
func (p *Questions) Ranges() int {
	if n := p.edit.Work().Score.Ranges; n > 0 {
		return n
	}
	return draft.StandardRanges
}
