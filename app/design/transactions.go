package design

import (
	"slices"
	"strconv"
	"strings"
)

// Transaction is a set of entities that an application changes together or not
// at all: those whose rows agree in some columns.
type Transaction struct {
	Title string
	By    []string // the columns; without one, every row is alone
}

func (t Transaction) asked() string { return strings.Join(t.By, "\x00") }

// Transactions returns what the application changes together: the user's own
// transactions, or those that come with the data.
func (p *Questions) Transactions() []Transaction {
	if s := &p.edit.Work().Score; s.Own {
		return s.Transactions
	}
	sample, _ := SampleByID(p.rows.source.SampleID)
	return sample.Transactions
}

// AddTransaction adds a transaction after the others and returns its place, or
// -1 when there are too many.
func (p *Questions) AddTransaction() int {
	n := len(p.Transactions())
	if n >= MaxTransactions {
		return -1
	}
	p.editScore("Add a transaction", false, func(s *Scorecard) {
		s.Transactions = append(s.Transactions, Transaction{Title: "New transaction"})
	})
	return n
}

// NameTransaction changes the sentence of a transaction. Keystrokes in a row
// make one gesture.
func (p *Questions) NameTransaction(i int, title string) {
	if i >= 0 && i < len(p.Transactions()) {
		p.editScore("Sentence of transaction "+strconv.Itoa(i+1), true, func(s *Scorecard) { s.Transactions[i].Title = title })
	}
}

// SetBy says whether the rows of a transaction agree in a column.
func (p *Questions) SetBy(i int, column string, on bool) {
	if i < 0 || i >= len(p.Transactions()) {
		return
	}
	p.editScore("Columns of transaction "+strconv.Itoa(i+1), false, func(s *Scorecard) {
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
		p.editScore("Remove transaction "+strconv.Itoa(i+1), false, func(s *Scorecard) { s.Transactions = slices.Delete(s.Transactions, i, i+1) })
	}
}

// Groupings returns whether entity group transactions can hold each transaction
// under a design, in their order.
func (p *Scoring) Groupings(at Side) []Grouping {
	s := &p.sides[at]
	transactions := p.questions.Transactions()
	groupings := make([]Grouping, len(transactions))
	for i, t := range transactions {
		have := s.groupings[t.asked()]
		if have == nil {
			groupings[i] = Grouping{Transaction: t, Stale: true}
			continue
		}
		groupings[i] = *have
		groupings[i].Transaction, groupings[i].Stale = t, have.cut != s.cut || p.outdated(at)
	}
	return groupings
}

// groupStep looks at the rows for the first transaction that has not been tried.
func (p *Scoring) groupStep(s *side, b *Build) bool {
	transactions := p.questions.Transactions()
	wanted := func(by string) bool {
		return slices.ContainsFunc(transactions, func(t Transaction) bool { return t.asked() == by })
	}
	if g := s.grouping; g != nil && wanted(g.found.asked()) {
		if g.step(p.rows.data) {
			s.groupings[g.found.asked()] = g.found
			s.grouping = nil
		}
		return true
	}
	s.grouping = nil
	for _, t := range transactions {
		if have := s.groupings[t.asked()]; have != nil && have.cut == s.cut {
			continue
		}
		if s.groupings == nil {
			s.groupings = map[string]*Grouping{}
		}
		s.grouping = newGrouper(t, b, p.rows.data.Columns)
		s.grouping.found.cut = s.cut
		return true
	}
	for by := range s.groupings {
		if !wanted(by) {
			delete(s.groupings, by)
		}
	}
	return false
}
