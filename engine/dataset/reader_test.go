package dataset

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// newRandom returns random numbers from the seed in KEYRANGE_SEED, or from a
// fixed one, and logs it.
func newRandom(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(20090101)
	if s := os.Getenv("KEYRANGE_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("KEYRANGE_SEED: %v", err)
		}
		seed = n
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

func TestRefuse(t *testing.T) {
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"too large", "An import has at most 50 MB. This one has 52,428,801 bytes. Leave out columns that no key and no question needs, or split the file.", make([]byte, MaxBytes+1)},
		{"UTF-16 little endian", "The text is in UTF-16. Save it as UTF-8 and import it again.", []byte("\xFF\xFEa\x00")},
		{"UTF-16 big endian", "The text is in UTF-16. Save it as UTF-8 and import it again.", []byte("\xFE\xFF\x00a")},
		{"binary", "This is not a text file. An import is CSV, JSON or JSON lines in UTF-8.", []byte("PX\x03\x04\x00\x00")},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, format := range []Format{CSV, JSON, JSONLines} {
				_, err := NewReader(c.name, c.data, format)
				if err == nil || err.Error() != c.want {
					t.Errorf("%s: got %v, want %s", format, err, c.want)
				}
			}
		})
	}
}

func TestMaxRows(t *testing.T) {
	for _, c := range []struct {
		format          Format
		start, row, end string
	}{{CSV, "a\n", "1\n", ""}, {JSON, "[", `{"a":1},`, `{"z":1}]`}, {JSONLines, "", "{\"a\":1}\n", ""}} {
		t.Run(c.format.String(), func(t *testing.T) {
			rows := MaxRows
			if c.end == "" {
				r := read(t, c.start+strings.Repeat(c.row, MaxRows), c.format)
				if r.Err() != nil || r.Dataset().Len() != MaxRows {
					t.Errorf("at the limit: %d rows, error %v", r.Dataset().Len(), r.Err())
				}
				rows += 5
			}
			r := read(t, c.start+strings.Repeat(c.row, rows)+c.end, c.format)
			if r.Err() != nil {
				t.Error(r.Err())
			}
			equal(t, "kept", r.Dataset().Len(), MaxRows)
			beyond := 5
			if c.end != "" {
				beyond = 1
			}
			equal(t, "seen", r.Seen(), MaxRows+beyond)
			equal(t, "rows of the input", r.Dataset().Rows, MaxRows+beyond)
			equal(t, "sampled", r.Dataset().Sampled() && !r.Dataset().Even, true)
			equal(t, "columns", len(r.Dataset().Columns), 1)
		})
	}
}

func TestMaxCells(t *testing.T) {
	row := strings.Repeat(",", 199) + "1\n"
	r := read(t, row+strings.Repeat(row, MaxCells/200+3), CSV)
	equal(t, "rows", r.Dataset().Len(), MaxCells/200)
	equal(t, "rows of the input", r.Dataset().Rows, MaxCells/200+3)
}

func TestMaxBadRows(t *testing.T) {
	r := read(t, "a,b\n"+strings.Repeat("1\n", MaxBadRows+50)+"1,2\n", CSV)
	equal(t, "described", len(r.Bad()), MaxBadRows)
	equal(t, "counted", r.BadCount(), MaxBadRows+50)
	equal(t, "seen", r.Seen(), MaxBadRows+51)
	equal(t, "last", r.Bad()[MaxBadRows-1].Row, MaxBadRows)
}

func TestInvalidUTF8(t *testing.T) {
	t.Run("becomes U+FFFD and is counted", func(t *testing.T) {
		r := read(t, "a,caf\xe9\n\xff\xfe,\"x\"\"\xe9\"\n1,2\xe9,3\n", CSV)
		d := r.Dataset()
		equal(t, "source", d.Columns[1].Source, "caf�")
		equal(t, "name", d.Columns[1].Name, "caf")
		equal(t, "cells", grid(d), "��|x\"�")
		equal(t, "counted in the header and the row kept", r.Invalid(), 4)
	})
	t.Run("in JSON", func(t *testing.T) {
		r := read(t, "[{\"a\xff\":\"\xe9\",\"b\":\"\\ud800x\\udc00\\ud83d\\u0041\"}]", JSON)
		equal(t, "cells", grid(r.Dataset()), "�|�x��A")
		equal(t, "counted", r.Invalid(), 5)
	})
	t.Run("given up", func(t *testing.T) {
		r := read(t, "a\n"+strings.Repeat(strings.Repeat("\xe9", 1000)+"\n", 1100), CSV)
		equal(t, "error", r.Err().Error(), "More than 1,000,000 bytes are not UTF-8. Save the file as UTF-8 and import it again.")
	})
}

func TestSniff(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       Format
	}{
		{"", "a,b\n1,2", CSV},
		{"", "[x],b\n1,2", CSV},
		{"", "\xEF\xBB\xBF \n[\n {\"a\":1}]", JSON},
		{"", "[]", JSON},
		{"", "{\"a\":1}\n{\"a\":2}", JSONLines},
		{"", "{x},b\n", CSV},
		{"", "", CSV},
		{"a.csv", "[{\"a\":1}]", CSV},
		{"A.TSV", "x", CSV},
		{"a.json", "[1]", JSON},
		{"a.json", "{\"a\":1}\n", JSONLines},
		{"a.json", "x", JSON},
		{"a.ndjson", "x", JSONLines},
		{"a.jsonl", "[{}]", JSON},
		{"a.txt", "[ {\"a\":1} ]", JSON},
		{"json", "a,b", CSV},
	} {
		if c.name == "json" {
			c.name = "no extension"
		}
		equal(t, "format of "+c.name+" "+c.data, Sniff(c.name, []byte(c.data)), c.want)
	}
}

// TestStep: a step does no more than it is asked, and however the steps are cut,
// the result is the same.
func TestStep(t *testing.T) {
	text := "a,b\n" + strings.Repeat("1,\"x\"\"y\"\n2,\"z\n", 500)
	whole, _ := NewReader("", []byte(text), CSV)
	steps := 0
	for ; !whole.Step(7); steps++ {
		if whole.Dataset() != nil || whole.Err() != nil {
			t.Fatal("a Dataset or an error before the end")
		}
		if got := whole.Seen(); got != 7*(steps+1) {
			t.Fatalf("step %d: %d rows seen", steps, got)
		}
	}
	done, total := whole.Progress()
	equal(t, "progress", done, total)
	single := read(t, text, CSV)
	equal(t, "cells", grid(single.Dataset()), grid(whole.Dataset()))
	equal(t, "reasons", reasons(single), reasons(whole))
	equal(t, "further step", whole.Step(1), true)
}

// TestStepIsBounded: whatever the input, one step passes over a bounded part of
// it, and all steps together look at the input a bounded number of times.
func TestStepIsBounded(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("steps are counted, and are as many natively")
	}
	for name, text := range map[string]string{
		"quotes never closed": "a,b\n" + strings.Repeat("1,\"x\n", 1<<20),
		"doubled quotes":      "a,b\n" + strings.Repeat("1,\"x\"\"\n", 1<<19) + "2,\"" + strings.Repeat("\"\"\n", 1<<20),
		"long line":           "a,b\n" + strings.Repeat("x", 8<<20) + "\n",
		"long rows":           "a\n" + strings.Repeat("\""+strings.Repeat("x\n", MaxCell/2-2)+"\"\n", 80),
		"blank lines":         "a,b\n" + strings.Repeat("\n", 8<<20),
		"many fields":         "a,b\n" + strings.Repeat(strings.Repeat(",", MaxRow-2)+"\n", 8),
		"many columns":        strings.Repeat("a,", maxSources-1) + "a\n" + strings.Repeat(strings.Repeat("1,", 20_000)+"1\n", 20),
		"array, 20,000 names": "[" + strings.Repeat(manyNames(20_000)+",", 20) + "{}]",
		"array, nested":       strings.Repeat("[", 500_000) + strings.Repeat("]", 500_000),
		"array, not closed":   strings.Repeat("[", 500_000),
		"array, of empty":     "[" + strings.Repeat("[],", 500_000) + "[]]",
		"array, in a member":  `[{"a":[` + strings.Repeat("[],", 300_000) + "[]]}]",
		"lines, nested":       strings.Repeat(strings.Repeat("[", 500)+"\n", 1000),
		"array, white space":  "[" + strings.Repeat(" ", 8<<20) + "]",
		"array, one text":     "[\"" + strings.Repeat("x", 8<<20) + "\"]",
		"array, numbers":      "[" + strings.Repeat("1,", 4<<20) + "1]",
		"lines, one":          "{" + strings.Repeat(" ", 8<<20) + "}",
		"lines, blank":        "{}" + strings.Repeat("\n", 8<<20),
	} {
		t.Run(name, func(t *testing.T) {
			format := CSV
			if strings.HasPrefix(name, "array") {
				format = JSON
			} else if strings.HasPrefix(name, "lines") {
				format = JSONLines
			}
			for _, o := range []Options{{Format: format}, {Format: format, Nested: true, Forms: true}} {
				stepsBounded(t, text, o)
			}
		})
	}
}

// manyNames is an object with so many members.
func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"c%d":%d,`, i, i)
	}
	return "{" + b.String() + `"z":0}`
}

// stepsBounded reads a text in steps of 200 rows and holds each of them, and all
// together, to what they may do.
func stepsBounded(t *testing.T, text string, o Options) {
	t.Helper()
	const most = stepBytes + 2*MaxRow
	r, err := Open("", []byte(text), o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	steps := 0
	for done := false; !done; steps++ {
		before, _ := r.Progress()
		rows := r.Seen()
		done = r.Step(200)
		after, _ := r.Progress()
		if after-before > most || r.Seen()-rows > 200 {
			t.Fatalf("%+v: step %d passed over %d bytes and %d rows", o, steps, after-before, r.Seen()-rows)
		}
	}
	// A step that is not the last handles 200 rows, or 4,000 cells, or
	// 128 kB; a byte is looked at three times at most.
	if limit := 2 + r.Seen()/200 + 3*len(text)/stepBytes + len(text)/1000 + 1; steps > limit {
		t.Errorf("%+v: %d steps, at most %d expected", o, steps, limit)
	}
}

func TestInputStays(t *testing.T) {
	// The caller's bytes are never written to.
	for _, text := range []string{"a,b\n\"x\"\"y\",\"\xff\"\n", `[{"a":"\u0041\n"}]`} {
		data := []byte(text)
		r, err := NewReader("", data, Sniff("", data))
		if err != nil {
			t.Fatal(err)
		}
		for !r.Step(1) {
		}
		if !bytes.Equal(data, []byte(text)) {
			t.Errorf("input is now %q", data)
		}
	}
}

// TestValueAllocates: reading a value costs no allocation but a String's copy.
func TestValueAllocates(t *testing.T) {
	d := load(t, "i,l,d,b,t\n1,3000000000,2.5,true,2001/01/01 00:47\n", CSV)
	n := testing.AllocsPerRun(100, func() {
		for col := range d.Columns {
			if d.Value(0, col).Type() == table.String {
				t.Fatal("inferred as String")
			}
		}
	})
	equal(t, "allocations", n, 0)
}
