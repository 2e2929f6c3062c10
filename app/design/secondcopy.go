package design

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/trace"
)

// SecondCopy is what can be done about questions that no design answers cheaply:
// a second table with the same entities under keys made for one of them.
type SecondCopy struct {
	State  CopyState
	Dear   []DearQuestion // of the first design
	Tried  int            // designs that were built and asked
	Design Design         // of the copy, once it is Found
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
	return s.Fault == nil && !s.Own && s.Cost.Examined >= dearExamined && s.Cost.Examined > dearTimes*s.useful()
}

// useful is how many rows the application gets.
func (s *Score) useful() int {
	if s.Top > 0 {
		return min(s.rows.count, s.Top)
	}
	return s.rows.count
}

// SecondCopy says what a second copy could do; ok is false while the questions
// are being tried, and where one design answers every question cheaply.
func (p *Playground) SecondCopy() (c SecondCopy, ok bool) {
	if p.built == nil || p.Scoring() {
		return c, false
	}
	a := p.Scores(A)
	for i := range a {
		if a[i].dear() {
			c.Dear = append(c.Dear, DearQuestion{a[i].Title, a[i].Cost.Examined, a[i].useful()})
		}
	}
	if len(c.Dear) == 0 {
		return c, false
	}
	if p.Comparing() && p.score.rival.built != nil {
		b := p.Scores(B)
		if !slices.ContainsFunc(b, func(s Score) bool { return s.dear() }) {
			return c, false
		}
		if eachCheap(a, b) {
			c.State, c.Writes = CopyPair, p.copyWrites(p.RivalDesign(), p.score.rival.built)
			return c, true
		}
	}
	if s := &p.score.search; s.name == p.searchName() {
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
func (p *Playground) FindCopy() {
	if c, ok := p.SecondCopy(); ok && c.State == CopyUntried {
		p.score.search = copySearch{name: p.searchName(), state: CopyWorking, designs: p.copyDesigns()}
		p.changed()
	}
}

// OpenCopy puts the copy beside the present design.
func (p *Playground) OpenCopy() {
	if c, ok := p.SecondCopy(); ok && c.State == CopyFound {
		p.Compare(c.Design)
	}
}

// searchName names what a search rests on: the first design, the questions and
// the ranges. With another name it is void.
func (p *Playground) searchName() string {
	var b strings.Builder
	b.WriteString(p.built.name + " " + itoa(p.Ranges()))
	for _, q := range p.Questions() {
		b.WriteString("\x00" + q.Filter + "\x00" + q.Sort + "\x00" + itoa(q.Top) + " " + itoa(q.perDay()))
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
	designs []Design
	build   *Build
	side    side
	tried   int
	saved   int
	best    SecondCopy
}

// copyStep does one bounded piece of work for the search and reports whether
// there was any.
func (p *Playground) copyStep() bool {
	s := &p.score.search
	switch {
	case s.state != CopyWorking:
		return false
	case s.name != p.searchName():
		*s = copySearch{}
	case len(s.designs) == 0:
		if s.state = CopyNone; len(s.best.Gains) > 0 {
			s.state = CopyFound
		}
	case s.build == nil:
		w := *p.Work()
		w.Design = s.designs[0]
		if s.build = p.newBuild(&w); s.build == nil {
			s.designs = s.designs[1:]
			break
		}
		s.build.base = p.built
		s.build.analysis.ShareRanks(nil) // rows that the first table lost are not counted
	case s.build.Snapshot == nil:
		if s.build.step(p); s.build.Snapshot != nil && len(s.build.lost.rows) > 0 {
			s.next() // two entities of the first table would share a key
		}
	case s.side.cut == nil:
		s.side.cut = &cutter{of: s.build, ranges: p.Ranges()}
	case !s.side.cut.done:
		s.side.cut.step()
	case !p.runStep(&s.side, s.build):
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
func (p *Playground) judgeCopy(s *copySearch) {
	s.tried++
	var c SecondCopy
	saved, cures := 0, false
	for _, now := range p.Scores(A) {
		then := s.side.scores[now.Query.asked()]
		if then == nil || now.Own || now.Fault != nil {
			continue
		}
		if now.dear() && then.dear() {
			c.Left = append(c.Left, now.Title)
		}
		if 2*then.Cost.Examined <= now.Cost.Examined && then.Cost.Pages <= now.Cost.Pages && now.Cost.Examined >= dearExamined {
			cures = cures || now.dear() && !then.dear()
			saved += now.perDay() * (now.Cost.Examined - then.Cost.Examined)
			c.Gains = append(c.Gains, CopyGain{now.Title, now.Cost, then.Cost})
		}
	}
	if cures && saved > s.saved {
		c.Design, c.Writes = s.designs[0], p.copyWrites(s.designs[0], s.build)
		s.saved, s.best = saved, c
	}
}

// copyWrites says what keeping a second copy costs.
func (p *Playground) copyWrites(d Design, b *Build) []string {
	n := b.Snapshot.Len()
	said := []string{
		"Each insert and each update becomes two writes, one to each table.",
		"The " + counted(n, "entity is", "entities are") + " stored a second time: " + Number(p.built.Snapshot.Len()+n) + " entities in all.",
		"No transaction spans two tables. If the second write fails, the copy stays behind until you repeat it.",
	}
	own := append(p.built.pk.Template().Columns(), p.built.rk.Template().Columns()...)
	var moving []string
	for _, name := range append(b.pk.Template().Columns(), b.rk.Template().Columns()...) {
		if !slices.Contains(own, name) && !slices.Contains(moving, name) {
			moving = append(moving, name)
		}
	}
	if len(moving) > 0 {
		said[0] += " An update of " + listedOr(moving) + " moves the entity in the copy, so it takes a delete and an insert there: three writes."
	}
	for _, f := range b.findings() {
		if f.Severity == keys.Problem {
			said = append(said, "The copy has a problem of its own: "+f.Title+".")
		}
	}
	return said
}

// listedOr joins names of which one is meant.
func listedOr(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
	return names[0]
}
