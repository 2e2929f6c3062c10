//go:build !js

package content

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.md
var files embed.FS

// File is a lesson's file.
type File struct {
	Name string // as 01-entity.md
	Text []byte
}

// ID is the ID of the lesson in a file that is named as it should be.
func (f File) ID() string {
	_, id, _ := strings.Cut(strings.TrimSuffix(f.Name, ".md"), "-")
	return id
}

// Files returns the lesson files in the order of their names.
func Files() []File {
	names, _ := fs.Glob(files, "[0-9]*.md") // the pattern is good
	slices.Sort(names)
	list := make([]File, len(names))
	for i, name := range names {
		text, _ := files.ReadFile(name) // it is embedded
		list[i] = File{name, text}
	}
	return list
}

// Text returns the file of the lesson with the given ID, nil if there is none.
func Text(id string) []byte {
	for _, f := range Files() {
		if f.ID() == id {
			return f.Text
		}
	}
	return nil
}
