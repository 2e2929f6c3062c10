// Package dataset reads the rows that a user imports and holds them as typed
// columns, ready to become entities.
//
// A reader meets these types first. Reader takes the bytes of a file and reads
// them in Steps of bounded work, so that a page stays usable meanwhile. It ends
// in a Dataset: Columns with a legal property name, a type and a few counts,
// and a Value for every row and column. A BadRow says which row was left out,
// on which line, and why.
//
// What always holds:
//
//   - Any bytes are accepted without a panic, and every row is accounted for:
//     rows kept and bad rows together are the rows seen.
//   - The input is kept once, as it came. A cell is eight bytes that say where
//     its text lies, without a pointer, so 200,000 rows of 15 columns cost the
//     input plus 27 MB and the garbage collector has nothing to mark in them.
//   - A cell becomes a table.Value when it is asked for, by the type that its
//     column has at that moment. Choosing another type therefore costs nothing
//     and loses nothing.
//   - A type is inferred over all rows, never over a first few. A type is only
//     inferred when the text can be had back from it: "007" stays a String.
//
// The package has its own scanners for CSV and JSON. encoding/csv copies every
// record, does not tell where a field lies in the input, and reads from a broken
// quote to the end of the input in one call, so neither the memory nor the time
// of a step could be bounded. encoding/json hides where a value lies and at
// which byte it could go on after an error, and makes one allocation per token.
// The tests hold both scanners to what these two packages accept.
//
// A nested JSON value becomes a column for each plain value in it: the object
// {"at":{"date":"…"}} one whose Source is at.date and whose Name, a legal property
// name and so what templates and filters say, is at_date. An array that has the
// same few plain elements in every row becomes at.0, at.1 and so on; any other
// one, and what lies deeper than maxLevels, stays JSON text in one column.
//
// A Probe finds the Options for bytes that nobody described: encoding, format,
// delimiter, and where the rows are in a JSON document. What has two meanings is
// not decided but offered: Column.Offers.
//
// What is left out: workbooks, archives and column stores, which are recognised
// and refused with the way out, and CSV without a header.
package dataset

import (
	"unsafe"

	"github.com/keyrange/keyrange/engine/table"
)

// The limits of an import. Beyond MaxBytes nothing is read. Of more than MaxRows
// or MaxCells the first rows or an even sample are kept, of more than MaxColumns
// the first or the chosen ones. A row or cell beyond its limit is a BadRow.
const (
	MaxBytes   = 50 << 20 // size of the input
	MaxRows    = 200_000  // rows kept
	MaxColumns = table.MaxProperties
	MaxCells   = 8_000_000 // rows times columns kept: 64 MB
	MaxRow     = 1 << 20   // bytes of one row, and how far a quote may run
	MaxCell    = 96 << 10  // bytes of one cell: the longest Edm.String in UTF-8

	MaxBadRows  = 1000      // bad rows described; those beyond are only counted
	MaxInvalid  = 1_000_000 // places that are not UTF-8 before the read is given up
	DistinctCap = 10_000    // distinct texts counted per column
)

// Dataset is an import that has been read: rows in the order of the input and
// Columns in the order of their first appearance. The rows never change. The
// names and types of Columns may be changed at any time through Rename and
// SetType.
type Dataset struct {
	// Name is what the reader was given, usually the file's name.
	Name string
	// Columns are at most MaxColumns.
	Columns []Column
	// Rows is how many sound rows the input has. Where that is more than Len, the
	// Dataset holds an even sample of them if Even is set, and the first of them
	// otherwise.
	Rows int
	Even bool

	texts texts
	cells cells
}

// Sampled reports whether the input has more rows than the Dataset.
func (d *Dataset) Sampled() bool { return d.Rows > d.Len() }

// Len returns the number of rows.
func (d *Dataset) Len() int { return len(d.cells.rows) }

// Line returns the line of the input, from 1, on which the row begins.
func (d *Dataset) Line(row int) int { return int(d.cells.rows[row].line) }

// Value returns the cell as a value of its column's type. It is null for a
// missing cell and for a text that does not fit the type; Fit counts those. The
// row must be below Len and the column below len(Columns).
func (d *Dataset) Value(row, col int) table.Value {
	c := d.cells.at(row, col)
	if c == 0 {
		return table.Value{}
	}
	v, _ := parse(d.texts.of(c), d.Columns[col].Type, d.Columns[col].Form)
	return v
}

// View is Value without a copy: a text shares the memory of the Dataset, which
// stays as long as the value is kept. It is for those who copy what they keep.
func (d *Dataset) View(row, col int) table.Value {
	if d.Columns[col].Type != table.String {
		return d.Value(row, col)
	}
	c := d.cells.at(row, col)
	if c == 0 {
		return table.Value{}
	}
	text := d.texts.of(c) // never written again
	return table.StringValue(unsafe.String(unsafe.SliceData(text), len(text)))
}

// Text returns the cell as it stands in the input, with quotes and escapes
// resolved, or "" when it is missing.
func (d *Dataset) Text(row, col int) string { return string(d.texts.of(d.cells.at(row, col))) }

// Missing reports whether the row has nothing in the column: an empty CSV cell,
// a JSON null or a property that the object does not name.
func (d *Dataset) Missing(row, col int) bool { return d.cells.at(row, col) == 0 }

// ColumnIndex returns the place of the column with the given property name.
func (d *Dataset) ColumnIndex(name string) (int, bool) {
	for i := range d.Columns {
		if d.Columns[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// Entity returns the row under the given key, with one property per column in
// the order of Columns. Null values are left out, as the service never stores
// them.
func (d *Dataset) Entity(row int, key table.Key) table.Entity {
	e := table.Entity{Key: key, Properties: make([]table.Property, 0, len(d.Columns))}
	for col := range d.Columns {
		if v := d.Value(row, col); !v.IsNull() {
			e.Properties = append(e.Properties, table.Property{Name: d.Columns[col].Name, Value: v})
		}
	}
	return e
}
