package model

import (
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
	v := PlanView{Kind: a.Plan.Kind, Explain: a.Plan.Explain(), Estimate: a.estimate, Least: a.least, Total: p.table.built.Snapshot.Len()}
	all := p.table.built.Partitions()
	low, _, _ := a.Plan.Range()
	v.ReadFrom = p.table.built.Rank(low)
	v.ReadTo = v.ReadFrom + a.estimate.Examined
	v.Whole = Gather(all, 0, v.Total)
	v.Read = Gather(all, v.ReadFrom, v.ReadTo)
	if p.Answered() {
		v.Marks = a.result.marks()
	}
	return v
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
