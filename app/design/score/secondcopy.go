package score

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/keys/check"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/engine/trace"
)

// Copies searches for a second copy of the table, under other keys, that
// answers what is dear now.
type Copies struct {
	edit      *draft.Editor
	rows      *model.Rows
	table     *model.Builder
	keys      *model.Templates
	questions *model.Questions
	rival     *Rival
	scoring   *Scoring
	search    copySearch
}

// NewCopies returns a search that has not begun, beside the scores of the designs.
func NewCopies(edit *draft.Editor, keys *model.Templates, scoring *Scoring) *Copies {
	return &Copies{edit: edit, rows: scoring.rows, table: scoring.table, keys: keys, questions: scoring.questions,
		rival: scoring.rival, scoring: scoring}
}

// SecondCopy is what can be done about questions that no design answers cheaply:
// a second table with the same entities under keys made for one of them.
type SecondCopy struct {
	State  CopyState
	Dear   []DearQuestion // of the first design
	Tried  int            // designs that were built and asked
	Design draft.Design   // of the copy, once it is Found
	Gains  []CopyGain     // the questions that are better asked of the copy
	Left   []string       // those that stay dear
	Writes []string       // what the copy costs, in sentences
}

// CopyState is how far the search for a second copy is.
type CopyState uint8

// The states of a search.
const (
	CopyUntried CopyState = iota
	CopyWorking
	CopyFound
	CopyNone // what was tried answers none of the questions cheaply
	CopyPair // the two designs that are compared answer every question between them
)

// DearQuestion is a question that examines far more than it returns.
type DearQuestion struct {
	Title              string
	Examined, Returned int
}

// CopyGain is what a question costs under the first design and in the copy, both
// counted by running it.
type CopyGain struct {
	Title     string
	Now, Then trace.Cost
}

// A question is dear from so many examined entities on, if it examines so many
// times what it returns.
const (
	dearExamined = 100
	dearTimes    = 4
)

// dear reports whether a question examines far more than the application gets.
func (s *Score) dear() bool {
	return s.Fault == nil && !s.Own && s.Cost.Examined >= dearExamined && s.Cost.Examined > dearTimes*s.Useful()
}

// Useful is how many rows the application gets.
func (s *Score) Useful() int {
	if s.Top > 0 {
		return min(s.Rows.Count, s.Top)
	}
	return s.Rows.Count
}

// SecondCopy says what a second copy could do; ok is false while the questions
// are being tried, and where one design answers every question cheaply.
func (p *Copies) SecondCopy() (c SecondCopy, ok bool) {
	if p.table.Built() == nil || p.scoring.Scoring() {
		return c, false
	}
	a := p.scoring.Scores(A)
	for i := range a {
		if a[i].dear() {
			c.Dear = append(c.Dear, DearQuestion{a[i].Title, a[i].Cost.Examined, a[i].Useful()})
		}
	}
	if len(c.Dear) == 0 {
		return c, false
	}
	if p.rival.Comparing() && p.rival.Second.Built != nil {
		b := p.scoring.Scores(B)
		if !slices.ContainsFunc(b, func(s Score) bool { return s.dear() }) {
			return c, false
		}
		if eachCheap(a, b) {
			c.State, c.Writes = CopyPair, p.CopyWrites(p.rival.RivalDesign(), p.rival.Second.Built)
			return c, true
		}
	}
	if s := &p.search; s.name == p.searchName() {
		c.State, c.Tried = s.state, s.tried
		c.Design, c.Gains, c.Left, c.Writes = s.best.Design, s.best.Gains, s.best.Left, s.best.Writes
	}
	return c, true
}

// eachCheap reports whether each question is cheap under one of two designs.
func eachCheap(a, b []Score) bool {
	for i := range a {
		if a[i].dear() && b[i].dear() {
			return false
		}
	}
	return true
}

// FindCopy begins to build and ask second copies.
func (p *Copies) FindCopy() {
	if c, ok := p.SecondCopy(); ok && c.State == CopyUntried {
		p.search = copySearch{name: p.searchName(), state: CopyWorking, designs: p.copyDesigns()}
		p.edit.Changed()
	}
}

// OpenCopy puts the copy beside the present design.
func (p *Copies) OpenCopy() {
	if c, ok := p.SecondCopy(); ok && c.State == CopyFound {
		p.rival.Compare(c.Design)
	}
}

// searchName names what a search rests on: the first design, the questions and
// the ranges. With another name it is void.
func (p *Copies) searchName() string {
	var b strings.Builder
	b.WriteString(p.table.Built().Name + " " + strconv.Itoa(p.questions.Ranges()))
	for _, q := range p.questions.Questions() {
		b.WriteString("\x00" + q.Filter + "\x00" + q.Sort + "\x00" + strconv.Itoa(q.Top) + " " + strconv.Itoa(q.PerDay()))
		if q.Newest {
			b.WriteString(" newest")
		}
	}
	return b.String()
}

// copySearch builds one second copy after another and asks it every question.
//
// What always holds: at most one copy is in memory, and best is the one that
// saves the most of what is examined in a day, among those that were asked.
type copySearch struct {
	name    string
	state   CopyState
	designs []draft.Design
	build   *model.Build
	side    side
	tried   int
	saved   int
	best    SecondCopy
}

// CopyStep does one bounded piece of work for the search and reports whether
// there was any.
func (p *Copies) CopyStep() bool {
	s := &p.search
	switch {
	case s.state != CopyWorking || p.table.Built() == nil || p.rows.Data() == nil:
		return false
	case s.name != p.searchName():
		*s = copySearch{}
	case len(s.designs) == 0:
		if s.state = CopyNone; len(s.best.Gains) > 0 {
			s.state = CopyFound
		}
	case s.build == nil:
		w := *p.edit.Work()
		w.Design = s.designs[0]
		if s.build = p.table.NewBuild(&w); s.build == nil {
			s.designs = s.designs[1:]
			break
		}
		s.build.Base = p.table.Built()
		s.build.Analysis.ShareRanks(nil) // rows that the first table lost are not counted
	case s.build.Snapshot == nil:
		if s.build.Step(p.table); s.build.Snapshot != nil && len(s.build.Lost.Rows) > 0 {
			s.next() // two entities of the first table would share a key
		}
	case s.side.Cut == nil:
		s.side.Cut = &cutter{Of: s.build, ranges: p.questions.Ranges()}
	case !s.side.Cut.done:
		s.side.Cut.step()
	case !p.scoring.runStep(&s.side, s.build):
		p.judgeCopy(s)
		title := s.designs[0].Title
		for s.next(); len(s.designs) > 0 && s.designs[0].Title == title; s.next() { // the same with another separator
		}
	}
	return true
}

// next goes on to the next design.
func (s *copySearch) next() { s.build, s.side, s.designs = nil, side{}, s.designs[1:] }

// judgeCopy holds the copy that was asked against the first design. It counts
// only if it answers one of the dear questions cheaply.
func (p *Copies) judgeCopy(s *copySearch) {
	s.tried++
	var c SecondCopy
	saved, cures := 0, false
	for _, now := range p.scoring.Scores(A) {
		then := s.side.scores[now.Query.Asked()]
		if then == nil || now.Own || now.Fault != nil {
			continue
		}
		if now.dear() && then.dear() {
			c.Left = append(c.Left, now.Title)
		}
		if 2*then.Cost.Examined <= now.Cost.Examined && then.Cost.Pages <= now.Cost.Pages && now.Cost.Examined >= dearExamined {
			cures = cures || now.dear() && !then.dear()
			saved += now.PerDay() * (now.Cost.Examined - then.Cost.Examined)
			c.Gains = append(c.Gains, CopyGain{now.Title, now.Cost, then.Cost})
		}
	}
	if cures && saved > s.saved {
		c.Design, c.Writes = s.designs[0], p.CopyWrites(s.designs[0], s.build)
		s.saved, s.best = saved, c
	}
}

// CopyWrites says what keeping a second copy costs.
func (p *Copies) CopyWrites(d draft.Design, b *model.Build) []string {
	n := b.Snapshot.Len()
	said := []string{
		"Each insert and each update becomes two writes, one to each table.",
		"The " + words.Count(n, "entity is", "entities are") + " stored a second time: " + words.Number(p.table.Built().Snapshot.Len()+n) +
			" entities in all.",
		"No transaction spans two tables. If the second write fails, the copy stays behind until you repeat it.",
	}
	own := append(p.table.Built().Partition.Template().Columns(), p.table.Built().Row.Template().Columns()...)
	var moving []string
	for _, name := range append(b.Partition.Template().Columns(), b.Row.Template().Columns()...) {
		if !slices.Contains(own, name) && !slices.Contains(moving, name) {
			moving = append(moving, name)
		}
	}
	if len(moving) > 0 {
		said[0] += " An update of " + words.Either(moving) + " moves the entity in the copy, so it takes a delete and an insert there: " +
			"three writes."
	}
	for _, f := range b.Findings() {
		if f.Severity == check.Problem {
			said = append(said, "The copy has a problem of its own: "+f.Title+".")
		}
	}
	return said
}
