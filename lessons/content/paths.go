package content

import (
	_ "embed"
	"strings"
)

//go:embed paths.txt
var paths string

// Path is an order of lessons that suits one kind of reader.
type Path struct {
	ID, Title, Why string
	Lessons        []string // IDs, in the order in which they are recommended
}

// Paths lists the recommended orders.
func Paths() []Path {
	var list []Path
	for line := range strings.Lines(paths) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) == 4 {
			list = append(list, Path{f[0], f[1], f[2], strings.Fields(f[3])})
		}
	}
	return list
}
