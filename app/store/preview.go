package store

import (
	"github.com/keyrange/keyrange/engine/dataset"
)

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
// are kept or not, and whether the input has more than are told apart. own is
// false where the data are not those of the work, so that types cannot be chosen
// yet.
func (p *Playground) Preview() (columns []ColumnPreview, more, own bool) {
	data, read := p.data, p.source.Read
	switch {
	case p.reading != nil && p.reading.done:
		data, read = p.reading.reader.Dataset(), p.reading.source.Read
	case p.failed != nil && p.failed.reader == nil:
		return nil, false, false
	case p.failed != nil:
		data, read = p.failed.reader.Dataset(), p.failed.describe()
	default:
		own = true
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
	return columns, read.More, own
}

// OwnPreview reports whether Correctable is about the data of the work, rather
// than an import that was refused or waits for a decision.
func (p *Playground) OwnPreview() bool {
	return p.failed == nil && (p.reading == nil || !p.reading.done)
}

func firstTexts(d *dataset.Dataset, col int) []string {
	var texts []string
	for row := range min(d.Len(), previewTexts) {
		texts = append(texts, d.Text(row, col))
	}
	return texts
}

// ReadAs returns how the data that Correctable is about were read.
func (p *Playground) ReadAs() (read ReadAs, ok bool) {
	if _, ok := p.Correctable(); !ok {
		return ReadAs{}, false
	}
	switch {
	case p.reading != nil && p.reading.done:
		return p.reading.source.Read, true
	case p.failed != nil && p.failed.reader != nil:
		return p.failed.describe(), true
	case p.failed != nil:
		return ReadAs{Options: p.failed.options}, true
	}
	return p.source.Read, true
}
