package store

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

// Playground is the state of the key designer.
//
// What always holds:
//   - data is nil exactly while no import has succeeded;
//   - built, once set, is a complete build of an earlier or the present design
//     over data, and everything shown about sizes, order, findings, plans and
//     results comes from it alone;
//   - history[now] is the present design.
type Playground struct {
	start table.Ticks // the instant of the first write
	rev   int

	reading *reading
	refusal error // why the last import was refused, nil if it was not

	data    *dataset.Dataset
	source  Source
	queries []Query

	history []Version
	now     int
	editing [2]editor

	fits    []fitting            // open questions how well a column fits its type
	misfits map[int]*dataset.Fit // the answers, by column

	building *build
	built    *build

	asking asking

	before *loaded // what an import replaced, until its own table is built

	bench *Workbench // made when a page first asks
}

// loaded is a data set with its design, its table and the last answer.
type loaded struct {
	data    *dataset.Dataset
	source  Source
	queries []Query
	history []Version
	now     int
	editing [2]editor
	fits    []fitting
	misfits map[int]*dataset.Fit
	built   *build
	asking  asking
}

// replace remembers what is loaded, so that it can be put back. While the
// table of an import is being built there is nothing new to remember.
func (p *Playground) replace() {
	if p.built != nil {
		p.before = &loaded{p.data, p.source, p.queries, p.history, p.now, p.editing, p.fits, p.misfits, p.built, p.asking}
	}
}

// putBack shows again what the last import replaced, or nothing when there was
// nothing before it.
func (p *Playground) putBack() {
	b := p.before
	if b == nil {
		b = &loaded{asking: asking{top: noTop}}
	}
	p.data, p.source, p.queries, p.history, p.now, p.editing = b.data, b.source, b.queries, b.history, b.now, b.editing
	p.fits, p.misfits, p.built, p.asking, p.before = b.fits, b.misfits, b.built, b.asking, nil
}

// Source says where the present data set came from.
type Source struct {
	Title    string
	SampleID string // empty for the user's own data
	Name     string // the file's name, or "pasted text"
	About    string
	Bad      []dataset.BadRow // rows that were left out while reading
	BadCount int              // how many there were, listed or not

	raw string // of the user's own data, when they are few enough for a share string
}

// New returns an empty playground. Entities are stamped from start on, one
// microsecond apart, so that the same gestures give the same table.
func New(start table.Ticks) *Playground {
	p := &Playground{start: start}
	p.asking.top = noTop
	return p
}

// Rev returns a number that grows with every visible change.
func (p *Playground) Rev() int { return p.rev }

func (p *Playground) changed() { p.rev++ }

// Phase returns what is under way.
func (p *Playground) Phase() Phase {
	switch {
	case p.reading != nil && p.reading.done:
		return Deciding
	case p.reading != nil:
		return Reading
	case p.building != nil:
		return Building
	case p.data == nil:
		return Empty
	}
	return Ready
}

// HasData reports whether a data set is loaded.
func (p *Playground) HasData() bool { return p.data != nil }

// Source returns where the present data set came from.
func (p *Playground) Source() Source { return p.source }

// Entities returns how many entities the table holds.
func (p *Playground) Entities() int {
	if p.built == nil {
		return 0
	}
	return p.built.snapshot.Len()
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
	case p.reading != nil && !p.reading.done:
		done, total := p.reading.reader.Progress()
		return Progress{Label: "Reading " + p.reading.source.Name, Done: done, Total: total, Unit: "bytes"}, true
	case p.building != nil:
		return Progress{Label: "Building keys and the table", Done: p.building.row, Total: p.data.Len(), Unit: "rows"}, true
	case p.asking.all:
		return Progress{Label: "Reading every page", Done: p.asking.result.examined(), Total: p.asking.estimate.Examined, Unit: "entities"}, true
	}
	return Progress{}, false
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
	case p.reading != nil && !p.reading.done:
		p.read()
	case p.reading == nil && len(p.fits) > 0:
		p.fit()
	case p.reading == nil && p.building != nil:
		p.build()
	case p.reading == nil && p.asking.all:
		p.nextOfAll()
	default:
		return false
	}
	p.changed()
	return true
}
