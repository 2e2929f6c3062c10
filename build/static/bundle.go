package static

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// bundle holds the files of a site before they are written.
type bundle struct {
	base  string
	files map[string][]byte // by path below the base, with slashes
}

// add puts a file under its own name and returns its address.
func (b *bundle) add(name string, content []byte) string {
	b.files[name] = content
	return b.base + name
}

// hashed puts a file under a name that holds a hash of its content, so that a
// host may let browsers keep it for ever, and returns its address.
func (b *bundle) hashed(name string, content []byte) string {
	ending := path.Ext(name)
	return b.add(strings.TrimSuffix(name, ending)+"."+hash(content)+ending, content)
}

// names are the paths of all files, ascending.
func (b *bundle) names() []string {
	return slices.Sorted(maps.Keys(b.files))
}

// hash is the start of the SHA-256 of content: 40 bits, which is plenty for
// the versions of one file.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:5])
}

// version changes when any file changes.
func (b *bundle) version() string {
	var all strings.Builder
	for _, name := range b.names() {
		fmt.Fprintf(&all, "%s %s\n", name, hash(b.files[name]))
	}
	return hash([]byte(all.String()))
}

// mark is a file that every built site has, by which one is recognised.
const mark = "worker.js"

// write replaces what dir holds by the files.
func (b *bundle) write(dir string) error {
	if err := clear(dir); err != nil {
		return err
	}
	for _, name := range b.names() {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return unwritable(dir, err)
		}
		if err := os.WriteFile(file, b.files[name], 0o644); err != nil {
			return unwritable(dir, err)
		}
	}
	return nil
}

// clear makes dir an empty folder. It removes nothing but an earlier site.
func clear(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return unwritable(dir, err)
	}
	if _, err := os.Stat(filepath.Join(dir, mark)); err != nil && len(entries) > 0 {
		return fmt.Errorf("%s holds files that are not a built site: empty it, or write to another folder", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unwritable(dir, err)
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { // the mark goes last, so that a broken run can be repeated
		return strings.Compare(last(a.Name()), last(b.Name()))
	})
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return unwritable(dir, err)
		}
	}
	return Writable(dir)
}

func last(name string) string {
	if name == mark {
		return "\xff"
	}
	return name
}

// Writable tells whether files can be made in dir, which it makes if absent.
// It is worth asking before a long build.
func Writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unwritable(dir, err)
	}
	probe, err := os.CreateTemp(dir, ".probe-")
	if err != nil {
		return unwritable(dir, err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

func unwritable(dir string, err error) error {
	return fmt.Errorf("cannot write to %s: %w", dir, reason(err))
}

// reason drops the names that an error of package os repeats.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
