package design

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
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
	b := p.Table.Built()
	naive, report, lost := table.New(model.TableName), model.Report{Rows: p.Rows.Data().Len()}, []model.LostRow(nil)
	for n := range p.Rows.Data().Len() {
		pk, err := b.Partition.Key(&model.Row{Data: p.Rows.Data(), N: n}, n)
		rk, err2 := b.Row.Key(&model.Row{Data: p.Rows.Data(), N: n}, n)
		one := model.Reject{Row: n + 1, Key: table.Key{PartitionKey: pk, RowKey: rk}}
		if err == nil {
			err = err2
		}
		if err != nil {
			one.Reason = err.Error()
			report.Reject("", "The row gives no key.", one)
			lost = append(lost, model.LostRow{Row: n})
			continue
		}
		var refused *table.Error
		if errors.As(naive.Store(p.Rows.Data().Entity(n, one.Key), b.Start+table.Ticks(n)*table.Microsecond), &refused) {
			one.Reason = refused.Message
			report.Reject(refused.Code, model.Plain(refused.Code), one)
			lost = append(lost, model.LostRow{Row: n, Code: refused.Code})
		}
	}
	report.Entities = naive.Len()
	if !reflect.DeepEqual(b.Report, report) || !reflect.DeepEqual(b.Lost.Rows, lost) {
		t.Errorf("the report is %+v with %d rows lost, want %+v with %d", b.Report, len(b.Lost.Rows), report, len(lost))
	}
	if err := b.Table.Check(); err != nil {
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
			p.Keys.UseDesign(draft.Design{PartitionKey: d[0], RowKey: d[1]})
			finish(p)
			if w := p.Table.Built(); w == nil || w.Partition.Template().String() != d[0] {
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
	}{{"{at}", model.MaxBuilds}, {"{id}", model.MaxWeight / (20_000 * (1 + model.PartWeight))}} {
		for i := range model.MaxBuilds + 1 {
			p.Keys.UseDesign(draft.Design{PartitionKey: x.pk, RowKey: "{id}" + strings.Repeat("x", i)})
			finish(p)
		}
		if len(p.Table.Builds) != x.kept {
			t.Errorf("%d tables by %s are kept, want %d", len(p.Table.Builds), x.pk, x.kept)
		}
	}
}
