package design

import (
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

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
	Edit      *Editor
	Rows      *Rows
	Incoming  *Incoming
	Table     *Builder
	Keys      *Templates
	Questions *Questions
	Request   *Asking
	Hints     *Hints
	Rival     *Rival
	Score     *Scoring
	Copies    *Copies
	Trials    *Trials
	Presets   *Roles
	Guide     *Guide

	sequence int        // of the last saving
	bench    *Workbench // made when a page first asks
	index    *Index     // made when a page first asks
	ledger   *Ledger    // made when a page first asks
}

// Source says where the present data set came from.
type Source struct {
	Title    string
	SampleID string // empty for the user's own data
	Name     string // the file's name, or "pasted text"
	About    string
	Bad      []dataset.BadRow // rows that were left out while reading
	BadCount int              // how many there were, listed or not
	Read     ReadAs           // how the bytes were read
}

// New returns an empty playground. Entities are stamped from start on, one
// microsecond apart, so that the same gestures give the same table.
func New(start table.Ticks) *Playground {
	p := &Playground{}
	p.Edit = NewEditor(p.show)
	p.Rows = NewRows(p.Edit)
	p.Incoming = NewIncoming(p.Edit, p.Rows, start)
	p.Table = NewBuilder(p.Edit, p.Rows)
	p.Keys = NewTemplates(p.Edit, p.Rows, p.Table)
	p.Questions = NewQuestions(p.Edit, p.Rows, p.Table)
	p.Request = NewAsking(p.Edit, p.Rows, p.Table, p.Questions)
	p.Hints = NewHints(p.Edit, p.Rows, p.Table, p.Request)
	p.Rival = NewRival(p.Edit, p.Rows, p.Table, p.Keys)
	p.Score = NewScoring(p.Rows, p.Table, p.Questions, p.Request, p.Rival)
	p.Copies = NewCopies(p.Edit, p.Keys, p.Score)
	p.Trials = NewTrials(p.Edit, p.Rows, p.Table, p.Keys, p.Questions)
	p.Presets = &Roles{rows: p.Rows, keys: p.Keys}
	p.Guide = &Guide{edit: p.Edit, rows: p.Rows, table: p.Table, keys: p.Keys, ask: p.Request}
	return p
}

// Rev returns a number that grows with every visible change.
func (p *Editor) Rev() int { return p.rev }

func (p *Editor) changed() { p.rev++ }

// Phase returns what is under way.
func (p *Playground) Phase() Phase {
	switch {
	case p.Incoming.waits():
		return Deciding
	case p.Incoming.busy(), p.Incoming.wanted != (Set{}):
		return Reading
	case p.Table.building != nil:
		return Building
	case p.Rows.data == nil:
		return Empty
	}
	return Ready
}

// HasData reports whether a data set is loaded.
func (p *Rows) HasData() bool { return p.data != nil }

// Source returns where the present data set came from.
func (p *Rows) Source() Source { return p.source }

// Data returns the rows, nil while there are none. They must not be changed.
func (p *Rows) Data() *dataset.Dataset { return p.data }

// Entities returns how many entities the table holds.
func (p *Builder) Entities() int {
	if p.built == nil {
		return 0
	}
	return p.built.Snapshot.Len()
}

// Progress is how far a long piece of work has come.
type Progress struct {
	Label       string
	Done, Total int
	Unit        string // "bytes", "rows" or "pages"
}

// Progress returns how far the work under way has come; ok is false when there
// is none.
func (p *Playground) Progress() (_ Progress, ok bool) {
	if now, ok := p.Incoming.progress(); ok {
		return now, true
	}
	if now, ok := p.Table.progress(); ok {
		return now, true
	}
	return p.Request.progress()
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
	reads, builds := p.Incoming.busy(), p.Table.building != nil
	switch {
	case p.Incoming.step():
	case reads:
		return false
	case p.Rows.fit():
	case builds:
		p.Table.build()
	case p.Table.rearrive(p.Table.built, p.Rival.second.built):
	case p.Request.nextOfAll():
	case p.ledger.step():
		return true // the page is told when the ledger is whole, and the table before it is let go
	case p.Score.scoreStep():
	case p.Copies.copyStep():
	case p.Trials.trialStep():
	default:
		return false
	}
	p.Edit.changed()
	return true
}
