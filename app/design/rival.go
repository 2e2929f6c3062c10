package design

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys"
)

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
func (p *Playground) Comparing() bool { return p.Work().Score.Comparing }

// Compare puts a design beside the present one.
func (p *Playground) Compare(d Design) {
	if p.data == nil {
		return
	}
	p.change("Compare with "+d.Title, func(w *Work) {
		s := &w.Score
		s.Comparing, s.Rival = true, d
		s.RivalTyped = [2]string{d.PartitionKey, d.RowKey}
	})
}

// StopComparing takes the second design away.
func (p *Playground) StopComparing() {
	p.change("Stop comparing", func(w *Work) {
		w.Score.Comparing, w.Score.Rival, w.Score.RivalTyped = false, Design{}, [2]string{}
	})
}

// KeepRival takes the second design as the present one and ends the comparison.
func (p *Playground) KeepRival() {
	p.change("Keep design B", func(w *Work) {
		d := w.Score.Rival
		w.Score.Comparing, w.Score.Rival, w.Score.RivalTyped = false, Design{}, [2]string{}
		w.take(d)
	})
}

// SwapRival lets the two designs change places.
func (p *Playground) SwapRival() {
	p.change("Swap A and B", func(w *Work) {
		a, b := w.Design, w.Score.Rival
		w.Score.Rival, w.Score.RivalTyped = a, [2]string{a.PartitionKey, a.RowKey}
		w.take(b)
	})
}

// RivalDesign returns the second design, the last without an error.
func (p *Playground) RivalDesign() Design { return p.Work().Score.Rival }

// RivalTemplate returns one template of the second design as it is being typed.
func (p *Playground) RivalTemplate(part Part) Preview {
	if p.data == nil {
		return Preview{}
	}
	return p.preview(p.Work().Score.RivalTyped[part], part)
}

// SetRivalTemplate replaces the text of one template of the second design, as
// typed. While it has an error the last design without one stays.
func (p *Playground) SetRivalTemplate(part Part, text string) {
	if p.data == nil || p.Work().Score.RivalTyped[part] == text {
		return
	}
	p.typing("Edit "+part.String()+" of B", func(w *Work) {
		s := &w.Score
		s.RivalTyped[part] = text
		if p.fault(s.RivalTyped[0]) == nil && p.fault(s.RivalTyped[1]) == nil {
			s.Rival = Design{Title: "Your design B", PartitionKey: s.RivalTyped[0], RowKey: s.RivalTyped[1]}
		}
	})
}

// RivalAnalysis returns what was found about the keys of the second design, or
// nil while its table is not built.
func (p *Playground) RivalAnalysis() *keys.Analysis {
	if p.score.rival.built == nil {
		return nil
	}
	return p.score.rival.built.analysis
}

// rivalStep builds some more of the second design's table and reports whether
// there was anything to build. A design that does not fit the columns has no
// table.
func (p *Playground) rivalStep() bool {
	r := &p.score.rival
	w, name := *p.Work(), ""
	if w.Score.Comparing {
		w.Design = w.Score.Rival
		name = w.table()
	}
	switch {
	case name != r.name:
		*r = rival{name: name}
		p.score.sides[B].leave()
		if name != "" {
			r.begin(p, &w)
		}
	case r.building == nil:
		return false
	case r.building.step(p):
		r.built, r.building = r.building, nil
	}
	return true
}

// begin takes a table that is there or begins to build it.
func (r *rival) begin(p *Playground, w *Work) {
	if p.built != nil && p.built.name == r.name {
		r.built = p.built
	} else if r.built = p.keptBuild(r.name); r.built == nil {
		r.building = p.newBuild(w)
	}
}

// holds reports whether the table of that name is there.
func (r *rival) holds(name string) bool { return r.built != nil && r.built.name == name }

// RivalSizes returns the n largest partitions of the second design, n at least 1.
func (p *Playground) RivalSizes(n int) keys.Sizes {
	if p.score.rival.built == nil {
		return keys.Sizes{}
	}
	return p.score.rival.built.partitionSizes(n)
}

// RivalFindings returns what was found about the second design, gravest first.
func (p *Playground) RivalFindings() []keys.Finding {
	if p.score.rival.built == nil {
		return nil
	}
	return p.score.rival.built.findings()
}

// maxRivals bounds the designs that are offered for a comparison.
const maxRivals = 20

// Rivals returns the designs that the present one may be compared with: the one
// that the sample is best compared with, the others that come with the data, the earlier ones of the history, the latest first,
// and a copy of the present one to change.
func (p *Playground) Rivals() []Design {
	var all []Design
	now := p.design()
	add := func(d Design) {
		same := func(x Design) bool { return x.PartitionKey == d.PartitionKey && x.RowKey == d.RowKey }
		if d.PartitionKey+d.RowKey != "" && !same(now) && !slices.ContainsFunc(all, same) && len(all) < maxRivals {
			all = append(all, d)
		}
	}
	sample, _ := SampleByID(p.source.SampleID)
	add(sample.Rival)
	for _, d := range sample.Designs {
		add(d)
	}
	versions, at := p.History()
	for i := at; i >= 0; i-- {
		d := versions[i].Design
		d.Title = "Earlier: " + d.PartitionKey + " and " + d.RowKey
		add(d)
	}
	now.Title = "A copy of the present design"
	return append(all, now)
}
