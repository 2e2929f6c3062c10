package dataset

import "github.com/keyrange/keyrange/engine/table"

// Misfit is a cell whose text does not fit a type. Row counts from 0; Text is
// at most sampleText characters of it.
type Misfit struct {
	Row  int
	Text string
}

// maxMisfits is how many misfits are described; those beyond are counted.
const maxMisfits = 5

// Fit counts the cells of one column whose text does not fit a type. It changes
// nothing. Step looks at a bounded number of rows, for a page that must not be
// held up by 200,000 of them.
type Fit struct {
	// Count is the number of misfits so far, First the first few of them.
	Count int
	First []Misfit

	of   *Dataset
	col  int
	as   table.EdmType
	form Form
	next int
}

// Fit returns the question how well the column, in the form that it has, fits
// the type.
func (d *Dataset) Fit(col int, as table.EdmType) *Fit {
	return &Fit{of: d, col: col, as: as, form: d.Columns[col].Form}
}

// Step looks at up to rows further rows and reports whether that were the last.
func (f *Fit) Step(rows int) (done bool) {
	end := min(f.of.Len(), f.next+max(rows, 1))
	for ; f.next < end; f.next++ {
		f.look(f.next)
	}
	return f.next >= f.of.Len()
}

func (f *Fit) look(row int) {
	c := f.of.cells.at(row, f.col)
	if c == 0 || f.as == table.String {
		return
	}
	text := f.of.texts.of(c)
	if _, ok := parse(text, f.as, f.form); ok {
		return
	}
	if f.Count++; len(f.First) < maxMisfits {
		f.First = append(f.First, Misfit{row, shorten(text, sampleText)})
	}
}

// SetType gives the column another type and returns how well its rows fit. A
// text that does not fit becomes null, and is there again when the type goes
// back: Column.Inferred keeps the type that was inferred. Any type but Null is
// taken; Null leaves the column as it is. It looks at all rows in one call: up
// to about a microsecond a row in a browser. For many rows set Column.Type, which
// takes effect at once, and step through a Fit.
func (d *Dataset) SetType(col int, t table.EdmType) *Fit {
	if t == table.Null || t > table.String {
		t = d.Columns[col].Type
	}
	d.Columns[col].Type = t
	f := d.Fit(col, t)
	f.Step(d.Len())
	return f
}
