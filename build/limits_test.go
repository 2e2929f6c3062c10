package main

import (
	"go/ast"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The most lines that a function and a file may have outside of tests, and the
// most characters of a line, with a tab as one.
const (
	functionLines = 60
	fileLines     = 400
	lineColumns   = 140
)

// A line that is longer than a window is not read to its end.
func TestLines(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		for _, line := range s.wide {
			t.Errorf("%s:%d has more than %d characters", s.name, line, lineColumns)
		}
	}
	long := strings.Repeat("é", lineColumns)
	if got := wide("\t\n" + long + "\n" + long + "x\n"); !slices.Equal(got, []int{3}) {
		t.Errorf("got the long lines %v, want line 3", got)
	}
}

// Long functions and files hide what they do.
func TestLimits(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		if s.lines > fileLines {
			t.Errorf("%s has %d lines, at most %d are allowed", s.name, s.lines, fileLines)
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			var name string
			switch f := n.(type) {
			case *ast.FuncDecl:
				name = f.Name.Name
			case *ast.FuncLit:
				name = "a function literal"
			default:
				return true
			}
			if lines := s.line(n.End()) - s.line(n.Pos()) + 1; lines > functionLines {
				t.Errorf("%s:%d: %s has %d lines, at most %d are allowed", s.name, s.line(n.Pos()), name, lines, functionLines)
			}
			return true
		})
	}
}

// Every package says what it is for, and every exported name what it promises,
// in a comment that begins with the name.
func TestDocumentation(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		documented[s.folder()] = documented[s.folder()] || s.Doc != nil
		for _, d := range s.Decls {
			for _, missing := range undocumented(d) {
				t.Errorf("%s:%d: %s has no comment that begins with its name", s.name, s.line(d.Pos()), missing)
			}
		}
	}
	for folder, found := range documented {
		if !found {
			t.Errorf("package %s has no comment", folder)
		}
	}
}

// undocumented are the exported names of a declaration without a comment.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && receiverExported(d) && !begins(d.Doc, d.Name.Name) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		var names []string
		for _, spec := range d.Specs {
			names = append(names, undocumentedSpec(d, spec)...)
		}
		return names
	}
	return nil
}

// undocumentedSpec looks at one type, or at the names of one line of constants
// or variables: for those, a comment on the whole group will do.
func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) []string {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && !begins(spec.Doc, spec.Name.Name) && !begins(d.Doc, spec.Name.Name) {
			return []string{spec.Name.Name}
		}
	case *ast.ValueSpec:
		if spec.Doc != nil || spec.Comment != nil || d.Doc != nil {
			return nil
		}
		for _, name := range spec.Names {
			if name.IsExported() {
				return []string{name.Name}
			}
		}
	}
	return nil
}

// receiverExported is false for methods of types that are not exported.
func receiverExported(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	exported := false
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.IsExported() {
			exported = true
		}
		return true
	})
	return exported
}

// begins tells whether a comment begins with the name, also after an article.
func begins(doc *ast.CommentGroup, name string) bool {
	if doc == nil {
		return false
	}
	words := strings.Fields(doc.Text())
	if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
		words = words[1:]
	}
	return len(words) > 0 && strings.Trim(words[0], ",:.") == name
}

// The top level has a fixed set of entries, so that a reader finds everything.
func TestTopLevel(t *testing.T) {
	want := []string{".ci", ".gitignore", "LICENSE", "Makefile", "README.md", "app", "build", "engine", "go.mod", "go.sum", "lessons", "web"}
	var got []string
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == ".git" || e.Name() == "dist" || exec.Command("git", "-C", "..", "check-ignore", "-q", e.Name()).Run() == nil {
			continue
		}
		got = append(got, e.Name())
	}
	for _, name := range got {
		if !slices.Contains(want, name) {
			t.Errorf("the top level holds %s, which has no place there", name)
		}
	}
	for _, name := range want {
		if name != "lessons" && !slices.Contains(got, name) { // lessons come when there are some
			t.Errorf("the top level lacks %s", name)
		}
	}
}
