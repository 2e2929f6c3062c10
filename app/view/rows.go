package view

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
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

// The CSS widths of the two keys: a phone shows both.
const (
	partitionWidth = "clamp(120px, 32vw, 200px)"
	rowWidth       = "clamp(180px, 48vw, 300px)"
)

// RowID begins the ID of a row of the result grid; its place follows.
const RowID = "entity-"

// Rows writes the visible rows of a result as HTML, one string for a whole
// frame. It belongs to one grid at a time.
type Rows struct {
	At      func(i int) table.Row // the entity at place i
	names   []string
	columns []*table.Column
	classes []string // of the cells of each column
	missing string   // what stands for a property that an entity lacks
}

// Property is one column of the result grid.
type Property struct {
	Name string
	Type table.EdmType
}

// Keys are the two keys as columns.
func Keys() []Property { return []Property{{"PartitionKey", table.String}, {"RowKey", table.String}} }

// Class is the look of the property's cells: numbers stand at the right.
func (p Property) Class() string {
	switch p.Name {
	case "PartitionKey":
		return "pk"
	case "RowKey":
		return "rk"
	}
	switch p.Type {
	case table.Int32, table.Int64, table.Double:
		return "n"
	}
	return ""
}

// NewRows returns a writer that shows the given properties, the keys among them
// as any other.
func NewRows(at func(i int) table.Row, properties []Property, missing string) *Rows {
	r := &Rows{At: at, missing: missing}
	for _, p := range properties {
		r.names = append(r.names, p.Name)
		r.columns = append(r.columns, table.NewColumn(p.Name))
		r.classes = append(r.classes, p.Class())
	}
	return r
}

// GridColumns is the CSS for the columns of a grid with the given properties.
func GridColumns(properties []Property) string {
	widths := make([]string, len(properties))
	for i, p := range properties {
		switch p.Type {
		case table.DateTime, table.Guid, table.String:
			widths[i] = strconv.Itoa(wideColumn) + "px"
		default:
			widths[i] = strconv.Itoa(cellWidth) + "px"
		}
		switch p.Class() {
		case "pk":
			widths[i] = partitionWidth
		case "rk":
			widths[i] = rowWidth
		}
	}
	return strings.Join(widths, " ")
}

// HTML writes rows first to first+count-1. active is the place of the row
// that has the keyboard, -1 for none. Every value is escaped.
func (r *Rows) HTML(first, count, active int) string {
	var b strings.Builder
	b.Grow(count * len(r.columns) * 64)
	previous := ""
	if first > 0 && count > 0 {
		previous = r.At(first - 1).PartitionKey()
	}
	for i := first; i < first+count; i++ {
		row := r.At(i)
		pk := row.PartitionKey()
		r.open(&b, i, i == active)
		for c := range r.columns {
			r.cell(&b, c, row, i > 0 && pk == previous)
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

// cell writes one property of a row; same means that the row before is of the
// same partition.
func (r *Rows) cell(b *strings.Builder, c int, row table.Row, same bool) {
	switch name := r.names[c]; {
	case name == "PartitionKey" && same:
		cell(b, c+1, "pk same", row.PartitionKey())
	case name == "PartitionKey":
		cell(b, c+1, "pk", row.PartitionKey())
	case name == "RowKey":
		cell(b, c+1, "rk", row.RowKey())
	case name == "Timestamp":
		cell(b, c+1, "", row.Timestamp().String())
	default:
		value(b, c+1, r.classes[c], r.columns[c].Of(row), r.missing)
	}
}

func value(b *strings.Builder, column int, class string, v table.Value, missing string) {
	if v.IsNull() {
		cell(b, column, strings.TrimSpace("nil "+class), missing)
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
	text = words.Visible(clip(text))
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
