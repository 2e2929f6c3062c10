package dataset

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

func TestJSON(t *testing.T) {
	for _, c := range []struct{ name, text, names, want string }{
		{"plain", `[{"a":1,"b":"x"},{"a":2,"b":"y"}]`, "a b", "1|x/2|y"},
		{"order of first appearance", `[{"b":1},{"a":2,"b":3},{"c":4,"a":5}]`, "b a c", "1|~|~/3|2|~/~|5|4"},
		{"null is missing", `[{"a":null,"b":""}]`, "a b", "~|"},
		{"kinds", `[{"a":true,"b":false,"c":-1.5e+3,"d":0}]`, "a b c d", "true|false|-1.5e+3|0"},
		{"escapes", `[{"\u0061":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}]`, "a", "\"\\/\b\f\n\r\té😀"},
		{"white space", "\xEF\xBB\xBF \r\n[ \t{ \"a\" : 1 , \"b\" : 2 } , \n {\"a\":3} ] \n", "a b", "1|2/3|~"},
		{"empty object", `[{},{"a":1}]`, "a", "~/1"},
		{"empty name", `[{"x":1,"":2}]`, "x Column2", "1|2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := load(t, c.text, JSON)
			var names []string
			for _, col := range d.Columns {
				names = append(names, col.Name)
			}
			equal(t, "names", strings.Join(names, " "), c.names)
			equal(t, "cells", grid(d), c.want)
		})
	}
}

func TestJSONBadRows(t *testing.T) {
	r := read(t, `[
  {"a": 1, "b": 2},
  {"a": 1, "c": 9, "a": 2},
  {"a": {"x": [1, "]}", {"y": null}]}, "b": 3},
  {"new": 1, "b": [true, false]},
  5, "x", null, true, [1],
  {"b": 4}
]`, JSON)
	equal(t, "kept", grid(r.Dataset()), "1|2/~|4")
	equal(t, "reasons", reasons(r), `Row 2 on line 3 names column a twice.
Row 3 on line 4 has an object in column a. Only plain values can be imported.
Row 4 on line 5 has an array in column b. Only plain values can be imported.
Row 5 on line 6 is a number, not an object.
Row 6 on line 6 is a text, not an object.
Row 7 on line 6 is null, not an object.
Row 8 on line 6 is a truth value, not an object.
Row 9 on line 6 is an array, not an object.`)
	equal(t, "column", r.Bad()[2].Column, 2)
	equal(t, "text", r.Bad()[0].Text, `{"a": 1, "c": 9, "a": 2}`)
	if r.Err() != nil {
		t.Errorf("error %v", r.Err())
	}
}

func TestJSONBroken(t *testing.T) {
	// A broken element ends the read, with the place; the rows before it stay.
	for _, c := range []struct {
		name, tail, err string
		bad             int
	}{
		{"no colon", ",\n {\"a\" 2}]", "The JSON breaks off on line 2 at character 7: a colon is expected. What follows was not read.", 1},
		{"no comma", "\n{\"a\":2}]", "The JSON breaks off on line 2 at character 1: a comma or a closing bracket is expected. What follows was not read.", 0},
		{"comma at the end", ",]", "The JSON breaks off on line 1 at character 12: a value is expected. What follows was not read.", 1},
		{"not closed", "", "The JSON breaks off on line 1 at character 11: the array is not closed. What follows was not read.", 0},
		{"cut short", ",{\"é\":\"x", "The JSON breaks off on line 1 at character 19: it ends too early. What follows was not read.", 1},
		{"text after the end", "] x", "The JSON breaks off on line 1 at character 13: there is text after the end of the array. What follows was not read.", 0},
		{"control character", ",{\"a\":\"\t\"}]", "The JSON breaks off on line 1 at character 18: a text has a control character. What follows was not read.", 1},
		{"escape", ",{\"a\":\"\\x\"}]", "The JSON breaks off on line 1 at character 19: a text has an unknown escape. What follows was not read.", 1},
		{"number", ",{\"a\":01}]", "The JSON breaks off on line 1 at character 18: a comma or a closing brace is expected. What follows was not read.", 1},
		{"long", ",{\"a\":\"" + strings.Repeat("x", MaxRow), "The JSON breaks off on line 1 at character 1,048,588: an element is longer than 1,048,576 bytes. What follows was not read.", 1},
		{"deep", "," + strings.Repeat("[", 100_000), "The JSON breaks off on line 1 at character 1,012: values are nested more than 1,000 deep. What follows was not read.", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, `[{"a":"é"}`+c.tail, JSON)
			if r.Err() == nil || r.Err().Error() != c.err {
				t.Errorf("got  %v\nwant %s", r.Err(), c.err)
			}
			equal(t, "kept", grid(r.Dataset()), "é")
			equal(t, "bad", r.BadCount(), c.bad)
		})
	}
	t.Run("an object", func(t *testing.T) {
		_, err := NewReader("x.json", []byte(" {\"data\":[]}"), JSON)
		equal(t, "error", err.Error(), "This JSON does not begin with [. An import is an array of objects, or one object per line.")
	})
}

func TestJSONLines(t *testing.T) {
	r := read(t, "\xEF\xBB\xBF{\"a\":1}\r\n\n  {\"b\":2,\"a\":3} \r\n{\"a\":\n{\"a\":4}x\n[5]\n{\"a\":6}", JSONLines)
	equal(t, "kept", grid(r.Dataset()), "1|~/3|2/6|~")
	equal(t, "reasons", reasons(r), `Row 3 on line 4 is not JSON: it ends too early, at character 7. Each line holds one whole object.
Row 4 on line 5 is not JSON: there is text after the value, at character 8. Each line holds one whole object.
Row 5 on line 6 is an array, not an object.`)
	t.Run("long line", func(t *testing.T) {
		r := read(t, "{\"a\":1}\n{\"a\":\""+strings.Repeat("x", 2*MaxRow)+"\"}\n{\"a\":2}\n", JSONLines)
		equal(t, "reasons", reasons(r), "Row 2 on line 2 is longer than 1,048,576 bytes.")
		equal(t, "kept", grid(r.Dataset()), "1/2")
	})
}

func TestJSONLimits(t *testing.T) {
	t.Run("columns", func(t *testing.T) {
		// A row that would bring one column too many is left out, and brings none.
		var b strings.Builder
		b.WriteString(`[{"x":1`)
		for i := range MaxColumns - 2 {
			b.WriteString(`,"c` + itoa(i) + `":1`)
		}
		b.WriteString(`},{"y":1,"z":2},{"y":3}]`)
		r := read(t, b.String(), JSON)
		equal(t, "reasons", reasons(r), "Row 2 on line 1 has more than 252 different names with the rows before it.")
		equal(t, "columns", len(r.Dataset().Columns), MaxColumns)
		equal(t, "last", r.Dataset().Text(1, MaxColumns-1), "3")
	})
	t.Run("cell", func(t *testing.T) {
		long := strings.Repeat("x", MaxCell)
		r := read(t, `[{"a":"`+long+`"},{"a":"`+long+`x"},{"a":"\n`+long+`"},{"b":1}]`, JSON)
		equal(t, "reasons", reasons(r), "Row 2 on line 1 has a text in column 1 of more than 98,304 bytes.\n"+
			"Row 3 on line 1 has a text in column 1 of more than 98,304 bytes.")
		equal(t, "rows", r.Dataset().Len(), 2)
	})
}

// TestJSONAgainstLibrary holds the scanner to encoding/json: on random lines
// both see sound or broken JSON, and of an object that is kept the same values.
func TestJSONAgainstLibrary(t *testing.T) {
	rng := newRandom(t)
	pieces := strings.Split(`{ } { } [ ] : : , , "a" "b" "c" "x\n" "\u00e9" "\ud83d\ude00" "\ud83d" 1 -0.5 1e3 01 1. true null tru " \ é`, " ")
	sound, broken, kept := 0, 0, 0
	for range 80_000 {
		line := ""
		if rng.IntN(2) == 0 {
			line = `{"k":`
		}
		for range 1 + rng.IntN(7) {
			line += pieces[rng.IntN(len(pieces))]
		}
		if rng.IntN(2) == 0 {
			line += "}"
		}
		r := read(t, line, JSONLines)
		valid := json.Valid([]byte(line))
		if got := !strings.Contains(reasons(r), "is not JSON"); got != valid {
			t.Fatalf("%s: sound %t, the library says %t", line, got, valid)
		}
		if !valid {
			broken++
			continue
		}
		sound++
		if d := r.Dataset(); d.Len() == 1 {
			kept++
			sameObject(t, line, d)
		}
	}
	if sound < 1000 || broken < 1000 || kept < 500 {
		t.Errorf("%d sound, %d broken and %d kept lines are too few to say something", sound, broken, kept)
	}
}

func sameObject(t *testing.T, line string, d *Dataset) {
	t.Helper()
	var want map[string]any
	var beyond *json.UnmarshalTypeError // a number beyond a Double
	if err := json.Unmarshal([]byte(line), &want); errors.As(err, &beyond) {
		return
	} else if err != nil {
		t.Fatalf("%s: kept, the library says %v", line, err)
	}
	equal(t, "columns of "+line, len(d.Columns), len(want))
	for col, c := range d.Columns {
		v := d.Value(0, col)
		switch w := want[c.Source].(type) {
		case nil:
			equal(t, line, v.IsNull(), true)
		case string:
			equal(t, line, v, table.StringValue(w))
		case bool:
			equal(t, line, v, table.BooleanValue(w))
		case float64:
			d.SetType(col, table.Double)
			equal(t, line, d.Value(0, col), table.DoubleValue(w))
		}
	}
}
