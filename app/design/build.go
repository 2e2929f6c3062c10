package design

import (
	"errors"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Build is a design applied to every row: the keys, what was found about them
// and the table that they fill.
type Build struct {
	name    string // of the table, as Work names it
	start   table.Ticks
	pk, rk  *keys.Bound
	extents *keys.Extents
	filling
	table    *table.Table
	Snapshot *table.Snapshot
	analysis *keys.Analysis
	arrived  bool // the analysis has the present order of arrival
	arrivals int  // how many orders of arrival it had
	report   Report
	lost     losses
	base     *Build         // nil, or the first table of which this one is a copy: rows that it lost do not come
	ends     []partitionEnd // of every partition, made when a drawing first asks
	figures  figures
	queries  []Query                  // guessed from what is in the table, for the user's own data
	answers  []*Result                // those asked for last, the newest first
	stage    *stage                   // the World over it, made when the console first asks
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

func (r *Report) reject(code table.Code, reason string, one Reject) {
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
	maxBuilds  = 4
	maxWeight  = 200_000
	partWeight = 3 // of a partition, in rows
)

// weight is what it takes to keep a build, in rows.
func (b *Build) weight() int { return b.report.Rows + partWeight*b.analysis.PartitionCount() }

// showTable shows the table of a work: the one that is there, one that is kept,
// or one that is built from now on.
func (p *Playground) showTable(w *Work) {
	name := w.table()
	switch {
	case p.built != nil && p.built.name == name:
		if p.building = nil; w.Fresh {
			p.rebuilt()
		}
	case p.building != nil && p.building.name == name:
	case p.keptBuild(name) != nil:
		p.use(p.keptBuild(name))
	case p.score.rival.holds(name):
		p.use(p.score.rival.built)
	default:
		p.startBuild(w)
	}
}

func (p *Playground) keptBuild(name string) *Build {
	for _, b := range p.builds {
		if b.name == name {
			return b
		}
	}
	return nil
}

// use makes a complete build the one that is shown and keeps it.
func (p *Playground) use(b *Build) {
	p.building, p.built = nil, b
	kept, weight := []*Build{b}, b.weight()
	for _, other := range p.builds {
		if other == b {
			continue
		}
		if weight += other.weight(); len(kept) < maxBuilds && weight <= maxWeight {
			kept = append(kept, other)
		}
	}
	p.builds = kept
	p.rebuilt()
}

// startBuild begins to build the design of a work, if it is one.
func (p *Playground) startBuild(w *Work) { p.building = p.newBuild(w) }

// newBuild returns the build of the design of a work before its first row, or
// nil when the design does not fit the columns.
func (p *Playground) newBuild(w *Work) *Build {
	pk, err := p.bind(w.Design.PartitionKey)
	rk, err2 := p.bind(w.Design.RowKey)
	if err != nil || err2 != nil {
		return nil
	}
	b := &Build{name: w.table(), start: w.Start, pk: pk, rk: rk, extents: keys.NewExtents(pk, rk), table: table.New(TableName),
		analysis: keys.NewAnalysis(pk, rk, keys.Arrival{})}
	b.analysis.ShareRanks(p.textRanks())
	return b
}

// knownTexts is what is known of the order of texts in a data set.
type knownTexts struct {
	of    *dataset.Dataset
	ranks *keys.TextRanks
}

// textRanks returns what is known of the order of the present texts. The rows of a
// data set never change, nor do the texts of a column when it gets another name or
// type, so it holds for as long as the data set is shown.
func (p *Playground) textRanks() *keys.TextRanks {
	if p.texts.of != p.data {
		p.texts = knownTexts{p.data, &keys.TextRanks{}}
	}
	return p.texts.ranks
}

// bind parses a template and fits it to the columns.
func (p *Playground) bind(text string) (*keys.Bound, *keys.Error) {
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

func (p *Playground) fault(text string) *keys.Error {
	_, err := p.bind(text)
	return err
}

// build does one step of the build under way and, at its end, makes it the one
// that is shown.
func (p *Playground) build() {
	if b := p.building; b.step(p) {
		p.use(b)
	}
}

// step does some more of the build and reports whether it is complete.
func (b *Build) step(p *Playground) bool {
	if b.fill(p) || !b.arrive(p) || b.prepare() {
		return false
	}
	if b.Snapshot == nil {
		b.report.Rows, b.report.Entities, b.lost.of = p.data.Len(), b.table.Len(), p.data.Len()
		b.Snapshot = b.table.Snapshot()
		b.Partitions() // in a step of its own, because the first drawing asks for it
		return false
	}
	return true
}

// rowOf returns the row of the data set that an entity was made of: each is
// stamped one microsecond after the row before.
func (b *Build) rowOf(r table.Row) int { return int((r.Timestamp() - b.start) / table.Microsecond) }

// cancelBuild gives up a build: the journal goes back to the last moment whose
// table is there, or that has no data.
func (p *Playground) cancelBuild() {
	p.building = nil
	at := p.journal.Position()
	for at > 0 {
		if w := p.journal.Work(at); w.Set == (Set{}) || p.keptBuild(w.table()) != nil {
			break
		}
		at--
	}
	p.Seek(at)
}

// Stale reports whether what is shown belongs to an earlier design because the
// present one is still being built or has an error.
func (p *Playground) Stale() bool {
	return p.building != nil || p.editing[0].err != nil || p.editing[1].err != nil
}

// Report returns what became of the rows of the design that is shown.
func (p *Playground) Report() Report {
	if p.built == nil {
		return Report{}
	}
	return p.built.report
}

// Analysis returns what was found about the keys that are shown, or nil while
// nothing is built.
func (p *Playground) Analysis() *keys.Analysis {
	if p.built == nil {
		return nil
	}
	return p.built.analysis
}
