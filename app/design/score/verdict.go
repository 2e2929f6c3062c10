package score

import (
	"strings"

	"github.com/keyrange/keyrange/app/design/model"
	words "github.com/keyrange/keyrange/engine/text"
)

// Total is what all questions together cost in a day under one design, and how
// many transactions it holds.
type Total struct {
	Pages, Examined     int
	Holds, Transactions int
	Scans               int // questions that examine every entity
	Asked               int
	Aside               int // questions that name the keys, in a comparison
	Faulty              int // questions with an error
}

// Totals adds up what a design costs; ok is false while something is still
// being tried. In a comparison, a question that names the keys themselves does
// not count: it means something else under the other design.
func (p *Scoring) Totals(at Side) (t Total, ok bool) {
	ok = p.table.Built() != nil
	for _, s := range p.Scores(at) {
		switch {
		case s.Stale:
			return t, false
		case s.Fault != nil:
			t.Faulty++
		case s.Own && p.rival.Comparing():
			t.Aside++
		default:
			t.add(&s)
		}
	}
	for _, g := range p.Groupings(at) {
		if g.Stale {
			return t, false
		}
		if len(g.By) > 0 {
			t.Transactions++
			if g.Holds() {
				t.Holds++
			}
		}
	}
	return t, ok
}

func (t *Total) add(s *Score) {
	t.Asked++
	t.Pages += s.PagesPerDay()
	t.Examined += s.ExaminedPerDay()
	if s.stored > 0 && s.Cost.Examined >= s.stored {
		t.Scans++
	}
}

// Hourly writes a number of a day as one of an hour.
func Hourly(perDay int) string {
	if perDay > 0 && perDay < 24 {
		return "less than 1"
	}
	return words.Number((perDay + 12) / 24)
}

// hourly is a number of a day as one of an hour with its noun.
func hourly(perDay int, one, many string) string {
	if perDay < 36 && perDay > 0 {
		return Hourly(perDay) + " " + one
	}
	return Hourly(perDay) + " " + many
}

// Verdict says which design suits the questions, one sentence after another:
// what a design loses, what both cost, which question decides it, and what the
// winner gives up. Empty while something is still being tried.
func (p *Scoring) Verdict() []string {
	a, ok := p.Totals(A)
	if !ok {
		return nil
	}
	if !p.rival.Comparing() {
		return sentences(p.table.Built().Lost.Sentence("This design"), Alone(a))
	}
	b, ok := p.Totals(B)
	if !ok || p.rival.Second.Built == nil {
		return nil
	}
	lost := [2]*model.Losses{&p.table.Built().Lost, &p.rival.Second.Built.Lost}
	lines := sentences(lost[A].Sentence("Design A"), lost[B].Sentence("Design B"))
	if a.Asked == 0 {
		return append(lines, "No question compares the two designs. Ask one of columns, since PartitionKey and RowKey hold something else under "+
			"each design.")
	}
	d := newDuel(p, a, b)
	lines = append(lines, sentences(d.costSentence(), d.decider(), d.price(), d.dearer(), d.rowsSentence())...)
	return append(lines, sentences(d.Held(), leftOut(a))...)
}

// sentences are those that say something.
func sentences(all ...string) []string {
	var said []string
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return said
}

// leftOut says which questions the comparison does not count.
func leftOut(t Total) string {
	text := ""
	switch {
	case t.Aside == 1:
		text = "1 question names PartitionKey or RowKey and is set aside."
	case t.Aside > 1:
		text = words.Number(t.Aside) + " questions name PartitionKey or RowKey and are set aside."
	}
	switch {
	case t.Faulty == 1:
		text += " 1 question has an error and does not count."
	case t.Faulty > 1:
		text += " " + words.Number(t.Faulty) + " questions have an error and do not count."
	}
	return strings.TrimSpace(text)
}

// Alone says what the questions cost under the one design that is shown.
func Alone(t Total) string {
	if t.Asked == 0 {
		return ""
	}
	verbs := [2]string{" take ", " and examine "}
	if t.Asked == 1 {
		verbs = [2]string{" takes ", " and examines "}
	}
	text := words.Count(t.Asked, "question", "questions") + verbs[0] + hourly(t.Pages, "request", "requests") + verbs[1] +
		hourly(t.Examined, "entity", "entities") + " an hour."
	switch {
	case t.Scans == 1 && t.Asked == 1:
		text += " It examines the whole table."
	case t.Scans == 1:
		text += " 1 of them examines the whole table."
	case t.Scans > 1:
		text += " " + words.Number(t.Scans) + " of them examine the whole table."
	}
	switch {
	case t.Transactions == 1 && t.Holds == 1:
		text += " The keys can hold the transaction."
	case t.Transactions == 1:
		text += " The keys cannot hold the transaction."
	case t.Transactions > 1:
		text += " The keys can hold " + words.Number(t.Holds) + " of " + words.Number(t.Transactions) + " transactions."
	}
	return text
}
