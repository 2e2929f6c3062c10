package design

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys"
)

// Rival is the design that the present one is compared with.
type Rival struct {
	edit   *Editor
	rows   *Rows
	table  *Builder
	keys   *Templates
	second rival
}

// NewRival returns no second design.
func NewRival(edit *Editor, rows *Rows, table *Builder, keys *Templates) *Rival {
	return &Rival{edit: edit, rows: rows, table: table, keys: keys}
}

// rival is the table of the design that the present one is compared with.
//
// What always holds: built and building are the table with that name; while
// another one is being built the table before it is let go, so that at most
// three tables are in memory.
type rival struct {
	name     string // of the table, as Work names it; empty for none
	built    *Build
	building *Build
}

// Comparing reports whether a second design stands beside the present one.
func (p *Rival) Comparing() bool { return p.edit.Work().Score.Comparing }

// Compare puts a design beside the present one.
func (p *Rival) Compare(d Design) {
	if p.rows.data == nil {
		return
	}
	p.edit.change("Compare with "+d.Title, func(w *Work) {
		s := &w.Score
		s.Comparing, s.Rival = true, d
		s.RivalTyped = [2]string{d.PartitionKey, d.RowKey}
	})
}

// StopComparing takes the second design away.
func (p *Rival) StopComparing() {
	p.edit.change("Stop comparing", func(w *Work) {
		w.Score.Comparing, w.Score.Rival, w.Score.RivalTyped = false, Design{}, [2]string{}
	})
}

// KeepRival takes the second design as the present one and ends the comparison.
func (p *Rival) KeepRival() {
	p.edit.change("Keep design B", func(w *Work) {
		d := w.Score.Rival
		w.Score.Comparing, w.Score.Rival, w.Score.RivalTyped = false, Design{}, [2]string{}
		w.take(d)
	})
}

// SwapRival lets the two designs change places.
func (p *Rival) SwapRival() {
	p.edit.change("Swap A and B", func(w *Work) {
		a, b := w.Design, w.Score.Rival
		w.Score.Rival, w.Score.RivalTyped = a, [2]string{a.PartitionKey, a.RowKey}
		w.take(b)
	})
}

// RivalDesign returns the second design, the last without an error.
func (p *Rival) RivalDesign() Design { return p.edit.Work().Score.Rival }

// RivalTemplate returns one template of the second design as it is being typed.
func (p *Rival) RivalTemplate(part Part) Preview {
	if p.rows.data == nil {
		return Preview{}
	}
	return p.keys.preview(p.edit.Work().Score.RivalTyped[part], part)
}

// SetRivalTemplate replaces the text of one template of the second design, as
// typed. While it has an error the last design without one stays.
func (p *Rival) SetRivalTemplate(part Part, text string) {
	if p.rows.data == nil || p.edit.Work().Score.RivalTyped[part] == text {
		return
	}
	p.edit.typing("Edit "+part.String()+" of B", func(w *Work) {
		s := &w.Score
		s.RivalTyped[part] = text
		if p.rows.fault(s.RivalTyped[0]) == nil && p.rows.fault(s.RivalTyped[1]) == nil {
			s.Rival = Design{Title: "Your design B", PartitionKey: s.RivalTyped[0], RowKey: s.RivalTyped[1]}
		}
	})
}

// RivalAnalysis returns what was found about the keys of the second design, or
// nil while its table is not built.
func (p *Rival) RivalAnalysis() *keys.Analysis {
	if p.second.built == nil {
		return nil
	}
	return p.second.built.analysis
}

// rivalStep builds some more of the second design's table and reports whether
// there was anything to build. A design that does not fit the columns has no
// table.
func (p *Rival) rivalStep() bool {
	r := &p.second
	w, name := *p.edit.Work(), ""
	if w.Score.Comparing {
		w.Design = w.Score.Rival
		name = w.table()
	}
	switch {
	case name != r.name:
		*r = rival{name: name}
		if name != "" {
			r.begin(p, &w)
		}
	case r.building == nil:
		return false
	case r.building.step(p.table):
		r.built, r.building = r.building, nil
	}
	return true
}

// begin takes a table that is there or begins to build it.
func (r *rival) begin(p *Rival, w *Work) {
	if p.table.built != nil && p.table.built.name == r.name {
		r.built = p.table.built
	} else if r.built = p.table.keptBuild(r.name); r.built == nil {
		r.building = p.table.newBuild(w)
	}
}

// holds reports whether the table of that name is there.
func (r *rival) holds(name string) bool { return r.built != nil && r.built.name == name }

// RivalSizes returns the n largest partitions of the second design, n at least 1.
func (p *Rival) RivalSizes(n int) keys.Sizes {
	if p.second.built == nil {
		return keys.Sizes{}
	}
	return p.second.built.partitionSizes(n)
}

// RivalFindings returns what was found about the second design, gravest first.
func (p *Rival) RivalFindings() []keys.Finding {
	if p.second.built == nil {
		return nil
	}
	return p.second.built.findings()
}

// maxRivals bounds the designs that are offered for a comparison.
const maxRivals = 20

// Rivals returns the designs that the present one may be compared with: the one
// that the sample is best compared with, the others that come with the data, the earlier ones of the history, the latest first,
// and a copy of the present one to change.
func (p *Rival) Rivals() []Design {
	var all []Design
	now := p.edit.design()
	add := func(d Design) {
		same := func(x Design) bool { return x.PartitionKey == d.PartitionKey && x.RowKey == d.RowKey }
		if d.PartitionKey+d.RowKey != "" && !same(now) && !slices.ContainsFunc(all, same) && len(all) < maxRivals {
			all = append(all, d)
		}
	}
	sample, _ := SampleByID(p.rows.source.SampleID)
	add(sample.Rival)
	for _, d := range sample.Designs {
		add(d)
	}
	versions, at := p.edit.History()
	for i := at; i >= 0; i-- {
		d := versions[i].Design
		d.Title = "Earlier: " + d.PartitionKey + " and " + d.RowKey
		add(d)
	}
	now.Title = "A copy of the present design"
	return append(all, now)
}
