package check

import (
	"math"
	"slices"

	"github.com/keyrange/keyrange/engine/table"
)

// ArrivalKind says what is known of the order in which rows are written.
type ArrivalKind uint8

// The kinds of knowledge about the order of arrival.
const (
	UnknownArrival ArrivalKind = iota // nobody said
	ReferenceData                     // the rows are loaded once, so there is no such order
	RowOrder                          // the rows come in the order in which they are written
	TimeOfWriting                     // a column says when each row is written
)

// Arrival is the order in which the rows of an Analysis are written. Rows in
// the order of a file are not writes in time, so nothing is concluded about
// load over time unless the order is known. The zero Arrival knows nothing.
type Arrival struct {
	Kind ArrivalKind
	By   string  // the column of the time of writing
	When []int64 // the Moment of each row in that column, or noMoment
}

// noMoment stands for a row without a time of writing.
const noMoment = math.MinInt64

// Known reports whether there is an order of arrival.
func (a Arrival) Known() bool { return a.Kind == RowOrder || a.Kind == TimeOfWriting }

// Same reports whether two arrivals rest on the same knowledge of the same rows.
func (a Arrival) Same(b Arrival) bool { return a.Kind == b.Kind && a.By == b.By }

// HasMoments reports whether the values of a type can say when a row is written.
func HasMoments(t table.EdmType) bool {
	return t == table.DateTime || t == table.Int32 || t == table.Int64 || t == table.Double
}

// Moment returns the place of a value in time: dates by their instant, numbers
// by their size. Moments of one column compare as its values do.
func Moment(v table.Value) int64 {
	switch v.Type() {
	case table.DateTime, table.Int32, table.Int64:
		return max(v.Int(), noMoment+1)
	case table.Double:
		f := v.Float() + 0 // -0 and 0 are the same moment
		if math.IsNaN(f) {
			return noMoment
		}
		bits := int64(math.Float64bits(f))
		return bits ^ bits>>63&math.MaxInt64
	}
	return noMoment
}

// recency is the writes of an Analysis in their order of arrival.
type recency struct {
	newest  []int32 // the last writes, the last one last
	dated   int     // writes that have a place in the order
	undated int     // writes without a time of writing
	low     int64   // the moment of newest[0]
	first   int32   // newest[0]
}

// SetArrival replaces what is known of the order of arrival. It costs nothing;
// what follows from it is found when it is asked for.
func (a *Analysis) SetArrival(arrival Arrival) { a.arrival, a.recency = arrival, nil }

// Arrival returns what is known of the order of arrival.
func (a *Analysis) Arrival() Arrival { return a.arrival }

// recent returns which writes are recent. Where the order of arrival is not
// known, none are.
func (a *Analysis) recent() *recency {
	if a.recency == nil {
		a.recency = &recency{}
		if a.arrival.Known() {
			a.recency.find(a)
		}
	}
	return a.recency
}

// moment returns when a write arrives, in units that mean nothing but their
// order.
func (a *Analysis) moment(n int32) int64 {
	if a.arrival.Kind == RowOrder {
		return int64(n)
	}
	if row := int(a.writes[n].row); row < len(a.arrival.When) {
		return a.arrival.When[row]
	}
	return noMoment
}

// find takes the writes with the greatest moments, of equal ones those of later
// rows.
func (r *recency) find(a *Analysis) {
	low, high := int64(math.MaxInt64), int64(noMoment)
	for n := range a.writes {
		if m := a.moment(int32(n)); m != noMoment {
			r.dated++
			low, high = min(low, m), max(high, m)
		}
	}
	r.undated = len(a.writes) - r.dated
	wanted := min(recentWrites, (r.dated+1)/2)
	if wanted == 0 {
		return
	}
	r.low = a.threshold(low, high, wanted)
	for n := int32(len(a.writes)) - 1; n >= 0; n-- {
		if a.moment(n) > r.low {
			r.newest = append(r.newest, n)
		}
	}
	for n := int32(len(a.writes)) - 1; n >= 0 && len(r.newest) < wanted; n-- {
		if a.moment(n) == r.low {
			r.newest = append(r.newest, n)
		}
	}
	slices.SortFunc(r.newest, func(x, y int32) int {
		if mx, my := a.moment(x), a.moment(y); mx != my {
			return compareOrdered(mx, my)
		}
		return compareOrdered(x, y)
	})
	r.first = r.newest[0]
}

// threshold returns the greatest moment that at least wanted writes have reached:
// a binary search over the moments, so that it takes at most 64 passes.
func (a *Analysis) threshold(low, high int64, wanted int) int64 {
	for low < high {
		middle := low + int64((uint64(high)-uint64(low)+1)/2)
		reached := 0
		for n := range a.writes {
			if a.moment(int32(n)) >= middle {
				reached++
			}
		}
		if reached >= wanted {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// before reports whether a write arrives before all recent ones.
func (r *recency) before(a *Analysis, n int32) bool {
	m := a.moment(n)
	return m != noMoment && (m < r.low || m == r.low && n < r.first)
}

func compareOrdered[T int32 | int64](x, y T) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
