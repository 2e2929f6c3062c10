package link

import (
	"bytes"
	"compress/flate"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever is packed comes out again, also bytes that are no text.
func TestCompress(t *testing.T) {
	r := newRandom(t)
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	mixed := append(bytes.Repeat([]byte("insert Movies a/1 n=1\n"), 100), noise...)
	for title, p := range map[string][]byte{
		"nothing": {}, "a zero": {0}, "zeros": make([]byte, 10_000), "ones": bytes.Repeat([]byte{255}, 10_000), "noise": noise, "mixed": mixed,
		"the primer": []byte(primer),
	} {
		t.Run(title, func(t *testing.T) {
			packed := Compress(p, noRest)
			got, ok := Decompress(packed, len(p), noRest)
			if !ok || !bytes.Equal(got, p) {
				t.Errorf("%d bytes come out as %d others", len(p), len(got))
			}
			if _, ok := Decompress(packed, len(p)-1, noRest); ok && len(p) > 0 {
				t.Error("more than the limit comes out")
			}
			if most := len(p) + len(p)/20 + 16; len(packed) > most {
				t.Errorf("%d bytes pack to %d, want at most %d", len(p), len(packed), most)
			}
		})
	}
}

// Work in pieces: rest is called often enough for a page to have its turns, and
// nothing is decompressed of a text that announces too much.
func TestRest(t *testing.T) {
	text := bytes.Repeat([]byte("insert Movies a/1 n=1\n"), 2900)
	rests := 0
	rest := func() { rests++ }
	packed := Compress(text, rest)
	pressed := rests
	if _, ok := Decompress(packed, len(text), rest); !ok || pressed < len(text)/1024 || rests < 2*pressed {
		t.Errorf("%d bytes: %d rests to compress, %d to decompress", len(text), pressed, rests-pressed)
	}
	rests = 0
	if _, ok := Decompress(packed, len(text)-1, rest); ok || rests > 0 {
		t.Errorf("a text that announces more than the limit: %v, and %d rests", ok, rests)
	}
}

func noRest() {}

// Scripts pack smaller than with the compression of the standard library.
func TestCompressScripts(t *testing.T) {
	files, _ := filepath.Glob("../script/testdata/*.script")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, flate.BestCompression)
		w.Write(text)
		w.Close()
		got := len(Compress(text, noRest))
		t.Logf("%s: %d bytes, %d, with flate %d", strings.TrimPrefix(file, "../script/testdata/"), len(text), got, b.Len())
		if got >= b.Len() {
			t.Errorf("%s: %d bytes, want less than the %d of flate", file, got, b.Len())
		}
	}
}

// squash and stretch undo each other as far as 12 bits allow, and squash is
// near its formula.
func TestSquash(t *testing.T) {
	for d := -2047; d <= 2047; d++ {
		want := 4096 / (1 + math.Exp(-float64(d)/256))
		if got := squash(d); got < 1 || got > 4095 || math.Abs(float64(got)-want) > 16 {
			t.Fatalf("squash(%d) is %d, want about %.1f", d, got, want)
		}
	}
	for p := 64; p < 4032; p++ {
		if got := squash(stretch(p)); got < p-10 || got > p+10 {
			t.Fatalf("squash(stretch(%d)) is %d", p, got)
		}
	}
}
