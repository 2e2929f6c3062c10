package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// module is what begins the import path of every package of the project.
const module = "github.com/keyrange/keyrange"

// source is a parsed Go file of the project.
type source struct {
	*ast.File
	files *token.FileSet
	name  string // path from the repository, with slashes
	lines int
	wide  []int // the lines with more than lineColumns characters
}

// folder is the package's folder from the repository, such as engine/table.
func (s source) folder() string { return path.Dir(s.name) }

func (s source) isTest() bool { return strings.HasSuffix(s.name, "_test.go") }

// line is the line of a position in the file.
func (s source) line(p token.Pos) int { return s.files.Position(p).Line }

// wide are the numbers of the lines of a text that are too long to read beside
// another one.
func wide(text string) (lines []int) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		if n++; utf8.RuneCountInString(line) > lineColumns {
			lines = append(lines, n)
		}
	}
	return lines
}

// sources parses every Go file of the project itself, so that nothing is
// answered from a cache of the go command.
func sources(t *testing.T) []source {
	t.Helper()
	var found []source
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && file != ".." && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "dist") {
			return filepath.SkipDir
		}
		if filepath.Ext(file) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, text, parser.ParseComments)
		if err != nil {
			return err
		}
		name, err := filepath.Rel("..", file)
		found = append(found, source{parsed, set, filepath.ToSlash(name), strings.Count(string(text), "\n"), wide(string(text))})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 20 {
		t.Fatalf("found %d Go files, want those of the whole project", len(found))
	}
	return found
}

// written is a file of the project that a test makes up.
func written(t *testing.T, name, text string) source {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, name, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return source{parsed, set, name, strings.Count(text, "\n"), nil}
}
