package wasm

import (
	"bytes"
	"errors"
	"slices"
	"strings"
)

// Shrink returns the program in fewer bytes, to the same effect. It fails for a
// program of another Go release than the one whose layout it knows, and for one
// whose layout differs.
func Shrink(program []byte) ([]byte, error) {
	program, err := strip(program)
	if err != nil {
		return nil, err
	}
	if program, err = shorten(program); err != nil {
		return nil, err
	}
	return program, nil
}

// Knows reports whether programs of a Go release, such as go1.26.3, have the
// layout that Shrink knows.
func Knows(version string) bool { return version == release || strings.HasPrefix(version, release+".") }

// strip takes out of a Go program what only printed stack traces read: the
// names and files of functions, and the tables from a PC to its file and line.
// They are a tenth of the compressed program, a page shows no stack trace, and
// a browser's console still numbers the functions.
//
// So are the descriptions of how to print arguments, and the unsafe points,
// where a signal may not interrupt: a browser sends no signals.
//
// What always holds: the garbage collector, the stack walker, defer, panic and
// recover find what they found before. Stack sizes, pointer maps, inlining
// trees and the kind of each function stay as they are. So do the few names
// that decide something; see nameFor.
func strip(program []byte) ([]byte, error) {
	parts, err := sections(program)
	if err != nil {
		return nil, err
	}
	if !producedBy(parts, release) {
		return nil, errRelease
	}
	if err := changePclntab(parts, (*pclntab).strip); err != nil {
		return nil, err
	}
	return assemble(parts), nil
}

var errRelease = errors.New("it was not compiled by " + release + ", the release whose layout the build knows")

// changePclntab lets change work on the pclntab in the data section of a program.
func changePclntab(parts []section, change func(*pclntab) error) error {
	at := slices.IndexFunc(parts, func(c section) bool { return c.id == dataSection })
	if at < 0 {
		return errData
	}
	m, err := newMemory(parts[at].content)
	if err != nil {
		return err
	}
	t, err := findPclntab(m)
	if err != nil {
		return err
	}
	if err := change(t); err != nil {
		return err
	}
	parts[at].content = m.section()
	countData(parts, 1)
	return nil
}

// producedBy reports whether a program says that this release, or a fix of it,
// compiled it.
func producedBy(parts []section, release string) bool {
	return slices.ContainsFunc(parts, func(s section) bool {
		return s.id == customSection && bytes.HasPrefix(s.content, []byte("\x09producers")) &&
			(bytes.Contains(s.content, []byte(release+".")) || bytes.HasSuffix(s.content, []byte(release)))
	})
}
