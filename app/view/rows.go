package view

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// RowHeight is the height of a row of the result grid in pixels.
const RowHeight = 32

// Widths of the columns of the result grid, in pixels.
const (
	cellWidth  = 140
	longest    = 96 // characters of a value that a cell holds
	wideColumn = 200
	shortText  = 16 // characters that every column has room for
)

// keyColumns are the CSS widths of the two keys: a phone shows both.
const keyColumns = "clamp(120px, 32vw, 200px) clamp(180px, 48vw, 300px)"

// RowID begins the ID of a row of the result grid; its place follows.
const RowID = "entity-"

// Rows writes the visible rows of a result as HTML, one string for a whole
// frame. It belongs to one grid at a time.
type Rows struct {
	At      func(i int) table.Row // the entity at place i
	columns []*table.Column
	classes []string // of the cells of each column
}

// Property is one column of the result grid.
type Property struct {
	Name string
	Type table.EdmType
}

// Class is the look of the property's cells: numbers stand at the right.
func (p Property) Class() string {
	switch p.Type {
	case table.Int32, table.Int64, table.Double:
		return "n"
	}
	return ""
}

// NewRows returns a writer that shows the keys and the given properties.
func NewRows(at func(i int) table.Row, properties []Property) *Rows {
	r := &Rows{At: at}
	for _, p := range properties {
		r.columns = append(r.columns, table.NewColumn(p.Name))
		r.classes = append(r.classes, p.Class())
	}
	return r
}

// GridColumns is the CSS for the columns of a grid with the given properties.
func GridColumns(properties []Property) string {
	var b strings.Builder
	b.WriteString(keyColumns)
	for _, p := range properties {
		w := cellWidth
		if p.Type == table.DateTime || p.Type == table.Guid || p.Type == table.String {
			w = wideColumn
		}
		b.WriteString(" " + strconv.Itoa(w) + "px")
	}
	return b.String()
}

// HTML writes rows first to first+count-1. active is the place of the row
// that has the keyboard, -1 for none. Every value is escaped.
func (r *Rows) HTML(first, count, active int) string {
	var b strings.Builder
	b.Grow(count * (len(r.columns) + 2) * 64)
	previous := ""
	if first > 0 && count > 0 {
		previous = r.At(first - 1).PartitionKey()
	}
	for i := first; i < first+count; i++ {
		row := r.At(i)
		pk := row.PartitionKey()
		r.open(&b, i, i == active)
		cell(&b, 1, map[bool]string{true: "pk same", false: "pk"}[i > 0 && pk == previous], pk)
		cell(&b, 2, "rk", row.RowKey())
		for c, column := range r.columns {
			value(&b, c+3, r.classes[c], column.Of(row))
		}
		b.WriteString("</div>")
		previous = pk
	}
	return b.String()
}

func (r *Rows) open(b *strings.Builder, i int, active bool) {
	b.WriteString(`<div role="row" id="` + RowID)
	b.WriteString(strconv.Itoa(i))
	// The names of the columns are row 1 of the grid.
	b.WriteString(`" aria-rowindex="`)
	b.WriteString(strconv.Itoa(i + 2))
	if active {
		b.WriteString(`" class="grid__r on">`)
		return
	}
	b.WriteString(`" class="grid__r">`)
}

func value(b *strings.Builder, column int, class string, v table.Value) {
	if v.IsNull() {
		cell(b, column, strings.TrimSpace("nil "+class), "–")
		return
	}
	cell(b, column, class, v.String())
}

func cell(b *strings.Builder, column int, class, text string) {
	b.WriteString(`<span role="gridcell" aria-colindex="`)
	b.WriteString(strconv.Itoa(column))
	if class != "" {
		b.WriteString(`" class="`)
		b.WriteString(class)
	}
	text = clip(text)
	if len(text) > shortText { // the column may cut it
		b.WriteString(`" title="`)
		escape(b, text)
	}
	b.WriteString(`">`)
	escape(b, text)
	b.WriteString("</span>")
}

// clip bounds what a cell holds: a property may have 32,768 characters.
func clip(text string) string {
	if len(text) <= longest {
		return text
	}
	n := 0
	for i := range text {
		if n == longest {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// escape writes a text so that HTML reads it as text.
func escape(b *strings.Builder, text string) {
	start := 0
	for i := range len(text) {
		var safe string
		switch text[i] {
		case '<':
			safe = "&lt;"
		case '>':
			safe = "&gt;"
		case '&':
			safe = "&amp;"
		case '"':
			safe = "&#34;"
		case '\'':
			safe = "&#39;"
		case 0:
			safe = "\uFFFD"
		default:
			continue
		}
		b.WriteString(text[start:i])
		b.WriteString(safe)
		start = i + 1
	}
	b.WriteString(text[start:])
}
