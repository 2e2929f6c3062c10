package table

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// pagesOf returns all pages of the table as it is.
func pagesOf(made *Table) (pages []*page) {
	made.live.index.Scan(func(e entry) bool {
		return e.part.ascend(nil, func(p *page) bool { pages = append(pages, p); return true })
	})
	return pages
}

// randomWrite changes the table and the twin alike. Keys and texts are few and of
// many lengths, so that pages fill, split, die and are packed often.
func randomWrite(t *testing.T, r *rand.Rand, made *Table, naive twin, now Ticks) {
	t.Helper()
	verbs := []string{"InsertOrReplace", "InsertOrReplace", "InsertOrMerge", "Merge", "Merge", "Delete"}
	verb := verbs[r.IntN(len(verbs))]
	length := r.IntN(100)
	if r.IntN(50) == 0 {
		length = r.IntN(MaxStringLength)
	}
	e := entity(fmt.Sprint("p", r.IntN(3)), fmt.Sprintf("long enough a row key %03d", r.IntN(600)), number("N", r.Int32()))
	if verb != "Merge" {
		e.Properties = append(e.Properties, text("T", strings.Repeat("t", length)))
	}
	_, code := naive.write(verb, Entity{Key: e.Key, Properties: slices.Clone(e.Properties)}, AnyETag, now)
	if _, err := doVerb(made, verb, e, AnyETag, now); codeOf(err) != code {
		t.Fatalf("%s %q: got %v, want %q", verb, e.Key, err, code)
	}
}

// Pages are written, split and given up while snapshots hold them and while the
// table is restored from any of the snapshots, in any order, and every snapshot
// and every row that was read keeps what it had.
func TestPages(t *testing.T) {
	random := rand.New(rand.NewPCG(seed(t), 3))
	type kept struct {
		snapshot *Snapshot
		entities []Entity
	}
	made, naive := New("Pages"), twin{}
	var all []kept
	var rows []Row
	var copies []Entity
	tails, bases := 0, 0
	for i := range 30_000 {
		randomWrite(t, random, made, naive, noon+Ticks(i))
		if r, ok := made.Row(Key{"p1", fmt.Sprintf("long enough a row key %03d", random.IntN(600))}); ok && i%50 == 0 {
			rows, copies = append(rows, r), append(copies, r.Entity())
		}
		switch random.IntN(1_000) {
		case 0:
			all = append(all, kept{made.Snapshot(), naive.entities()})
		case 1:
			if len(all) > 0 {
				back := all[random.IntN(len(all))]
				made.Restore(back.snapshot)
				clear(naive)
				for _, e := range back.entities {
					naive[e.Key] = e
				}
			}
		case 2, 3, 4, 5:
			made.Snapshot() // which nobody keeps, but which begins a generation
		}
		if i%1_000 != 0 {
			continue
		}
		if err := made.Check(); err != nil {
			t.Fatalf("after %d writes: %v", i+1, err)
		}
		for _, p := range pagesOf(made) {
			if len(p.tail) > 0 {
				tails++
			} else {
				bases++
			}
		}
	}
	if got := entitiesOf(made.Snapshot()); !slices.EqualFunc(got, naive.entities(), sameEntity) {
		t.Error("the table differs from the twin")
	}
	for i, k := range all {
		if got := entitiesOf(k.snapshot); !slices.EqualFunc(got, k.entities, sameEntity) {
			t.Errorf("snapshot %d of %d changed", i, len(all))
		}
	}
	for i, r := range rows {
		if !sameEntity(r.Entity(), copies[i]) {
			t.Fatalf("row %d of %d changed: got %v, want %v", i, len(rows), r.Entity(), copies[i])
		}
	}
	if tails == 0 || bases == 0 || len(all) == 0 || len(rows) == 0 {
		t.Errorf("nothing was tested: %d pages with a tail, %d without, %d snapshots, %d rows", tails, bases, len(all), len(rows))
	}
}

// Keys that come in order, either way, or in one load, leave full pages.
func TestPagesAreFull(t *testing.T) {
	const rows = 10 * maxRows
	for name, place := range map[string]func(i int) int{
		"ascending":  func(i int) int { return i },
		"descending": func(i int) int { return rows - i },
	} {
		made := mustInsert(t)
		for i := range rows {
			wantCode(t, second(made.Insert(entity("p", fmt.Sprintf("%05d", place(i))), noon)), "")
		}
		if n := len(pagesOf(made)); n != rows/maxRows {
			t.Errorf("%s: got %d pages, want %d", name, n, rows/maxRows)
		}
	}
	made := New("Slices")
	checkAtEnd(t, made)
	for i := 0; i < rows; i += 2 {
		wantCode(t, made.Load([]Entity{entity("p", fmt.Sprintf("%05d", i)), entity("p", fmt.Sprintf("%05d", i+1))}, noon), "")
	}
	if n := len(pagesOf(made)); n != rows/maxRows {
		t.Errorf("two at a time: got %d pages, want %d", n, rows/maxRows)
	}
}

func second(_ ETag, err error) error { return err }

// However often entities are written, the blocks of a page take at most twice
// the bytes of its rows, and pages of large entities have few.
func TestMemoryIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(seed(t), 4))
	made := loaded(t, 10, 2_000)
	checkAtEnd(t, made)
	change := []Property{number("N", 0)}
	for i := range 100_000 {
		change[0].Value = Int32Value(int32(i))
		k := Key{fmt.Sprintf("p%03d", random.IntN(10)), fmt.Sprintf("r%04d", random.IntN(2_000))}
		if i%3 == 0 {
			k = Key{"p003", "r0007"} // one that changes most
		}
		wantCode(t, second(made.Merge(Entity{Key: k, Properties: change}, AnyETag, noon)), "")
	}
	memory, live := 0, 0
	for _, p := range pagesOf(made) {
		memory += cap(p.base) + cap(p.tail)
		live += p.live()
	}
	if memory > 2*live {
		t.Errorf("blocks of %d bytes for %d bytes of rows", memory, live)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("the heap has %d MB after the updates of 20,000 small entities", m.HeapAlloc>>20)
	}
	for i := range 2_000 {
		large := entity("p004", fmt.Sprintf("r%04d", i), text("T", strings.Repeat("x", 20_000)))
		wantCode(t, second(made.InsertOrReplace(large, noon)), "")
	}
	for _, p := range pagesOf(made) {
		if len(p.rows) > 1 && p.live() > 3*pageBytes {
			t.Errorf("a page of %d rows has %d bytes", len(p.rows), p.live())
		}
	}
	runtime.KeepAlive(made)
}

// A snapshot is scanned, whole and from the middle of its pages, while its table
// is written: what build/endpoint relies on. The race detector is the judge.
func TestScanBesideWriter(t *testing.T) {
	made := loaded(t, 3, 500)
	checkAtEnd(t, made)
	for round := range 8 {
		s := made.Snapshot()
		want := len(entitiesOf(s))
		got := make(chan int)
		go func() {
			n := 0
			for i := range 10 {
				n = len(entitiesOf(s))
				s.Scan(Key{"p001", fmt.Sprintf("r%04d", i*47)}, func(rows []Row) bool { return rows[0].PartitionKey() == "p001" })
			}
			got <- n
		}()
		for i := range 500 {
			k := Key{fmt.Sprintf("p%03d", i%3), fmt.Sprintf("r%04d", i)}
			wantCode(t, second(made.Merge(Entity{Key: k, Properties: []Property{number("N", int32(round))}}, AnyETag, noon)), "")
			wantCode(t, second(made.Insert(entity("p001", fmt.Sprintf("r%04d %d", i, round)), noon)), "")
		}
		wantCode(t, made.Delete(Key{"p001", fmt.Sprintf("r0000 %d", round)}, AnyETag), "")
		if n := <-got; n != want {
			t.Errorf("round %d: got %d entities, want %d", round, n, want)
		}
	}
}
