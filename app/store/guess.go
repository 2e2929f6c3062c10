package store

import (
	"strings"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// guessDesign returns a first pair of templates for data that nobody has
// designed keys for: columns called PartitionKey and RowKey where there are
// such (an export of a table), else the leftmost column of the fewest values
// that still divides the data, and the leftmost one of the most values.
func guessDesign(d *dataset.Dataset) Design {
	pk, rk := exported(d, "PartitionKey"), exported(d, "RowKey")
	if rk < 0 {
		rk = mostDistinct(d, pk)
	}
	if pk < 0 {
		pk = fewestDistinct(d, rk)
	}
	return Design{Title: "First guess", PartitionKey: placeholder(d, pk, d.Name), RowKey: placeholder(d, rk, "{rowNumber():06}")}
}

func exported(d *dataset.Dataset, source string) int {
	for i, c := range d.Columns {
		if c.Source == source {
			return i
		}
	}
	return -1
}

func mostDistinct(d *dataset.Dataset, but int) int {
	best := -1
	for i, c := range d.Columns {
		if i != but && keyable(c) && (best < 0 || c.Distinct > d.Columns[best].Distinct) {
			best = i
		}
	}
	return best
}

func fewestDistinct(d *dataset.Dataset, but int) int {
	best := -1
	for i, c := range d.Columns {
		if i != but && keyable(c) && c.Distinct > 1 && (best < 0 || c.Distinct < d.Columns[best].Distinct) {
			best = i
		}
	}
	return best
}

// keyable reports whether a column's values can be part of a key as they are.
func keyable(c dataset.Column) bool {
	return c.Type != table.Binary && c.Type != table.Double
}

func placeholder(d *dataset.Dataset, col int, otherwise string) string {
	if col < 0 {
		return otherwise
	}
	return "{" + d.Columns[col].Name + "}"
}

// guessQueries returns one question of each kind over the table that is built.
func (p *Playground) guessQueries() []Query {
	parts := p.built.partitions()
	if len(parts) == 0 {
		return nil
	}
	middle := parts[len(parts)/2].First
	var rows []table.Row
	p.built.snapshot.Scan(table.Key{PartitionKey: middle}, func(run []table.Row) bool {
		rows = append(rows, run...)
		return false
	})
	row := rows[len(rows)/2].RowKey()
	pk, rk := quote(middle), quote(row)
	return []Query{
		{Title: "One partition", Filter: "PartitionKey eq " + pk},
		{Title: "One entity", Filter: "PartitionKey eq " + pk + " and RowKey eq " + rk},
		{Title: "The rest of a partition", Filter: "PartitionKey eq " + pk + " and RowKey ge " + rk},
		{Title: "A range of partitions", Filter: "PartitionKey ge " + pk},
		{Title: "The whole table", Filter: ""},
	}
}

// quote writes s as a literal of the filter language.
func quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
