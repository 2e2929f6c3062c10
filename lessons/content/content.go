// Package content holds the lessons that come with the site, one Markdown file
// each, their catalogue, the glossary, and the tables of the figures that the
// lessons quote.
//
// A reader meets Catalogue, which the program in the browser has too, then
// Files and Lessons, which only the site builder and the tests have: in a
// browser the file of the lesson that is shown is fetched. What always holds:
// every file is one that package lessons can parse, its tests prove each task
// of it, and the catalogue agrees with the files.
package content

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed catalogue.txt
var catalogue string

// Entry is what the catalogue says of a lesson.
type Entry struct {
	Number, Minutes int
	ID, Track       string
	Title, Goal     string
	Teaches         string
	Tasks           int
	Needs           []string // the IDs of the lessons that it builds on
}

// Catalogue lists the lessons in the order of their numbers.
func Catalogue() []Entry {
	var list []Entry
	for line := range strings.Lines(catalogue) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 9 {
			continue
		}
		number, _ := strconv.Atoi(f[0]) // a test compares the file with the lessons
		minutes, _ := strconv.Atoi(f[3])
		tasks, _ := strconv.Atoi(f[4])
		list = append(list, Entry{number, minutes, f[1], f[2], f[5], f[6], f[7], tasks, strings.Fields(f[8])})
	}
	return list
}
