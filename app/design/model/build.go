package model

import (
	"errors"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/keys/reach"
	"github.com/keyrange/keyrange/engine/table"
)

// Builder builds the table of a design over the present rows, and keeps those
// that were built last.
type Builder struct {
	edit *draft.Editor
	rows *Rows

	Building *Build
	built    *Build   // the one that is shown
	Builds   []*Build // complete ones, the one used last first
	rebuilt  func()   // follows a table that has taken the place of another

	// Undrawn leaves out what only drawings ask for. It is worked out when one does.
	Undrawn bool

	arriving arrivals       // the present order of arrival
	guessed  guessedArrival // while nobody has said it
}

// Built returns the table that is shown, nil while there is none.
func (p *Builder) Built() *Build { return p.built }

// Leave lets the tables of a data set go.
func (p *Builder) Leave() { p.built, p.Building = nil, nil }

// Progress returns how far the build has come; ok is false when there is none.
func (p *Builder) Progress() (_ Progress, ok bool) {
	if p.Building == nil {
		return Progress{}, false
	}
	return Progress{Label: "Building keys and the table", Done: p.Building.visited(), Total: p.rows.data.Len(), Unit: "rows"}, true
}

// NewBuilder returns a builder without a table.
func NewBuilder(edit *draft.Editor, rows *Rows) *Builder {
	return &Builder{edit: edit, rows: rows}
}

// Build is a design applied to every row: the keys, what was found about them
// and the table that they fill.
type Build struct {
	Name           string // of the table, as Work names it
	Start          table.Ticks
	Partition, Row *keys.Bound
	Extents        *reach.Extents
	filling
	Table    *table.Table
	Snapshot *table.Snapshot
	Analysis *check.Analysis
	arrived  bool // the analysis has the present order of arrival
	Arrivals int  // how many orders of arrival it had
	Report   Report
	Lost     Losses
	Base     *Build         // nil, or the first table of which this one is a copy: rows that it lost do not come
	ends     []partitionEnd // of every partition, made when a drawing first asks
	figures  figures
	queries  []draft.Query            // guessed from what is in the table, for the user's own data
	answers  []*Result                // those asked for last, the newest first
	Stage    *Stage                   // the World over it, made when the console first asks
	seen     map[string][]table.Value // of properties, for suggestions
}

// Rejects counts the rows that one reason kept out of the table.
type Rejects struct {
	Code   table.Code // the service's own code, empty for a row without a key
	Reason string     // a plain sentence
	Count  int
	Rows   []Reject // the first few
}

// Reject is one row that did not become an entity.
type Reject struct {
	Row    int // from 1, as people count
	Key    table.Key
	Reason string
}

// Report tells what became of the rows: every row is counted once, as an
// entity or under the reason that kept it out.
type Report struct {
	Rows     int
	Entities int
	Rejects  []Rejects
}

// listedRejects is how many rows a report lists for each reason.
const listedRejects = 20

// Reject counts a row that did not become an entity.
func (r *Report) Reject(code table.Code, reason string, one Reject) {
	for i := range r.Rejects {
		if x := &r.Rejects[i]; x.Code == code && x.Reason == reason {
			x.Count++
			if len(x.Rows) < listedRejects {
				x.Rows = append(x.Rows, one)
			}
			return
		}
	}
	r.Rejects = append(r.Rejects, Rejects{Code: code, Reason: reason, Count: 1, Rows: []Reject{one}})
}

// The bounds of the builds that are kept, so that going back to them is quick.
// Beyond them the one used longest ago is built again when it is needed. A
// partition weighs several rows: it is what the collector has to follow.
const (
	MaxBuilds  = 4
	MaxWeight  = 200_000
	PartWeight = 3 // of a partition, in rows
)

// weight is what it takes to keep a build, in rows.
func (b *Build) weight() int { return b.Report.Rows + PartWeight*b.Analysis.PartitionCount() }

// ShowTable shows the table of a work: the one that is there, one that is kept,
// the one of the design that it is compared with, or one that is built from now
// on.
func (p *Builder) ShowTable(w *draft.Work, rival *Build) {
	name := w.Table()
	switch {
	case p.built != nil && p.built.Name == name:
		if p.Building = nil; w.Fresh {
			p.rebuilt()
		}
	case p.Building != nil && p.Building.Name == name:
	case p.KeptBuild(name) != nil:
		p.use(p.KeptBuild(name))
	case rival != nil && rival.Name == name:
		p.use(rival)
	default:
		p.startBuild(w)
	}
}

// KeptBuild returns the table of that name, nil if it is not kept.
func (p *Builder) KeptBuild(name string) *Build {
	for _, b := range p.Builds {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// use makes a complete build the one that is shown and keeps it.
func (p *Builder) use(b *Build) {
	p.Building, p.built = nil, b
	kept, weight := []*Build{b}, b.weight()
	for _, other := range p.Builds {
		if other == b {
			continue
		}
		if weight += other.weight(); len(kept) < MaxBuilds && weight <= MaxWeight {
			kept = append(kept, other)
		}
	}
	p.Builds = kept
	p.rebuilt()
}

// startBuild begins to build the design of a work, if it is one.
func (p *Builder) startBuild(w *draft.Work) { p.Building = p.NewBuild(w) }

// NewBuild returns the build of the design of a work before its first row, or
// nil when the design does not fit the columns.
func (p *Builder) NewBuild(w *draft.Work) *Build {
	pk, err := p.rows.Bind(w.Design.PartitionKey)
	rk, err2 := p.rows.Bind(w.Design.RowKey)
	if err != nil || err2 != nil {
		return nil
	}
	b := &Build{Name: w.Table(), Start: w.Start, Partition: pk, Row: rk, Extents: reach.NewExtents(pk, rk), Table: table.New(TableName),
		Analysis: check.NewAnalysis(pk, rk, check.Arrival{})}
	b.Analysis.ShareRanks(p.rows.TextRanks())
	return b
}

// knownTexts is what is known of the order of texts in a data set.
type knownTexts struct {
	of    *dataset.Dataset
	ranks *check.TextRanks
}

// TextRanks returns what is known of the order of the present texts. The rows of a
// data set never change, nor do the texts of a column when it gets another name or
// type, so it holds for as long as the data set is shown.
func (p *Rows) TextRanks() *check.TextRanks {
	if p.texts.of != p.data {
		p.texts = knownTexts{p.data, &check.TextRanks{}}
	}
	return p.texts.ranks
}

// Bind parses a template and fits it to the columns.
func (p *Rows) Bind(text string) (*keys.Bound, *keys.Error) {
	t, err := keys.Parse(text)
	if err == nil {
		var b *keys.Bound
		if b, err = t.Bind(p.keyColumns()); err == nil {
			return b, nil
		}
	}
	var at *keys.Error
	if !errors.As(err, &at) {
		at = &keys.Error{Message: err.Error()}
	}
	return nil, at
}

// Fault returns what is wrong with a template, or nil.
func (p *Rows) Fault(text string) *keys.Error {
	_, err := p.Bind(text)
	return err
}

// Build does one step of the build under way and, at its end, makes it the one
// that is shown.
func (p *Builder) Build() {
	if b := p.Building; b.Step(p) {
		p.use(b)
	}
}

// Step does some more of the build and reports whether it is complete.
func (b *Build) Step(p *Builder) bool {
	if b.fill(p) || !b.arrive(p) || !p.Undrawn && b.prepare() {
		return false
	}
	if b.Snapshot == nil {
		b.Report.Rows, b.Report.Entities, b.Lost.Of = p.rows.data.Len(), b.Table.Len(), p.rows.data.Len()
		b.Snapshot = b.Table.Snapshot()
		b.Partitions() // in a step of its own, because the first drawing asks for it
		return false
	}
	return true
}

// RowOf returns the row of the data set that an entity was made of: each is
// stamped one microsecond after the row before.
func (b *Build) RowOf(r table.Row) int { return int((r.Timestamp() - b.Start) / table.Microsecond) }

// CancelBuild gives up a build: the journal goes back to the last moment whose
// table is there, or that has no data.
func (p *Builder) CancelBuild() {
	p.Building = nil
	at := p.edit.Journal().Position()
	for at > 0 {
		if w := p.edit.Journal().Work(at); w.Set == (draft.Set{}) || p.KeptBuild(w.Table()) != nil {
			break
		}
		at--
	}
	p.edit.Seek(at)
}

// Stale reports whether what is shown belongs to an earlier design because the
// present one is still being built or has an error.
func (p *Templates) Stale() bool {
	return p.table.Building != nil || p.editing[0].err != nil || p.editing[1].err != nil
}

// Report returns what became of the rows of the design that is shown.
func (p *Builder) Report() Report {
	if p.built == nil {
		return Report{}
	}
	return p.built.Report
}

// Analysis returns what was found about the keys that are shown, or nil while
// nothing is built.
func (p *Builder) Analysis() *check.Analysis {
	if p.built == nil {
		return nil
	}
	return p.built.Analysis
}

// Entities returns how many entities the table holds.
func (p *Builder) Entities() int {
	if p.built == nil {
		return 0
	}
	return p.built.Snapshot.Len()
}

// requestOf returns the first request that a question becomes under the design
// that is shown. A question about the keys themselves is sent as it is written.
func (p *Builder) requestOf(q draft.Query) string {
	if p.built != nil && !NamesKeys(q.Filter) {
		if e, err := filter.Parse(q.Filter); err == nil {
			if t := reach.Translate(e, p.built.Partition, p.built.Row, p.built.Extents); len(t.Requests) > 0 {
				return t.Requests[0].String()
			}
		}
	}
	return q.Filter
}
