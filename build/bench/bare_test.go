package bench

import (
	"slices"
	"testing"

	"github.com/tidwall/btree"

	"github.com/keyrange/keyrange/engine/table"
)

// bare is the same work on the tree alone, as a program would use it that does
// without an engine: a plain struct per entity and no rules.
type bare struct {
	work *Workload
	tree *btree.BTreeG[*bareItem]
}

type bareItem struct {
	table.Key
	version     int
	name, state string
	count       int32
	rating      float64
	active      bool
}

func lessBare(a, b *bareItem) bool {
	if a.PartitionKey != b.PartitionKey {
		return a.PartitionKey < b.PartitionKey
	}
	return a.RowKey < b.RowKey
}

func newBare(w *Workload) *bare {
	return &bare{w, btree.NewBTreeGOptions(lessBare, btree.Options{NoLocks: true})}
}

func bareOf(e table.Entity) *bareItem {
	p := e.Properties
	return &bareItem{e.Key, 1, p[0].Value.Str(), p[1].Value.Str(), int32(p[2].Value.Int()), p[3].Value.Float(), p[4].Value.Bool()}
}

func (b *bare) Load(sorted []table.Entity) error {
	for _, e := range sorted {
		b.tree.Load(bareOf(e))
	}
	return nil
}

func (b *bare) Get(n int) (t Tally, err error) {
	for _, i := range b.work.Gets[:n] {
		r, _ := b.tree.Get(&bareItem{Key: b.work.Key(i)})
		t.Add(int64(r.count), r.name)
	}
	return t, nil
}

func (b *bare) Range(n int) (t Tally, err error) {
	for _, k := range b.work.Ranges[:n] {
		b.tree.Ascend(&bareItem{Key: table.Key{PartitionKey: k.PartitionKey, RowKey: k.Low}}, func(r *bareItem) bool {
			if r.PartitionKey != k.PartitionKey || r.RowKey >= k.High {
				return false
			}
			t.Add(int64(r.count), r.name)
			return true
		})
	}
	return t, nil
}

func (b *bare) Scan(n int) (t Tally, err error) {
	for _, c := range b.work.Conditions[:n] {
		b.tree.Scan(func(r *bareItem) bool {
			if r.count >= c.Count && r.rating < c.Rating {
				t.Add(int64(r.count), r.name)
			}
			return true
		})
	}
	return t, nil
}

func (b *bare) Update(from, n int) (t Tally, err error) {
	for i := from; i < from+n; i++ {
		pivot := &bareItem{Key: b.work.Key(b.work.Updates[i%Updates])}
		seen, _ := b.tree.Get(pivot)
		match := seen.version
		if i%StaleEvery == StaleEvery-1 {
			match--
		}
		if now, _ := b.tree.Get(pivot); now.version != match {
			t.Sum++
			continue
		}
		changed := *seen // readers may hold the old one
		changed.count++
		changed.version++
		b.tree.Set(&changed)
		t.Rows++
	}
	return t, nil
}

func (b *bare) Page(pageRows int) (t Tally, err error) {
	last := &bareItem{}
	for {
		var page []*bareItem
		b.tree.Ascend(last, func(r *bareItem) bool {
			if r.Key != last.Key {
				page = append(page, r)
			}
			return len(page) < pageRows
		})
		for _, r := range page {
			t.Add(int64(r.count), r.name)
		}
		if len(page) < pageRows {
			return t, nil
		}
		last = page[len(page)-1]
	}
}

// contender is what Run and bare have in common.
type contender interface {
	Load([]table.Entity) error
	Get(n int) (Tally, error)
	Range(n int) (Tally, error)
	Scan(n int) (Tally, error)
	Update(from, n int) (Tally, error)
	Page(pageRows int) (Tally, error)
}

// jobs are (b) to (f) in the order in which they run.
var jobs = []struct {
	name string
	run  func(contender) (Tally, error)
}{
	{"b-get", func(c contender) (Tally, error) { return c.Get(Gets) }},
	{"c-range", func(c contender) (Tally, error) { return c.Range(Ranges) }},
	{"d-scan", func(c contender) (Tally, error) { return c.Scan(Scans) }},
	{"e-update", func(c contender) (Tally, error) { return c.Update(0, Updates) }},
	{"f-page", func(c contender) (Tally, error) { return c.Page(PageRows) }},
}

func contenders(w *Workload) map[string]func() contender {
	return map[string]func() contender{
		"keyrange": func() contender { return NewRun(w) },
		"bare":     func() contender { return newBare(w) },
	}
}

// Both give the same answers to every job, so that only their speed differs.
func TestBareAgrees(t *testing.T) {
	w := New(20240117)
	w.Index()
	sorted := w.Sorted(0, Entities)
	if !slices.IsSortedFunc(sorted, func(a, b table.Entity) int { return a.Key.Compare(b.Key) }) {
		t.Fatal("the entities are not in key order")
	}
	ours, theirs := NewRun(w), newBare(w)
	if err := ours.Load(sorted); err != nil {
		t.Fatal(err)
	}
	if err := theirs.Load(sorted); err != nil {
		t.Fatal(err)
	}
	for _, job := range jobs {
		got, err := job.run(ours)
		want, _ := job.run(theirs)
		if err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", job.name, got, err, want)
		}
	}
}

// BenchmarkJobs times each whole job, natively.
func BenchmarkJobs(b *testing.B) {
	w := New(20240117)
	w.Index()
	sorted := w.Sorted(0, Entities)
	for _, name := range []string{"keyrange", "bare"} {
		open := contenders(w)[name]
		b.Run("a-load/"+name, func(b *testing.B) {
			for b.Loop() {
				if err := open().Load(sorted); err != nil {
					b.Fatal(err)
				}
			}
		})
		loaded := open()
		if err := loaded.Load(sorted); err != nil {
			b.Fatal(err)
		}
		for _, job := range jobs {
			b.Run(job.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := job.run(loaded); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
