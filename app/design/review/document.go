package review

import (
	"strings"

	words "github.com/keyrange/keyrange/engine/text"
)

// Document is a review as sections.
type Document struct {
	Title    string
	Sections []Section
}

// Section is a heading with sentences, or with a table, or with both.
type Section struct {
	Title string
	Text  []string
	Head  []string   // of the table, nil for none
	Rows  [][]string // as many cells each as the head has
}

// The bounds of a Document, whatever the data.
const (
	MaxRows = 100 // of a table
	maxCell = 300 // characters of a cell
)

// Markdown writes the review as a file.
func (d *Document) Markdown() string {
	var b strings.Builder
	b.WriteString("# " + escaped(d.Title) + "\n")
	for _, s := range d.Sections {
		b.WriteString("\n## " + escaped(s.Title) + "\n")
		for _, t := range s.Text {
			b.WriteString("\n" + escaped(t) + "\n")
		}
		if len(s.Head) == 0 {
			continue
		}
		b.WriteString("\n" + line(s.Head) + "|" + strings.Repeat(" --- |", len(s.Head)) + "\n")
		for _, row := range s.Rows {
			b.WriteString(line(row))
		}
	}
	return b.String()
}

// line is one row of a table.
func line(cells []string) string {
	s := "|"
	for _, c := range cells {
		s += " " + escaped(c) + " |"
	}
	return s + "\n"
}

// escaped writes a text so that Markdown reads it as the same text: on one line,
// with a backslash before each sign that could mean something, and with
// characters that cannot be seen made visible.
func escaped(text string) string {
	text = words.Visible(strings.Join(strings.Fields(text), " "))
	var b strings.Builder
	digits := strings.TrimLeft(text, "0123456789")
	for i := range len(text) {
		rest := text[i:]
		means := strings.IndexByte("\\`*_[]<>|#&~!@$^", text[i]) >= 0 || // anywhere
			strings.HasPrefix(rest, "://") || strings.HasPrefix(rest, ".") && strings.HasSuffix(strings.ToLower(text[:i]), "www") || // an address
			i == 0 && strings.IndexByte("-+=:", text[i]) >= 0 || // a list, a line, the dashes of a table
			i > 0 && len(rest) == len(digits) && strings.IndexByte(".)", text[i]) >= 0 // a numbered list
		if means {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// clipped cuts a text for a cell.
func clipped(text string) string {
	if r := []rune(text); len(r) > maxCell {
		return string(r[:maxCell]) + "…"
	}
	return text
}

// row adds a row to the table, up to its bound.
func (s *Section) row(cells ...string) {
	if len(s.Rows) >= MaxRows {
		return
	}
	for i := range cells {
		cells[i] = clipped(cells[i])
	}
	s.Rows = append(s.Rows, cells)
}
