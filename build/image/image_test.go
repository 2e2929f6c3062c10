package image

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

const now = 638_000_000 * table.Second

// filled is an account with all types of values, several shapes, many partitions,
// an entity as large as may be, an empty table and a deleted one.
func filled(t *testing.T) *table.Account {
	t.Helper()
	a := table.NewAccount()
	tab, err := a.Create("Tab", now)
	must(t, err)
	_, err = a.Create("Empty", now)
	must(t, err)
	_, err = a.Create("Gone", now)
	must(t, err)
	must(t, a.Delete("Gone", now+5))
	guid := [16]byte{1, 2, 3, 15: 9}
	values := []table.Value{
		table.StringValue("ä😀'"), table.StringValue(""), table.Int32Value(-5), table.Int64Value(math.MinInt64), table.DoubleValue(-0.5),
		table.DoubleValue(math.Inf(1)), table.BooleanValue(true), table.BooleanValue(false), table.DateTimeValue(table.MinDateTime),
		table.GuidValue(guid), table.BinaryValue([]byte{0, 255}), table.BinaryValue(nil),
	}
	for i := range 3000 {
		e := table.Entity{Key: table.Key{PartitionKey: fmt.Sprintf("p%d", i%7*i%50), RowKey: fmt.Sprintf("r%06d", i)}}
		for n := range i % 13 {
			e.Properties = append(e.Properties, table.Property{Name: fmt.Sprintf("N%d", (i+5*n)%17), Value: values[(i/13+n)%len(values)]})
		}
		e.Properties = slices.CompactFunc(e.Properties, func(a, b table.Property) bool { return a.Name == b.Name })
		must(t, tab.Store(e, now+table.Ticks(i)))
	}
	large := table.Entity{Key: table.Key{PartitionKey: "", RowKey: ""}}
	for n := range 15 {
		large.Properties = append(large.Properties, table.Property{Name: fmt.Sprintf("Z%d", n), Value: table.StringValue(strings.Repeat("z", 32_000))})
	}
	must(t, tab.Store(large, now))
	_, err = tab.Merge(table.Entity{Key: large.Key, Properties: []table.Property{{Name: "A", Value: table.Int32Value(1)}}}, table.AnyETag, now)
	must(t, err)
	return a
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// blocks are copies of what an image is written as.
func blocks(t *testing.T, a *table.Account) (list [][]byte) {
	t.Helper()
	must(t, Of(a).Write(func(block []byte) error {
		list = append(list, slices.Clone(block))
		return nil
	}))
	return list
}

func entities(t *table.Table) (list []table.Entity) {
	t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			list = append(list, r.Entity())
		}
		return true
	})
	return list
}

// An account that is made again of its image is the same to the last version, and
// can be written on.
func TestImage(t *testing.T) {
	before := filled(t)
	after := table.NewAccount()
	r := NewReader(after)
	list := blocks(t, before)
	for _, block := range list {
		must(t, r.Add(block))
	}
	r.Finish()
	if len(list) < 5 {
		t.Errorf("got %d blocks, want several of one table", len(list))
	}
	if got, want := len(after.Tables()), 2; got != want {
		t.Fatalf("got %d tables, want %d", got, want)
	}
	if got, want := after.Deletions(), before.Deletions(); !reflect.DeepEqual(got, want) {
		t.Errorf("got the deletions %v, want %v", got, want)
	}
	for i, tab := range after.Tables() {
		twin := before.Tables()[i]
		got, want := entities(tab), entities(twin)
		if tab.Name() != twin.Name() || len(got) != len(want) {
			t.Fatalf("got %d entities in %s, want %d in %s", len(got), tab.Name(), len(want), twin.Name())
		}
		for n := range got {
			if !reflect.DeepEqual(got[n], want[n]) {
				t.Fatalf("entity %d\n got %+v\nwant %+v", n, got[n], want[n])
			}
		}
		must(t, tab.Store(table.Entity{Key: table.Key{PartitionKey: "p3", RowKey: "new"}}, now))
	}
}

// An image is of one moment: what is written later is not in it.
func TestImageNeverChanges(t *testing.T) {
	a := filled(t)
	taken := Of(a)
	want := blocks(t, a)
	must(t, a.Delete("Tab", now))
	var got [][]byte
	must(t, taken.Write(func(block []byte) error { got = append(got, slices.Clone(block)); return nil }))
	if !reflect.DeepEqual(got, want) {
		t.Error("an image changed with its account")
	}
}

// A block that is cut anywhere, or has any wrong byte, is refused or read as
// another; it does not crash, and memory is not taken for what is not there.
func FuzzReader(f *testing.F) {
	var list [][]byte
	a := table.NewAccount()
	tab, _ := a.Create("Tab", now)
	tab.Store(table.Entity{Key: table.Key{PartitionKey: "p", RowKey: "r"}, Properties: []table.Property{
		{Name: "A", Value: table.Int32Value(3)}, {Name: "B", Value: table.StringValue("b")}}}, now)
	tab.Store(table.Entity{Key: table.Key{PartitionKey: "p", RowKey: "s"}}, now)
	Of(a).Write(func(block []byte) error { list = append(list, slices.Clone(block)); return nil })
	for _, block := range list {
		f.Add(block)
		f.Add(block[:len(block)-1])
	}
	f.Fuzz(func(t *testing.T, block []byte) {
		r := NewReader(table.NewAccount())
		must(t, r.Add([]byte("TTab")))
		r.Add(block)
		r.Finish()
	})
}
