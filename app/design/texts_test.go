package design

import (
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/table"
)

// keyVerdicts is everything that is found about the keys of the shown design.
func keyVerdicts(p *Playground) []any {
	finish(p)
	return []any{p.Table.Findings(), p.Keys.Anatomy(draft.PartitionKey).Findings, p.Keys.Anatomy(draft.RowKey).Findings, p.Table.Report()}
}

// What is known of the order of texts from earlier designs never outlives the rows
// that it was found in: after every change the verdicts are those of a playground
// that has seen nothing else.
func TestVerdictsAfterRowsChanged(t *testing.T) {
	const first = "id,city\n1,a\n2,B\n3,New York\n4,New\n5,b\n6,a_b\n7,7\n"
	sets := map[string]string{
		"first":    first,
		"edited":   "id,city\n1,a\n2,C\n3,New York\n4,Newark\n5,b\n6,a_b\n7,7\n", // two cells differ
		"deleted":  "id,city\n1,a\n4,New\n5,b\n7,7\n",                            // rows are gone
		"imported": "id,city\n1,10\n2,9\n3,8\n4,a\n5,11\n6,7\n7,6\n8,5\n9,4\n",   // other texts altogether
	}
	designs := []draft.Design{
		{PartitionKey: "{id}", RowKey: "{city}"}, {PartitionKey: "{id}", RowKey: "{city}a"}, {PartitionKey: "{id}", RowKey: "{city}_{id}"},
		{PartitionKey: "{city}", RowKey: "{id}"}, {PartitionKey: "all", RowKey: "{city}_"},
	}
	swap := func(p *Playground) {
		for col, name := range []string{"number", "id"} {
			must(t, p.Questions.Rename(col, name))
		}
		must(t, p.Questions.Rename(0, "city"))
	}
	changes := []func(*Playground){func(*Playground) {}, func(p *Playground) { p.Rows.SetType(0, table.String) }, swap}
	p := pasted(t, first)
	for _, name := range []string{"first", "edited", "deleted", "first", "imported", "first"} {
		p.Incoming.Import("", []byte(sets[name]))
		finish(p)
		for n, change := range changes {
			change(p)
			finish(p)
			for _, d := range designs {
				fresh := pasted(t, sets[name])
				for _, earlier := range changes[:n+1] {
					earlier(fresh)
					finish(fresh)
				}
				p.Keys.UseDesign(d)
				fresh.Keys.UseDesign(d)
				if got, want := keyVerdicts(p), keyVerdicts(fresh); !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %v, columns %v: after other designs and rows\n%+v\nalone\n%+v", name, d, p.Rows.Data().Columns, got, want)
				}
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
