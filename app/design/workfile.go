package design

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/journal"
)

// fileMagic is the first line of a file of work. The head follows on a line of
// its own, then a line for each moment, then for each data set a line with its
// hash and its length, and its bytes.
const fileMagic = "keyrange.work 1\n"

// ErrWorkFile is why a file is no file of work.
var ErrWorkFile = errors.New("This file is no work of this site, or a part of it is missing.")

// Export returns the whole work as the parts of a file. need lists the data
// sets that it uses and that are not here: a page brings their bytes from its
// storage and adds FileSet for each.
func (p *Playground) Export(now int64) (parts [][]byte, need []string) {
	head := p.head(now)
	parts = p.Edit.journal.file(head)
	h, _ := ReadHead(head)
	need = h.Sets
	for _, l := range p.Incoming.loaded {
		if l.bytes != nil {
			parts = append(parts, FileSet(l.set.Hash, l.bytes)...)
			need = slices.DeleteFunc(need, func(hash string) bool { return hash == l.set.Hash })
		}
	}
	return parts, need
}

// file returns the parts of a file but the data sets.
func (j *Journal) file(head string) [][]byte {
	parts := [][]byte{[]byte(fileMagic + head + "\n")}
	for id := range j.tree.All() {
		parts = append(parts, []byte(j.encode(id)+"\n"))
	}
	return parts
}

// FileSet returns the parts of a file for one data set.
func FileSet(hash string, data []byte) [][]byte {
	return [][]byte{[]byte("set " + hash + " " + strconv.Itoa(len(data)) + "\n"), data, []byte("\n")}
}

// ReadFile reads a file of work: what Finish takes, and the data sets by hash.
func ReadFile(data []byte) (r *Restoring, sets map[string][]byte, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(fileMagic))
	head, rest, whole := bytes.Cut(rest, []byte("\n"))
	if !ok || !whole {
		return nil, nil, ErrWorkFile
	}
	r, sets = NewRestoring(string(head)), map[string][]byte{}
	for len(rest) > 0 {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		about, isSet := strings.CutPrefix(string(line[:min(len(line), 100)]), "set ")
		if !isSet {
			r.Add(string(line))
			continue
		}
		hash, size, _ := strings.Cut(about, " ")
		n, err := strconv.Atoi(size)
		if err != nil || n < 0 || n >= len(rest) {
			return nil, nil, ErrWorkFile
		}
		sets[hash], rest = rest[:n], rest[n+1:]
	}
	return r, sets, nil
}

// Note warns before the journal drops something, and tells what it dropped.
func (j *Journal) Note() string {
	oldest, others := j.tree.Oldest()
	switch n := j.tree.Size() - 1; {
	case j.dropped != "":
		return "The journal holds 2,000 gestures and 64 branches. To make room it dropped " + j.dropped + "."
	case n > maxGestures*9/10:
		next := "the oldest gestures are"
		if others {
			next = oldest + " is"
		}
		return "The journal holds " + strconv.Itoa(n) + " of 2,000 gestures. At 2,000, " + next +
			" dropped. Export the work in Settings to keep all of it."
	case len(j.Branches()) > journal.MaxBranches-4:
		return "The journal holds " + strconv.Itoa(len(j.Branches())) + " of 64 branches. At 64, " + oldest +
			" is dropped. Export the work in Settings to keep all of it."
	}
	return ""
}

// IsWork reports whether a file looks like one of work.
func IsWork(data []byte) bool { return bytes.HasPrefix(data, []byte(fileMagic)) }
