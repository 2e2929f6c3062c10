package table

import "testing"

const noon = Ticks(638_000_000_000_000_000)

func TestSmoke(t *testing.T) {
	tb := New("Movies")
	e := Entity{Key: Key{"p", "r"}, Properties: []Property{{"b", Int32Value(7)}, {"a", StringValue("hello")}}}
	tag, err := tb.Insert(e, noon)
	if err != nil {
		t.Fatal(err)
	}
	s := tb.Snapshot()
	if _, err := tb.Merge(Entity{Key: e.Key, Properties: []Property{{"c", DoubleValue(1)}}}, tag, noon); err != nil {
		t.Fatal(err)
	}
	if err := tb.Load([]Entity{{Key: Key{"p", "s"}}, {Key: Key{"q", ""}, Properties: e.Properties}}, noon); err != nil {
		t.Fatal(err)
	}
	n := 0
	tb.Snapshot().Scan(Key{}, func(rows []Row) bool {
		for _, r := range rows {
			t.Log(r.Entity(), r.Property("a"), r.Property("zz").IsNull())
			n++
		}
		return true
	})
	if n != 3 || s.Len() != 1 {
		t.Fatal(n, s.Len())
	}
	r, _ := s.Get(e.Key)
	if !r.Property("c").IsNull() || r.Property("b").Int() != 7 {
		t.Fatal(r.Entity())
	}
	if err := tb.Delete(Key{"p", "r"}, tag); err == nil || err.(*Error).Code != UpdateConditionNotSatisfied {
		t.Fatal(err)
	}
}
