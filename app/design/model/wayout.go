package model

import (
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/trace"
)

// WayOut is a cheaper way to ask what a filter asks: queries over ranges of keys
// that do not overlap, which together return the same entities.
type WayOut struct {
	Why     string     // why the filter reads more, a plain sentence
	Scan    trace.Cost // what the filter costs, estimated
	Parts   []PartView
	Cost    trace.Cost // of all parts, estimated
	Longest int        // round trips of the longest part: they run at the same time
}

// PartView is one of the queries of a WayOut.
type PartView struct {
	Filter   string
	Kind     query.Kind
	Cost     trace.Cost
	From, To int // the entities that it reads, as places in the table, half-open
}

// WayOut returns a cheaper way to ask the present filter, if one is proved.
func (p *Asking) WayOut() (WayOut, bool) {
	a := &p.Asking
	if !a.planned || p.table.built == nil {
		return WayOut{}, false
	}
	if !a.searched {
		a.searched, a.way = true, p.findWay()
	}
	if a.way == nil {
		return WayOut{}, false
	}
	return *a.way, true
}

func (p *Asking) findWay() *WayOut {
	a := &p.Asking
	parts, ok := query.Split(a.expr)
	if !ok {
		return nil
	}
	w := WayOut{Why: a.Plan.Why(), Scan: a.estimate}
	for _, part := range parts {
		cost := part.Plan.Estimate(p.table.built.Snapshot)
		if a.top > 0 {
			cost.Pages = max(1, (cost.Examined+a.top-1)/a.top)
		}
		low, _, _ := part.Plan.Range()
		from := p.table.built.Rank(low)
		w.Parts = append(w.Parts, PartView{part.Filter.String(), part.Plan.Kind, cost, from, from + cost.Examined})
		w.Cost.Examined, w.Cost.Pages = w.Cost.Examined+cost.Examined, w.Cost.Pages+cost.Pages
		w.Longest = max(w.Longest, cost.Pages)
	}
	if w.Cost.Examined >= w.Scan.Examined {
		return nil
	}
	return &w
}

// RunParts sends the queries of the way out instead of the filter and reads every
// page of each. A way out of one query replaces the filter.
func (p *Asking) RunParts() {
	w, ok := p.WayOut()
	if !ok {
		return
	}
	if len(w.Parts) == 1 {
		p.edit.Change("Ask in one range", func(work *draft.Work) {
			work.Filter = w.Parts[0].Filter
			work.Answer = work.Request(1)
		})
		return
	}
	p.edit.Change("Run as "+inWords(len(w.Parts))+" queries", func(work *draft.Work) {
		work.Answer = work.Request(draft.EveryPage)
		work.Answer.Split = true
	})
}

// inWords is a small number in words.
func inWords(n int) string {
	return strings.Fields("no one two three four five six seven eight")[min(n, query.MaxParts)]
}
