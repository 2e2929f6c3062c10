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
	p := &Playground{Edit: newEditor()}
	p.Rows = &Rows{edit: p.Edit}
	p.Incoming = &Incoming{edit: p.Edit, rows: p.Rows, start: start}
	p.Table = &Builder{edit: p.Edit, rows: p.Rows}
	p.Keys = &Templates{edit: p.Edit, rows: p.Rows, table: p.Table}
	p.Questions = &Questions{edit: p.Edit, rows: p.Rows, table: p.Table}
	p.Request = &Asking{edit: p.Edit, rows: p.Rows, table: p.Table, questions: p.Questions, asking: asking{top: noTop}}
	p.Hints = &Hints{edit: p.Edit, rows: p.Rows, table: p.Table, ask: p.Request}
	p.Rival = &Rival{edit: p.Edit, rows: p.Rows, table: p.Table, keys: p.Keys}
	p.Score = &Scoring{rows: p.Rows, table: p.Table, questions: p.Questions, ask: p.Request, rival: p.Rival}
	p.Copies = &Copies{edit: p.Edit, rows: p.Rows, table: p.Table, keys: p.Keys, questions: p.Questions, rival: p.Rival, scoring: p.Score}
	p.Trials = &Trials{edit: p.Edit, rows: p.Rows, table: p.Table, keys: p.Keys, questions: p.Questions}
	p.Presets = &Roles{rows: p.Rows, keys: p.Keys}
	p.Guide = &Guide{edit: p.Edit, rows: p.Rows, table: p.Table, keys: p.Keys, ask: p.Request}
	p.Edit.show, p.Table.rebuilt = p.show, p.Request.rebuilt
	return p
}

// Rev returns a number that grows with every visible change.
func (p *Editor) Rev() int { return p.rev }

func (p *Editor) changed() { p.rev++ }

// Phase returns what is under way.
func (p *Playground) Phase() Phase {
	switch {
	case p.Incoming.reading != nil && p.Incoming.reading.done:
		return Deciding
	case p.Incoming.reading != nil, p.Incoming.wanted != (Set{}):
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
	switch {
	case p.Incoming.reading != nil && !p.Incoming.reading.done:
		return p.Incoming.reading.progress(), true
	case p.Incoming.wanted != (Set{}):
		return Progress{Label: "Opening " + p.Edit.Title(), Unit: "bytes"}, true
	case p.Table.building != nil:
		return Progress{Label: "Building keys and the table", Done: p.Table.building.visited(), Total: p.Rows.data.Len(), Unit: "rows"}, true
	case p.Request.asking.all:
		return Progress{Label: "Reading every page", Done: p.Request.asking.result.examined(), Total: p.Request.asking.estimate.Examined,
			Unit: "entities"}, true
	}
	return Progress{}, false
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
	switch {
	case p.Incoming.reading != nil && !p.Incoming.reading.done:
		p.Incoming.read()
	case p.Incoming.reading != nil && len(p.Incoming.reading.fits) > 0:
		p.Incoming.reading.fit()
	case p.Incoming.reading == nil && len(p.Rows.fits) > 0:
		p.Rows.fit()
	case p.Incoming.reading == nil && p.Table.building != nil:
		p.Table.build()
	case p.Incoming.reading == nil && p.Table.rearrive(p.Table.built, p.Rival.second.built):
	case p.Incoming.reading == nil && p.Request.asking.all:
		p.Request.nextOfAll()
	case p.Incoming.reading == nil && p.Table.building == nil && p.ledger.step():
		return true // the page is told when the ledger is whole, and the table before it is let go
	case p.Incoming.reading == nil && p.Score.scoreStep():
	case p.Incoming.reading == nil && p.Copies.copyStep():
	case p.Incoming.reading == nil && p.Trials.trialStep():
	default:
		return false
	}
	p.Edit.changed()
	return true
}
