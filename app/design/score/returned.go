package score

import (
	"math/bits"
	"sort"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// Returned is which rows of the data set a question returns under one design.
//
// What always holds: rows has one bit for each row that came at least once, and
// again says how many more times a row came. With $top and an order these are
// the first rows in that order over all requests, as the application keeps them.
type Returned struct {
	rows  []uint64
	again map[int]int
	Count int
	First bool // $top without an order: any rows will do
	full  bool // as many rows as $top lets in
}

func (a *Returned) add(row int) {
	for len(a.rows) <= row/64 {
		a.rows = append(a.rows, 0)
	}
	a.Count++
	if a.Holds(row) {
		if a.again == nil {
			a.again = map[int]int{}
		}
		a.again[row]++
		return
	}
	a.rows[row/64] |= 1 << (row % 64)
}

// Holds reports whether a row is among those returned.
func (a *Returned) Holds(row int) bool {
	return row/64 < len(a.rows) && a.rows[row/64]&(1<<(row%64)) != 0
}

// times is how often a row came.
func (a *Returned) times(row int) int {
	if !a.Holds(row) {
		return 0
	}
	return 1 + a.again[row]
}

// Beyond calls visit for each row that came more often than in another answer,
// with how much more often, in the order of the rows.
func (a *Returned) Beyond(other *Returned, visit func(row, more int)) {
	for i, word := range a.rows {
		if len(a.again) == 0 && i < len(other.rows) {
			word &^= other.rows[i] // a row that came once is not beyond one that came
		}
		for ; word != 0; word &= word - 1 {
			row := 64*i + bits.TrailingZeros64(word)
			if more := a.times(row) - other.times(row); more > 0 {
				visit(row, more)
			}
		}
	}
}

// only returns how many rows came more often than in another answer, and of those
// the ones that the other design lost. Where each row came once it takes a word
// of rows at a time.
func (a *Returned) only(other *Returned, lost *model.Losses) (n int, missing model.Tally) {
	if len(a.again)+len(other.again) > 0 {
		a.Beyond(other, func(row, more int) {
			n += more
			if code, ok := lost.Code(row); ok {
				missing.Add(code, more)
			}
		})
		return n, missing
	}
	for i, word := range a.rows {
		if i < len(other.rows) {
			word &^= other.rows[i]
		}
		n += bits.OnesCount64(word)
	}
	for _, l := range lost.Rows {
		if a.Holds(l.Row) && !other.Holds(l.Row) {
			missing.Add(l.Code, 1)
		}
	}
	return n, missing
}

// ranked is a row with its value in the wanted order.
type ranked struct {
	value table.Value
	row   int
}

// ranking keeps the first rows in an order, at most so many. A row without a
// value comes last, and of two equal values the row that was written first.
type ranking struct {
	most   int
	newest bool
	rows   []ranked
	sorted bool // rows is full and sorted up to its last cut
}

func (k *ranking) add(v table.Value, row int) {
	if k.sorted && k.before(k.rows[k.most-1].value, v) {
		return
	}
	k.rows = append(k.rows, ranked{v, row})
	if len(k.rows) >= 2*k.most+64 {
		k.cut()
	}
}

// cut sorts the rows and drops those that are too many.
func (k *ranking) cut() {
	sort.Slice(k.rows, func(i, j int) bool {
		x, y := k.rows[i], k.rows[j]
		return k.before(x.value, y.value) || !k.before(y.value, x.value) && x.row < y.row
	})
	k.rows = k.rows[:min(len(k.rows), k.most)]
	k.sorted = len(k.rows) == k.most
}

// before reports whether a value comes before another in the wanted order.
func (k *ranking) before(x, y table.Value) bool { return sortsBefore(k.newest, x, y) }

// sortsBefore reports whether x comes before y when the greatest comes first, or
// the least. What is missing comes last either way.
func sortsBefore(newest bool, x, y table.Value) bool {
	if x.IsNull() || y.IsNull() {
		return !x.IsNull() && y.IsNull()
	}
	if newest {
		return filter.Compare(filter.GreaterThan, x, y)
	}
	return filter.Compare(filter.LessThan, x, y)
}

// answer is what the ranking leaves of the rows that it was given.
func (k *ranking) answer() Returned {
	k.cut()
	var a Returned
	for _, r := range k.rows {
		a.add(r.row)
	}
	a.full = k.sorted
	return a
}
