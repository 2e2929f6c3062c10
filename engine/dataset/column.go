package dataset

import (
	"bytes"

	"github.com/keyrange/keyrange/engine/table"
)

// Column is one column of a Dataset and the property that it becomes.
type Column struct {
	// Name is the property's name: legal and unlike every other column's.
	Name string
	// Source is the name in the input; Suggested the legal name made from it,
	// to which Rename can go back.
	Source, Suggested string
	// Type is the type of the values; Inferred the one that the rows suggest,
	// to which SetType can go back.
	Type, Inferred table.EdmType
	// Form is how the texts write values of the type, InferredForm the form that
	// the rows suggest. It applies to the type that it belongs to.
	Form, InferredForm Form
	// Missing counts the rows that have nothing in this column.
	Missing int
	// Distinct counts the different texts, by a 64-bit hash; DistinctCap+1
	// stands for more than DistinctCap.
	Distinct int
	// Sample is the first text that is not missing, at most sampleText
	// characters of it.
	Sample string

	fits typeSet // what every text can be read as
}

// sampleText is how many characters of a sample are kept.
const sampleText = 40

// ManyDistinct reports whether there are more distinct texts than were counted.
func (c *Column) ManyDistinct() bool { return c.Distinct > DistinctCap }

// Renamed reports whether the property has another name than the column has in
// the input.
func (c *Column) Renamed() bool { return c.Name != c.Source }

// Rename gives the column another property name. The name must be legal for
// the service, not one of the three system names, and not another column's.
// The error is an *Error with the reason; the old name then stays.
func (d *Dataset) Rename(col int, name string) error {
	if reason := checkName(name); reason != "" {
		return &Error{Message: reason}
	}
	if other, ok := d.ColumnIndex(name); ok && other != col {
		return &Error{Message: "Another column has the name " + name + " already."}
	}
	d.Columns[col].Name = name
	return nil
}

// tally is what a reader gathers about one column while it reads.
type tally struct {
	possible typeSet
	present  int
	distinct distinct
	sample   string
	proved   bool // a comma in it can only be a decimal one
}

// count takes in one cell that is present.
func (t *tally) count(text []byte, quoted bool) {
	if t.present++; t.present == 1 {
		t.sample = shorten(text, sampleText)
	}
	if t.possible != 0 {
		found := classify(bytes.TrimSpace(text), quoted)
		t.proved = t.proved || found&commaProved != 0
		t.possible &= found
	}
	t.distinct.add(text)
}

// finish writes what was gathered over rows rows into the column.
func (t *tally) finish(c *Column, rows int) {
	c.Inferred = table.String
	if t.present > 0 {
		c.Inferred, c.InferredForm = t.possible.narrowest(), t.form(c.Source)
		if c.InferredForm != Plain {
			c.Inferred = c.InferredForm.Type()
		}
		c.fits = t.possible
	}
	c.Type, c.Form = c.Inferred, c.InferredForm
	c.Missing = rows - t.present
	c.Distinct = t.distinct.count
	c.Sample = t.sample
}
