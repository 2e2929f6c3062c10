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

// Playground is the state of the key designer.
//
// What always holds:
//   - journal holds the work, and everything below it but reading, refusal and
//     the caches follows from that;
//   - data is nil exactly while the work has no data set, or one that is not
//     read yet;
//   - built, once set, is a complete build of an earlier or the present design
//     over data, and everything shown about sizes, order, findings, plans and
//     results comes from it alone.
type Playground struct {
	start   table.Ticks // the instant of the first write of an import
	rev     int
	journal *Journal
	shown   Work // what is shown, or being worked out

	reading *reading
	refusal error // why the last import was refused, nil if it was not

	refusedRows []dataset.BadRow // that were the reason
	failed      *reading         // the refused import, if its bytes may be read in another way

	data    *dataset.Dataset
	texts   knownTexts
	source  Source
	queries []Query

	editing [2]editor

	anatomies [2]anatomy // the last rulers

	fits    []fitting            // open questions how well a column fits its type
	misfits map[int]*dataset.Fit // the answers, by column

	arriving arrivals       // the present order of arrival
	guessed  guessedArrival // while nobody has said it
	building *Build
	built    *Build

	asking asking
	score  scoring
	trials trials

	loaded  []*loadedSet           // data sets that have been read, the one used last first
	carried map[string]*carriedSet // by hash
	wanted  Set                    // the one that a page must provide
	asked   bool                   // and was asked for

	sequence int      // of the last saving
	builds   []*Build // complete ones, the one used last first

	bench  *Workbench // made when a page first asks
	index  *Index     // made when a page first asks
	ledger *Ledger    // made when a page first asks
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
	p := &Playground{start: start, journal: newJournal("Start", Work{})}
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
	case p.reading != nil, p.wanted != (Set{}):
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

// Data returns the rows, nil while there are none. They must not be changed.
func (p *Playground) Data() *dataset.Dataset { return p.data }

// Entities returns how many entities the table holds.
func (p *Playground) Entities() int {
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
	case p.reading != nil && !p.reading.done:
		return p.reading.progress(), true
	case p.wanted != (Set{}):
		return Progress{Label: "Opening " + p.Title(), Unit: "bytes"}, true
	case p.building != nil:
		return Progress{Label: "Building keys and the table", Done: p.building.visited(), Total: p.data.Len(), Unit: "rows"}, true
	case p.asking.all:
		return Progress{Label: "Reading every page", Done: p.asking.result.examined(), Total: p.asking.estimate.Examined, Unit: "entities"}, true
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
	case p.reading != nil && !p.reading.done:
		p.read()
	case p.reading != nil && len(p.reading.fits) > 0:
		p.reading.fit()
	case p.reading == nil && len(p.fits) > 0:
		p.fit()
	case p.reading == nil && p.building != nil:
		p.build()
	case p.reading == nil && p.rearrive():
	case p.reading == nil && p.asking.all:
		p.nextOfAll()
	case p.reading == nil && p.building == nil && p.ledger.step():
		return true // the page is told when the ledger is whole, and the table before it is let go
	case p.reading == nil && p.scoreStep():
	case p.reading == nil && p.trialStep():
	default:
		return false
	}
	p.changed()
	return true
}
