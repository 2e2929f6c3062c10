package model

import (
	"cmp"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// starterRows is how many rows, evenly spread, starter questions take their
// values from.
const starterRows = 500

// starters are questions worth asking of data that nobody has asked anything. They
// name columns, never keys, so that every design can be judged by the same ones.
type starters struct {
	data *dataset.Dataset
	rows []int
	list []draft.Query
}

// guessQueries returns questions over the present columns: one group, one row, a
// period, the highest values and everything.
func (p *Rows) guessQueries() []draft.Query {
	d := p.data
	if d.Len() == 0 {
		return nil
	}
	s := starters{data: d}
	for i := range min(d.Len(), starterRows) {
		s.rows = append(s.rows, i*d.Len()/min(d.Len(), starterRows))
	}
	g := guesses(d, s.divider())[0]
	group := s.group(g.pk)
	s.one(group, g)
	s.period()
	s.highest()
	s.list = append(s.list, draft.Query{Title: "The whole table"})
	return s.list
}

// divider returns the likeliest column of a PartitionKey that does not put most of
// the starters' rows into one partition, or the first, or -1.
func (s *starters) divider() int {
	list := partitionColumns(s.data)
	if len(list) == 0 {
		return -1
	}
	for _, col := range list {
		counts, most := map[string]int{}, 0
		for _, row := range s.rows {
			v := s.data.View(row, col)
			counts[v.String()]++
			most = max(most, counts[v.String()])
		}
		if float64(most) <= lopsided*float64(len(s.rows)) || s.data.Len() < check.LeastWrites {
			return col
		}
	}
	return list[0]
}

// group asks for all rows with one value of a column and returns the row that
// has it, or -1.
func (s *starters) group(col int) int {
	if col < 0 {
		return -1
	}
	row := s.middle(col)
	if row >= 0 {
		s.ask(s.name(col)+" is "+s.shown(row, col), s.is(row, col))
	}
	return row
}

// one asks for a row by everything that names it, as far as the counts say.
func (s *starters) one(row int, g keyGuess) {
	cols := g.rk
	if g.pk >= 0 {
		cols = append([]int{g.pk}, cols...)
	}
	if row < 0 && len(g.rk) > 0 {
		row = s.middle(g.rk[0])
	}
	var tests, names []string
	for _, col := range cols {
		if row < 0 || s.data.Value(row, col).IsNull() {
			return
		}
		tests, names = append(tests, s.is(row, col)), append(names, s.name(col))
	}
	if len(g.rk) > 0 {
		s.ask("By "+words.List(names), strings.Join(tests, " and "))
	}
}

// period asks for the middle fifth of the time that the first column of dates
// spans, or that of the order of arrival.
func (s *starters) period() {
	col := -1
	if a, _ := GuessArrival(s.data); a.Column != "" {
		col, _ = s.data.ColumnIndex(a.Column)
	}
	for i, c := range s.data.Columns {
		if c.Type == table.DateTime && (col < 0 || s.data.Columns[col].Type != table.DateTime) {
			col = i
		}
	}
	if col < 0 || s.data.Columns[col].Type != table.DateTime {
		return
	}
	values := s.sorted(col)
	if len(values) < 2 {
		return
	}
	low, high := values[2*len(values)/5], values[3*len(values)/5]
	if low == high {
		return
	}
	s.ask("A period of "+s.name(col), s.name(col)+" ge "+filter.FormatLiteral(low)+" and "+s.name(col)+" lt "+filter.FormatLiteral(high))
}

// highest asks for the highest tenth of the first column of numbers that has
// many values.
func (s *starters) highest() {
	for col, c := range s.data.Columns {
		if c.Type != table.Int32 && c.Type != table.Int64 && c.Type != table.Double || c.Distinct < 5 {
			continue
		}
		values := s.sorted(col)
		if len(values) < 5 {
			continue
		}
		from := values[len(values)*9/10]
		s.ask(s.name(col)+" of "+from.String()+" or more", s.name(col)+" ge "+filter.FormatLiteral(from))
		return
	}
}

func (s *starters) ask(title, text string) {
	s.list = append(s.list, draft.Query{Title: title, Filter: text})
}

func (s *starters) name(col int) string { return s.data.Columns[col].Name }

func (s *starters) is(row, col int) string {
	return s.name(col) + " eq " + filter.FormatLiteral(s.data.Value(row, col))
}

// shown is a value as a title shows it.
func (s *starters) shown(row, col int) string {
	text := s.data.Value(row, col).String()
	if r := []rune(text); len(r) > 30 {
		return string(r[:29]) + "…"
	}
	return text
}

// middle returns the row nearest to the middle, of those looked at, that has a
// value in the column, or -1.
func (s *starters) middle(col int) int {
	for i := range s.rows {
		if row := s.rows[((len(s.rows)-1)/2+i)%len(s.rows)]; !s.data.Value(row, col).IsNull() {
			return row
		}
	}
	return -1
}

// sorted returns the values of a column in the rows looked at, in order.
func (s *starters) sorted(col int) []table.Value {
	var values []table.Value
	for _, row := range s.rows {
		if v := s.data.Value(row, col); !v.IsNull() {
			values = append(values, v)
		}
	}
	sort.Slice(values, func(i, j int) bool { return compareValues(values[i], values[j]) < 0 })
	return values
}

// compareValues orders numbers of one type, or dates.
func compareValues(a, b table.Value) int {
	if a.Type() == table.Double {
		return cmp.Compare(a.Float(), b.Float())
	}
	return cmp.Compare(a.Int(), b.Int())
}
