package store

import (
	"errors"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// build is a design applied to every row: the keys, what was found about them
// and the table that they fill.
type build struct {
	pk, rk   *keys.Bound
	row      int // the next row
	table    *table.Table
	snapshot *table.Snapshot
	analysis *keys.Analysis
	report   Report
	segments []Segment // every partition, made when a drawing first asks
	figures  figures
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

// startBuild begins to build the present design, if it is one.
func (p *Playground) startBuild() {
	d := p.design()
	pk, err := p.bind(d.PartitionKey)
	p.editing[PartitionKey].err = err
	rk, err2 := p.bind(d.RowKey)
	p.editing[RowKey].err = err2
	if err != nil || err2 != nil {
		p.building = nil
		return
	}
	p.building = &build{pk: pk, rk: rk, table: table.New("playground"), analysis: keys.NewAnalysis(pk, rk)}
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
	b := p.building
	end := min(b.row+rowsPerStep, p.data.Len())
	for ; b.row < end; b.row++ {
		b.add(p, b.row)
	}
	if b.row < p.data.Len() || b.prepare() {
		return
	}
	b.report.Rows, b.report.Entities = p.data.Len(), b.table.Len()
	b.snapshot = b.table.Snapshot()
	p.building, p.built, p.before = nil, b, nil
	p.rebuilt()
}

// add turns one row into an entity, or into a line of the report.
func (b *build) add(p *Playground, n int) {
	r := row{p.data, n}
	pk, pkErr := b.pk.Key(r, n)
	rk, rkErr := b.rk.Key(r, n)
	b.analysis.Add(pk, rk, errors.Join(pkErr, rkErr))
	key := table.Key{PartitionKey: pk, RowKey: rk}
	if err := firstOf(pkErr, rkErr); err != nil {
		b.report.reject("", "The row gives no key.", Reject{Row: n + 1, Key: key, Reason: err.Error()})
		return
	}
	_, err := b.table.Insert(p.data.Entity(n, key), p.start+table.Ticks(n)*table.Microsecond)
	var refused *table.Error
	if errors.As(err, &refused) {
		b.report.reject(refused.Code, plain(refused.Code), Reject{Row: n + 1, Key: key, Reason: refused.Message})
	}
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// plain says in a sentence why the service refuses a row with a code.
func plain(code table.Code) string {
	switch code {
	case table.EntityAlreadyExists:
		return "Another row has the same PartitionKey and RowKey."
	case table.OutOfRangeInput:
		return "The key or a date holds something that the service refuses."
	case table.PropertyValueTooLarge:
		return "A key or a text is longer than the service takes."
	case table.EntityTooLarge:
		return "The entity is larger than 1 MB."
	}
	return "The service refuses the entity."
}

// cancelBuild gives up a build; the design goes back to the built one.
func (p *Playground) cancelBuild() {
	p.building = nil
	if p.built == nil {
		p.putBack()
		return
	}
	if p.CanUndo() {
		p.now--
		v := p.history[p.now]
		p.restoreColumns(v.columns)
		p.editing = [2]editor{{text: v.Design.PartitionKey}, {text: v.Design.RowKey}}
	}
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
