package draft

import (
	"bytes"
	"strconv"
	"strings"
)

// fileMagic is the first line of a file of work. The head follows on a line of
// its own, then a line for each moment, then for each data set a line with its
// hash and its length, and its bytes.
const fileMagic = "keyrange.work 1\n"

// FileSet returns the parts of a file for one data set.
func FileSet(hash string, data []byte) [][]byte {
	return [][]byte{[]byte("set " + hash + " " + strconv.Itoa(len(data)) + "\n"), data, []byte("\n")}
}

// ReadFile reads a file of work: what Finish takes, and the data sets by hash.
func ReadFile(data []byte, from Origin) (r *Restoring, sets map[string][]byte, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(fileMagic))
	head, rest, whole := bytes.Cut(rest, []byte("\n"))
	if !ok || !whole {
		return nil, nil, from.damaged()
	}
	r, sets = NewRestoring(string(head), from), map[string][]byte{}
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
			return nil, nil, from.damaged()
		}
		sets[hash], rest = rest[:n], rest[n+1:]
	}
	return r, sets, nil
}

// IsWork reports whether a file looks like one of work.
func IsWork(data []byte) bool { return bytes.HasPrefix(data, []byte(fileMagic)) }
