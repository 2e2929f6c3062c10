package store

import (
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// figures are what is computed from a build once, when a page first asks: each
// looks at every partition or every write.
type figures struct {
	findings []keys.Finding
	sizes    keys.Sizes
	sized    int // how many partitions sizes lists, 0 when nobody asked
	sample   keys.Sample
	sampled  int // how many keys sample was asked for, 0 when nobody asked
	asked    []Asked
	queries  int // how many queries asked is about
	prepared int // how many of the figures that look at every write are there
}

// What a build computes ahead, and a page should ask for.
const (
	SortedKeys   = 7 // of SortSample
	LargestSizes = 8 // of Sizes
)

// prepare computes one of the figures that look at every write, so that no
// step and no drawing does it all at once. It reports whether it did.
func (b *build) prepare() bool {
	f := &b.figures
	switch f.prepared {
	case 0:
		f.findings = b.analysis.Findings()
	case 1:
		f.sample, f.sampled = b.analysis.SortSample(SortedKeys), SortedKeys
	case 2:
		f.sizes, f.sized = b.analysis.PartitionSizes(LargestSizes), LargestSizes
	default:
		return false
	}
	f.prepared++
	return true
}

// Findings returns what was found about the keys that are shown, gravest first.
func (p *Playground) Findings() []keys.Finding {
	if p.built == nil {
		return nil
	}
	f := &p.built.figures
	if f.findings == nil {
		f.findings = p.built.analysis.Findings()
	}
	return f.findings
}

// Sizes returns the n largest partitions of the design that is shown, and the
// rest summed; n is at least 1.
func (p *Playground) Sizes(n int) keys.Sizes {
	if p.built == nil {
		return keys.Sizes{}
	}
	f := &p.built.figures
	if f.sized != n {
		f.sizes, f.sized = p.built.analysis.PartitionSizes(n), n
	}
	return f.sizes
}

// SortSample returns about k keys in their true order, around the place where
// the next write lands; k is at least 1.
func (p *Playground) SortSample(k int) keys.Sample {
	if p.built == nil {
		return keys.Sample{}
	}
	f := &p.built.figures
	if f.sampled != k {
		f.sample, f.sampled = p.built.analysis.SortSample(k), k
	}
	return f.sample
}

// cost is the estimate for every page of a plan. Who asks for the top few wants
// the first page alone, which is small enough to be read for its true cost.
func (p *Playground) cost(plan query.Plan, top int) trace.Cost {
	if top > 0 {
		if page, err := query.Run(p.built.snapshot, plan, query.Request{Top: top}, query.Limits{}); err == nil {
			return page.Cost
		}
	}
	return plan.Estimate(p.built.snapshot)
}

// Asked is a ready query with what it takes to read all of its pages, or its
// first page when it has a $top.
type Asked struct {
	Query
	Kind query.Kind
	Cost trace.Cost
}

// Asked returns the ready queries that are filters, each with its plan's kind
// and estimated cost under the design that is shown. Running them all would
// take longer than a page may stand still; the engine holds estimates to facts.
func (p *Playground) Asked() []Asked {
	if p.built == nil {
		return nil
	}
	f := &p.built.figures
	if f.asked == nil || f.queries != len(p.queries) {
		f.asked, f.queries = p.ask(), len(p.queries)
	}
	return f.asked
}

func (p *Playground) ask() []Asked {
	asked := make([]Asked, 0, len(p.queries))
	for _, q := range p.queries {
		expr, err := filter.Parse(q.Filter)
		if err != nil {
			continue
		}
		plan := query.NewPlan(expr)
		asked = append(asked, Asked{Query: q, Kind: plan.Kind, Cost: p.cost(plan, q.Top)})
	}
	return asked
}
