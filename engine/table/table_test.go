package table

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// noon is the moment at which these tests write.
const noon = Ticks(638_000_000_000_000_000)

func entity(partitionKey, rowKey string, properties ...Property) Entity {
	return Entity{Key: Key{partitionKey, rowKey}, Properties: properties}
}

func text(name, s string) Property         { return Property{name, StringValue(s)} }
func number(name string, n int32) Property { return Property{name, Int32Value(n)} }

// mustInsert returns a table with the given entities, checked at the end.
func mustInsert(t *testing.T, entities ...Entity) *Table {
	t.Helper()
	made := New("Movies")
	for _, e := range entities {
		if _, err := made.Insert(e, noon); err != nil {
			t.Fatalf("insert %v: %v", e.Key, err)
		}
	}
	checkAtEnd(t, made)
	return made
}

func checkAtEnd(t *testing.T, made *Table) {
	t.Cleanup(func() {
		if err := made.Check(); err != nil {
			t.Errorf("check: %v", err)
		}
	})
}

// wantCode fails unless err is a refusal with the code; "" wants none.
func wantCode(t *testing.T, err error, code Code) {
	t.Helper()
	var refusal *Error
	switch {
	case code == "" && err != nil:
		t.Errorf("got %v, want no error", err)
	case code != "" && !errors.As(err, &refusal):
		t.Errorf("got %v, want %s", err, code)
	case code != "" && refusal.Code != code:
		t.Errorf("got %v, want %s", err, code)
	}
}

func wantProperties(t *testing.T, made *Table, k Key, want ...Property) {
	t.Helper()
	got, err := made.Get(k)
	if err != nil {
		t.Errorf("get %v: %v", k, err)
		return
	}
	if len(got.Properties)+len(want) > 0 && !reflect.DeepEqual(got.Properties, want) {
		t.Errorf("got properties %v, want %v", got.Properties, want)
	}
}

var pr = Key{"p", "r"}

func TestInsert(t *testing.T) {
	t.Run("all types read back", func(t *testing.T) {
		guid, _ := ParseGuid("0a4b3c2d-1e0f-4a5b-8c7d-9e0f1a2b3c4d")
		want := []Property{
			{"Z", BinaryValue([]byte{0, 255, 1})}, {"Y", BooleanValue(true)}, {"X", DateTimeValue(noon)}, {"W", DoubleValue(-0.5)},
			{"V", guid}, {"U", Int32Value(-7)}, {"T", Int64Value(-1 << 63)}, {"S", StringValue("ü")}, {"R", StringValue("")},
		}
		made := mustInsert(t, entity("p", "r", want...))
		wantProperties(t, made, pr, want...)
		row, _ := made.Snapshot().Get(pr)
		for _, p := range want {
			if got := row.Property(p.Name); got != p.Value {
				t.Errorf("%s: got %v, want %v", p.Name, got, p.Value)
			}
		}
		if got := row.Property("r"); !got.IsNull() {
			t.Errorf("names are case-sensitive: got %v for r", got)
		}
	})
	t.Run("duplicate key", func(t *testing.T) {
		made := mustInsert(t, entity("p", "r", number("A", 1)))
		_, err := made.Insert(entity("p", "r", number("A", 2)), noon)
		wantCode(t, err, EntityAlreadyExists)
		wantProperties(t, made, pr, number("A", 1))
	})
	t.Run("nulls and ignored names are dropped", func(t *testing.T) {
		made := mustInsert(t, entity("p", "r", Property{"N", Value{}}, number("A", 1), text("Timestamp", "0001-01-01"), text("odata.etag", "x")))
		wantProperties(t, made, pr, number("A", 1))
	})
	t.Run("empty keys", func(t *testing.T) {
		made := mustInsert(t, entity("", "", number("A", 1)), entity("", "r"), entity("p", ""))
		wantProperties(t, made, Key{}, number("A", 1))
		if made.Len() != 3 {
			t.Errorf("got %d entities, want 3", made.Len())
		}
	})
	t.Run("the caller's slice is free afterwards", func(t *testing.T) {
		properties := []Property{number("A", 1)}
		made := mustInsert(t, entity("p", "r", properties...))
		properties[0] = number("B", 2)
		wantProperties(t, made, pr, number("A", 1))
	})
}

// Measured on the real service: an insert keeps the order of its properties;
// every other write, an upsert that inserts too, leaves ordinal order.
func TestPropertyOrder(t *testing.T) {
	properties := []Property{number("b", 1), number("a", 2), number("B", 3)}
	sorted := []Property{number("B", 3), number("a", 2), number("b", 1)}
	made := mustInsert(t, entity("p", "r", properties...))
	wantProperties(t, made, pr, properties...)
	writes := map[string]func(e Entity) (ETag, error){
		"Replace":         func(e Entity) (ETag, error) { return made.Replace(e, AnyETag, noon) },
		"Merge":           func(e Entity) (ETag, error) { return made.Merge(e, AnyETag, noon) },
		"InsertOrReplace": func(e Entity) (ETag, error) { return made.InsertOrReplace(e, noon) },
		"InsertOrMerge":   func(e Entity) (ETag, error) { return made.InsertOrMerge(e, noon) },
	}
	for name, do := range writes {
		t.Run(name, func(t *testing.T) {
			e := entity("p", "or "+name, properties...)
			if !strings.HasPrefix(name, "InsertOr") {
				if _, err := made.Insert(e, noon); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := do(e); err != nil {
				t.Fatal(err)
			}
			wantProperties(t, made, e.Key, sorted...)
		})
	}
}

func TestReplace(t *testing.T) {
	t.Run("drops what is not mentioned or null", func(t *testing.T) {
		made := mustInsert(t, entity("p", "r", number("A", 1), number("B", 2), number("C", 3)))
		_, err := made.Replace(entity("p", "r", Property{"A", Value{}}, number("C", 4)), AnyETag, noon)
		wantCode(t, err, "")
		wantProperties(t, made, pr, number("C", 4))
	})
	t.Run("may change a type", func(t *testing.T) {
		made := mustInsert(t, entity("p", "r", number("A", 1)))
		_, err := made.Replace(entity("p", "r", text("A", "one")), AnyETag, noon)
		wantCode(t, err, "")
		wantProperties(t, made, pr, text("A", "one"))
	})
}

func TestMerge(t *testing.T) {
	t.Run("keeps what is not mentioned or null", func(t *testing.T) {
		made := mustInsert(t, entity("p", "r", text("C", "c"), number("A", 1), text("B", "b")))
		_, err := made.Merge(entity("p", "r", Property{"A", Value{}}, number("B", 2), number("D", 4)), AnyETag, noon)
		wantCode(t, err, "")
		wantProperties(t, made, pr, number("A", 1), number("B", 2), text("C", "c"), number("D", 4))
	})
	t.Run("InsertOrMerge does the same", func(t *testing.T) {
		made := mustInsert(t, entity("p", "r", number("A", 1)))
		_, err := made.InsertOrMerge(entity("p", "r", number("B", 2)), noon)
		wantCode(t, err, "")
		wantProperties(t, made, pr, number("A", 1), number("B", 2))
	})
}

// The ETag of an entity changes with every write, its Timestamp always grows,
// and the two are renderings of the same instant.
func TestVersions(t *testing.T) {
	made := mustInsert(t, entity("p", "r"))
	last, _ := made.Get(pr)
	if last.Timestamp != noon {
		t.Errorf("got Timestamp %v, want %v", last.Timestamp, noon)
	}
	writes := []struct {
		name string
		do   func() (ETag, error)
		want Ticks
	}{
		{"replace at the same time", func() (ETag, error) { return made.Replace(entity("p", "r"), AnyETag, noon) }, noon + 1},
		{"merge at the same time", func() (ETag, error) { return made.Merge(entity("p", "r"), AnyETag, noon) }, noon + 2},
		{"upsert at an earlier time", func() (ETag, error) { return made.InsertOrReplace(entity("p", "r"), noon-Day) }, noon + 3},
		{"upsert by merge", func() (ETag, error) { return made.InsertOrMerge(entity("p", "r"), noon) }, noon + 4},
		{"replace later", func() (ETag, error) { return made.Replace(entity("p", "r"), AnyETag, noon+Day) }, noon + Day},
	}
	for _, w := range writes {
		t.Run(w.name, func(t *testing.T) {
			tag, err := w.do()
			wantCode(t, err, "")
			got, _ := made.Get(pr)
			if got.Timestamp != w.want || got.ETag() != tag || tag != ETagOf(w.want) {
				t.Errorf("got Timestamp %v and ETag %s, want %v and its ETag", got.Timestamp, tag, w.want)
			}
		})
	}
}

// If-Match: existence is decided before the ETag, a malformed one is refused
// as input, a stale one as an unmet condition, and "*" meets any version.
func TestIfMatch(t *testing.T) {
	stale := ETagOf(noon - 1)
	cases := []struct {
		name  string
		key   Key
		match ETag
		want  Code
	}{
		{"current", pr, ETagOf(noon), ""},
		{"any", pr, AnyETag, ""},
		{"stale", pr, stale, UpdateConditionNotSatisfied},
		{"absent entity, any", Key{"p", "x"}, AnyETag, ResourceNotFound},
		{"absent entity, stale", Key{"x", "r"}, stale, ResourceNotFound},
		{"empty", pr, "", InvalidInput},
		{"malformed", pr, "MalformedETag", InvalidInput},
		{"foreign", pr, `W/"anything"`, UpdateConditionNotSatisfied},
		{"absent entity, foreign", Key{"p", "x"}, `W/""`, ResourceNotFound},
		{"foreign and malformed", pr, `W/"a"b"`, InvalidInput},
		{"strong", pr, `"anything"`, InvalidInput},
		{"bad date", pr, `W/"datetime'2020-13-24T14%3A34%3A59Z'"`, InvalidInput},
	}
	for _, c := range cases {
		operations := map[string]func(*Table) error{
			"Replace": func(made *Table) error {
				_, err := made.Replace(Entity{Key: c.key}, c.match, noon)
				return err
			},
			"Merge": func(made *Table) error {
				_, err := made.Merge(Entity{Key: c.key}, c.match, noon)
				return err
			},
			"Delete": func(made *Table) error { return made.Delete(c.key, c.match) },
		}
		for name, do := range operations {
			t.Run(name+" "+c.name, func(t *testing.T) {
				made := mustInsert(t, entity("p", "r", number("A", 1)))
				wantCode(t, do(made), c.want)
				if c.want != "" {
					wantProperties(t, made, pr, number("A", 1))
				}
			})
		}
	}
}

func TestDelete(t *testing.T) {
	made := mustInsert(t, entity("p", "r"), entity("p", "s"), entity("q", "r"))
	wantCode(t, made.Delete(pr, AnyETag), "")
	wantCode(t, made.Delete(pr, AnyETag), ResourceNotFound)
	wantCode(t, made.Delete(Key{"q", "r"}, AnyETag), "")
	_, err := made.Get(pr)
	wantCode(t, err, ResourceNotFound)
	var partitions []string
	made.Snapshot().Partitions("", func(key string, n int) bool { partitions = append(partitions, key); return true })
	if made.Len() != 1 || !reflect.DeepEqual(partitions, []string{"p"}) {
		t.Errorf("got %d entities in %q, want 1 in p", made.Len(), partitions)
	}
}

func TestLoad(t *testing.T) {
	t.Run("into an empty table and after its last key", func(t *testing.T) {
		made := mustInsert(t)
		wantCode(t, made.Load([]Entity{entity("p", "a", number("B", 1), number("A", 2)), entity("p", "b")}, noon), "")
		wantCode(t, made.Load([]Entity{entity("p", "c"), entity("q", "")}, noon), "")
		wantProperties(t, made, Key{"p", "a"}, number("B", 1), number("A", 2))
		if made.Len() != 4 {
			t.Errorf("got %d entities, want 4", made.Len())
		}
	})
	refused := []struct {
		name string
		load []Entity
		want Code
	}{
		{"descending RowKey", []Entity{entity("q", "b"), entity("q", "a")}, InvalidInput},
		{"descending PartitionKey", []Entity{entity("r", "a"), entity("q", "b")}, InvalidInput},
		{"repeated key", []Entity{entity("q", "a"), entity("q", "a")}, EntityAlreadyExists},
		{"before the last key", []Entity{entity("a", "a")}, InvalidInput},
		{"the last key", []Entity{entity("p", "r")}, EntityAlreadyExists},
		{"refused character", []Entity{entity("q", "a"), entity("q", "b/c")}, OutOfRangeInput},
		{"refused name", []Entity{entity("p", "s"), entity("q", "b", number("1", 1))}, PropertyNameInvalid},
	}
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			made := mustInsert(t, entity("p", "r"))
			wantCode(t, made.Load(c.load, noon), c.want)
			if got := keysOf(made.Snapshot(), Key{}); !reflect.DeepEqual(got, []Key{pr}) {
				t.Errorf("the refused load left %v", got)
			}
		})
	}
}

func keysOf(s *Snapshot, low Key) []Key {
	var keys []Key
	s.Scan(low, func(rows []Row) bool {
		for _, r := range rows {
			keys = append(keys, r.Key())
		}
		return true
	})
	return keys
}
