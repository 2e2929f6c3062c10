package table

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A Loader gives the table that inserts of the same entities give, whatever sizes
// its partitions have and wherever it is flushed, and it refuses the same ones;
// what is written afterwards changes no snapshot.
func TestLoader(t *testing.T) {
	r := rand.New(rand.NewPCG(seed(t), 11))
	for range 40 {
		all := make([]Entity, r.IntN(600))
		for i := range all {
			all[i] = randomEntity(r)
			if r.IntN(20) == 0 {
				all[i].Properties = append(all[i].Properties, Property{"D", DateTimeValue(-Second)})
			}
		}
		slices.SortStableFunc(all, func(a, b Entity) int { return a.Key.Compare(b.Key) })
		made, naive := New("Loaded"), New("Loaded")
		l := made.NewLoader()
		for i := range all {
			got, want := l.Add(&all[i], noon+Ticks(i)), naive.Store(all[i], noon+Ticks(i))
			if codeOf(got) != codeOf(want) {
				t.Fatalf("entity %q: got %v, an insert %v", all[i].Key, got, want)
			}
			if r.IntN(100) == 0 {
				l.Flush()
			}
		}
		l.Flush()
		wantSound(t, made)
		loaded := made.Snapshot()
		before := entitiesOf(loaded)
		if !slices.EqualFunc(before, entitiesOf(naive.Snapshot()), sameEntity) || made.Len() != naive.Len() {
			t.Fatalf("%d entities are not the %d that inserts give", made.Len(), naive.Len())
		}
		for i := range 300 {
			e := randomEntity(r)
			verb := []string{"Insert", "InsertOrReplace", "Merge", "Delete"}[r.IntN(4)]
			_, got := doVerb(made, verb, e, AnyETag, noon+Second+Ticks(i))
			_, want := doVerb(naive, verb, e, AnyETag, noon+Second+Ticks(i))
			if codeOf(got) != codeOf(want) {
				t.Fatalf("%s %q after loading: got %v, want %v", verb, e.Key, got, want)
			}
		}
		wantSound(t, made)
		if !slices.EqualFunc(entitiesOf(made.Snapshot()), entitiesOf(naive.Snapshot()), sameEntity) {
			t.Fatal("writes after loading give other entities than after inserts")
		}
		if !slices.EqualFunc(entitiesOf(loaded), before, sameEntity) {
			t.Fatal("a snapshot of what was loaded changed")
		}
	}
}

// A Loader refuses a key that comes too late, and goes on.
func TestLoaderOrder(t *testing.T) {
	made := mustInsert(t, entity("b", "2"))
	l := made.NewLoader()
	for _, x := range []struct {
		e    Entity
		code Code
	}{
		{entity("a", "1"), InvalidInput}, {entity("b", "1"), InvalidInput}, {entity("b", "2"), EntityAlreadyExists},
		{entity("b", "3"), ""}, {entity("b", "3"), EntityAlreadyExists}, {entity("c", "1"), ""}, {entity("b", "4"), InvalidInput},
	} {
		wantCode(t, l.Add(&x.e, noon), x.code)
	}
	l.Flush()
	wantSound(t, made)
	if made.Len() != 3 {
		t.Errorf("the table has %d entities, want 3", made.Len())
	}
}
