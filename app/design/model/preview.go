package model

import (
	"slices"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// Correction is what an import is read as, and how that can be corrected.
type Correction struct{ incoming *Incoming }

// NewCorrection returns the preview of an import.
func NewCorrection(incoming *Incoming) *Correction { return &Correction{incoming} }

// ColumnPreview is a column of the input as the import step shows it.
type ColumnPreview struct {
	Place  int // in the input
	Source string
	Column int      // in the data set, -1 when it is not kept
	Texts  []string // of the first rows, "" for a missing one
}

// previewTexts is how many rows the import step shows of a column.
const previewTexts = 3

// Preview returns the columns of the data that Correctable is about, whether they
// are kept or not, and whether the input has more than are told apart. typed is
// false where no row could be read, so that there is nothing to choose a type for.
func (p *Correction) Preview() (columns []ColumnPreview, more, typed bool) {
	data, read := p.incoming.rows.data, p.incoming.rows.source.Read
	switch {
	case p.incoming.Waits():
		data, read = p.incoming.Reading.reader.Dataset(), p.incoming.Reading.Source.Read
	case p.incoming.failed != nil && p.incoming.failed.reader == nil:
		return nil, false, false
	case p.incoming.failed != nil:
		data, read = p.incoming.failed.reader.Dataset(), p.incoming.failed.describe()
	}
	if data == nil {
		return nil, false, false
	}
	for i, s := range read.Sources {
		c := ColumnPreview{Place: i, Source: s.Name, Column: s.Column}
		if s.Kept() {
			c.Texts = firstTexts(data, s.Column)
		}
		columns = append(columns, c)
	}
	return columns, read.More, p.incoming.failed == nil
}

// Waits reports whether an import waits for a decision about its bad rows.
func (p *Incoming) Waits() bool { return p.Reading != nil && p.Reading.done }

// PreviewColumns returns the columns of the data that the import step shows, with
// the types that are chosen for them.
func (p *Correction) PreviewColumns() []dataset.Column {
	if p.incoming.Waits() {
		return p.incoming.Reading.reader.Dataset().Columns
	}
	return p.incoming.rows.Columns()
}

// PreviewMisfits is Misfits of a column that the import step shows.
func (p *Correction) PreviewMisfits(col int) *dataset.Fit {
	if p.incoming.Waits() {
		return p.incoming.Reading.misfits[col]
	}
	return p.incoming.rows.Misfits(col)
}

// SetPreviewForm is SetForm for a column that the import step shows. Where the
// import waits for a decision, it is read with that type from the beginning.
func (p *Correction) SetPreviewForm(col int, t table.EdmType, f dataset.Form) {
	if !p.incoming.Waits() {
		p.incoming.rows.SetForm(col, t, f)
		return
	}
	r := p.incoming.Reading
	data := r.reader.Dataset()
	if col < 0 || col >= len(data.Columns) {
		return
	}
	c := &data.Columns[col]
	c.Type, c.Form = t, f
	delete(r.misfits, col)
	r.fits = slices.DeleteFunc(r.fits, func(x fitting) bool { return x.col == col })
	if t != c.Inferred || f != c.InferredForm {
		r.fits = append(r.fits, fitting{col, data.Fit(col, t)})
	}
	p.incoming.edit.Changed()
}

// fit does one step of finding out how well a type fits that was chosen before
// the import is decided.
func (r *Reading) fit() {
	f := r.fits[0]
	if !f.fit.Step(RowsPerStep * 10) {
		return
	}
	r.fits = r.fits[1:]
	if r.misfits == nil {
		r.misfits = map[int]*dataset.Fit{}
	}
	r.misfits[f.col] = f.fit
}

// takeColumns returns the columns of what was read, with the types that were
// chosen, and leaves those that were inferred in the data: the work then gives them
// theirs, and what does not fit is counted as for every other choice.
func (r *Reading) takeColumns() []draft.Column {
	data := r.reader.Dataset()
	columns := ColumnsOf(data)
	for i := range data.Columns {
		c := &data.Columns[i]
		c.Type, c.Form = c.Inferred, c.InferredForm
	}
	return columns
}

// OwnPreview reports whether Correctable is about the data of the work, rather
// than an import that was refused or waits for a decision.
func (p *Correction) OwnPreview() bool { return p.incoming.failed == nil && !p.incoming.Waits() }

func firstTexts(d *dataset.Dataset, col int) []string {
	var texts []string
	for row := range min(d.Len(), previewTexts) {
		texts = append(texts, d.Text(row, col))
	}
	return texts
}

// ReadAs returns how the data that Correctable is about were read.
func (p *Correction) ReadAs() (read ReadAs, ok bool) {
	if _, ok := p.Correctable(); !ok {
		return ReadAs{}, false
	}
	switch {
	case p.incoming.Reading != nil && p.incoming.Reading.done:
		return p.incoming.Reading.Source.Read, true
	case p.incoming.failed != nil && p.incoming.failed.reader != nil:
		return p.incoming.failed.describe(), true
	case p.incoming.failed != nil:
		return ReadAs{Options: p.incoming.failed.Options}, true
	}
	return p.incoming.rows.source.Read, true
}
