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
	keyWidth   = 220
	cellWidth  = 140
	longest    = 96 // characters of a value that a cell holds
	wideColumn = 200
)

// RowID begins the ID of a row of the result grid; its place follows.
const RowID = "entity-"

// Rows writes the visible rows of a result as HTML, one string for a whole
// frame. It belongs to one grid at a time.
type Rows struct {
	At      func(i int) table.Row // the entity at place i
	names   []string
	columns []*table.Column
}

// NewRows returns a writer that shows the keys and the named properties.
func NewRows(at func(i int) table.Row, names []string) *Rows {
	r := &Rows{At: at, names: names}
	for _, n := range names {
		r.columns = append(r.columns, table.NewColumn(n))
	}
	return r
}

// GridColumns is the CSS for the columns of a grid with the given properties.
func GridColumns(types []table.EdmType) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(keyWidth) + "px " + strconv.Itoa(keyWidth) + "px")
	for _, t := range types {
		w := cellWidth
		if t == table.DateTime || t == table.Guid {
			w = wideColumn
		}
		b.WriteString(" minmax(" + strconv.Itoa(w) + "px, 1fr)")
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
			value(&b, c+3, column.Of(row))
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

func value(b *strings.Builder, column int, v table.Value) {
	switch {
	case v.IsNull():
		cell(b, column, "nil", "–")
	case v.Type() == table.Int32 || v.Type() == table.Int64 || v.Type() == table.Double:
		cell(b, column, "n", v.String())
	default:
		cell(b, column, "", v.String())
	}
}

func cell(b *strings.Builder, column int, class, text string) {
	b.WriteString(`<span role="gridcell" aria-colindex="`)
	b.WriteString(strconv.Itoa(column))
	if class != "" {
		b.WriteString(`" class="`)
		b.WriteString(class)
	}
	b.WriteString(`">`)
	escape(b, clip(text))
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
