package design

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/engine/table"
)

// hardRows are rows that a table refuses for every reason, in no order: keys that
// repeat, that are missing or not allowed, and dates before 1601, of which a later
// row may have the key.
func hardRows(r *rand.Rand, rows int) string {
	var b strings.Builder
	b.WriteString("city,station,day\n")
	for range rows {
		city := []string{"Bern", "Basel", "Zug", "", "a/b", "Genève"}[r.IntN(6)]
		year := []int{1500, 1990, 2020}[r.IntN(3)]
		fmt.Fprintf(&b, "%s,%d,%d-01-02T03:04:05Z\n", city, r.IntN(rows/2), year)
	}
	return b.String()
}

// wantInserted holds a build to the table that the rows give when they are
// inserted one after another, and to the refusals that come of it, recounted.
func wantInserted(t *testing.T, p *Playground) {
	t.Helper()
	b := p.Table.built
	naive, report, lost := table.New(TableName), Report{Rows: p.Rows.data.Len()}, []lostRow(nil)
	for n := range p.Rows.data.Len() {
		pk, err := b.pk.Key(&row{p.Rows.data, n}, n)
		rk, err2 := b.rk.Key(&row{p.Rows.data, n}, n)
		one := Reject{Row: n + 1, Key: table.Key{PartitionKey: pk, RowKey: rk}}
		if err == nil {
			err = err2
		}
		if err != nil {
			one.Reason = err.Error()
			report.reject("", "The row gives no key.", one)
			lost = append(lost, lostRow{row: n})
			continue
		}
		var refused *table.Error
		if errors.As(naive.Store(p.Rows.data.Entity(n, one.Key), b.start+table.Ticks(n)*table.Microsecond), &refused) {
			one.Reason = refused.Message
			report.reject(refused.Code, plain(refused.Code), one)
			lost = append(lost, lostRow{n, refused.Code})
		}
	}
	report.Entities = naive.Len()
	if !reflect.DeepEqual(b.report, report) || !reflect.DeepEqual(b.lost.rows, lost) {
		t.Errorf("the report is %+v with %d rows lost, want %+v with %d", b.report, len(b.lost.rows), report, len(lost))
	}
	if err := b.table.Check(); err != nil {
		t.Error(err)
	}
	if got, want := storedIn(b.Snapshot), storedIn(naive.Snapshot()); !reflect.DeepEqual(got, want) {
		t.Errorf("the table has %d entities that are not the %d that inserts give", len(got), len(want))
	}
}

func storedIn(s *table.Snapshot) (all []table.Entity) {
	s.Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			all = append(all, r.Entity())
		}
		return true
	})
	return all
}

// A table is filled in the order of its keys, and holds what inserts in the order
// of the rows would have left: the same entities, and the same report.
func TestFilling(t *testing.T) {
	r := apptest.Seeded(t)
	for range 4 {
		p := pasted(t, hardRows(r, 100+r.IntN(900)))
		for _, d := range [][2]string{{"{city}", "{station}"}, {"{station}", "{city}"}, {"all", "{station}_{city}"}, {"one", "key"}} {
			p.Keys.UseDesign(Design{PartitionKey: d[0], RowKey: d[1]})
			finish(p)
			if w := p.Table.built; w == nil || w.pk.Template().String() != d[0] {
				t.Fatalf("the design %v was not built", d)
			}
			wantInserted(t, p)
		}
	}
}

// What is kept to go back to quickly is bounded by what the collector has to
// follow: tables of one partition stay, and tables of one partition for each row
// go.
func TestKeptBuilds(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,at\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "r%05d,%d\n", i, i%7)
	}
	p := pasted(t, b.String())
	for _, x := range []struct {
		pk   string
		kept int
	}{{"{at}", maxBuilds}, {"{id}", maxWeight / (20_000 * (1 + partWeight))}} {
		for i := range maxBuilds + 1 {
			p.Keys.UseDesign(Design{PartitionKey: x.pk, RowKey: "{id}" + strings.Repeat("x", i)})
			finish(p)
		}
		if len(p.Table.builds) != x.kept {
			t.Errorf("%d tables by %s are kept, want %d", len(p.Table.builds), x.pk, x.kept)
		}
	}
}
