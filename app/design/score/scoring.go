package score

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/filter"
)

// Scoring is what has been found out about the questions and the transactions.
// All of it is worked out from the work; nothing in it is ever undone.
type Scoring struct {
	rows      *model.Rows
	table     *model.Builder
	questions *model.Questions
	ask       *model.Asking
	rival     *Rival
	Sides     [2]side
	past      past

	// CostsAlone leaves out what stands in the way of a question: nobody reads it
	// where work is done again for its figures.
	CostsAlone bool
}

// NewScoring returns a scorecard of nothing yet.
func NewScoring(rows *model.Rows, table *model.Builder, questions *model.Questions, ask *model.Asking, rival *Rival) *Scoring {
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
	Cut       *cutter
	scores    map[draft.Query]*Score // by what decides the cost
	run       *run
	groupings map[string]*Grouping
	grouping  *grouper
}

// ScoreStep does one bounded piece of work for the scorecard and reports whether
// there was any.
func (p *Scoring) ScoreStep() bool {
	if p.table.Built() == nil || p.rows.Data() == nil {
		return false
	}
	if p.sideStep(&p.Sides[A], p.table.Built()) {
		return true
	}
	if name := p.rival.Second.name; p.rival.rivalStep() {
		if p.rival.Second.name != name {
			p.Sides[B].leave()
		}
		return true
	}
	return p.rival.Second.Built != nil && p.sideStep(&p.Sides[B], p.rival.Second.Built)
}

func (p *Scoring) sideStep(s *side, b *model.Build) bool {
	if s.Cut == nil || s.Cut.Of != b || s.Cut.ranges != p.questions.Ranges() {
		if s == &p.Sides[A] {
			p.past.note(s)
		}
		s.leave()
		s.Cut = &cutter{Of: b, ranges: p.questions.Ranges()}
	}
	if !s.Cut.done {
		s.Cut.step()
		return true
	}
	return p.runStep(s, b) || p.groupStep(s, b)
}

// leave lets the table go that the side was about. Its scores stay and are stale.
func (s *side) leave() {
	if s.Cut != nil {
		s.Cut.Of = nil // the scores keep the cut
	}
	s.Cut, s.run, s.grouping = nil, nil, nil
}

// runStep asks the first question that has no score yet.
func (p *Scoring) runStep(s *side, b *model.Build) bool {
	questions := p.questions.Questions()
	if r := s.run; r != nil && slices.ContainsFunc(questions, func(q draft.Query) bool { return q.Asked() == r.score.Query }) {
		if r.step() {
			s.finish(r)
		}
		return true
	}
	s.run = nil
	for _, q := range questions {
		q = q.Asked()
		if have := s.scores[q]; have != nil && have.cut == s.Cut {
			continue
		}
		score := NewScore(q, b)
		score.cut = s.Cut
		if e, err := filter.Parse(q.Filter); err == nil && !score.Own && !p.CostsAlone {
			score.Barriers = p.ask.Barriers(e, b)
		}
		if score.Done {
			s.keep(score)
		} else {
			s.run = newRun(b, s.Cut, score, q.Sort == "")
		}
		return true
	}
	for q := range s.scores {
		if !slices.ContainsFunc(questions, func(x draft.Query) bool { return x.Asked() == q }) {
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
	score.Cost, score.Trips, score.Rows, score.Done = r.spent, r.trips, r.answer(), true
	score.stops = r.stop && score.Top > 0
	s.keep(score)
}

func (s *side) keep(score *Score) {
	if s.scores == nil {
		s.scores = map[draft.Query]*Score{}
	}
	s.scores[score.Query] = score
}

// Scores returns how a design answers each question, in their order. One that is
// stale has the figures of an earlier design, or none.
func (p *Scoring) Scores(at Side) []Score {
	s := &p.Sides[at]
	questions := p.questions.Questions()
	scores := make([]Score, len(questions))
	for i, q := range questions {
		have := s.scores[q.Asked()]
		if have == nil {
			scores[i] = Score{Query: q, Stale: true}
			continue
		}
		scores[i] = *have
		x := &scores[i]
		x.Query, x.Stale = q, have.cut != s.Cut || p.outdated(at)
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
		return p.table.Building != nil
	}
	return p.rival.Second.building != nil || p.rival.Second.Built == nil
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
