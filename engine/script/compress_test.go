package script

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"math"
	"testing"
)

// compressFirst packs bytes as texts of the first version did, for the tests of
// what reads them.
func compressFirst(p []byte) []byte {
	m := newModel()
	to := binary.AppendUvarint(nil, uint64(len(p)))
	low, high := uint32(0), uint32(0xFFFFFFFF)
	for _, b := range p {
		for shift := 7; shift >= 0; shift-- {
			bit := int(b) >> shift & 1
			middle := between(low, high, m.p)
			if bit == 1 {
				high = middle
			} else {
				low = middle + 1
			}
			m.update(bit)
			for (low^high)>>24 == 0 {
				to = append(to, byte(high>>24))
				low, high = low<<8, high<<8|255
			}
		}
	}
	return append(to, byte(high>>24)) // with zeros behind it, still above low
}

// Whatever is packed comes out again, also bytes that are no text, and no more
// than the limit. So do the packed bytes of the first version.
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
		for version, way := range map[string]struct {
			pack func([]byte) []byte
			read func([]byte, int) ([]byte, error)
		}{"now": {compress, decompress}, "first": {compressFirst, decompressFirst}} {
			t.Run(title+", "+version, func(t *testing.T) {
				packed := way.pack(p)
				got, err := way.read(packed, len(p))
				if err != nil || !bytes.Equal(got, p) {
					t.Errorf("%d bytes come out as %d others, %v", len(p), len(got), err)
				}
				if _, err := way.read(packed, len(p)-1); err != ShareTooLarge && len(p) > 0 {
					t.Errorf("got %v, want ShareTooLarge", err)
				}
				if most := len(p) + len(p)/20 + 16; len(packed) > most {
					t.Errorf("%d bytes pack to %d, want at most %d", len(p), len(packed), most)
				}
			})
		}
	}
}

// A few kilobytes that stand for a gigabyte are given up at the limit.
func TestDecompressBomb(t *testing.T) {
	var b bytes.Buffer
	w, err := flate.NewWriterDict(&b, flate.BestCompression, []byte(primer))
	if err != nil {
		t.Fatal(err)
	}
	for range 64 {
		w.Write(make([]byte, 1<<20))
	}
	w.Close()
	if b.Len() > MaxShare {
		t.Fatalf("%d bytes, want few", b.Len())
	}
	if p, err := decompress(b.Bytes(), MaxUnpacked); err != ShareTooLarge || p != nil {
		t.Errorf("got %d bytes, %v, want ShareTooLarge", len(p), err)
	}
}

// The primer makes short texts shorter than without it: a link is of a few
// commands.
func TestPrimer(t *testing.T) {
	text := []byte("create table Movies\x00insert Movies Drama/Psycho Title='Psycho'\x00get Movies Drama/Psycho")
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write(text)
	w.Close()
	if got := len(compress(text)); got*2 > b.Len() {
		t.Errorf("%d bytes, want at most half of the %d without it", got, b.Len())
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
