package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// open reads all of data as the Options say, in steps of one row.
func open(t *testing.T, data []byte, o Options) *Reader {
	t.Helper()
	r, err := Open("test", data, o)
	if err != nil {
		t.Fatalf("Open(%.40q): %v", data, err)
	}
	for steps := 0; !r.Step(1); steps++ {
		if steps > 2*len(data)+4 {
			t.Fatalf("no end after %d steps", steps)
		}
	}
	return r
}

// probed reads data as a Probe finds that it must be.
func probed(t *testing.T, name string, data []byte) *Reader {
	t.Helper()
	p, err := NewProbe(name, data)
	if err != nil {
		t.Fatalf("NewProbe(%.40q): %v", data, err)
	}
	for !p.Step() {
	}
	return open(t, data, p.Options())
}

func sources(d *Dataset) string {
	var names []string
	for _, c := range d.Columns {
		names = append(names, c.Source)
	}
	return strings.Join(names, " ")
}

func TestNested(t *testing.T) {
	deep := `1`
	for range maxLevels + 1 {
		deep = `{"x":` + deep + `}`
	}
	for _, c := range []struct{ name, text, sources, want string }{
		{"object", `[{"a":{"b":1,"c":{"d":"x"}},"e":2},{"e":3,"a":{"c":{"d":"y"},"b":null}}]`, "a.b a.c.d e", "1|x|2/~|y|3"},
		{"array of one length", `[{"at":[1,2,null]},{"at":[4,5,6]}]`, "at.0 at.1 at.2", "1|2|~/4|5|6"},
		{"arrays of several lengths", `[{"at":[1,2],"z":1},{"at":[4],"z":2}]`, "at z", "[1,2]|1/[4]|2"},
		{"array of objects", `[{"at":[{"x":1}]},{"at":[ ]}]`, "at", `[{"x":1}]/[ ]`},
		{"long array", `[{"at":[1,2,3,4,5,6,7,8,9]}]`, "at", "[1,2,3,4,5,6,7,8,9]"},
		{"plain or object", `[{"a":1},{"a":{"b":2}},{"a":[3]}]`, "a a.b a.0", "1|~|~/~|2|~/~|~|3"},
		{"a name with a dot", `[{"a.b":1,"a":{"b":2}}]`, "a.b a.b", "1|2"},
		{"empty object", `[{"a":{},"b":1}]`, "b", "1"},
		{"too deep", `[` + deep + `]`, strings.Repeat("x.", maxLevels-1) + "x", `{"x":1}`},
		{"texts in an array", `[{"a":["x\n","\u00e9"]}]`, "a.0 a.1", "x\n|é"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := open(t, []byte(c.text), Options{Format: JSON, Nested: true})
			equal(t, "bad rows", reasons(r), "")
			equal(t, "sources", sources(r.Dataset()), c.sources)
			equal(t, "cells", grid(r.Dataset()), c.want)
			for _, col := range r.Dataset().Columns {
				equal(t, "legal name "+col.Name, checkName(col.Name), "")
			}
		})
	}
	t.Run("refused without the option", func(t *testing.T) {
		r := read(t, `[{"a":{"b":1}},{"a":2}]`, JSON)
		equal(t, "bad rows", reasons(r), "Row 1 on line 1 has an object in column a. Only plain values can be imported.")
	})
	t.Run("names", func(t *testing.T) {
		d := open(t, []byte(`[{"a.b":1,"a":{"b":2},"a_b":3}]`), Options{Format: JSON, Nested: true}).Dataset()
		equal(t, "names", d.Columns[0].Name+" "+d.Columns[1].Name+" "+d.Columns[2].Name, "a_b a_b_2 a_b_3")
	})
}

func TestAllReasons(t *testing.T) {
	// A row is told everything that is wrong with it, up to maxReasons faults.
	long := strings.Repeat("x", MaxCell+1)
	r := read(t, `[{"a":1,"a":2,"b":{},"c":"`+long+`"},{"a":1}]`, JSON)
	equal(t, "JSON", reasons(r), "Row 1 on line 1 names column a twice. It has an object in column b. Only plain values can be imported. It has a text in column 3 of more than 98,304 bytes.")
	r = read(t, "a,b\n"+long+",1,"+long+",3\n1,2\n", CSV)
	equal(t, "CSV", reasons(r), "Row 1 on line 2 has a text in field 1 of more than 98,304 bytes. It has 4 fields, the header has 2.")
	r = read(t, `[{"a":[],"b":[],"c":[],"d":[],"e":[],"f":[],"g":[]},{"a":1}]`, JSON)
	if !strings.HasSuffix(reasons(r), "in column e. Only plain values can be imported. It has 2 further faults.") {
		t.Errorf("many faults: %s", reasons(r))
	}
}

func TestWideJSON(t *testing.T) {
	// Beyond MaxColumns names are passed over and told, rows are not.
	var b strings.Builder
	b.WriteString(`{"x0":0`)
	for i := range MaxColumns + 8 {
		fmt.Fprintf(&b, `,"x%d":%d`, i+1, i+1)
	}
	b.WriteString("}\n")
	r := open(t, []byte(b.String()+b.String()), Options{Format: JSONLines, Nested: true})
	equal(t, "rows", r.Dataset().Len(), 2)
	equal(t, "columns", len(r.Dataset().Columns), MaxColumns)
	all, more := r.Sources()
	equal(t, "sources", len(all), MaxColumns+9)
	equal(t, "more", more, false)
	r = open(t, []byte(b.String()+b.String()), Options{Format: JSONLines, Nested: true, Keep: "1,259-260"})
	equal(t, "chosen", sources(r.Dataset()), "x1 x259 x260")
	equal(t, "cells", grid(r.Dataset()), "1|259|260/1|259|260")
	b.Reset()
	for i := range maxSources + 5 {
		fmt.Fprintf(&b, "{\"a\":1,\"y%d\":1}\n", i)
	}
	r = open(t, []byte(b.String()), Options{Format: JSONLines, Nested: true})
	_, more = r.Sources()
	equal(t, "ever new names", more, true)
	equal(t, "rows", r.Dataset().Len(), maxSources+5)
}

func TestRecords(t *testing.T) {
	for _, c := range []struct{ name, file, text, records, want string }{
		{"GeoJSON", "q.json", `{"type":"FeatureCollection","metadata":{"count":2},"features":[{"type":"Feature","properties":{"mag":2},"geometry":{"type":"Point","coordinates":[1,2.5]},"id":"a"},
			{"type":"Feature","properties":{"mag":3},"geometry":{"type":"Point","coordinates":[3,4]},"id":"b"}],"bbox":[1,2]}`, "features", "Feature|2|Point|1|2.5|a/Feature|3|Point|3|4|b"},
		{"data", "", `{"data":[{"a":1},{"a":2}],"next":null}`, "data", "1/2"},
		{"results, later and larger", "", `{"links":[{"r":1}],"results":[{"a":1},{"a":2},{"a":3}]}`, "results", "1/2/3"},
		{"deeper", "x.json", `{"d":{"results":[{"a":1}]}}`, "d.results", "1"},
		{"lines that have arrays", "", "{\"a\":1,\"items\":[{\"b\":1}]}\n{\"a\":2,\"items\":[]}\n", "", "1|[{\"b\":1}]/2|[]"},
		{"named lines", "x.jsonl", `{"data":[{"a":1}]}`, "", `[{"a":1}]`},
		{"no array", "", `{"a":1}`, "", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := probed(t, c.file, []byte(c.text))
			equal(t, "records", r.Options().Records, c.records)
			equal(t, "cells", grid(r.Dataset()), c.want)
			equal(t, "bad rows", reasons(r), "")
		})
	}
	t.Run("an array that is not there", func(t *testing.T) {
		_, err := Open("", []byte(`{"a":[{}]}`), Options{Format: JSON, Records: "b"})
		equal(t, "error", err.Error(), "This JSON has no array of objects called b.")
	})
}

// flatten is the twin of the scanner over what encoding/json makes of a row: the
// plain values by their dotted paths, arrays by what lengths says of them.
func flatten(path string, v any, lengths map[string]int, out map[string]string) {
	join := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	switch v := v.(type) {
	case map[string]any:
		for name, x := range v {
			flatten(join(name), x, lengths, out)
		}
	case []any:
		if lengths[path] > 0 {
			for i, x := range v {
				flatten(join(itoa(i)), x, lengths, out)
			}
			return
		}
		text, _ := json.Marshal(v)
		out[path] = string(text)
	case json.Number:
		out[path] = string(v)
	case string:
		out[path] = v
	case bool:
		out[path] = fmt.Sprint(v)
	}
}

// measure finds the arrays that are plain and of one length in every row.
func measure(path string, v any, lengths map[string]int) {
	join := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	switch v := v.(type) {
	case map[string]any:
		for name, x := range v {
			measure(join(name), x, lengths)
		}
	case []any:
		n := len(v)
		for _, x := range v {
			switch x.(type) {
			case map[string]any, []any:
				n = -1
			}
		}
		if n == 0 || n > maxSpread {
			n = -1
		}
		if before, met := lengths[path]; met && before != n {
			n = -1
		}
		lengths[path] = n
	}
}

// sameRows holds what was read to the twin: every plain value of every row is in
// the column of its path, and nothing else is.
func sameRows(t *testing.T, rows []any, d *Dataset) {
	t.Helper()
	lengths := map[string]int{}
	for _, row := range rows {
		measure("", row, lengths)
	}
	if len(rows) != d.Len() {
		t.Fatalf("%d rows, want %d", d.Len(), len(rows))
	}
	for i, row := range rows {
		want, got := map[string]string{}, map[string]string{}
		flatten("", row, lengths, want)
		for col, c := range d.Columns {
			if !d.Missing(i, col) {
				text := d.Text(i, col)
				if strings.HasPrefix(text, "[") {
					var b bytes.Buffer
					if json.Compact(&b, []byte(text)) == nil {
						text = b.String()
					}
				}
				got[c.Source] = text
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("row %d:\n got %v\nwant %v", i, got, want)
		}
	}
}

func decodeRows(t *testing.T, text []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// randomValue makes a JSON value of few names, so that rows share paths.
func randomValue(rng *rand.Rand, depth int) any {
	switch k := rng.IntN(9); {
	case k < 2 && depth < 3:
		v := map[string]any{}
		for range rng.IntN(4) {
			v[string(rune('a'+rng.IntN(4)))] = randomValue(rng, depth+1)
		}
		return v
	case k < 3:
		v := make([]any, rng.IntN(10)%4)
		for i := range v {
			v[i] = randomValue(rng, depth+2)
		}
		return v
	case k < 4:
		return nil
	case k < 5:
		return rng.IntN(2) == 0
	case k < 7:
		return rng.IntN(1000) - 500
	}
	return strings.Repeat("é\n", rng.IntN(3)) + "x"
}

func TestNestedAgainstLibrary(t *testing.T) {
	rng := newRandom(t)
	spread, texts := 0, 0
	for range 1500 {
		rows := make([]any, 1+rng.IntN(6))
		for i := range rows {
			row := map[string]any{}
			for range 1 + rng.IntN(4) {
				row[string(rune('a'+rng.IntN(5)))] = randomValue(rng, 0)
			}
			if i > 0 && rng.IntN(3) == 0 {
				row = rows[0].(map[string]any)
			}
			rows[i] = row
		}
		text, _ := json.Marshal(rows)
		r := open(t, text, Options{Format: JSON, Nested: true})
		if r.Err() != nil || r.BadCount() > 0 {
			t.Fatalf("%s: %v %s", text, r.Err(), reasons(r))
		}
		sameRows(t, decodeRows(t, text).([]any), r.Dataset())
		for _, c := range r.Dataset().Columns {
			if strings.HasSuffix(c.Source, ".0") {
				spread++
			}
			if strings.HasPrefix(c.Sample, "[") {
				texts++
			}
		}
	}
	if spread < 100 || texts < 100 {
		t.Errorf("%d arrays as columns and %d as text are too few to say something", spread, texts)
	}
}

// vega returns a data set of vega-datasets, which the browser tests bring.
func vega(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../web/node_modules/vega-datasets/data/" + name)
	if err != nil {
		t.Skip(err)
	}
	return data
}

func TestEarthquakes(t *testing.T) {
	// The file of the United States Geological Survey is read as it is.
	data := vega(t, "earthquakes.json")
	r := probed(t, "earthquakes.json", data)
	if r.Err() != nil || r.BadCount() > 0 {
		t.Fatal(r.Err(), reasons(r))
	}
	equal(t, "records", r.Options().Records, "features")
	d := r.Dataset()
	equal(t, "rows", d.Len(), 1707)
	sameRows(t, decodeRows(t, data).(map[string]any)["features"].([]any), d)
	col, ok := d.ColumnIndex("properties_time")
	if !ok {
		t.Fatal(sources(d))
	}
	equal(t, "time", d.Columns[col].Type, table.DateTime)
	equal(t, "first time", d.Value(0, col).String(), "2018-02-07T01:26:13.84Z")
	for _, c := range []struct {
		name string
		as   table.EdmType
	}{{"properties_mag", table.Double}, {"properties_sig", table.Int32}, {"geometry_coordinates_0", table.Double}, {"properties_tz", table.Int32}, {"id", table.String}} {
		col, _ := d.ColumnIndex(c.name)
		equal(t, "type of "+c.name, d.Columns[col].Type, c.as)
	}
}

func TestVegaFiles(t *testing.T) {
	for _, c := range []struct {
		name string
		rows int
	}{{"jobs.json", 7650}, {"movies.json", 3201}, {"world-110m.json", 0}, {"countries.json", 0}, {"flare.json", 0}, {"us-state-capitals.json", 0}, {"budgets.json", 0}, {"barley.json", 0}, {"miserables.json", 0}} {
		t.Run(c.name, func(t *testing.T) {
			data := vega(t, c.name)
			r := probed(t, c.name, data)
			if c.rows > 0 {
				equal(t, "rows", r.Dataset().Len(), c.rows)
			}
			v := decodeRows(t, data)
			if rows, ok := v.([]any); ok {
				sameRows(t, rows, r.Dataset())
			} else if r.Options().Records != "" {
				for _, name := range strings.Split(r.Options().Records, ".") {
					v = v.(map[string]any)[name]
				}
				t.Logf("read from %s", r.Options().Records)
				if r.BadCount() == 0 {
					sameRows(t, v.([]any), r.Dataset())
				}
			}
		})
	}
}
