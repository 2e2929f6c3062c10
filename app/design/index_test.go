package design

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/table"
)

// manyRows is a table of n entities whose rows come in a mixed order.
func manyRows(t *testing.T, n int) *Playground {
	t.Helper()
	var b strings.Builder
	b.WriteString("Group,Name\n")
	for i := range n {
		k := i * 7919 % n
		b.WriteString("g" + strconv.Itoa(k%7) + ",n" + strconv.Itoa(100000+k) + "\n")
	}
	p := New(0)
	p.Incoming.Import("rows.csv", []byte(b.String()))
	finish(p)
	p.Keys.SetTemplate(draft.PartitionKey, "{Group}")
	p.Keys.SetTemplate(draft.RowKey, "{Name}")
	finish(p)
	return p
}

func grown(t *testing.T, p *Playground) *Index {
	t.Helper()
	x := p.Index()
	x.Advance(func() bool { return true })
	if !x.Ready() {
		t.Fatal("there is no tree")
	}
	return x
}

// keysOf are the keys of a snapshot in order.
func keysOf(s *table.Snapshot) (keys []table.Key) {
	s.Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			keys = append(keys, r.Key())
		}
		return true
	})
	return keys
}

// Every entity is found by its place, in any order, and every key by its rank,
// also one that is not there.
func TestPlaces(t *testing.T) {
	p := manyRows(t, 3001)
	places := newPlaces(p.Table.Built().Snapshot)
	for places.step() {
	}
	keys := keysOf(p.Table.Built().Snapshot)
	if places.len() != len(keys) || len(keys) != 3001 {
		t.Fatalf("%d places of %d entities", places.len(), len(keys))
	}
	for i := range keys {
		at := i * 1009 % len(keys)
		if got := places.row(at).Key(); got != keys[at] {
			t.Fatalf("the entity at %d is %v, want %v", at, got, keys[at])
		}
		if got := places.key(at); got != keys[at] {
			t.Fatalf("the key at %d is %v, want %v", at, got, keys[at])
		}
		if got := places.rank(keys[at]); got != at {
			t.Fatalf("the rank of %v is %d, want %d", keys[at], got, at)
		}
		after := table.Key{PartitionKey: keys[at].PartitionKey, RowKey: keys[at].RowKey + "!"}
		if got := places.rank(after); got != at+1 {
			t.Fatalf("the rank of %v is %d, want %d", after, got, at+1)
		}
	}
	if got := places.rank(table.Key{PartitionKey: "z"}); got != len(keys) {
		t.Errorf("the rank behind all keys is %d", got)
	}
}

// Keys go into the tree in the order in which their entities were written,
// those of one instant in key order.
func TestAsWritten(t *testing.T) {
	const us = table.Microsecond
	p := &places{written: []table.Ticks{5 * us, 3 * us, 3*us + 1, 9000 * us, 3 * us, 0, 2}}
	if got, want := p.asWritten(), []int32{5, 6, 1, 4, 2, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
	if got := (&places{}).asWritten(); len(got) != 0 {
		t.Errorf("an empty table has the order %v", got)
	}
}

// The tree holds the keys of the table under every fan-out, and another
// fan-out can be undone.
func TestIndexFanout(t *testing.T) {
	p := manyRows(t, 500)
	keys := keysOf(p.Table.Built().Snapshot)
	for _, fanout := range []int{4, 10, 63, 64, 200} {
		p.Index().SetFanout(fanout)
		x := grown(t, p)
		want := min(fanout&^1, index.MaxFanout)
		if err := x.Shape().Check(want); err != nil || x.Shown() != want || x.Shape().Len != len(keys) {
			t.Fatalf("fan-out %d: %d keys, %v", fanout, x.Shape().Len, err)
		}
		for _, i := range []int{0, 250, 499} {
			if x.Key(i) != keys[i] {
				t.Fatalf("fan-out %d: key %d is %v, want %v", fanout, i, x.Key(i), keys[i])
			}
		}
	}
	p.Edit.Undo()
	p.Edit.Undo()
	if got := grown(t, p).Shown(); got != 10 {
		t.Errorf("the fan-out after undoing two gestures is %d, want 10", got)
	}
}

func TestIndexLookup(t *testing.T) {
	x := grown(t, manyRows(t, 500))
	v := x.Lookup()
	if !v.Found || x.Key(v.Place) != v.Key {
		t.Fatalf("the first lookup finds %+v", v)
	}
	x.Pick()
	if again := x.Lookup(); again.Key == v.Key || !again.Found {
		t.Errorf("another key is %+v", again)
	}
	x.Find(table.Key{PartitionKey: "g3", RowKey: "no such"})
	if v = x.Lookup(); v.Found || len(v.Visits) != len(x.Shape().Levels) {
		t.Errorf("a key that is not there: %+v", v)
	}
}

// A range reads exactly the nodes that the engine's tree would touch: those of
// the descent, and those that hold a place of the range or lead to one.
func TestIndexRange(t *testing.T) {
	p := manyRows(t, 500)
	p.Index().SetFanout(4)
	x := grown(t, p)
	keys := keysOf(p.Table.Built().Snapshot)
	for _, c := range []struct {
		class  draft.Class
		filter string
	}{
		{draft.RowRange, ""}, {draft.OnePartition, ""}, {draft.WholeTable, ""},
		{draft.OwnRange, "PartitionKey eq 'g2' and RowKey gt 'n100100' and RowKey le 'n100200'"},
		{draft.OwnRange, "PartitionKey gt 'g5'"}, {draft.OwnRange, "PartitionKey eq 'g3' and RowKey eq 'n1000031'"}, {draft.OwnRange, "PartitionKey eq 'h'"},
	} {
		x.Read(c.class, c.filter)
		v := x.Range()
		if v.Fault != nil {
			t.Fatal(v.Fault)
		}
		want := 0
		for level, nodes := range x.Shape().Levels {
			for i, n := range nodes {
				touched := level < len(v.Visits) && v.Visits[level].Node == i
				for place := int(n.From); place < int(n.To); place++ {
					touched = touched || place >= v.From && (place < v.To || v.Stop && place == v.To)
				}
				if touched {
					want++
				}
			}
		}
		if v.Nodes != want || v.Stop != (v.To < len(keys)) {
			t.Errorf("%s: %d nodes, stop %t, want %d", v.Filter, v.Nodes, v.Stop, want)
		}
	}
	x.Read(draft.OwnRange, "PartitionKey eq")
	if x.Range().Fault == nil {
		t.Error("half a filter has no fault")
	}
	x.Read(draft.OwnRange, "PartitionKey gt 'b' and PartitionKey lt 'a'")
	if v := x.Range(); v.Nodes != 0 || v.Fault != nil {
		t.Errorf("an empty range reads %d nodes: %v", v.Nodes, v.Fault)
	}
}

// The insert that is shown first splits its leaf, and the tree after it is a
// sound one with one key more.
func TestIndexInsert(t *testing.T) {
	p := manyRows(t, 500)
	for _, fanout := range []int{4, 8, 16} {
		p.Index().SetFanout(fanout)
		x := grown(t, p)
		v := x.Inserted()
		if v.Exists || v.Splits == 0 {
			t.Fatalf("fan-out %d: the first insert is %+v", fanout, v)
		}
		if err := v.After.Check(fanout); err != nil || v.After.Len != 501 || v.After.Nodes() != x.Shape().Nodes()+v.Splits+rootGrows(v) {
			t.Errorf("fan-out %d: %d nodes after %d, %d splits, %v", fanout, v.After.Nodes(), x.Shape().Nodes(), v.Splits, err)
		}
		for place := 1; place < 501; place++ {
			if x.KeyAfter(place-1).Compare(x.KeyAfter(place)) >= 0 {
				t.Fatalf("fan-out %d: keys %d and %d are out of order", fanout, place-1, place)
			}
		}
	}
	x := p.Index()
	x.Insert(x.Key(5))
	if v := x.Inserted(); !v.Exists || v.After.Len != 0 {
		t.Errorf("an insert of a key that is there: %+v", v)
	}
	if x.Shape().Len != 500 {
		t.Errorf("the tree has %d keys, want 500: inserts are made on a copy", x.Shape().Len)
	}
}

// rootGrows is 1 when the insert made a new root.
func rootGrows(v *InsertView) int {
	if len(v.Visits) == v.Splits {
		return 1
	}
	return 0
}

// The tree follows the table as the console changes it, and is gone with it.
func TestIndexFollowsConsole(t *testing.T) {
	p := manyRows(t, 50)
	x := grown(t, p)
	b := p.Workbench()
	b.Do("insert playground a/first")
	if x = grown(t, p); x.Shape().Len != 51 || x.Key(0) != (table.Key{PartitionKey: "a", RowKey: "first"}) {
		t.Errorf("after an insert the tree has %d keys, the first is %v", x.Shape().Len, x.Key(0))
	}
	b.Seek(0)
	if x = grown(t, p); x.Shape().Len != 50 {
		t.Errorf("after stepping back the tree has %d keys", x.Shape().Len)
	}
	b.Do("drop table playground")
	x.Advance(func() bool { return true })
	if x.Ready() || !x.Gone() {
		t.Error("a dropped table still has a tree")
	}
}
