package dataset

import (
	"errors"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// read reads the whole text, in steps of one row.
func read(t *testing.T, text string, format Format) *Reader {
	t.Helper()
	r, err := NewReader("test", []byte(text), format)
	if err != nil {
		t.Fatalf("NewReader(%.40q): %v", text, err)
	}
	for steps := 0; !r.Step(1); steps++ {
		if steps > len(text)+2 {
			t.Fatalf("no end after %d steps", steps)
		}
	}
	return r
}

// load reads a text that has no bad row.
func load(t *testing.T, text string, format Format) *Dataset {
	t.Helper()
	r := read(t, text, format)
	if r.Err() != nil || r.BadCount() > 0 {
		t.Fatalf("error %v, bad rows %+v", r.Err(), r.Bad())
	}
	return r.Dataset()
}

// grid returns the texts of all cells: cells apart by |, rows by a slash,
// missing cells as ~.
func grid(d *Dataset) string {
	var rows []string
	for row := range d.Len() {
		var texts []string
		for col := range d.Columns {
			text := d.Text(row, col)
			if d.Missing(row, col) {
				text += "~"
			}
			texts = append(texts, text)
		}
		rows = append(rows, strings.Join(texts, "|"))
	}
	return strings.Join(rows, "/")
}

// reasons returns the reasons of the bad rows, one per line.
func reasons(r *Reader) string {
	var all []string
	for _, b := range r.Bad() {
		all = append(all, b.Reason)
	}
	return strings.Join(all, "\n")
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

func TestEntity(t *testing.T) {
	// Properties come in the order of the columns, and null ones not at all.
	d := load(t, "n,name,when\n1,ada,2001-02-03\n2,,2001-02-04\n", CSV)
	key := table.Key{PartitionKey: "p", RowKey: "r"}
	e := d.Entity(1, key)
	equal(t, "key", e.Key, key)
	equal(t, "properties", len(e.Properties), 2)
	equal(t, "first", e.Properties[0], table.Property{Name: "n", Value: table.Int32Value(2)})
	equal(t, "second", e.Properties[1].Name+"="+e.Properties[1].Value.String(), "when=2001-02-04T00:00:00Z")
}

func TestRename(t *testing.T) {
	d := load(t, "IMDB Rating,b\n1,2\n", CSV)
	for _, c := range []struct{ name, reason string }{
		{"", "A property needs a name."},
		{"a b", "A property name has letters, digits and underscores, not a space."},
		{"1a", "A property name begins with a letter or an underscore, not with '1'."},
		{"a-b", "A property name has letters, digits and underscores, not '-'."},
		{"a\xff", "A property name has letters, digits and underscores, not '�'."},
		{"RowKey", "RowKey is a name that the service keeps for itself."},
		{"b", "Another column has the name b already."},
		{strings.Repeat("a", 256), "A property name has at most 255 characters."},
		{strings.Repeat("𝒳", 128), "A property name has at most 255 characters."}, // 256 UTF-16 units
	} {
		t.Run(c.name, func(t *testing.T) {
			err := d.Rename(0, c.name)
			var e *Error
			if !errors.As(err, &e) || e.Message != c.reason {
				t.Errorf("got %v, want %s", err, c.reason)
			}
			equal(t, "name after the refusal", d.Columns[0].Name, "IMDB_Rating")
		})
	}
	t.Run("and back", func(t *testing.T) {
		for _, name := range []string{"ꀕ", "_", "Größe9", strings.Repeat("a", 255), d.Columns[0].Suggested} {
			if err := d.Rename(0, name); err != nil {
				t.Errorf("Rename %q: %v", name, err)
			}
			if i, ok := d.ColumnIndex(name); i != 0 || !ok {
				t.Errorf("ColumnIndex %q: got %d, %t", name, i, ok)
			}
		}
		equal(t, "source", d.Columns[0].Source, "IMDB Rating")
		equal(t, "renamed", d.Columns[0].Renamed(), true)
	})
}

func TestColumnNames(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct{ header, want string }{
		{"IMDB Rating,Price ($),a--b", "IMDB_Rating,Price,a_b"},
		{"1st,_x,é t é", "_1st,_x,é_t_é"},
		{"a,,---", "a,Column2,Column3"},
		{"a,a,a,a_2", "a,a_2,a_3,a_2_2"},
		{"PartitionKey,RowKey,Timestamp", "PartitionKey_,RowKey_,Timestamp_"},
		{"PartitionKey,PartitionKey", "PartitionKey_,PartitionKey__2"},
		{"odata.etag,odata.type,ETag", "odata_etag,odata_type,ETag"},
		{"a,A", "a,A"}, // names are case-sensitive
		{long + "," + long, long[:255] + "," + long[:253] + "_2"},
		{strings.Repeat("x", 254) + " y,b", strings.Repeat("x", 254) + "_,b"},
	} {
		d := load(t, c.header+"\n"+strings.Repeat("1,", strings.Count(c.header, ","))+"1\n", CSV)
		var names []string
		for i, col := range d.Columns {
			names = append(names, col.Name)
			equal(t, "source", col.Source, strings.Split(c.header, ",")[i])
			equal(t, "complaint about "+col.Name, checkName(col.Name), "")
		}
		equal(t, "names of "+c.header, strings.Join(names, ","), c.want)
	}
}

func TestSetType(t *testing.T) {
	text := "code\n007\nx\n12\n\ny\nz\n1.5\nu\nv\n"
	t.Run("misfits are counted and the first ones shown", func(t *testing.T) {
		d := load(t, text, CSV)
		f := d.SetType(0, table.Int32)
		equal(t, "count", f.Count, 6)
		equal(t, "shown", len(f.First), maxMisfits)
		equal(t, "first", f.First[0], Misfit{1, "x"})
		equal(t, "007", d.Value(0, 0), table.Int32Value(7))
		equal(t, "misfit is null", d.Value(1, 0).IsNull(), true)
		equal(t, "misfit is not missing", d.Missing(1, 0), false)
	})
	t.Run("and back", func(t *testing.T) {
		d := load(t, text, CSV)
		d.SetType(0, table.Binary)
		d.SetType(0, d.Columns[0].Inferred)
		equal(t, "007", d.Value(0, 0), table.StringValue("007"))
	})
	t.Run("no type", func(t *testing.T) {
		d := load(t, text, CSV)
		d.SetType(0, table.Null)
		d.SetType(0, table.EdmType(99))
		equal(t, "type", d.Columns[0].Type, table.String)
	})
	t.Run("fit in steps changes nothing", func(t *testing.T) {
		d := load(t, text, CSV)
		f := d.Fit(0, table.Double)
		steps := 1
		for ; !f.Step(3); steps++ {
		}
		equal(t, "steps", steps, 3)
		equal(t, "count", f.Count, 5)
		equal(t, "type", d.Columns[0].Type, table.String)
	})
}

func TestCounts(t *testing.T) {
	t.Run("missing and sample", func(t *testing.T) {
		d := load(t, "a,b\n,x\n"+strings.Repeat("é", 50)+",x\n,y\n", CSV)
		equal(t, "missing", d.Columns[0].Missing, 2)
		equal(t, "distinct", d.Columns[1].Distinct, 2)
		equal(t, "sample", d.Columns[0].Sample, strings.Repeat("é", 39)+"…")
		equal(t, "many", d.Columns[1].ManyDistinct(), false)
	})
	for _, n := range []int{1, 40, 41, DistinctCap, DistinctCap + 1, DistinctCap + 500} {
		var b strings.Builder
		b.WriteString("a\n")
		for i := range 2 * n {
			b.WriteString("text number " + itoa(i%n) + "\n")
		}
		d := load(t, b.String(), CSV)
		equal(t, "distinct of "+itoa(n), d.Columns[0].Distinct, min(n, DistinctCap+1))
		equal(t, "many of "+itoa(n), d.Columns[0].ManyDistinct(), n > DistinctCap)
	}
}

func TestLine(t *testing.T) {
	// A row knows the line on which it begins, also after a text with line breaks.
	d := load(t, "a,b\n1,\"x\r\ny\"\r\n\r\n2,z\n", CSV)
	equal(t, "first", d.Line(0), 2)
	equal(t, "second", d.Line(1), 5)
}

// TestNamesAgainstTable: Rename takes exactly the names that the table stores,
// and the names that an import suggests are among them.
func TestNamesAgainstTable(t *testing.T) {
	rng := newRandom(t)
	runes := []rune("aZ_09é ß-.\u0301\u200dꀕ𝒳Ⅷ‿$\ufffd٣")
	for range 5000 {
		name := ""
		for range rng.IntN(6) {
			name += string(runes[rng.IntN(len(runes))])
		}
		equal(t, "legal: "+name, checkName(name) == "", stored(name))
		equal(t, "suggestion for "+name+" is legal", stored(legalName(name, 1)), true)
	}
}

func stored(name string) bool {
	_, err := table.New("t").Insert(table.Entity{
		Key:        table.Key{PartitionKey: "p", RowKey: "r"},
		Properties: []table.Property{{Name: name, Value: table.Int32Value(1)}},
	}, table.MinDateTime)
	return err == nil
}

// A View is the Value, in a column of every type, also of a text that had to be
// rewritten and of one that is missing.
func TestView(t *testing.T) {
	d := load(t, "name,n,x\nplain,1,2.5\n\"a \"\"quoted\"\" one\",,\n,3,-1\n", CSV)
	for _, kind := range []table.EdmType{table.String, table.Int32, table.Double} {
		for col := range d.Columns {
			d.SetType(col, kind)
			for row := range d.Len() {
				if got, want := d.View(row, col), d.Value(row, col); got != want {
					t.Errorf("row %d, column %d as %v: the View is %v, the Value %v", row, col, kind, got, want)
				}
			}
		}
	}
	d.SetType(0, table.String)
	equal(t, "a rewritten text", d.View(1, 0).Str(), `a "quoted" one`)
	equal(t, "a missing one", d.View(2, 0).IsNull(), true)
}
