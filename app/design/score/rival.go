package score

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// Rival is the design that the present one is compared with.
type Rival struct {
	edit   *draft.Editor
	rows   *model.Rows
	table  *model.Builder
	keys   *model.Templates
	Second SecondTable
}

// NewRival returns no second design.
func NewRival(edit *draft.Editor, rows *model.Rows, table *model.Builder, keys *model.Templates) *Rival {
	return &Rival{edit: edit, rows: rows, table: table, keys: keys}
}

// SecondTable is the table of the design that the present one is compared with.
//
// What always holds: built and building are the table with that name; while
// another one is being built the table before it is let go, so that at most
// three tables are in memory.
type SecondTable struct {
	name     string // of the table, as Work names it; empty for none
	Built    *model.Build
	building *model.Build
}

// Comparing reports whether a second design stands beside the present one.
func (p *Rival) Comparing() bool { return p.edit.Work().Score.Comparing }

// Compare puts a design beside the present one.
func (p *Rival) Compare(d draft.Design) {
	if p.rows.Data() == nil {
		return
	}
	p.edit.Change("Compare with "+d.Title, func(w *draft.Work) {
		s := &w.Score
		s.Comparing, s.Rival = true, d
		s.RivalTyped = [2]string{d.PartitionKey, d.RowKey}
	})
}

// StopComparing takes the second design away.
func (p *Rival) StopComparing() {
	p.edit.Change("Stop comparing", func(w *draft.Work) {
		w.Score.Comparing, w.Score.Rival, w.Score.RivalTyped = false, draft.Design{}, [2]string{}
	})
}

// KeepRival takes the second design as the present one and ends the comparison.
func (p *Rival) KeepRival() {
	p.edit.Change("Keep design B", func(w *draft.Work) {
		d := w.Score.Rival
		w.Score.Comparing, w.Score.Rival, w.Score.RivalTyped = false, draft.Design{}, [2]string{}
		w.Take(d)
	})
}

// SwapRival lets the two designs change places.
func (p *Rival) SwapRival() {
	p.edit.Change("Swap A and B", func(w *draft.Work) {
		a, b := w.Design, w.Score.Rival
		w.Score.Rival, w.Score.RivalTyped = a, [2]string{a.PartitionKey, a.RowKey}
		w.Take(b)
	})
}

// RivalDesign returns the second design, the last without an error.
func (p *Rival) RivalDesign() draft.Design { return p.edit.Work().Score.Rival }

// RivalTemplate returns one template of the second design as it is being typed.
func (p *Rival) RivalTemplate(part draft.Part) model.Preview {
	if p.rows.Data() == nil {
		return model.Preview{}
	}
	return p.keys.Preview(p.edit.Work().Score.RivalTyped[part], part)
}

// SetRivalTemplate replaces the text of one template of the second design, as
// typed. While it has an error the last design without one stays.
func (p *Rival) SetRivalTemplate(part draft.Part, text string) {
	if p.rows.Data() == nil || p.edit.Work().Score.RivalTyped[part] == text {
		return
	}
	p.edit.Typing("Edit "+part.String()+" of B", func(w *draft.Work) {
		s := &w.Score
		s.RivalTyped[part] = text
		if p.rows.Fault(s.RivalTyped[0]) == nil && p.rows.Fault(s.RivalTyped[1]) == nil {
			s.Rival = draft.Design{Title: "Your design B", PartitionKey: s.RivalTyped[0], RowKey: s.RivalTyped[1]}
		}
	})
}

// rivalStep builds some more of the second design's table and reports whether
// there was anything to build. A design that does not fit the columns has no
// table.
func (p *Rival) rivalStep() bool {
	r := &p.Second
	w, name := *p.edit.Work(), ""
	if w.Score.Comparing {
		w.Design = w.Score.Rival
		name = w.Table()
	}
	switch {
	case name != r.name:
		*r = SecondTable{name: name}
		if name != "" {
			r.begin(p, &w)
		}
	case r.building == nil:
		return false
	case r.building.Step(p.table):
		r.Built, r.building = r.building, nil
	}
	return true
}

// begin takes a table that is there or begins to build it.
func (r *SecondTable) begin(p *Rival, w *draft.Work) {
	if p.table.Built() != nil && p.table.Built().Name == r.name {
		r.Built = p.table.Built()
	} else if r.Built = p.table.KeptBuild(r.name); r.Built == nil {
		r.building = p.table.NewBuild(w)
	}
}

// RivalSizes returns the n largest partitions of the second design, n at least 1.
func (p *Rival) RivalSizes(n int) check.Sizes {
	if p.Second.Built == nil {
		return check.Sizes{}
	}
	return p.Second.Built.PartitionSizes(n)
}

// RivalFindings returns what was found about the second design, gravest first.
func (p *Rival) RivalFindings() []check.Finding {
	if p.Second.Built == nil {
		return nil
	}
	return p.Second.Built.Findings()
}

// maxRivals bounds the designs that are offered for a comparison.
const maxRivals = 20

// Rivals returns the designs that the present one may be compared with: the one
// that the sample is best compared with, the others that come with the data, the earlier ones of the history, the latest first,
// and a copy of the present one to change.
func (p *Rival) Rivals() []draft.Design {
	var all []draft.Design
	now := p.edit.Design()
	add := func(d draft.Design) {
		same := func(x draft.Design) bool { return x.PartitionKey == d.PartitionKey && x.RowKey == d.RowKey }
		if d.PartitionKey+d.RowKey != "" && !same(now) && !slices.ContainsFunc(all, same) && len(all) < maxRivals {
			all = append(all, d)
		}
	}
	sample, _ := draft.SampleByID(p.rows.Source().SampleID)
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
