package model

import (
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// maxSegments bounds how many pieces of the key space a drawing shows; smaller
// neighbours share a piece beyond it.
const maxSegments = 24

// Segment is a run of neighbouring partitions in key order. Places are counted
// in entities from the start of the table.
type Segment struct {
	First, Last string // PartitionKeys
	Partitions  int
	From, To    int // half-open
}

// PlanView is a plan laid over the key space, in the units of a drawing.
type PlanView struct {
	Kind     query.Kind
	Explain  string
	Estimate trace.Cost // at most
	Least    trace.Cost // at least
	Total    int        // entities in the table
	Whole    []Segment  // the whole table
	ReadFrom int        // the entities that the plan reads, half-open
	ReadTo   int
	Read     []Segment // the partitions inside that, cut at its ends
	Marks    []Mark
}

// Mark is a bookmark: the place in the table where a page ended with a token.
type Mark struct {
	Page int // from 1
	At   int // place in entities
	Next string
	Live bool // it is the token that the next request would send
}

// Plan returns the plan of the filter as it stands; ok is false while the
// filter has an error or nothing is built.
func (p *Asking) Plan() (_ PlanView, ok bool) {
	a := &p.Asking
	if !a.planned || p.table.built == nil {
		return PlanView{}, false
	}
	if a.drawn == nil {
		v := p.draw()
		a.drawn = &v
	}
	return *a.drawn, true
}

func (p *Asking) draw() PlanView {
	a := &p.Asking
	v := p.table.built.lay(a.Plan, query.Bracket{High: a.estimate, Low: a.least})
	if p.Answered() {
		v.Marks = a.result.marks()
	}
	return v
}

// lay lays a plan over the key space.
func (b *Build) lay(plan query.Plan, costs query.Bracket) PlanView {
	v := PlanView{Kind: plan.Kind, Explain: plan.Explain(), Estimate: costs.High, Least: costs.Low, Total: b.Snapshot.Len()}
	low, _, _ := plan.Range()
	v.ReadFrom = b.Rank(low)
	v.ReadTo = v.ReadFrom + costs.High.Examined
	v.Whole = Gather(b.Partitions(), 0, v.Total)
	v.Read = Gather(b.Partitions(), v.ReadFrom, v.ReadTo)
	return v
}

// AskOnce asks a table outside of any work: the plan of the filter, laid over the key
// space, and what all pages of the answer cost together.
func AskOnce(s *table.Snapshot, text string) (v PlanView, cost trace.Cost, err error) {
	expr, err := filter.Parse(text)
	if err != nil {
		return v, cost, err
	}
	b := &Build{Snapshot: s}
	r := Result{Plan: query.NewPlan(expr), Top: noTop, Over: b}
	v = b.lay(r.Plan, r.Plan.Bracket(s, noTop, query.Limits{}))
	for more := true; more; more = r.next != nil { // a token leads onward, so there are as many pages as fit
		page, err := query.Run(s, r.Plan, query.Request{Top: noTop, Token: r.next}, query.Limits{})
		if err != nil {
			return v, cost, err
		}
		r.count(PageView{Cost: page.Cost, Token: page.Next})
	}
	return v, r.Cost, nil
}

// marks are the places where pages ended with a token.
func (r *Result) marks() []Mark {
	var marks []Mark
	part, at := -1, 0
	for i, page := range r.Pages {
		if page.Part != part {
			part = page.Part
			low, _, _ := r.plan(part).Range()
			at = r.Over.Rank(low)
		}
		at += page.Cost.Examined
		if page.Next != "" {
			marks = append(marks, Mark{Page: i + 1, At: at, Next: page.Next, Live: i == len(r.Pages)-1})
		}
	}
	return marks
}

// partitionEnd is the key of a partition and how many entities there are up to
// its end. There may be as many as rows, so it is small.
type partitionEnd struct {
	key string
	to  int32
}

// Partitions returns every partition of the build, in order.
func (b *Build) Partitions() []partitionEnd {
	if b.ends == nil {
		at := 0
		if b.Analysis != nil { // a lesson has none
			b.ends = make([]partitionEnd, 0, b.Analysis.PartitionCount())
		}
		b.Snapshot.Partitions("", func(pk string, n int) bool {
			at += n
			b.ends = append(b.ends, partitionEnd{pk, int32(at)})
			return true
		})
	}
	return b.ends
}

// Rank returns how many entities sort before k.
func (b *Build) Rank(k table.Key) int {
	n := 0
	for _, s := range b.Partitions() {
		if table.CompareUTF16(s.key, k.PartitionKey) >= 0 {
			break
		}
		n = int(s.to)
	}
	if k.RowKey == "" {
		return n
	}
	b.Snapshot.Scan(table.Key{PartitionKey: k.PartitionKey}, func(rows []table.Row) bool {
		for _, r := range rows {
			if r.PartitionKey() != k.PartitionKey || table.CompareUTF16(r.RowKey(), k.RowKey) >= 0 {
				return false
			}
			n++
		}
		return true
	})
	return n
}

// Gather cuts the partitions to [from, to) and joins neighbours until at most
// maxSegments are left: a piece is closed once it holds its share.
func Gather(all []partitionEnd, from, to int) []Segment {
	var out []Segment
	share := (to - from) / maxSegments
	begins := 0
	for _, p := range all {
		s := Segment{First: p.key, Last: p.key, Partitions: 1, From: max(begins, from), To: min(int(p.to), to)}
		begins = int(p.to)
		if s.From >= s.To {
			continue
		}
		if n := len(out); n > 0 && len(all) > maxSegments && (s.To-s.From < share || n >= maxSegments) && out[n-1].To-out[n-1].From < share {
			out[n-1].Last, out[n-1].To = s.Last, s.To
			out[n-1].Partitions += s.Partitions
			continue
		}
		out = append(out, s)
	}
	return out
}
