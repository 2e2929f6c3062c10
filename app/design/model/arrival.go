package model

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// arrivalChoices returns what can be said of the order in which the rows of a
// data set are written.
func arrivalChoices(d *dataset.Dataset) []draft.Arrival {
	list := []draft.Arrival{{Kind: check.ReferenceData}, {Kind: check.RowOrder}}
	for _, c := range d.Columns {
		if check.HasMoments(c.Type) {
			list = append(list, draft.Arrival{Kind: check.TimeOfWriting, Column: c.Name})
		}
	}
	return list
}

// Arrival returns what is known of the order in which the rows are written: what
// the user said, or what a sample of the site says of itself.
func (p *Builder) Arrival() draft.Arrival {
	a := p.edit.Work().Arrival
	if a == (draft.Arrival{}) {
		if s, ok := draft.SampleByID(p.edit.Work().Set.Sample); ok {
			return s.Arrival
		}
	}
	return a
}

// ArrivalChoices returns what can be said of it, and first that nothing is said
// where that is so.
func (p *Builder) ArrivalChoices() []draft.Arrival {
	if p.rows.data == nil {
		return nil
	}
	list := arrivalChoices(p.rows.data)
	if now := p.Arrival(); !slices.Contains(list, now) {
		list = append([]draft.Arrival{now}, list...)
	}
	return list
}

// GuessedArrival returns the likeliest order and the reason, while nobody has
// said what it is; ok is false otherwise.
func (p *Builder) GuessedArrival() (a draft.Arrival, reason string, ok bool) {
	if p.rows.data == nil || p.Arrival() != (draft.Arrival{}) {
		return draft.Arrival{}, "", false
	}
	if g := &p.guessed; g.data != p.rows.data || !slices.Equal(g.columns, p.edit.Work().Columns) {
		g.data, g.columns = p.rows.data, p.edit.Work().Columns
		g.arrival, g.reason = GuessArrival(p.rows.data)
	}
	return p.guessed.arrival, p.guessed.reason, true
}

// guessedArrival is the last guess, and what it was made of.
type guessedArrival struct {
	data    *dataset.Dataset
	columns []draft.Column
	arrival draft.Arrival
	reason  string
}

// SetArrival says in what order the rows are written. The table stays; what is
// said about load over time follows.
func (p *Builder) SetArrival(a draft.Arrival) {
	if p.rows.data == nil || a == p.Arrival() || !slices.Contains(arrivalChoices(p.rows.data), a) {
		return
	}
	label := "Written in the order of " + a.Column
	switch a.Kind {
	case check.ReferenceData:
		label = "Reference data, loaded once"
	case check.RowOrder:
		label = "Written in the order of the rows"
	}
	p.edit.Change(label, func(w *draft.Work) { w.Arrival = a })
}

// arrivals is the order of arrival of the present data as an Analysis takes it,
// worked out step by step.
//
// What always holds: order is whole exactly when row is the number of rows; it
// is of the column and the type with which it was begun.
type arrivals struct {
	data    *dataset.Dataset
	said    draft.Arrival
	columns []draft.Column // the types of all columns, since a change of one may change the moments
	col     int
	row     int
	order   check.Arrival
}

// momentsPerStep is how many rows one step reads the time of writing of.
const momentsPerStep = 2000

// arrivalStep works out some more of the present order of arrival and reports
// whether it is whole.
func (p *Builder) arrivalStep() bool {
	x, w := &p.arriving, p.edit.Work()
	said := p.Arrival()
	if x.data != p.rows.data || x.said != said || !slices.Equal(x.columns, w.Columns) {
		*x = arrivals{data: p.rows.data, said: said, columns: w.Columns, row: p.rows.data.Len()}
		x.begin()
		return x.row == p.rows.data.Len()
	}
	for end := min(x.row+momentsPerStep, p.rows.data.Len()); x.row < end; x.row++ {
		x.order.When = append(x.order.When, check.Moment(p.rows.data.Value(x.row, x.col)))
	}
	return x.row == p.rows.data.Len()
}

// begin finds out what there is to be read. A column that is gone, or whose
// type says nothing about time, leaves the order unknown.
func (x *arrivals) begin() {
	x.order = check.Arrival{Kind: x.said.Kind}
	if x.said.Kind != check.TimeOfWriting {
		return
	}
	col, found := x.data.ColumnIndex(x.said.Column)
	if !found || !check.HasMoments(x.data.Columns[col].Type) {
		x.order.Kind = check.UnknownArrival
		return
	}
	x.col, x.row, x.order.By = col, 0, x.said.Column
	x.order.When = make([]int64, 0, x.data.Len())
}

// arrive gives a build the present order of arrival and reports whether it has
// it. What was found out about load over time is then found out again.
func (b *Build) arrive(p *Builder) bool {
	if !p.arrivalStep() {
		return false
	}
	order := p.arriving.order
	if b.arrived && b.Analysis.Arrival().Same(order) && sameMoments(b.Analysis.Arrival().When, order.When) {
		return true
	}
	b.Analysis.SetArrival(order)
	b.arrived, b.figures = true, figures{}
	b.Arrivals++
	return true
}

// sameMoments reports whether two lists are one.
func sameMoments(a, b []int64) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Rearrive brings builds that are shown up to the present order of arrival and
// reports whether there was anything to do.
func (p *Builder) Rearrive(shown ...*Build) bool {
	for _, b := range shown {
		if b == nil || p.rows.data == nil {
			continue
		}
		now := b.figures.prepared
		if whole := b.arrive(p); !whole || b.prepare() || b.figures.prepared != now {
			return true
		}
	}
	return false
}
