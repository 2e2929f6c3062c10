package model

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/reach"
	"github.com/keyrange/keyrange/engine/query"
	words "github.com/keyrange/keyrange/engine/text"
)

// Barrier is a condition of a question that does not bound a key as tightly as
// it could, with the other questions that a way out would make dearer.
type Barrier struct {
	reach.Barrier
	Dearer string // a sentence, "" when no other question is dearer
}

// Barriers returns what keeps the conditions of a question from the keys of a
// build.
func (p *Asking) Barriers(e *filter.Expr, b *Build) []Barrier {
	var all []Barrier
	for _, one := range reach.Barriers(e, b.Partition, b.Row, b.Extents) {
		x := Barrier{Barrier: one}
		if one.Edit != nil {
			x.Dearer = p.dearer(one.Edit, b)
		}
		all = append(all, x)
	}
	return all
}

// dearer says which questions an edit of a key moves to a dearer class.
func (p *Asking) dearer(f *keys.Fix, b *Build) string {
	pk, rk := b.Partition, b.Row
	changed, err := p.rows.Bind(f.Template)
	if err != nil {
		return ""
	}
	if f.RowKey {
		rk = changed
	} else {
		pk = changed
	}
	var names []string
	for _, q := range p.questions.Questions() {
		e, err := filter.Parse(q.Filter)
		if err != nil || NamesKeys(q.Filter) {
			continue
		}
		now, then := classOf(reach.Translate(e, b.Partition, b.Row, b.Extents)), classOf(reach.Translate(e, pk, rk, b.Extents))
		if name := "“" + q.Title + "”"; then > now && !slices.Contains(names, name) {
			names = append(names, name+" (a "+strings.ToLower(then.String())+" instead of a "+strings.ToLower(now.String())+")")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "It makes " + words.List(names) + " dearer."
}

// classOf is the class of the dearest request.
func classOf(t reach.Translation) query.Kind {
	dearest := query.PointQuery
	for _, r := range t.Requests {
		dearest = max(dearest, query.NewPlan(r).Kind)
	}
	return dearest
}

// keyBounds is what the present filter says of the keys, by the way they are
// made: the filter with bounds, and what does not bound them.
type keyBounds struct {
	Requests []string // the filter with bounds on the keys, nil when none follow
	Bounds   string   // those of the first request alone
	Rests    []string // what the bounds take from the rows that are there
	Barriers []Barrier
}

// KeyBounds returns what the present filter says of the keys beyond what it says
// itself. ok is false for a filter that is wrong, empty, or names the keys.
func (p *Asking) KeyBounds() (keyBounds, bool) {
	a := &p.Asking
	if !a.planned || p.table.built == nil || a.expr == nil || a.expr.Root == nil || NamesKeys(a.filter) {
		return keyBounds{}, false
	}
	if a.bounds == nil {
		t := reach.Translate(a.expr, p.table.built.Partition, p.table.built.Row, p.table.built.Extents)
		k := &keyBounds{Barriers: p.Barriers(a.expr, p.table.built)}
		if t.Bounded {
			k.Rests, k.Bounds = t.Rests, t.Bounds()
			for _, r := range t.Requests {
				k.Requests = append(k.Requests, r.String())
			}
		}
		a.bounds = k
	}
	return *a.bounds, len(a.bounds.Requests) > 0 || len(a.bounds.Barriers) > 0
}

// AddBounds puts the bounds on the keys before the filter, and asks again what
// was asked. It does nothing where the filter becomes several requests.
func (p *Asking) AddBounds() {
	k, ok := p.KeyBounds()
	if !ok || len(k.Requests) != 1 {
		return
	}
	p.edit.Change("Add the bounds on the keys", func(w *draft.Work) {
		w.Filter = k.Requests[0]
		w.Answer = w.Request(1)
	})
}
