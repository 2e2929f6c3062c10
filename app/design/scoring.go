package design

import (
	"slices"

	"github.com/keyrange/keyrange/engine/filter"
)

// Side is one of the two designs of a comparison.
type Side uint8

// The present design and the one it is compared with.
const (
	A Side = iota
	B
)

// String returns the letter of the side.
func (s Side) String() string { return [...]string{"A", "B"}[s&1] }

// scoring is what has been found out about the questions and the transactions.
// All of it is worked out from the work; nothing in it is ever undone.
type scoring struct {
	sides  [2]side
	rival  rival
	search copySearch
}

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
func (p *Playground) scoreStep() bool {
	if p.built == nil || p.data == nil {
		return false
	}
	s := &p.score
	if p.sideStep(&s.sides[A], p.built) {
		return true
	}
	if p.rivalStep() {
		return true
	}
	if s.rival.built != nil && p.sideStep(&s.sides[B], s.rival.built) {
		return true
	}
	return p.copyStep()
}

func (p *Playground) sideStep(s *side, b *Build) bool {
	if s.cut == nil || s.cut.of != b || s.cut.ranges != p.Ranges() {
		s.leave()
		s.cut = &cutter{of: b, ranges: p.Ranges()}
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
func (p *Playground) runStep(s *side, b *Build) bool {
	questions := p.Questions()
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
			score.Barriers = p.barriers(e, b)
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
func (p *Playground) Scores(at Side) []Score {
	s := &p.score.sides[at]
	questions := p.Questions()
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
				x.Estimates[k] = x.estimate(g, times, p.Ranges())
			}
			x.Basis = p.basis(x, g)
		}
	}
	return scores
}

// outdated reports whether the table of a side is not the one of its design.
func (p *Playground) outdated(at Side) bool {
	if at == A {
		return p.building != nil
	}
	return p.score.rival.building != nil || p.score.rival.built == nil
}

// Scoring reports whether a question or a transaction is still being tried.
func (p *Playground) Scoring() bool {
	sides := 1
	if p.Comparing() {
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
