package dataset

import (
	"encoding/csv"
	"strings"
	"testing"
)

func TestCSV(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "a,b\n1,2\n3,4\n", "1|2/3|4"},
		{"no line break at the end", "a,b\n1,2", "1|2"},
		{"CRLF", "a,b\r\n1,2\r\n", "1|2"},
		{"CR alone", "a,b\r1,2\r3,4", "1|2/3|4"},
		{"CR inside a field", "a,b\n1,x\ry\n", "1|x\ry"},
		{"byte order mark", "\xEF\xBB\xBFa,b\n1,2\n", "1|2"},
		{"byte order mark before a quote", "\xEF\xBB\xBF\"a\",b\n1,2\n", "1|2"},
		{"quotes", "a,b\n\"1\",\"x,y\"\n", "1|x,y"},
		{"doubled quotes", "a,b\n1,\"say \"\"hi\"\"\"\n", `1|say "hi"`},
		{"nothing but a doubled quote", "a,b\n1,\"\"\"\"\n", `1|"`},
		{"line break in quotes", "a,b\n1,\"x\r\ny\"\n3,4\n", "1|x\r\ny/3|4"},
		{"quoted header", "\"a\nb\",\"c\"\"d\"\n1,2\n", "1|2"},
		{"empty cells are missing", "a,b,c\n1,,\"\"\n,,\n", "1|~|~/~|~|~"},
		{"spaces belong to the field", "a,b\n 1 , \n", " 1 | "},
		{"blank lines", "\n\r\na,b\n\n1,2\n\r\n\n3,4\n\n", "1|2/3|4"},
		{"semicolons", "a;b\n1,5;2\n", "1,5|2"},
		{"tabs", "a\tb\n1,5\t2\n", "1,5|2"},
		{"delimiter in a quoted header", "\"x;y;z\",b\n1,2\n", "1|2"},
		{"one column", "a\n1\n2\n", "1/2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			equal(t, "cells", grid(load(t, c.text, CSV)), c.want)
		})
	}
}

func TestCSVBadRows(t *testing.T) {
	for _, c := range []struct{ name, text, kept, reasons string }{
		{"ragged", "a,b,c\n1,2,3\n1,2\n\n1,2,3,4\n4,5,6\n", "1|2|3/4|5|6",
			"Row 2 on line 3 has 2 fields, the header has 3.\nRow 3 on line 5 has 4 fields, the header has 3."},
		{"one field", "a,b\nx\n", "", "Row 1 on line 2 has 1 field, the header has 2."},
		{"quote never closed", "a,b\n1,2\n3,\"x\n5,6\n7,8\n", "1|2/5|6/7|8",
			"Row 2 on line 3 opens a quote in field 2 that is never closed."},
		{"quote closed by the next quoted field", "a,b\n3,\"x\n5,6\n7,\"y\"\n", "5|6/7|y",
			"Row 1 on line 2 has text after the closing quote of field 2."},
		{"text after the quote", "a,b\n\"1\"x,2\n3,4\n", "3|4",
			"Row 1 on line 2 has text after the closing quote of field 1."},
		{"quote inside a field", "a,b\n5\" pipe,2\n3,4\n", "3|4",
			"Row 1 on line 2 has a quote inside field 1, which does not begin with one."},
		{"broken after a text with line breaks", "a,b\n\"x\ny\",\"z\n3,4\n", "3|4",
			"Row 1 on line 2 opens a quote in field 2 that is never closed."},
		{"several", "a,b\n\"\n\"x\n1,\"\n", "",
			"Row 1 on line 2 has text after the closing quote of field 1.\n" +
				"Row 2 on line 3 has 1 field, the header has 2."},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.text, CSV)
			equal(t, "kept", grid(r.Dataset()), c.kept)
			equal(t, "reasons", reasons(r), c.reasons)
			equal(t, "seen", r.Seen(), r.Dataset().Len()+r.BadCount())
		})
	}
	t.Run("place", func(t *testing.T) {
		r := read(t, "a,b\r\n1,2\r\n3,\"x\r\n5,6\r\n", CSV)
		want := BadRow{Row: 2, Line: 3, Column: 2, Text: `3,"x`,
			Reason: "Row 2 on line 3 opens a quote in field 2 that is never closed."}
		equal(t, "bad row", r.Bad()[0], want)
	})
}

func TestCSVLimits(t *testing.T) {
	t.Run("long cell", func(t *testing.T) {
		// The row is passed over as a whole, with the line breaks in its cell.
		long := strings.Repeat("x\n", MaxCell/2+1)
		r := read(t, "a,b\n1,\""+long+"\"\n3,4\n"+strings.Repeat("y", MaxCell)+",5\n", CSV)
		equal(t, "reasons", reasons(r), "Row 1 on line 2 has a text in field 2 of more than 98,304 bytes.")
		equal(t, "rows", r.Dataset().Len(), 2)
		equal(t, "longest", len(r.Dataset().Text(1, 0)), MaxCell)
	})
	t.Run("long row", func(t *testing.T) {
		r := read(t, "a,b\n"+strings.Repeat("x", MaxRow)+",y\n3,4\n", CSV)
		equal(t, "reasons", reasons(r), "Row 1 on line 2 is longer than 1,048,576 bytes.")
		equal(t, "kept", grid(r.Dataset()), "3|4")
	})
	t.Run("many fields", func(t *testing.T) {
		r := read(t, "a,b\n"+strings.Repeat("x,", 2519)+"\n"+strings.Repeat(",", MaxRow)+"\n3,4\n", CSV)
		equal(t, "reasons", reasons(r), "Row 1 on line 2 has 2,520 fields, the header has 2.\nRow 2 on line 3 has more than 2,520 fields, the header has 2.")
		equal(t, "kept", grid(r.Dataset()), "3|4")
	})
	t.Run("long quote", func(t *testing.T) {
		r := read(t, "a,b\n1,\"x\n"+strings.Repeat("444,555\n", 140_000)+"6,\"7\"\n", CSV)
		equal(t, "reasons", reasons(r), "Row 1 on line 2 opens a quote in field 2 that is not closed within 1,048,576 bytes.")
		equal(t, "seen", r.Seen(), 140_002)
		equal(t, "kept", r.Dataset().Len(), 140_001)
	})
	t.Run("quote that ends at the limit", func(t *testing.T) {
		for _, extra := range []int{-2, -1, 0, 1} {
			text := "\"" + strings.Repeat("x", 50_000) + "\","
			text = strings.Repeat(text, MaxRow/len(text))
			rest := MaxRow - len(text) - 2 + extra
			r := read(t, "a,b\n"+text+"\""+strings.Repeat("y", rest)+"\"\n3,4\n", CSV)
			equal(t, "bad", r.BadCount(), 1)
			equal(t, "kept", grid(r.Dataset()), "3|4")
		}
	})
}

func TestCSVHeader(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"broken quote", "a,\"b\n1,2\n", "The header on line 1 opens a quote in field 2 that is never closed."},
		{"far too many columns", strings.Repeat("a,", MaxRow), "The header has more than 2,520 columns, more than are told apart. Save the columns that you need in a file of their own."},
		{"empty", "", "There is nothing to import: the text is empty."},
		{"white space", "\xEF\xBB\xBF \r\n\t\n", "There is nothing to import: the text is empty."},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewReader("x.csv", []byte(c.text), CSV)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	t.Run("more than are kept", func(t *testing.T) {
		row := strings.Repeat("1,", MaxColumns) + "2\n"
		r := read(t, strings.Repeat("a,", MaxColumns)+"z\n"+row, CSV)
		equal(t, "columns", len(r.Dataset().Columns), MaxColumns)
		all, _ := r.Sources()
		equal(t, "last", all[MaxColumns], SourceColumn{"z", -1})
	})
	t.Run("as many as there may be", func(t *testing.T) {
		r := read(t, strings.Repeat("a,", MaxColumns-1)+"a\n"+strings.Repeat("1,", MaxColumns-1)+"1\n", CSV)
		equal(t, "columns", len(r.Dataset().Columns), MaxColumns)
	})
	t.Run("without rows", func(t *testing.T) {
		r := read(t, "a,b\n", CSV)
		equal(t, "error", r.Err().Error(), "There is no row to import.")
		equal(t, "columns", len(r.Dataset().Columns), 2)
	})
	t.Run("only bad rows", func(t *testing.T) {
		r := read(t, "a,b\n1\n2\n", CSV)
		equal(t, "error", r.Err().Error(), "None of the 2 rows can be imported. Row 1 on line 2 has 1 field, the header has 2.")
		equal(t, "error", read(t, "a,b\n1\n", CSV).Err().Error(), "The only row cannot be imported. Row 1 on line 2 has 1 field, the header has 2.")
	})
}

// TestCSVAgainstLibrary holds the scanner to encoding/csv: on random texts both
// find the same records, or both find a fault.
func TestCSVAgainstLibrary(t *testing.T) {
	rng := newRandom(t)
	pieces := []string{"a", "b", ",", ",", "\"", "\"", "\"\"", "\n", "\r\n", "\r", " ", "é"}
	agreed, faulty := 0, 0
	for range 60_000 {
		text := "h,i\n"
		for range rng.IntN(14) {
			text += pieces[rng.IntN(len(pieces))]
		}
		want, err := libraryRecords(text)
		r := read(t, text, CSV)
		if err != nil {
			faulty++
			if r.BadCount() == 0 {
				t.Fatalf("%q: kept %q, the library says %v", text, grid(r.Dataset()), err)
			}
			continue
		}
		agreed++
		if got := strings.ReplaceAll(grid(r.Dataset()), "~", ""); got != want && strings.ReplaceAll(got, "\r\n", "\n") != want || r.BadCount() > 0 {
			t.Fatalf("%q:\n got %q, bad %v\nwant %q", text, got, r.Bad(), want)
		}
	}
	if agreed < 1000 || faulty < 1000 {
		t.Errorf("%d texts without and %d with a fault are too few to say something", agreed, faulty)
	}
}

// libraryRecords returns the rows after the header as grid does. The library
// takes a line break in quotes as LF.
func libraryRecords(text string) (string, error) {
	lib := csv.NewReader(strings.NewReader(text))
	lib.FieldsPerRecord = 2
	records, err := lib.ReadAll()
	if err != nil {
		return "", err
	}
	var rows []string
	for _, rec := range records[1:] {
		rows = append(rows, strings.Join(rec, "|"))
	}
	return strings.Join(rows, "/"), nil
}
