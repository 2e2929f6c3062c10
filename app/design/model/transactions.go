package model

import (
	"slices"
	"strconv"

	"github.com/keyrange/keyrange/app/design/draft"
)

// Transactions returns what the application changes together: the user's own
// transactions, or those that come with the data.
func (p *Questions) Transactions() []draft.Transaction {
	if s := &p.edit.Work().Score; s.Own {
		return s.Transactions
	}
	sample, _ := draft.SampleByID(p.rows.source.SampleID)
	return sample.Transactions
}

// AddTransaction adds a transaction after the others and returns its place, or
// -1 when there are too many.
func (p *Questions) AddTransaction() int {
	n := len(p.Transactions())
	if n >= draft.MaxTransactions {
		return -1
	}
	p.EditScore("Add a transaction", false, func(s *draft.Scorecard) {
		s.Transactions = append(s.Transactions, draft.Transaction{Title: "New transaction"})
	})
	return n
}

// NameTransaction changes the sentence of a transaction. Keystrokes in a row
// make one gesture.
func (p *Questions) NameTransaction(i int, title string) {
	if i >= 0 && i < len(p.Transactions()) {
		p.EditScore("Sentence of transaction "+strconv.Itoa(i+1), true, func(s *draft.Scorecard) { s.Transactions[i].Title = title })
	}
}

// SetBy says whether the rows of a transaction agree in a column.
func (p *Questions) SetBy(i int, column string, on bool) {
	if i < 0 || i >= len(p.Transactions()) {
		return
	}
	p.EditScore("Columns of transaction "+strconv.Itoa(i+1), false, func(s *draft.Scorecard) {
		t := &s.Transactions[i]
		t.By = slices.DeleteFunc(slices.Clone(t.By), func(c string) bool { return c == column })
		if on {
			t.By = append(t.By, column)
		}
	})
}

// RemoveTransaction takes a transaction away.
func (p *Questions) RemoveTransaction(i int) {
	if i >= 0 && i < len(p.Transactions()) {
		p.EditScore("Remove transaction "+strconv.Itoa(i+1), false,
			func(s *draft.Scorecard) { s.Transactions = slices.Delete(s.Transactions, i, i+1) })
	}
}
