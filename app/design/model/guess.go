package model

import (
	"slices"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
)

// keyGuess is a pair of templates made of columns.
type keyGuess struct {
	pk     int   // -1 for one partition
	rk     []int // joined by underscores
	number bool  // the number of the row ends the RowKey
	clean  bool  // characters that a key refuses are replaced
}

// maxGuesses bounds how many pairs are run before the number of the row is taken.
const maxGuesses = 8

// guesses returns pairs of templates for data that nobody has designed keys for,
// the likeliest first, by the column of their PartitionKey, or -1 for one
// partition. Columns called PartitionKey and RowKey, of an export of a table, come
// first. The RowKey is the name that tells the most rows apart, or two columns that
// can tell all rows apart together. A name is a column of texts, dates or Guids: a
// measured number may happen to differ in every row and still name nothing. The
// last pair ends with the number of the row, so it is unique whatever the rows are.
func guesses(d *dataset.Dataset, pk int) []keyGuess {
	single := exported(d, "RowKey")
	rk := naming(d, pk)
	var list []keyGuess
	if single >= 0 {
		list = append(list, keyGuess{pk: pk, rk: []int{single}})
	}
	for _, rk := range rowGuesses(d, pk) {
		list = append(list, keyGuess{pk: pk, rk: rk})
	}
	list = list[:min(len(list), maxGuesses)]
	last := keyGuess{pk: pk, number: true}
	if rk >= 0 && rk != pk && d.Columns[rk].Distinct > 1 {
		last.rk = []int{rk}
	}
	return append(list, last, keyGuess{pk: -1, number: true})
}

// naming returns the column that tells the most rows apart, or -1.
func naming(d *dataset.Dataset, pk int) int {
	if rk := exported(d, "RowKey"); rk >= 0 {
		return rk
	}
	rk := pick(d, pk, isName, func(c dataset.Column) int { return c.Distinct })
	if rk < 0 || 2*d.Columns[rk].Distinct < min(d.Len(), dataset.DistinctCap) {
		rk = pick(d, pk, IsKey, func(c dataset.Column) int { return c.Distinct })
	}
	return rk
}

// The bounds of the columns that a PartitionKey may be made of.
const (
	maxPartitionColumns = 6
	lopsided            = 0.5 // of all rows in one partition: another column is looked for
)

// partitionColumns returns the columns that a PartitionKey may be made of, the
// likeliest first: the name of the fewest values that still divides the rows, and
// then those of more values that still repeat. Without one there is a single
// partition.
func partitionColumns(d *dataset.Dataset) []int {
	if pk := exported(d, "PartitionKey"); pk >= 0 {
		return []int{pk}
	}
	rk, fewest := naming(d, -1), func(c dataset.Column) int { return -c.Distinct }
	first := pick(d, rk, divides(isName), fewest)
	if first < 0 {
		if first = pick(d, rk, divides(IsKey), fewest); first >= 0 {
			return []int{first}
		}
		return nil
	}
	list := []int{first}
	for col, c := range d.Columns {
		if col != first && col != rk && divides(isName)(c) && c.Missing == 0 && 2*distinctOf(d, col) <= d.Len() {
			list = append(list, col)
		}
	}
	rest := list[1:]
	sort.SliceStable(rest, func(i, j int) bool { return d.Columns[rest[i]].Distinct < d.Columns[rest[j]].Distinct })
	return list[:min(len(list), maxPartitionColumns)]
}

// spread counts how many rows the most common value of each column has, column by
// column, until one does not put most rows into one partition.
type spread struct {
	data   *dataset.Dataset
	list   []int
	at     int // the column being counted
	row    int
	counts map[string]int
	most   int
	best   int // the column with the smallest of them so far, -1 for none
	least  int // rows that have its most common value
}

func newSpread(d *dataset.Dataset) *spread {
	return &spread{data: d, list: partitionColumns(d), best: -1, counts: map[string]int{}}
}

// step counts some rows and reports whether the column is found: that is then
// best.
func (s *spread) step(rows int) (done bool) {
	if s.at == len(s.list) {
		return true
	}
	col := s.list[s.at]
	for end := min(s.row+rows, s.data.Len()); s.row < end; s.row++ {
		v := s.data.View(s.row, col)
		n := s.counts[v.String()] + 1
		s.counts[v.String()] = n
		s.most = max(s.most, n)
	}
	if s.row < s.data.Len() {
		return false
	}
	if s.best < 0 || s.most < s.least {
		s.best, s.least = col, s.most
	}
	s.at, s.row, s.most = s.at+1, 0, 0
	clear(s.counts)
	return float64(s.least) <= lopsided*float64(s.data.Len()) || s.data.Len() < check.LeastWrites
}

// rowGuesses returns the columns that may tell all rows of a partition apart, as far
// as the counts of different values say: names alone, then two columns that begin
// with a name, those first that have the fewest values to spare, then numbers
// alone.
func rowGuesses(d *dataset.Dataset, pk int) [][]int {
	enough := func(cols ...int) (int, bool) {
		product := distinctOf(d, pk)
		for _, c := range cols {
			product = min(product*distinctOf(d, c), d.Len()*d.Len())
		}
		return product, product >= d.Len()
	}
	var names, pairs, numbers [][]int
	for a := range d.Columns {
		if a == pk || !IsKey(d.Columns[a]) || d.Columns[a].Missing > 0 {
			continue
		}
		if _, ok := enough(a); ok && isName(d.Columns[a]) {
			names = append(names, []int{a})
		} else if ok {
			numbers = append(numbers, []int{a})
		}
		for b := range d.Columns {
			if _, ok := enough(a, b); ok && b != a && b != pk && isName(d.Columns[a]) && IsKey(d.Columns[b]) && d.Columns[b].Missing == 0 {
				pairs = append(pairs, []int{a, b})
			}
		}
	}
	sort.SliceStable(names, func(i, j int) bool { return rank(d, names[i][0]) > rank(d, names[j][0]) })
	sort.SliceStable(pairs, func(i, j int) bool {
		x, _ := enough(pairs[i]...)
		y, _ := enough(pairs[j]...)
		return x < y
	})
	half := maxGuesses / 2
	return slices.Concat(names[:min(len(names), half)], pairs[:min(len(pairs), half)], numbers[:min(len(numbers), half)])
}

// distinctOf is how many different values a column has, as far as is known: all that
// there can be where they were not counted to the end. No column has one.
func distinctOf(d *dataset.Dataset, col int) int {
	switch {
	case col < 0:
		return 1
	case d.Columns[col].ManyDistinct():
		return d.Len()
	}
	return d.Columns[col].Distinct
}

// rank says how well a column names rows: many values, a name that says so, and
// short texts without characters that a key refuses.
func rank(d *dataset.Dataset, col int) int {
	c := &d.Columns[col]
	r := distinctOf(d, col)
	name := strings.ToLower(c.Source[strings.LastIndexByte(c.Source, '.')+1:])
	if r >= d.Len() && (name == "id" || strings.HasSuffix(name, "_id") || strings.HasSuffix(c.Source, "Id") || name == "code" ||
		name == "key") {
		r += d.Len()
	}
	if strings.ContainsAny(c.Sample, `/\#?,`) || len(c.Sample) > 36 {
		r -= d.Len() / 4
	}
	return r
}

func exported(d *dataset.Dataset, source string) int {
	for i, c := range d.Columns {
		if c.Source == source {
			return i
		}
	}
	return -1
}

// pick returns the leftmost column with the highest score among those that may
// be chosen, or -1. A column that some row lacks is chosen only where no other
// may be. but is a column that is taken.
func pick(d *dataset.Dataset, but int, may func(dataset.Column) bool, score func(dataset.Column) int) int {
	best := -1
	for i, c := range d.Columns {
		if i == but || !may(c) {
			continue
		}
		if best >= 0 {
			now := d.Columns[best]
			if full := c.Missing == 0; full != (now.Missing == 0) {
				if !full {
					continue
				}
			} else if score(c) <= score(now) {
				continue
			}
		}
		best = i
	}
	return best
}

// IsKey reports whether a column's values can be part of a key as they are.
func IsKey(c dataset.Column) bool { return c.Type != table.Binary && c.Type != table.Double }

func isName(c dataset.Column) bool {
	return c.Type == table.String || c.Type == table.DateTime || c.Type == table.Guid
}

func divides(may func(dataset.Column) bool) func(dataset.Column) bool {
	return func(c dataset.Column) bool { return c.Distinct > 1 && may(c) }
}

// design writes the pair as templates.
func (g keyGuess) design(d *dataset.Dataset) draft.Design {
	pk, rk := "all", ""
	if g.pk >= 0 {
		pk = g.placeholder(d, g.pk)
	}
	for i, col := range g.rk {
		if i > 0 {
			rk += "_"
		}
		rk += g.placeholder(d, col)
	}
	if g.number && rk != "" {
		rk += "_"
	}
	if g.number {
		rk += "{rowNumber():06}"
	}
	return draft.Design{Title: "First guess", PartitionKey: pk, RowKey: rk}
}

func (g keyGuess) placeholder(d *dataset.Dataset, col int) string {
	c := &d.Columns[col]
	text := c.Name
	if c.Missing > 0 {
		text = "or(" + text + ",'Unknown')"
	}
	if g.clean && c.Type == table.String {
		text = "clean(" + text + ")"
	}
	return "{" + text + "}"
}
