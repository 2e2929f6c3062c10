package content

import (
	_ "embed"
	"strings"
)

//go:embed reference.txt
var reference string

// Section is a table of what a reader looks up.
type Section struct {
	Title string
	Heads []string // of the columns, the one of the lesson left out
	Rows  []Row
}

// Row is a line of a Section: its cells, and the ID of the lesson that explains it.
type Row struct {
	Cells  []string
	Lesson string
}

// Reference lists what can be looked up. A test holds each row to its section.
func Reference() []Section {
	var list []Section
	for line := range strings.Lines(reference) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if title, found := strings.CutPrefix(f[0], "# "); found {
			list = append(list, Section{Title: title, Heads: f[1:]})
		} else if n := len(list) - 1; n >= 0 {
			list[n].Rows = append(list[n].Rows, Row{f[:len(f)-1], f[len(f)-1]})
		}
	}
	return list
}
