package design

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/table"
)

// sorted is the ledger of a table, complete.
func sorted(t *testing.T, p *Playground) *Ledger {
	t.Helper()
	l := p.Ledger()
	finish(p)
	if !l.Ready() {
		t.Fatal("there is no ledger")
	}
	l.Refresh()
	return l
}

// The ledger lists the table as the console has it: every entity in key order,
// and before the first of each range its boundary.
func TestLedgerLines(t *testing.T) {
	p := manyRows(t, 300)
	l := sorted(t, p)
	if l.Entities() != 300 || l.Items() != 300 {
		t.Fatalf("%d entities on %d lines, want 300", l.Entities(), l.Items())
	}
	p.Workbench().Do("insert playground g2x/a Name='new'")
	p.Workbench().Do("split playground g3,g5")
	l = sorted(t, p)
	keys := keysOf(p.Workbench().now())
	var got []table.Key
	var cuts []string
	for i := range l.Items() {
		place, cut := l.Item(i)
		if cut != nil {
			cuts = append(cuts, cut.Key)
			if l.Row(place).PartitionKey() != cut.Key {
				t.Errorf("after the boundary %s comes %v", cut.Key, l.Row(place).Key())
			}
			continue
		}
		if l.Line(place) != i {
			t.Fatalf("the line of place %d is %d, want %d", place, l.Line(place), i)
		}
		if want := 1 + len(cuts); l.Range(place) != want {
			t.Fatalf("place %d is in range %d, want %d", place, l.Range(place), want)
		}
		got = append(got, l.Row(place).Key())
	}
	if strings.Join(cuts, " ") != "g3 g5" || len(got) != 301 {
		t.Fatalf("boundaries %v, %d entities", cuts, len(got))
	}
	for i := range got {
		if got[i] != keys[i] {
			t.Fatalf("entity %d is %v, want %v", i, got[i], keys[i])
		}
	}
}

// What the ledger says of entities adds up to what the query counted.
func TestLedgerSightings(t *testing.T) {
	p := manyRows(t, 300)
	p.Request.Ask(draft.Query{Filter: "PartitionKey ge 'g1' and PartitionKey lt 'g4' and Name gt 'n100050'", Top: 20})
	p.Request.Run()
	p.Request.Next()
	p.Workbench().Do("insert playground g2/zz Name='n9'")
	l := sorted(t, p)
	r := p.Request.Result()
	counts := map[Sighting]int{}
	pages := map[int]int{}
	bookmarks := 0
	for i := range l.Entities() {
		what, page := l.Sighting(l.Row(i))
		counts[what]++
		if what == Returned {
			pages[page]++
		}
		if mark, live := l.Bookmark(i); mark > 0 {
			bookmarks++
			if live != (mark == 2) {
				t.Errorf("bookmark %d is live: %t", mark, live)
			}
		}
	}
	if counts[Returned] != r.Cost.Returned || counts[Returned]+counts[Examined] != r.Cost.Examined {
		t.Errorf("%d returned, %d examined besides; the query counted %+v", counts[Returned], counts[Examined], r.Cost)
	}
	if pages[1] != 20 || pages[2] != 20 || bookmarks != 2 || counts[Later] != 1 || counts[Ahead] == 0 || counts[Outside] == 0 {
		t.Errorf("pages %v, %d bookmarks, sightings %v", pages, bookmarks, counts)
	}
	if line := l.ToLive(); line < 0 {
		t.Error("the live bookmark has no line")
	} else if mark, live := l.Bookmark(line); mark != 2 || !live {
		t.Errorf("line %d has bookmark %d, live %t", line, mark, live)
	}
}

// A change of the open entity is a command of the log under the ETag that was
// read, and undo takes it back.
func TestLedgerEdit(t *testing.T) {
	p := manyRows(t, 20)
	l := sorted(t, p)
	key := l.Row(7).Key()
	if !l.Open(key) {
		t.Fatal("the entity does not open")
	}
	if o := l.Opened(); o.Bytes != table.EntityBytes(o.Entity.Key, o.Entity.Properties) || o.ETag == "" {
		t.Fatalf("opened as %+v", o)
	}
	if fault := l.SetProperty("Age", table.Int32, "forty"); !strings.Contains(fault, "Edm.Int32") {
		t.Errorf("a text as a number gives %q", fault)
	}
	before := l.Opened().ETag
	if fault := l.SetProperty("Age", table.Int32, "40"); fault != "" {
		t.Fatal(fault)
	}
	o := l.Opened()
	if o.Fault != "" || o.ETag == before || !strings.HasPrefix(o.Done, "merge playground ") || !strings.Contains(o.Done, "Age=40") || !strings.Contains(o.Done, "if ") {
		t.Fatalf("after a merge: %+v", o)
	}
	if r, _ := p.Workbench().now().Get(key); r.Property("Age") != table.Int32Value(40) {
		t.Error("the table does not have the value")
	}
	p.Edit.Undo()
	l = sorted(t, p)
	if r, _ := p.Workbench().now().Get(key); !r.Property("Age").IsNull() || !l.Opened().Stale {
		t.Error("undo does not take the value back, or the open entity does not know")
	}
	l.Reread()
	l.RemoveProperty("Name")
	if r, _ := p.Workbench().now().Get(key); !r.Property("Name").IsNull() || l.Opened().Fault != "" {
		t.Errorf("a property stays: %+v", l.Opened())
	}
	l.Delete()
	if _, found := p.Workbench().now().Get(key); found || !l.Opened().Gone {
		t.Error("the entity is still there")
	}
}

// A change of an entity that somebody else has changed meanwhile is refused
// with the service's message, and what was read stays open.
func TestLedgerRefusal(t *testing.T) {
	p := manyRows(t, 20)
	l := sorted(t, p)
	l.Open(l.Row(3).Key())
	k := l.Opened().Entity.Key
	p.Workbench().Do("merge playground " + k.PartitionKey + "/" + k.RowKey + " Name='other'")
	l = sorted(t, p)
	if !l.Opened().Stale {
		t.Error("the open entity does not know that it is an old version")
	}
	l.SetProperty("Name", table.String, "mine")
	o := l.Opened()
	if !strings.Contains(o.Fault, "UpdateConditionNotSatisfied") || o.Done != "" {
		t.Fatalf("the change is not refused: %+v", o)
	}
	if r, _ := p.Workbench().now().Get(k); r.Property("Name").Str() != "other" {
		t.Error("a refused change has changed the entity")
	}
	l.Reread()
	l.SetProperty("Name", table.String, "mine")
	if o = l.Opened(); o.Fault != "" || o.Entity.Properties[len(o.Entity.Properties)-1].Value.Str() == "other" {
		t.Errorf("after reading again: %+v", o)
	}
}
