package static

import (
	"bytes"
	"compress/gzip"
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

// twins are compressed files of an earlier build by their path below the site.
type twins map[string][]byte

// readTwins takes the Brotli files whose name holds a hash out of an earlier
// build, because the content under such a name never changes.
func readTwins(dir string) twins {
	found := twins{}
	files, _ := filepath.Glob(filepath.Join(dir, "assets", "*.br")) // no earlier build: nothing to reuse
	for _, file := range files {
		if content, err := os.ReadFile(file); err == nil {
			found["assets/"+filepath.Base(file)] = content
		}
	}
	return found
}

// compress writes a Brotli and a gzip file beside each text and the program.
func (b *builder) compress(earlier twins) error {
	var missing []string
	for _, name := range b.names() {
		if !textual[path.Ext(name)] {
			continue
		}
		file := filepath.Join(b.Out, filepath.FromSlash(name))
		if err := os.WriteFile(file+".gz", gzipped(b.files[name]), 0o644); err != nil {
			return unwritable(b.Out, err)
		}
		twin, found := earlier[name+".br"]
		if !found {
			missing = append(missing, file)
			continue
		}
		if err := os.WriteFile(file+".br", twin, 0o644); err != nil {
			return unwritable(b.Out, err)
		}
	}
	return b.brotli(missing)
}

// brotli compresses files with Node, because Go's library has no Brotli.
func (b *builder) brotli(files []string) error {
	cmd := exec.Command("node", filepath.Join(b.Root, "web", "brotli.mjs"))
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
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
