package table

import (
	"fmt"
	"reflect"
	"testing"
)

func bulk(partitions, rows int) []Entity {
	var all []Entity
	for p := range partitions {
		for r := range rows {
			all = append(all, entity(fmt.Sprintf("p%03d", p), fmt.Sprintf("r%04d", r), number("N", int32(r))))
		}
	}
	return all
}

func loaded(t testing.TB, partitions, rows int) *Table {
	t.Helper()
	made := New("Movies")
	if err := made.Load(bulk(partitions, rows), noon); err != nil {
		t.Fatal(err)
	}
	return made
}

// entitiesOf reads a whole snapshot.
func entitiesOf(s *Snapshot) []Entity {
	var all []Entity
	s.Scan(Key{}, func(rows []Row) bool {
		for _, r := range rows {
			all = append(all, r.Entity())
		}
		return true
	})
	return all
}

// A snapshot never changes, whatever is written to the table after it.
func TestSnapshotIsolation(t *testing.T) {
	made := loaded(t, 3, 300)
	checkAtEnd(t, made)
	first := made.Snapshot()
	want := entitiesOf(first)
	writes := []struct {
		name string
		do   func() error
	}{
		{"insert", func() error { _, err := made.Insert(entity("p001", "r0100x"), noon); return err }},
		{"insert into a new partition", func() error { _, err := made.Insert(entity("p0", "r"), noon); return err }},
		{"merge", func() error { _, err := made.Merge(entity("p000", "r0000", number("M", 1)), AnyETag, noon); return err }},
		{"replace", func() error { _, err := made.Replace(entity("p002", "r0299"), AnyETag, noon); return err }},
		{"delete", func() error { return made.Delete(Key{"p001", "r0150"}, AnyETag) }},
		{"load", func() error { return made.Load([]Entity{entity("p002", "s"), entity("q", "r")}, noon) }},
		{"delete a partition", func() error {
			for _, e := range bulk(1, 300) {
				if err := made.Delete(e.Key, AnyETag); err != nil {
					return err
				}
			}
			return nil
		}},
	}
	last := first
	for _, w := range writes {
		t.Run(w.name, func(t *testing.T) {
			before := entitiesOf(last)
			wantCode(t, w.do(), "")
			if got := entitiesOf(last); !reflect.DeepEqual(got, before) {
				t.Error("the write changed the snapshot before it")
			}
			if got := entitiesOf(first); !reflect.DeepEqual(got, want) || first.Len() != len(want) {
				t.Error("the write changed the first snapshot")
			}
			next := made.Snapshot()
			if next == last || reflect.DeepEqual(entitiesOf(next), before) {
				t.Error("the next snapshot does not have the write")
			}
			last = next
		})
	}
	t.Run("restore", func(t *testing.T) {
		made.Restore(first)
		if got := entitiesOf(made.Snapshot()); !reflect.DeepEqual(got, want) || made.Len() != len(want) {
			t.Error("the table is not what it was")
		}
		_, err := made.Insert(entity("p001", "r0100x"), noon)
		wantCode(t, err, "")
		if got := entitiesOf(first); !reflect.DeepEqual(got, want) {
			t.Error("a write after restoring changed the snapshot")
		}
	})
}

func TestSnapshotIsCheap(t *testing.T) {
	made := loaded(t, 100, 100)
	if made.Snapshot() != made.Snapshot() {
		t.Error("two snapshots without a write between them differ")
	}
	allocs := testing.AllocsPerRun(10, func() {
		if err := made.Delete(Key{"p050", "r0050"}, AnyETag); err != nil {
			t.Fatal(err)
		}
		if _, err := made.Insert(entity("p050", "r0050"), noon); err != nil {
			t.Fatal(err)
		}
		made.Snapshot()
	})
	if allocs > 60 {
		t.Errorf("a snapshot and the writes after it took %v allocations, want at most 60", allocs)
	}
}

func TestScan(t *testing.T) {
	made := loaded(t, 3, 200)
	s := made.Snapshot()
	all := keysOf(s, Key{})
	if want := bulk(3, 200); len(all) != len(want) || all[0] != want[0].Key || all[599] != want[599].Key {
		t.Fatalf("got %d keys, want 600", len(all))
	}
	lows := []struct {
		low  Key
		want int // entities before it
	}{
		{Key{}, 0}, {Key{"p000", "r0000"}, 0}, {Key{"p000", "r0000x"}, 1}, {Key{"p000", "r0199"}, 199},
		{Key{"p000", "z"}, 200}, {Key{"p0005", ""}, 200}, {Key{"p001", ""}, 200}, {Key{"p001", "r0063"}, 263},
		{Key{"p002", "r0199x"}, 600}, {Key{"q", ""}, 600},
	}
	for _, c := range lows {
		if got := keysOf(s, c.low); len(got) != 600-c.want || len(got) > 0 && got[0] != all[c.want] {
			t.Errorf("from %v: got %d keys, want %d", c.low, len(got), 600-c.want)
		}
	}
	t.Run("runs do not mix partitions", func(t *testing.T) {
		s.Scan(Key{"p000", "r0010"}, func(rows []Row) bool {
			for _, r := range rows {
				if r.PartitionKey() != rows[0].PartitionKey() || len(rows) > MaxRun {
					t.Fatalf("run of %d from %q to %q", len(rows), rows[0].PartitionKey(), r.PartitionKey())
				}
			}
			return len(rows) > 0
		})
	})
	t.Run("stops when told", func(t *testing.T) {
		for _, low := range []Key{{}, {"p000", "r0001"}, {"p002", "r0190"}} {
			calls := 0
			s.Scan(low, func([]Row) bool { calls++; return false })
			if calls != 1 {
				t.Errorf("from %v: got %d calls after the reader had enough, want 1", low, calls)
			}
		}
	})
}

func TestPartitions(t *testing.T) {
	made := loaded(t, 3, 10)
	wantCode(t, made.Delete(Key{"p001", "r0000"}, AnyETag), "")
	var got []string
	made.Snapshot().Partitions("p0005", func(key string, n int) bool {
		got = append(got, fmt.Sprint(key, " ", n))
		return true
	})
	if want := []string{"p001 9", "p002 10"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A Column gives what Row.Property gives, for rows of many shapes and of two
// tables in turn.
func TestColumn(t *testing.T) {
	a := mustInsert(t, entity("p", "1", number("A", 1), text("B", "b")), entity("p", "2", text("A", "one")), entity("p", "3"))
	b := mustInsert(t, entity("p", "4", text("C", "c"), number("A", 4)))
	var rows []Row
	for _, s := range []*Snapshot{a.Snapshot(), b.Snapshot(), a.Snapshot()} {
		s.Scan(Key{}, func(run []Row) bool { rows = append(rows, run...); return true })
	}
	for _, name := range []string{"A", "B", "C", "D", "PartitionKey", "RowKey", "Timestamp"} {
		c := NewColumn(name)
		for _, r := range rows {
			if got, want := c.Of(r), r.Entity().Property(name); got != want || r.Property(name) != want {
				t.Errorf("%s of %v: got %v and %v, want %v", name, r.Key(), got, r.Property(name), want)
			}
		}
	}
}

// A table that was restored from the snapshot of another one is written apart
// from it, however many generations the two have had.
func TestRestoreFromAnother(t *testing.T) {
	for snapshots := range 4 {
		source := New("Movies")
		key := Key{PartitionKey: "Drama", RowKey: "Psycho"}
		e := Entity{Key: key, Properties: []Property{{Name: "Year", Value: Int32Value(1960)}}}
		if _, err := source.Insert(e, MinDateTime); err != nil {
			t.Fatal(err)
		}
		for i := range snapshots { // each writes the partition in a later generation
			source.Snapshot()
			if _, err := source.Merge(e, AnyETag, MinDateTime+Ticks(i)); err != nil {
				t.Fatal(err)
			}
		}
		before := source.Snapshot()
		want, _ := source.Get(key)
		scratch := New("Movies")
		for range 3 {
			scratch.Restore(before)
			if _, err := scratch.Merge(Entity{Key: key, Properties: []Property{{Name: "Year", Value: Int32Value(1)}}}, AnyETag, MinDateTime+99); err != nil {
				t.Fatal(err)
			}
			got, _ := source.Get(key)
			seen, _ := before.Get(key)
			if got.ETag() != want.ETag() || seen.ETag() != want.ETag() {
				t.Fatalf("after %d snapshots a write to another table has changed the source to %v and its snapshot to %v", snapshots, got, seen)
			}
		}
	}
}
