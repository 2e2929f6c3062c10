package static

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// textual are the endings of files that are worth compressing.
var textual = map[string]bool{
	".html": true, ".css": true, ".js": true, ".svg": true, ".json": true, ".csv": true,
	".txt": true, ".xml": true, ".wasm": true, ".webmanifest": true,
}

// compress writes a Brotli and a gzip file beside each text and the program.
func (b *builder) compress() error {
	kept := keptTwins(b.Root)
	var missing []string // names of files that no earlier build compressed
	for _, name := range b.names() {
		if !textual[path.Ext(name)] {
			continue
		}
		file := b.file(name)
		if err := os.WriteFile(file+".gz", gzipped(b.files[name]), 0o644); err != nil {
			return unwritable(b.Out, err)
		}
		twin, err := os.ReadFile(kept.of(b.files[name]))
		if err != nil {
			missing = append(missing, name)
			continue
		}
		if err := os.WriteFile(file+".br", twin, 0o644); err != nil {
			return unwritable(b.Out, err)
		}
	}
	if err := b.brotli(missing, kept.quality); err != nil {
		return err
	}
	return b.keepTwins(kept)
}

// file is where a file of the site is written.
func (b *builder) file(name string) string { return filepath.Join(b.Out, filepath.FromSlash(name)) }

// twins is a folder of Brotli files that earlier builds of this checkout wrote,
// each under the hash of what it holds and its quality: compressing the program
// takes most of a build's time. Without the folder everything is compressed.
type twins struct{ folder, quality string }

// keptTwins are those of the repository at root, at the quality that
// KEYRANGE_BROTLI names: "11", the highest, if it names none.
func keptTwins(root string) twins {
	return twins{filepath.Join(root, "build", ".tool", "brotli"), cmp.Or(os.Getenv("KEYRANGE_BROTLI"), "11")}
}

// of is the file of the twin of a content.
func (t twins) of(content []byte) string {
	return filepath.Join(t.folder, fmt.Sprintf("%x-%s.br", sha256.Sum256(content), t.quality))
}

// keepTwins leaves the twins of this build, and no others, for the next one.
func (b *builder) keepTwins(kept twins) error {
	if err := os.MkdirAll(kept.folder, 0o755); err != nil {
		return unwritable(kept.folder, err)
	}
	wanted := map[string]bool{}
	for _, name := range b.names() {
		if !textual[path.Ext(name)] {
			continue
		}
		to := kept.of(b.files[name])
		wanted[to] = true
		if _, err := os.Stat(to); err == nil {
			continue
		}
		twin, err := os.ReadFile(b.file(name) + ".br")
		if err != nil {
			return err
		}
		if err := replace(to, twin); err != nil {
			return unwritable(kept.folder, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(kept.folder, "*.br"))
	for _, file := range files {
		if !wanted[file] {
			os.Remove(file) // another build may have done so
		}
	}
	return err
}

// replace writes a file whole or not at all: two builds may run at once.
func replace(file string, content []byte) error {
	part, err := os.CreateTemp(filepath.Dir(file), "part-")
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		os.Remove(part.Name())
	}
	return err
}

// brotli compresses files with Node, because Go's library has no Brotli.
func (b *builder) brotli(names []string, quality string) error {
	var files strings.Builder
	for _, name := range names {
		files.WriteString(b.file(name) + "\n")
	}
	cmd := exec.Command("node", filepath.Join(b.Root, "web", "brotli.mjs"), quality)
	cmd.Stdin = strings.NewReader(files.String())
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("brotli: %w\n%s", err, text)
	}
	return nil
}

// gzipped is content at the highest level, without a name or a time.
func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is valid
	w.Write(content)                                        // a bytes.Buffer takes everything
	w.Close()
	return out.Bytes()
}
