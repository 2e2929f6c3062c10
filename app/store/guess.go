package store

import (
	"strings"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// guessDesign returns a first pair of templates for data that nobody has
// designed keys for: columns called PartitionKey and RowKey where there are
// such (an export of a table). Else the RowKey is the leftmost name that tells
// at least half of the rows apart, or any column that tells the most apart, and
// the PartitionKey the leftmost name of the fewest values that still divides
// the rows. A name is a column of texts, dates or Guids: a measured number may
// happen to differ in every row and still name nothing.
func guessDesign(d *dataset.Dataset) Design {
	pk, rk := exported(d, "PartitionKey"), exported(d, "RowKey")
	if rk < 0 {
		rk = pick(d, pk, isName, func(c dataset.Column) int { return c.Distinct })
		if rk < 0 || 2*d.Columns[rk].Distinct < min(d.Len(), dataset.DistinctCap) {
			rk = pick(d, pk, isKey, func(c dataset.Column) int { return c.Distinct })
		}
	}
	if pk < 0 {
		pk = pick(d, rk, divides(isName), func(c dataset.Column) int { return -c.Distinct })
	}
	if pk < 0 {
		pk = pick(d, rk, divides(isKey), func(c dataset.Column) int { return -c.Distinct })
	}
	return Design{Title: "First guess", PartitionKey: placeholder(d, pk, "all"), RowKey: placeholder(d, rk, "{rowNumber():06}")}
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

// isKey reports whether a column's values can be part of a key as they are.
func isKey(c dataset.Column) bool { return c.Type != table.Binary && c.Type != table.Double }

func isName(c dataset.Column) bool {
	return c.Type == table.String || c.Type == table.DateTime || c.Type == table.Guid
}

func divides(may func(dataset.Column) bool) func(dataset.Column) bool {
	return func(c dataset.Column) bool { return c.Distinct > 1 && may(c) }
}

func placeholder(d *dataset.Dataset, col int, otherwise string) string {
	if col < 0 {
		return otherwise
	}
	if d.Columns[col].Missing > 0 {
		return "{or(" + d.Columns[col].Name + ",'Unknown')}"
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
