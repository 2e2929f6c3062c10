package main

import (
	"go/ast"
	"testing"
)

// The most files outside of tests that a package may have, and the most methods
// of a type: beyond that it is two things.
const (
	packageFiles = 30
	typeMethods  = 40
)

// A package that a reader can hold in the head is one subject.
func TestPackagesAreSmall(t *testing.T) {
	holdCounts(t, filesOf(sources(t)), packageFiles, "files")
}

// A type with a great many methods is several things.
func TestTypesAreSmall(t *testing.T) {
	holdCounts(t, methodsOf(sources(t)), typeMethods, "methods")
}

// holdCounts fails for what is over its limit.
func holdCounts(t *testing.T, counts map[string]int, most int, what string) {
	t.Helper()
	for name, n := range counts {
		if n > most {
			t.Errorf("%s has %d %s, at most %d are allowed", name, n, what, most)
		}
	}
}

// filesOf counts the files of each package outside of tests.
func filesOf(list []source) map[string]int {
	counts := map[string]int{}
	for _, s := range list {
		if !s.isTest() {
			counts[s.folder()]++
		}
	}
	return counts
}

// methodsOf counts the methods of each type outside of tests.
func methodsOf(list []source) map[string]int {
	counts := map[string]int{}
	for _, s := range list {
		for _, d := range s.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && !s.isTest() {
				counts[s.folder()+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	}
	return counts
}

// receiver is the name of a receiver's type, whatever stands around it.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// The counts see what they are for, and nothing of tests.
func TestCounts(t *testing.T) {
	a, b := written(t, "a/a.go", "package a\n\ntype T[V any] struct{}\n\nfunc (T[V]) One() {}\n\nfunc (t *T[V]) Two() {}\n\nfunc Three() {}\n"),
		written(t, "a/a_test.go", "package a\n\nfunc (T[V]) Four() {}\n")
	if got := methodsOf([]source{a, b}); len(got) != 1 || got["a.T"] != 2 {
		t.Errorf("got the methods %v, want two of a.T", got)
	}
	if got := filesOf([]source{a, b}); len(got) != 1 || got["a"] != 1 {
		t.Errorf("got the files %v, want one of a", got)
	}
}
