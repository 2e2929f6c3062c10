// Package keystest has rows and dates for the tests of keys and its rooms.
package keystest

import (
	"github.com/keyrange/keyrange/engine/table"
)

// Row is a row of a table, made of the values themselves.
type Row []table.Value

// Value returns the value of a column.
func (v Row) Value(col int) table.Value { return v[col] }

// Date is a date as ISO 8601 writes it.
func Date(s string) table.Value {
	t, ok := table.ParseTicks(s)
	if !ok {
		panic(s)
	}
	return table.DateTimeValue(t)
}
