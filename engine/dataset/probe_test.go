package dataset

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
)

// utf16Text writes a text in UTF-16, for the tests alone.
func utf16Text(text string, big, mark bool) []byte {
	units := utf16.Encode([]rune(text))
	if mark {
		units = append([]uint16{0xFEFF}, units...)
	}
	var b []byte
	for _, u := range units {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

const sampleText1252 = "Stadt;Preis\nKöln;1,50 €\nZürich;„zwei“\n"

// bytes1252 are the same characters, written by hand from the table of the code
// page.
var bytes1252 = []byte("Stadt;Preis\nK\xF6ln;1,50 \x80\nZ\xFCrich;\x84zwei\x93\n")

func TestEncodings(t *testing.T) {
	want := "Köln|1,50 €/Zürich|„zwei“"
	for _, c := range []struct {
		name string
		data []byte
		enc  Encoding
	}{
		{"UTF-8", []byte(sampleText1252), UTF8},
		{"UTF-8 with a mark", []byte("\xEF\xBB\xBF" + sampleText1252), UTF8},
		{"UTF-16 LE", utf16Text(sampleText1252, false, false), UTF16LE},
		{"UTF-16 LE with a mark", utf16Text(sampleText1252, false, true), UTF16LE},
		{"UTF-16 BE", utf16Text(sampleText1252, true, false), UTF16BE},
		{"UTF-16 BE with a mark", utf16Text(sampleText1252, true, true), UTF16BE},
		{"Windows-1252", bytes1252, Windows1252},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := probed(t, "städte.csv", c.data)
			equal(t, "encoding", r.Options().Encoding, c.enc)
			equal(t, "delimiter", r.Options().Delimiter, byte(';'))
			equal(t, "header", r.Dataset().Columns[0].Source, "Stadt")
			equal(t, "cells", grid(r.Dataset()), want)
			equal(t, "invalid", r.Invalid(), 0)
		})
	}
	t.Run("JSON in UTF-16", func(t *testing.T) {
		r := probed(t, "", utf16Text(`[{"a":"😀","b":{"c":1}}]`, true, true))
		equal(t, "cells", grid(r.Dataset()), "😀|1")
	})
	t.Run("one wrong byte in UTF-8", func(t *testing.T) {
		r := probed(t, "", []byte("a,b\nKöln,é\nx\xe9,1\n"))
		equal(t, "encoding", r.Options().Encoding, UTF8)
		equal(t, "invalid", r.Invalid(), 1)
	})
	t.Run("a letter far down", func(t *testing.T) {
		text := "a,b\n" + strings.Repeat("plain,text\n", 200_000) + "K\xF6ln,1\n"
		r := probed(t, "", []byte(text))
		equal(t, "encoding", r.Options().Encoding, Windows1252)
		equal(t, "last", r.Dataset().Text(r.Dataset().Len()-1, 0), "Köln")
	})
	t.Run("corrected", func(t *testing.T) {
		p, _ := NewProbe("", bytes1252)
		equal(t, "as UTF-8", grid(open(t, bytes1252, p.With(UTF8)).Dataset()), "K�ln|1,50 �/Z�rich|�zwei�")
	})
}

// TestDecode holds the decoder to unicode/utf16 on random units, however the
// input is cut.
func TestDecode(t *testing.T) {
	rng := newRandom(t)
	for range 2000 {
		units := make([]uint16, rng.IntN(20))
		for i := range units {
			units[i] = uint16(rng.IntN(0x10000))
			if rng.IntN(2) == 0 {
				units[i] = 0xD800 + uint16(rng.IntN(0x800))
			}
		}
		var le, be []byte
		for _, u := range units {
			le, be = append(le, byte(u), byte(u>>8)), append(be, byte(u>>8), byte(u))
		}
		want := string(utf16.Decode(units))
		for e, data := range map[Encoding][]byte{UTF16LE: le, UTF16BE: be} {
			var out []byte
			for at := 0; at < len(data); {
				end := min(len(data), at+1+rng.IntN(5))
				text, used, _ := e.decode(out, data[at:end], end == len(data))
				out = text
				if used == 0 {
					text, used, _ = e.decode(out, data[at:], true)
					out = text
				}
				at += used
			}
			if string(out) != want {
				t.Fatalf("%v %x: got %q, want %q", e, data, out, want)
			}
		}
	}
	for b := range 256 {
		out, _, _ := Windows1252.decode(nil, []byte{byte(b)}, true)
		if !utf8.Valid(out) || utf8.RuneCount(out) != 1 || b < 0x80 != (len(out) == 1) {
			t.Errorf("byte %x is %q", b, out)
		}
	}
}

func TestDelimiters(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       byte
	}{
		{"comma", "a,b,c\n1,2,3\n", ','},
		{"semicolon with decimal commas", "a;b\n1,5;2,5\n3,5;4,5\n", ';'},
		{"tab", "a\tb\n1,5\t2\n", '\t'},
		{"vertical bar", "a|b|c\n1,2|3|4\n5,6|7|8\n", '|'},
		{"vertical bar in one text", "a,b\nx|y,1\nz,2\n", ','},
		{"tilde", "a~b\n1~2\n", '~'},
		{"named by Excel", "sep=|\r\na|b\r\n1|2\r\n", '|'},
		{"one column", "a\n1\n2\n", ','},
		{"commas in a header that semicolons divide", "last, first;born, in;x\na;b;c\nd;e;f\n", ';'},
		{"quoted", "\"a;b\";c\n\"1;2\";3\n", ';'},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := probed(t, "x.csv", []byte(c.text))
			equal(t, "delimiter", r.Options().Delimiter, c.want)
			equal(t, "bad rows", reasons(r), "")
		})
	}
	t.Run("named by Excel is no header", func(t *testing.T) {
		equal(t, "sources", sources(probed(t, "", []byte("sep=;\na;b\n1;2\n")).Dataset()), "a b")
	})
	t.Run("against the library", func(t *testing.T) {
		for _, d := range Delimiters() {
			text := strings.ReplaceAll("a#b#c\n1#\"x#y\"#\"q\"\"q\"\n#2#3\n", "#", string(rune(d)))
			lib := csv.NewReader(strings.NewReader(text))
			lib.Comma = rune(d)
			want, err := lib.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			set := probed(t, "", []byte(text)).Dataset()
			for row := range want[1:] {
				for col, cell := range want[row+1] {
					equal(t, fmt.Sprintf("%q row %d column %d", d, row, col), set.Text(row, col), cell)
				}
			}
		}
	})
}

func TestOtherKinds(t *testing.T) {
	for _, c := range []struct{ name, begin, want string }{
		{"workbook", "PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00[Content_Types].xml", "Excel workbook (XLSX)"},
		{"workbook with another first part", "PK\x03\x04\x14\x00" + strings.Repeat("x", 9000) + "[Content_Types].xml", "Excel workbook (XLSX)"},
		{"archive", "PK\x03\x04\x14\x00rows.csv", "ZIP archive"},
		{"old workbook", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\x00", "old Excel workbook (XLS)"},
		{"gzip", "\x1F\x8B\x08\x00", "compressed with gzip"},
		{"Parquet", "PAR1\x15\x04", "Parquet"},
		{"Arrow", "ARROW1\x00\x00", "Arrow"},
		{"SQLite", "SQLite format 3\x00", "SQLite"},
		{"PDF", "%PDF-1.7", "PDF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range []string{"x.csv", "x.xlsx", ""} {
				_, err := NewProbe(name, []byte(c.begin))
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: got %v, want %s", name, err, c.want)
				}
			}
		})
	}
	t.Run("not for a text", func(t *testing.T) {
		_, err := NewProbe("PAR1.csv", []byte("PK,PAR1\n1,2\n"))
		equal(t, "error", err, nil)
	})
}

func TestSample(t *testing.T) {
	const rows = MaxRows + 54_321
	var b strings.Builder
	b.WriteString("n,late\n")
	for i := range rows {
		if b.WriteString(itoa(i)); i < rows-1 {
			b.WriteString(",\n")
		} else {
			b.WriteString(",x\n")
		}
	}
	p, _ := NewProbe("", []byte(b.String()))
	for !p.Step() {
	}
	for _, even := range []bool{true, false} {
		o := p.Options()
		o.Even = even
		r, _ := Open("", []byte(b.String()), o)
		for !r.Step(1000) {
		}
		d := r.Dataset()
		equal(t, "rows", d.Len(), MaxRows)
		equal(t, "of", d.Rows, rows)
		equal(t, "even", d.Even, even)
		equal(t, "sampled", d.Sampled(), true)
		widest, before := 0, -1
		for i := range d.Len() {
			n, _ := strconv.Atoi(d.Text(i, 0))
			widest, before = max(widest, n-before), n
			if !even && n != i {
				t.Fatalf("row %d is %d", i, n)
			}
		}
		if even {
			equal(t, "widest gap", widest, 2)
			equal(t, "last row", before, rows-1)
			equal(t, "first text of the last column", d.Columns[1].Missing, MaxRows-1)
		}
	}
	t.Run("not of a smaller input", func(t *testing.T) {
		r := open(t, []byte("a\n1\n2\n"), Options{Even: true})
		equal(t, "sampled", r.Dataset().Sampled() || r.Dataset().Even, false)
		equal(t, "pass", r.Pass(), 1)
	})
}

// TestSamplePlaces holds the rule of the sample to its promise: as many rows as
// wanted, and gaps that differ by one at most.
func TestSamplePlaces(t *testing.T) {
	rng := newRandom(t)
	for range 500 {
		of := 1 + rng.IntN(3000)
		s := sampling{of: of, keep: 1 + rng.IntN(of)}
		n, last, low, high := 0, -1, of, 0
		for i := range of {
			if s.takes(i) {
				n++
				low, high, last = min(low, i-last), max(high, i-last), i
			}
		}
		if n != s.keep || high-low > 1 || last != of-1 {
			t.Fatalf("%+v: %d rows, gaps %d to %d, last %d", s, n, low, high, last)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, column, texts string
		as                  table.EdmType
		form                Form
		value               string // of the first
		offers              string
	}{
		{"decimal comma", "v", "1,5|-2,25|3", table.Double, DecimalComma, "1.5", ""},
		{"comma and groups", "v", "1.234,5|12.345.678,25|7", table.Double, DecimalComma, "1234.5", ""},
		{"comma that may be between groups", "v", "1,234|5,678", table.String, Plain, "1,234", "decimal comma"},
		{"comma proved by one", "v", "1,234|5,67", table.Double, DecimalComma, "1.234", ""},
		{"points", "v", "1.234|5.678", table.Double, Plain, "1.234", ""},
		{"words with commas", "v", "1,5|a", table.String, Plain, "1,5", ""},
		{"leading zeros", "v", "01,5|2,5", table.String, Plain, "01,5", ""},
		{"day first, proved", "v", "3/4/2001|13/4/2001", table.DateTime, DayFirst, "2001-04-03T00:00:00Z", ""},
		{"month first, proved", "v", "3/4/2001 8:05 PM|3/14/2001 12:00 AM", table.DateTime, MonthFirst, "2001-03-04T20:05:00Z", ""},
		{"two meanings", "v", "3/4/2001|5/6/2001", table.String, Plain, "3/4/2001", "day first, month first"},
		{"points are day first", "v", "3.4.2001|05.06.2001 07:08:09", table.DateTime, DayFirst, "2001-04-03T00:00:00Z", ""},
		{"both orders", "v", "13/4/2001|4/13/2001", table.String, Plain, "13/4/2001", ""},
		{"year first", "v", "2001/04/03|2001/04/13", table.DateTime, Plain, "2001-04-03T00:00:00Z", ""},
		{"no date", "v", "31/2/2001|1/1/2001", table.String, Plain, "31/2/2001", ""},
		{"milliseconds by name", "updated", "1517966773840|1517966996303", table.DateTime, EpochMillis, "2018-02-07T01:26:13.84Z", ""},
		{"milliseconds without a name", "code", "1517966773840|1517966996303", table.Int64, Plain, "1517966773840", "milliseconds since 1970"},
		{"seconds", "time", "1517966773|1517966996", table.Int32, Plain, "1517966773", "seconds since 1970"},
		{"numbers", "time", "15|1517966996303", table.Int64, Plain, "15", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.column + ";z\n" + strings.ReplaceAll(c.texts, "|", ";1\n") + ";1\n"
			d := open(t, []byte(text), Options{Delimiter: ';', Forms: true}).Dataset()
			col := &d.Columns[0]
			equal(t, "type", col.Type, c.as)
			equal(t, "form", col.Form, c.form)
			equal(t, "value", d.Value(0, 0).String(), c.value)
			var offers []string
			for _, f := range col.Offers() {
				offers = append(offers, f.String())
			}
			equal(t, "offers", strings.Join(offers, ", "), c.offers)
			equal(t, "misfits", d.Fit(0, col.Type).stepAll().Count, 0)
			// Without the option nothing new is inferred.
			plain := open(t, []byte(text), Options{Delimiter: ';'}).Dataset()
			equal(t, "plain form", plain.Columns[0].Form, Plain)
		})
	}
	t.Run("an order that another column proves", func(t *testing.T) {
		d := open(t, []byte("a,b\n3/4/2001,13/4/2001\n"), Options{Forms: true}).Dataset()
		equal(t, "form", d.Columns[0].Form, DayFirst)
		d = open(t, []byte("a,b,c\n3/4/2001,13/4/2001,4/13/2001\n"), Options{Forms: true}).Dataset()
		equal(t, "when two columns disagree", d.Columns[0].Form, Plain)
	})
	t.Run("in JSON", func(t *testing.T) {
		d := open(t, []byte(`[{"a":"1,5","b":"13/4/2001"}]`), Options{Format: JSON, Nested: true, Forms: true}).Dataset()
		equal(t, "quoted number", d.Columns[0].Type, table.String)
		equal(t, "quoted date", d.Columns[1].Form, DayFirst)
	})
	t.Run("misfits", func(t *testing.T) {
		d := open(t, []byte("a\n3/4/2001\n4/13/2001\n"), Options{Forms: true}).Dataset()
		d.Columns[0].Form, d.Columns[0].Type = DayFirst, table.DateTime
		fit := d.Fit(0, table.DateTime).stepAll()
		equal(t, "count", fit.Count, 1)
		equal(t, "first", fit.First[0], Misfit{1, "4/13/2001"})
	})
}

func (f *Fit) stepAll() *Fit {
	f.Step(f.of.Len())
	return f
}

func TestKeepColumns(t *testing.T) {
	rng := newRandom(t)
	for range 300 {
		var places []int
		for i := range 300 {
			if rng.IntN(3) > 0 && len(places) < MaxColumns {
				places = append(places, i)
			}
		}
		keep, ok := parseKeep(KeepColumns(places))
		if !ok || len(keep) != len(places) {
			t.Fatalf("%v: %q", places, KeepColumns(places))
		}
		for _, p := range places {
			if !keep[p] {
				t.Fatalf("%d is lost from %q", p, KeepColumns(places))
			}
		}
	}
	for _, bad := range []string{"x", "1-", "-1", "5-2", "0-2519,", "0-99999999999", "0-2520", "0-252"} {
		if _, ok := parseKeep(bad); ok {
			t.Errorf("%q is taken", bad)
		}
		if _, err := Open("", []byte("a\n1\n"), Options{Keep: bad}); err == nil {
			t.Errorf("%q opens", bad)
		}
	}
	r := open(t, []byte("a,b,c\n1,2,3\n4,5,6\n"), Options{Keep: "0,2"})
	equal(t, "cells", grid(r.Dataset()), "1|3/4|6")
	_, err := Open("", []byte("a,b\n1,2\n"), Options{Keep: "7"})
	equal(t, "error", err.Error(), "No column is chosen. Keep at least one.")
}
