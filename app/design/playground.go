package design

import (
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/review"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/engine/table"
)

// show makes everything that is worked out from the work follow it.
func (p *Playground) show() {
	before, w := p.Edit.Follows()
	defer p.Edit.Changed()
	if w.Set != before.Set {
		p.Table.Leave()
		p.Keys.Leave()
		p.Request.Leave()
		p.Incoming.ShowSet(&w)
	}
	if p.Rows.Data() == nil {
		return
	}
	p.Rows.RestoreColumns(w.Columns)
	p.Keys.ShowTemplates(&w)
	p.Table.ShowTable(&w, p.Rival.Second.Built)
	p.Request.ShowRequest() // which has its first question now, if the import is of a table that is there
}

// Phase tells what the playground is doing with its data.
type Phase uint8

// The phases, in the order in which an import passes through them.
const (
	Empty    Phase = iota // no data set
	Reading               // a file is being read
	Deciding              // some rows cannot be kept: the user keeps the rest or cancels
	Building              // keys and the table are being built
	Ready                 // nothing is under way
)

// Playground is the state of the key designer: its parts, each with a state of
// its own, and what makes them follow the work.
//
// What always holds:
//   - Edit holds the work, and everything in the other parts but an import that
//     is under way, the reason why one was refused and the caches follows from
//     that;
//   - the data are nil exactly while the work has no data set, or one that is not
//     read yet;
//   - the table that is shown, once there is one, is a complete build of an
//     earlier or the present design over the data, and everything shown about
//     sizes, order, findings, plans and results comes from it alone.
type Playground struct {
	Edit       *draft.Editor
	Rows       *model.Rows
	Incoming   *model.Incoming
	Correction *model.Correction
	Table      *model.Builder
	Keys       *model.Templates
	Questions  *model.Questions
	Request    *model.Asking
	Hints      *model.Hints
	Rival      *score.Rival
	Score      *score.Scoring
	Copies     *score.Copies
	Trials     *score.Trials
	Presets    *roles
	Review     *review.Review
	Guide      *Guide

	sequence int        // of the last saving
	bench    *Workbench // made when a page first asks
	index    *Index     // made when a page first asks
	ledger   *Ledger    // made when a page first asks
}

// New returns an empty playground. Entities are stamped from start on, one
// microsecond apart, so that the same gestures give the same table.
func New(start table.Ticks) *Playground {
	p := &Playground{}
	p.Edit = draft.NewEditor(p.show)
	p.Rows = model.NewRows(p.Edit)
	p.Incoming = model.NewIncoming(p.Edit, p.Rows, start)
	p.Correction = model.NewCorrection(p.Incoming)
	p.Table = model.NewBuilder(p.Edit, p.Rows)
	p.Keys = model.NewTemplates(p.Edit, p.Rows, p.Table)
	p.Questions = model.NewQuestions(p.Edit, p.Rows, p.Table)
	p.Request = model.NewAsking(p.Edit, p.Rows, p.Table, p.Questions)
	p.Hints = model.NewHints(p.Edit, p.Rows, p.Table, p.Request)
	p.Rival = score.NewRival(p.Edit, p.Rows, p.Table, p.Keys)
	p.Score = score.NewScoring(p.Rows, p.Table, p.Questions, p.Request, p.Rival)
	p.Copies = score.NewCopies(p.Edit, p.Keys, p.Score)
	p.Trials = score.NewTrials(p.Edit, p.Rows, p.Table, p.Keys, p.Questions)
	p.Review = review.New(p.Edit, p.Rows, p.Table, p.Keys, p.Questions, p.Score)
	p.Presets = &roles{rows: p.Rows, keys: p.Keys}
	p.Guide = &Guide{edit: p.Edit, rows: p.Rows, table: p.Table, keys: p.Keys, ask: p.Request}
	return p
}

// Phase returns what is under way.
func (p *Playground) Phase() Phase {
	switch {
	case p.Incoming.Waits():
		return Deciding
	case p.Incoming.Busy(), p.Incoming.Wants():
		return Reading
	case p.Table.Building != nil:
		return Building
	case p.Rows.Data() == nil:
		return Empty
	}
	return Ready
}

// Progress returns how far the work under way has come; ok is false when there
// is none.
func (p *Playground) Progress() (_ model.Progress, ok bool) {
	if now, ok := p.Incoming.Progress(); ok {
		return now, true
	}
	if now, ok := p.Table.Progress(); ok {
		return now, true
	}
	return p.Request.Progress()
}

// Busy reports whether there is pending work.
func (p *Playground) Busy() bool {
	_, busy := p.Progress()
	return busy
}

// Advance does pending work in small steps while more returns true, and at
// least one step. It reports whether work is left.
func (p *Playground) Advance(more func() bool) (busy bool) {
	for {
		if !p.step() {
			return false
		}
		if !more() {
			return true
		}
	}
}

// step does one bounded piece of work and reports whether there was any.
func (p *Playground) step() bool {
	reads, builds := p.Incoming.Busy(), p.Table.Building != nil
	switch {
	case p.Incoming.Step():
	case reads:
		return false
	case p.Rows.Fit():
	case builds:
		p.Table.Build()
	case p.Table.Rearrive(p.Table.Built(), p.Rival.Second.Built):
	case p.Request.NextOfAll():
	case p.ledger.step():
		return true // the page is told when the ledger is whole, and the table before it is let go
	case p.Score.ScoreStep():
	case p.Copies.CopyStep():
	case p.Trials.TrialStep():
	case p.Review.LoadStep():
	default:
		return false
	}
	p.Edit.Changed()
	return true
}

// Cancel gives up the work under way: an import (the data before it stay, also
// when its table is being built), a build of another design (the design goes
// back to the one that is built) or a run through every page (the pages read so
// far stay).
func (p *Playground) Cancel() {
	switch {
	case p.Incoming.Cancel():
	case p.Incoming.Wants(), p.Table.Building != nil:
		p.Table.CancelBuild()
	default:
		p.Request.CancelPages()
	}
	p.Edit.Changed()
}
