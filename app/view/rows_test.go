package view

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

func rowsOf(t *testing.T, entities ...table.Entity) []table.Row {
	t.Helper()
	tb := table.New("t")
	for _, e := range entities {
		if _, err := tb.Insert(e, table.TicksOf(table.Ticks(630822816000000000).Time())); err != nil {
			t.Fatal(err)
		}
	}
	var rows []table.Row
	tb.Snapshot().Scan(table.Key{}, func(run []table.Row) bool {
		rows = append(rows, run...)
		return true
	})
	return rows
}

// What a row holds is text in the page, whatever it looks like.
func TestRowsEscape(t *testing.T) {
	const evil = `<img src=x onerror="alert('1')">&amp;`
	rows := rowsOf(t, table.Entity{Key: table.Key{PartitionKey: "<b>", RowKey: `"r"`}, Properties: []table.Property{{Name: "Note", Value: table.StringValue(evil)}}})
	got := NewRows(func(i int) table.Row { return rows[i] }, append(Keys(), Property{"Note", table.String}), "–").HTML(0, 1, -1)
	for _, bad := range []string{"<img", "<b>", `"r"`, "'1'"} {
		if strings.Contains(got, bad) {
			t.Errorf("the row holds %q unescaped: %s", bad, got)
		}
	}
	if !strings.Contains(got, "&lt;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&gt;&amp;amp;") {
		t.Errorf("the text is not there whole: %s", got)
	}
}

// Rows count from 2 for a screen reader, since the names of the columns are
// row 1, and each row has an ID that the cursor can name.
func TestRowsSemantics(t *testing.T) {
	var entities []table.Entity
	for _, rk := range []string{"a", "b", "c"} {
		entities = append(entities, table.Entity{Key: table.Key{PartitionKey: "p", RowKey: rk}, Properties: []table.Property{{Name: "N", Value: table.Int32Value(7)}}})
	}
	rows := rowsOf(t, entities...)
	r := NewRows(func(i int) table.Row { return rows[i] }, append(Keys(), Property{"N", table.Int32}, Property{"Missing", table.String}), "–")
	got := r.HTML(1, 2, 2)
	for _, want := range []string{`id="entity-1" aria-rowindex="3"`, `id="entity-2" aria-rowindex="4" class="grid__r on"`, `aria-colindex="3" class="n">7<`, `class="nil"`} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in %s", want, got)
		}
	}
	if strings.Contains(got, "entity-0") {
		t.Error("a row outside the asked ones is drawn")
	}
}

func TestClip(t *testing.T) {
	if got := clip(strings.Repeat("ä", 5000)); len([]rune(got)) != longest+1 || !strings.HasSuffix(got, "…") {
		t.Errorf("a long value has %d characters, want %d and an ellipsis", len([]rune(got)), longest)
	}
}

// A value that its column may cut is told whole when it is pointed at.
func TestRowsTitle(t *testing.T) {
	rows := rowsOf(t, table.Entity{Key: table.Key{PartitionKey: "p", RowKey: `a "very" long RowKey`}})
	got := NewRows(func(i int) table.Row { return rows[i] }, Keys(), "–").HTML(0, 1, -1)
	if !strings.Contains(got, `title="a &#34;very&#34; long RowKey"`) || strings.Contains(got, `title="p"`) {
		t.Errorf("the long key should have a title and the short one none: %s", got)
	}
}
