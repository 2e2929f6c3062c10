//go:build !js

package content

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"github.com/keyrange/keyrange/lessons"
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

// Lessons parses all lessons, in the order of their numbers. The error names
// the file.
func Lessons() ([]*lessons.Lesson, error) {
	var list []*lessons.Lesson
	for _, f := range Files() {
		l, err := lessons.Parse(f.Text)
		if err != nil {
			return nil, &FileError{f.Name, err}
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b *lessons.Lesson) int { return a.Number - b.Number })
	return list, nil
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

// FileError is a lesson that cannot be read.
type FileError struct {
	Name string
	Err  error
}

// Error returns the file's name and what is wrong with it.
func (e *FileError) Error() string { return e.Name + ": " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Err }
