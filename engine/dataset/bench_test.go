package dataset

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/keyrange/keyrange/engine/table"
)

// generated returns the text of MaxRows rows of 15 columns in about 40 MB.
func generated(format Format) []byte {
	var b strings.Builder
	names := strings.Split("id device user when kind amount currency city country score flag session path note rest", " ")
	if format == CSV {
		b.WriteString(strings.Join(names, ",") + "\n")
	}
	for i := range MaxRows {
		cells := []string{
			itoa(i), fmt.Sprintf("dev-%05d", i*7919%50_000), fmt.Sprintf("user%d", i%20_000), fmt.Sprintf("2001-02-%02dT%02d:%02d:00Z", i%28+1, i%24, i%60),
			"click", fmt.Sprintf("%d.%02d", i%1000, i%100), "EUR", "Zürich", "Switzerland", itoa(i % 101), "true",
			fmt.Sprintf("%08x-213d-42c9-9a79-3e9149a57833", i), "/a/b/c", `say ""hi"", then go`, "x",
		}
		if format == CSV {
			cells[13] = `"` + cells[13] + `"`
			b.WriteString(strings.Join(cells, ",") + "\n")
			continue
		}
		cells[8], cells[11], cells[13] = "CH", "s", `say \"hi\", then go` // to stay under MaxBytes
		for k := range cells {
			b.WriteString(map[bool]string{true: "{", false: ","}[k == 0])
			if k == 0 || k == 5 || k == 9 || k == 10 {
				b.WriteString(`"` + names[k] + `":` + cells[k])
			} else {
				b.WriteString(`"` + names[k] + `":"` + cells[k] + `"`)
			}
		}
		b.WriteString("}\n")
	}
	return []byte(b.String())
}

// passes records how long each step of a read takes, the shortest time of
// several passes: what is left is the step's own work rather than the machine's
// other business.
type passes []time.Duration

func (p *passes) read(b *testing.B, data []byte, format Format) *Reader {
	r, err := NewReader("", data, format)
	if err != nil {
		b.Fatal(err)
	}
	for i, done := 0, false; !done; i++ {
		start := time.Now()
		done = r.Step(200)
		took := time.Since(start)
		if i == len(*p) {
			*p = append(*p, took)
		}
		(*p)[i] = min((*p)[i], took)
	}
	return r
}

func (p passes) report(b *testing.B) {
	slices.Sort(p)
	b.ReportMetric(milliseconds(p[len(p)/2]), "ms/median-step")
	b.ReportMetric(milliseconds(p[len(p)-1]), "ms/longest-step")
}

// BenchmarkStep reads 200,000 rows of 15 columns in steps of 200 and reports the
// whole time, what steps take and the memory that the Dataset keeps beside its
// input.
func BenchmarkStep(b *testing.B) {
	for _, format := range []Format{CSV, JSONLines} {
		data := generated(format)
		b.Run(format.String(), func(b *testing.B) {
			var p passes
			var before, after runtime.MemStats
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				runtime.GC()
				runtime.ReadMemStats(&before)
				r := p.read(b, data, format)
				if r.Dataset().Len() != MaxRows {
					b.Fatal(r.Err(), r.BadCount())
				}
				runtime.GC()
				runtime.ReadMemStats(&after)
				runtime.KeepAlive(r)
			}
			p.report(b)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB-kept")
		})
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// BenchmarkWorstStep takes the longest step over inputs made to be slow.
func BenchmarkWorstStep(b *testing.B) {
	keys := func(prefix string) string {
		var k strings.Builder
		for i := range MaxColumns {
			fmt.Fprintf(&k, `"%s%d":1,`, prefix, i)
		}
		return k.String()
	}
	for name, text := range map[string]string{
		"quote never closed": "a,b\n" + strings.Repeat("1,\"x\n"+strings.Repeat("22,33\n", 250_000), 3),
		"doubled quotes":     "a,b\n" + strings.Repeat("1,\""+strings.Repeat("\"\"", MaxRow)+"\n", 2),
		"wide":               strings.Repeat("a,", 251) + "a\n" + strings.Repeat(strings.Repeat("2001-02-03,", 251)+"1\n", 2000),
		"many fields":        "a,b\n" + strings.Repeat(strings.Repeat(",", MaxRow-2)+"\n", 4),
		"distinct":           strings.Repeat("a,", 251) + "a\n" + distinctRows(3000),
		"20,000 fields":      strings.Repeat("a,", 251) + "a\n" + strings.Repeat(strings.Repeat("1,", 20_000)+"1\n", 20),
		"[20,000 names":      "[" + strings.Repeat(manyNames(20_000)+",", 20) + "{}]",
		"[nested":            strings.Repeat("[", 500_000) + strings.Repeat("]", 500_000),
		"long cells":         "a\n" + strings.Repeat(strings.Repeat("é", MaxCell/2)+"\n", 100),
		"invalid":            "a\n" + strings.Repeat(strings.Repeat("\xe9", MaxCell/3)+"\n", 30),
		"{new names":         strings.Repeat("{"+keys("some-longer-prefix-of-a-name-")+`"a":[]}`+"\n", 1000),
		"{deep":              strings.Repeat(`{"a":`+strings.Repeat("[", 900)+strings.Repeat("]", 900)+"}\n", 1000),
		"{escapes":           strings.Repeat(`{"a":"`+strings.Repeat(`\u00e9`, MaxCell/6)+"\"}\n", 100),
	} {
		b.Run(strings.TrimLeft(name, "{["), func(b *testing.B) {
			format := CSV
			switch name[0] {
			case '{':
				format = JSONLines
			case '[':
				format = JSON
			}
			var p passes
			for b.Loop() {
				p.read(b, []byte(text), format)
			}
			p.report(b)
		})
	}
}

func distinctRows(rows int) string {
	var b strings.Builder
	for i := range rows {
		for k := range MaxColumns {
			fmt.Fprintf(&b, "t%d,", i*MaxColumns+k)
		}
		b.WriteString("\n")
	}
	return strings.ReplaceAll(b.String(), ",\n", "\n")
}

// BenchmarkFit checks 200,000 rows of one column against each type.
func BenchmarkFit(b *testing.B) {
	data := generated(CSV)
	r, _ := NewReader("", data, CSV)
	for !r.Step(1000) {
	}
	d := r.Dataset()
	for col, as := range map[int]table.EdmType{0: table.Int32, 3: table.DateTime, 5: table.Double, 11: table.Guid, 12: table.Int64} {
		b.Run(as.String(), func(b *testing.B) {
			for b.Loop() {
				d.SetType(col, as)
			}
		})
	}
}

// BenchmarkEntity makes entities of 15 properties.
func BenchmarkEntity(b *testing.B) {
	data := generated(CSV)
	r, _ := NewReader("", data, CSV)
	for !r.Step(1000) {
	}
	d := r.Dataset()
	row := 0
	b.ReportAllocs()
	for b.Loop() {
		d.Entity(row, table.Key{})
		row = (row + 1) % d.Len()
	}
}
