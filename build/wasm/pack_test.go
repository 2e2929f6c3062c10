package wasm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A packed program prints what the program did: panics, the collector and the
// stack walker read the table of functions all the time.
func TestPack(t *testing.T) {
	stripped, small := packedProbe(t)
	want, failed := output(t, stripped)
	got, failedToo := output(t, small)
	if got != want || failed == nil || failedToo == nil || failed.Error() != failedToo.Error() {
		t.Errorf("printed, ending with %v:\n%s\nwant, ending with %v:\n%s", failedToo, got, failed, want)
	}
	if again, err := pack(small); err == nil {
		t.Errorf("a packed program of %d bytes is packed again", len(again))
	}
}

// When a packed program begins, its memory is that of the program, to the byte.
func TestPackMemory(t *testing.T) {
	stripped, small := packedProbe(t)
	want := startOf(t, stripped)
	if got := startOf(t, small); !bytes.Equal(got, want) {
		at := 0
		for got[at] == want[at] {
			at++
		}
		t.Errorf("the memory of %d bytes differs from byte %d on, want %d bytes", len(got), at, len(want))
	}
}

// packedProbe is the probe, stripped, and the same packed.
func packedProbe(t *testing.T) (stripped, small []byte) {
	t.Helper()
	stripped, err := strip(compiled(t, probe))
	if err != nil {
		t.Fatal(err)
	}
	if small, err = pack(stripped); err != nil {
		t.Fatal(err)
	}
	return stripped, small
}

// startOf is the memory of a program that was made and did not run yet.
func startOf(t *testing.T, wasm []byte) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	const script = `const fs = require("fs"), file = process.argv[1];
		const program = new WebAssembly.Module(fs.readFileSync(file));
		const imports = {};
		for (const { module, name } of WebAssembly.Module.imports(program)) (imports[module] ??= {})[name] = () => { throw new Error("it runs"); };
		fs.writeFileSync(file, new Uint8Array(new WebAssembly.Instance(program, imports).exports.mem.buffer));`
	if text, err := exec.Command("node", "-e", script, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	memory, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return memory
}

// A table of which something does not follow from a function's number is
// refused: a bucket, a place, and a funcRecord that lies elsewhere.
func TestPackRefuses(t *testing.T) {
	stripped, err := strip(compiled(t, probe))
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*pclntab){
		"bucket": func(p *pclntab) { p.findfunctab[bucketSize*20]++ },
		"gap":    func(p *pclntab) { p.findfunctab[len(p.findfunctab)-1]++ },
		"place":  func(p *pclntab) { p.pclntable[2]++ },
		"offset": func(p *pclntab) { p.pclntable[8+4] += recordAlign },
	} {
		parts, _ := sections(bytes.Clone(stripped))
		if err := changePclntab(parts, func(p *pclntab) error { spoil(p); return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := pack(assemble(parts)); err == nil {
			t.Errorf("%s: packed", name)
		}
	}
}
