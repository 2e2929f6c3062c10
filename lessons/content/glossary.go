package content

import (
	_ "embed"
	"strings"
)

//go:embed glossary.txt
var glossary string

// Term is a word that the lessons use in one sense.
type Term struct {
	ID     string
	Forms  []string // the first is its name
	Colour string   // of its concept: pk, rk, et, tk, rg, sv or ""
	Means  string
	Lesson string // the ID of the lesson that explains it, "" for none
}

// Glossary lists all terms, in the order in which they are explained.
func Glossary() []Term {
	var list []Term
	for line := range strings.Lines(glossary) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) == 5 {
			list = append(list, Term{f[0], strings.Split(f[1], "|"), f[2], f[3], f[4]})
		}
	}
	return list
}
