package table

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/tidwall/btree"
)

// The jobs of these benchmarks: 100,000 entities in 100 partitions, RowKeys of
// 19 digits counting down, five properties. "bare" is the same job on one
// tidwall/btree whose items hold a map per entity.
const (
	benchPartitions = 100
	benchRows       = 1_000
	benchEntities   = benchPartitions * benchRows
)

func benchKey(p, r int) Key {
	return Key{fmt.Sprintf("device-%03d", p), fmt.Sprintf("%019d", int64(MaxDateTime-noon)-int64(benchRows-1-r)*37*int64(Second))}
}

func benchEntity(p, r int) Entity {
	n := p*benchRows + r
	return Entity{Key: benchKey(p, r), Properties: []Property{
		{"Device", StringValue(fmt.Sprintf("sensor %d of hall %d", n%977, p))},
		{"Temperature", DoubleValue(float64(n%400) / 10)},
		{"Humidity", Int32Value(int32(n % 100))},
		{"At", DateTimeValue(noon + Ticks(n)*Second)},
		{"Active", BooleanValue(n%3 == 0)},
	}}
}

func benchEntities100k() []Entity {
	all := make([]Entity, 0, benchEntities)
	for p := range benchPartitions {
		for r := range benchRows {
			all = append(all, benchEntity(p, r))
		}
	}
	return all
}

func benchTable(b testing.TB) *Table {
	t := New("Readings")
	if err := t.Load(benchEntities100k(), noon); err != nil {
		b.Fatal(err)
	}
	return t
}

type bareItem struct {
	key        Key
	properties map[string]any
	timestamp  time.Time
}

func bareItemOf(e Entity) bareItem {
	m := make(map[string]any, len(e.Properties))
	for _, p := range e.Properties {
		switch p.Value.Type() {
		case String:
			m[p.Name] = p.Value.Str()
		case Double:
			m[p.Name] = p.Value.Float()
		case Int32:
			m[p.Name] = int32(p.Value.Int())
		case DateTime:
			m[p.Name] = p.Value.Ticks().Time()
		case Boolean:
			m[p.Name] = p.Value.Bool()
		}
	}
	return bareItem{e.Key, m, noon.Time()}
}

func bareTree() *btree.BTreeG[bareItem] {
	return btree.NewBTreeG(func(a, b bareItem) bool {
		if a.key.PartitionKey != b.key.PartitionKey {
			return a.key.PartitionKey < b.key.PartitionKey
		}
		return a.key.RowKey < b.key.RowKey
	})
}

func bareTable() *btree.BTreeG[bareItem] {
	tree := bareTree()
	for _, e := range benchEntities100k() {
		tree.Set(bareItemOf(e))
	}
	return tree
}

func benchKeys(n int) []Key {
	random := rand.New(rand.NewPCG(1, 2))
	keys := make([]Key, n)
	for i := range keys {
		keys[i] = benchKey(random.IntN(benchPartitions), random.IntN(benchRows-100))
	}
	return keys
}

// perEntity reports the time of one of n equal parts of each iteration.
func perEntity(b *testing.B, n int, unit string) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/"+unit)
}

func BenchmarkLoad(b *testing.B) {
	all := benchEntities100k()
	b.Run("table", func(b *testing.B) {
		for b.Loop() {
			if err := New("Readings").Load(all, noon); err != nil {
				b.Fatal(err)
			}
		}
		perEntity(b, len(all), "entity")
	})
	b.Run("insert", func(b *testing.B) {
		for b.Loop() {
			t := New("Readings")
			for i := range all {
				if _, err := t.Insert(all[i], noon); err != nil {
					b.Fatal(err)
				}
			}
		}
		perEntity(b, len(all), "entity")
	})
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			tree := bareTree()
			for i := range all {
				tree.Set(bareItemOf(all[i]))
			}
		}
		perEntity(b, len(all), "entity")
	})
}

func BenchmarkGet(b *testing.B) {
	keys := benchKeys(4096)
	b.Run("table", func(b *testing.B) {
		s := benchTable(b).Snapshot()
		for i := 0; b.Loop(); i++ {
			if _, ok := s.Get(keys[i&4095]); !ok {
				b.Fatal("absent")
			}
		}
	})
	b.Run("entity", func(b *testing.B) {
		t := benchTable(b)
		for i := 0; b.Loop(); i++ {
			if _, err := t.Get(keys[i&4095]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		tree := bareTable()
		for i := 0; b.Loop(); i++ {
			if _, ok := tree.Get(bareItem{key: keys[i&4095]}); !ok {
				b.Fatal("absent")
			}
		}
	})
}

func BenchmarkRange(b *testing.B) {
	keys := benchKeys(4096)
	b.Run("table", func(b *testing.B) {
		s := benchTable(b).Snapshot()
		for i := 0; b.Loop(); i++ {
			n := 0
			s.Scan(keys[i&4095], func(rows []Row) bool {
				for j := range rows {
					if n++; n == 100 || rows[j].RowKey() == "" {
						return false
					}
				}
				return true
			})
		}
	})
	b.Run("bare", func(b *testing.B) {
		tree := bareTable()
		for i := 0; b.Loop(); i++ {
			n := 0
			tree.Ascend(bareItem{key: keys[i&4095]}, func(bareItem) bool { n++; return n < 100 })
		}
	})
}

func BenchmarkScan(b *testing.B) {
	b.Run("table", func(b *testing.B) {
		s := benchTable(b).Snapshot()
		temperature, humidity := NewColumn("Temperature"), NewColumn("Humidity")
		found := 0
		for b.Loop() {
			found = 0
			s.Scan(Key{}, func(rows []Row) bool {
				for _, r := range rows {
					if v := temperature.Of(r); v.Type() != Double || v.Float() < 20 {
						continue
					}
					if v := humidity.Of(r); v.Type() == Int32 && v.Int() > 50 {
						found++
					}
				}
				return true
			})
		}
		perEntity(b, benchEntities, "entity")
		b.ReportMetric(float64(found), "found")
	})
	b.Run("bare", func(b *testing.B) {
		tree := bareTable()
		found := 0
		for b.Loop() {
			found = 0
			tree.Scan(func(i bareItem) bool {
				if v, ok := i.properties["Temperature"].(float64); ok && v >= 20 {
					if v, ok := i.properties["Humidity"].(int32); ok && v > 50 {
						found++
					}
				}
				return true
			})
		}
		perEntity(b, benchEntities, "entity")
		b.ReportMetric(float64(found), "found")
	})
}

func BenchmarkUpdate(b *testing.B) {
	keys := benchKeys(4096)
	b.Run("table", func(b *testing.B) {
		t := benchTable(b)
		s := t.Snapshot()
		change := []Property{{"Humidity", Int32Value(5)}}
		for i := 0; b.Loop(); i++ {
			k := keys[i&4095]
			r, ok := t.live.Get(k)
			if !ok {
				b.Fatal("absent")
			}
			if _, err := t.Merge(Entity{Key: k, Properties: change}, r.ETag(), noon); err != nil {
				b.Fatal(err)
			}
		}
		runtime.KeepAlive(s)
	})
	b.Run("bare", func(b *testing.B) {
		tree := bareTable()
		for i := 0; b.Loop(); i++ {
			k := keys[i&4095]
			old, _ := tree.Get(bareItem{key: k})
			m := make(map[string]any, len(old.properties))
			for name, v := range old.properties {
				m[name] = v
			}
			m["Humidity"] = int32(5)
			tree.Set(bareItem{k, m, old.timestamp.Add(100)})
		}
	})
}

func BenchmarkPages(b *testing.B) {
	t := benchTable(b)
	for b.Loop() {
		low, seen := Key{}, 0
		for low != (Key{"end", ""}) {
			page := make([]Entity, 0, 1000)
			next := Key{"end", ""}
			t.Snapshot().Scan(low, func(rows []Row) bool {
				for _, r := range rows {
					if len(page) == 1000 {
						next = r.Key()
						return false
					}
					page = append(page, r.Entity())
				}
				return true
			})
			seen += len(page)
			low = next
		}
		if seen != benchEntities {
			b.Fatal(seen)
		}
	}
	perEntity(b, benchEntities, "entity")
}

// BenchmarkMemory reports the heap that 100,000 entities hold and how long a
// forced collection then takes.
func BenchmarkMemory(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	t := benchTable(b)
	runtime.GC()
	runtime.ReadMemStats(&after)
	for b.Loop() {
		runtime.GC()
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
	runtime.KeepAlive(t)
}
