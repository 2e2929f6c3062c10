package dataset

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
)

// FuzzImport reads arbitrary bytes in every format. Whatever they are, nothing
// panics, the read ends, every row is accounted for, and the steps do not
// matter.
func FuzzImport(f *testing.F) {
	for _, text := range []string{
		"a,b\n1,\"x\"\"y\"\n2,\"z\n3,4\n", "a;b\r\n1;\xff\r\n", "a\tb\r1\t2", "\xEF\xBB\xBF\"\"\n",
		`[{"a":1,"b":"\ud83d\ude00"},{"a":{"x":[1]}},{"a":1,"a":2},5,{"c" 1}]`,
		"{\"a\":\"2001/01/01 00:47\"}\n{\"a\":\n[1]\n{\"b\":-1.5e3,\"\":null}", "[1,", "", "\xFF\xFEa\x00",
		"{\"type\":\"FeatureCollection\",\"features\":[{\"p\":{\"a\":1},\"c\":[1,2]},{\"c\":[1]}]}", `{"data":[{"a":{"b":{"c":[]}}}],"x":[{}]}`,
		"[{\"a\":[1,2]},{\"a\":[3]},{\"a\":{\"0\":5}}]", "sep=;\na;b\n1,5;13/4/2001\n1.234,5;1/2/2001 3:04 PM\n", "a\x00,\x00b\x00\n\x001\x00,\x002\x00",
		"\xFE\xFF\x00a\xD8\x00\x00\n\x00", "time|K\xF6ln\n1517966773840|\x80\n", "PK\x03\x04[Content_Types].xml", "PAR1", "\x1F\x8B",
		"a,a,PartitionKey,1st\n007,Jun 12 1998,c9da6455-213d-42c9-9a79-3e9149a57833,9223372036854775807\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range fuzzOptions(data) {
			one, many := fuzzRead(t, data, o, 1), fuzzRead(t, data, o, 1000)
			if one == nil {
				continue
			}
			checkAccount(t, one, data)
			checkColumns(t, one.Dataset())
			checkValues(t, one.Dataset())
			if !sameCells(one.Dataset(), many.Dataset()) || reasons(one) != reasons(many) || one.Invalid() != many.Invalid() {
				t.Errorf("%+v: by one row %q, by many %q", o, grid(one.Dataset()), grid(many.Dataset()))
			}
		}
	})
}

// sameCells compares cell by cell without writing them down: an input of 16 kB
// may have 300,000 cells, and is read in many ways.
func sameCells(a, b *Dataset) bool {
	if a.Len() != b.Len() || len(a.Columns) != len(b.Columns) {
		return false
	}
	for col := range a.Columns {
		if a.Columns[col].Name != b.Columns[col].Name {
			return false
		}
		for row := range a.Len() {
			if a.Missing(row, col) != b.Missing(row, col) || !bytes.Equal(a.texts.of(a.cells.at(row, col)), b.texts.of(b.cells.at(row, col))) {
				return false
			}
		}
	}
	return true
}

// fuzzOptions are ways to read data: those of each format and encoding, and what
// a Probe finds.
func fuzzOptions(data []byte) []Options {
	var all []Options
	for _, f := range []Format{CSV, JSON, JSONLines} {
		all = append(all, Options{Format: f}, Options{Format: f, Nested: true, Forms: true, Even: true, Keep: "0,2-5"})
	}
	if p, err := NewProbe("", data); err == nil {
		for !p.Step() {
		}
		all = append(all, p.Options())
		for _, e := range Encodings() {
			all = append(all, p.With(e))
		}
		for _, path := range p.Records() {
			all = append(all, Options{Format: JSON, Nested: true, Records: path})
		}
	}
	return all
}

func fuzzRead(t *testing.T, data []byte, o Options, rows int) *Reader {
	r, err := Open("", data, o)
	if err != nil {
		return nil
	}
	for steps := 0; !r.Step(rows); steps++ {
		if steps > 6*len(data)+8 {
			t.Fatalf("%+v: no end after %d steps", o, steps)
		}
	}
	return r
}

func checkAccount(t *testing.T, r *Reader, data []byte) {
	if r.Seen() != r.Rows()+r.BadCount() || r.Rows() < r.Dataset().Len() {
		t.Errorf("%d rows seen, %d of %d kept, %d bad", r.Seen(), r.Dataset().Len(), r.Rows(), r.BadCount())
	}
	if done, total := r.Progress(); done > total || r.Err() == nil && done != total && r.Options().Records == "" {
		t.Errorf("progress %d of %d, error %v", done, total, r.Err())
	}
	for _, b := range r.Bad() {
		if b.Line < 1 || b.Line > 3*len(data)+1 || b.Row < 1 || b.Row > r.Seen() || b.Reason == "" || !utf8.ValidString(b.Text) {
			t.Errorf("bad row %+v", b)
		}
	}
}

func checkColumns(t *testing.T, d *Dataset) {
	names := map[string]bool{}
	for _, c := range d.Columns {
		if names[c.Name] || checkName(c.Name) != "" || c.Type == table.Null {
			t.Errorf("column %+v", c)
		}
		names[c.Name] = true
		if c.Missing < 0 || c.Missing > d.Len() || c.Distinct > d.Len()-c.Missing {
			t.Errorf("column %s: %d rows, %d missing, %d distinct", c.Name, d.Len(), c.Missing, c.Distinct)
		}
	}
}

// checkValues reads the first rows under every type. Under the inferred type
// every text fits.
func checkValues(t *testing.T, d *Dataset) {
	for col, c := range d.Columns {
		for _, as := range append(table.EdmTypes(), c.Inferred) {
			fit := d.SetType(col, as)
			if as == c.Inferred && fit.Count > 0 {
				t.Errorf("column %s: %d texts do not fit %s: %+v", c.Name, fit.Count, as, fit.First)
			}
		}
		for row := range min(d.Len(), 100) {
			if v := d.Value(row, col); v.IsNull() != d.Missing(row, col) || !utf8.ValidString(d.Text(row, col)) {
				t.Errorf("row %d, column %s: %v from %q", row, c.Name, v, d.Text(row, col))
			}
		}
	}
}
