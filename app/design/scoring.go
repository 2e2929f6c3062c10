package design

import (
	"slices"

	"github.com/keyrange/keyrange/engine/filter"
)

// Scoring is what has been found out about the questions and the transactions.
// All of it is worked out from the work; nothing in it is ever undone.
type Scoring struct {
	rows      *Rows
	table     *Builder
	questions *Questions
	ask       *Asking
	rival     *Rival
	sides     [2]side
}

// NewScoring returns a scorecard of nothing yet.
func NewScoring(rows *Rows, table *Builder, questions *Questions, ask *Asking, rival *Rival) *Scoring {
	return &Scoring{rows: rows, table: table, questions: questions, ask: ask, rival: rival}
}

// Side is one of the two designs of a comparison.
type Side uint8

// The present design and the one it is compared with.
const (
	A Side = iota
	B
)

// String returns the letter of the side.
func (s Side) String() string { return [...]string{"A", "B"}[s&1] }

// side is what has been found out under one design.
//
// What always holds: a score or a grouping that is not of the present build and
// the present cut is stale: it is shown until the new one is there.
type side struct {
	cut       *cutter
	scores    map[Query]*Score // by what decides the cost
	run       *run
	groupings map[string]*Grouping
	grouping  *grouper
}

// asked returns the part of a question that decides what it costs once.
func (q Query) asked() Query {
	q.Title, q.Times, q.Per = "", 0, 0
	return q
}

// scoreStep does one bounded piece of work for the scorecard and reports whether
// there was any.
func (p *Scoring) scoreStep() bool {
	if p.table.built == nil || p.rows.data == nil {
		return false
	}
	if p.sideStep(&p.sides[A], p.table.built) {
		return true
	}
	if name := p.rival.second.name; p.rival.rivalStep() {
		if p.rival.second.name != name {
			p.sides[B].leave()
		}
		return true
	}
	return p.rival.second.built != nil && p.sideStep(&p.sides[B], p.rival.second.built)
}

func (p *Scoring) sideStep(s *side, b *Build) bool {
	if s.cut == nil || s.cut.of != b || s.cut.ranges != p.questions.Ranges() {
		s.leave()
		s.cut = &cutter{of: b, ranges: p.questions.Ranges()}
	}
	if !s.cut.done {
		s.cut.step()
		return true
	}
	return p.runStep(s, b) || p.groupStep(s, b)
}

// leave lets the table go that the side was about. Its scores stay and are stale.
func (s *side) leave() {
	if s.cut != nil {
		s.cut.of = nil // the scores keep the cut
	}
	s.cut, s.run, s.grouping = nil, nil, nil
}

// runStep asks the first question that has no score yet.
func (p *Scoring) runStep(s *side, b *Build) bool {
	questions := p.questions.Questions()
	if r := s.run; r != nil && slices.ContainsFunc(questions, func(q Query) bool { return q.asked() == r.score.Query }) {
		if r.step() {
			s.finish(r)
		}
		return true
	}
	s.run = nil
	for _, q := range questions {
		q = q.asked()
		if have := s.scores[q]; have != nil && have.cut == s.cut {
			continue
		}
		score := newScore(q, b)
		score.cut = s.cut
		if e, err := filter.Parse(q.Filter); err == nil && !score.Own {
			score.Barriers = p.ask.barriers(e, b)
		}
		if score.Done {
			s.keep(score)
		} else {
			s.run = newRun(b, s.cut, score, q.Sort == "")
		}
		return true
	}
	for q := range s.scores {
		if !slices.ContainsFunc(questions, func(x Query) bool { return x.asked() == q }) {
			delete(s.scores, q)
		}
	}
	return false
}

// finish takes the outcome of a run. A question that wants the first few in an
// order is read whole to see the order; if the entities come in it, a second run
// stops at $top.
func (s *side) finish(r *run) {
	score := r.score
	s.run = nil
	if score.Sort != "" && !r.stop {
		score.InOrder = !r.mixed
		if score.InOrder && score.Top > 0 {
			s.run = newRun(r.build, r.cut, score, true)
			return
		}
	}
	score.Cost, score.Trips, score.rows, score.Done = r.spent, r.trips, r.answer(), true
	score.stops = r.stop && score.Top > 0
	s.keep(score)
}

func (s *side) keep(score *Score) {
	if s.scores == nil {
		s.scores = map[Query]*Score{}
	}
	s.scores[score.Query] = score
}

// Scores returns how a design answers each question, in their order. One that is
// stale has the figures of an earlier design, or none.
func (p *Scoring) Scores(at Side) []Score {
	s := &p.sides[at]
	questions := p.questions.Questions()
	scores := make([]Score, len(questions))
	for i, q := range questions {
		have := s.scores[q.asked()]
		if have == nil {
			scores[i] = Score{Query: q, Stale: true}
			continue
		}
		scores[i] = *have
		x := &scores[i]
		x.Query, x.Stale = q, have.cut != s.cut || p.outdated(at)
		if x.Fault == nil {
			g := p.growthOf(x)
			for k, times := range Scales {
				x.Estimates[k] = x.estimate(g, times, p.questions.Ranges())
			}
			x.Basis = p.basis(x, g)
		}
	}
	return scores
}

// outdated reports whether the table of a side is not the one of its design.
func (p *Scoring) outdated(at Side) bool {
	if at == A {
		return p.table.building != nil
	}
	return p.rival.second.building != nil || p.rival.second.built == nil
}

// Scoring reports whether a question or a transaction is still being tried.
func (p *Scoring) Scoring() bool {
	sides := 1
	if p.rival.Comparing() {
		sides = 2
	}
	for at := range sides {
		if slices.ContainsFunc(p.Scores(Side(at)), func(s Score) bool { return s.Stale }) ||
			slices.ContainsFunc(p.Groupings(Side(at)), func(g Grouping) bool { return g.Stale }) {
			return true
		}
	}
	return false
}
