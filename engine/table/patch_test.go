package table

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

// A merge that only changes numbers takes a short way, for an entity in ordinal
// order of its names and for one that is not yet in it. Every merge gives what
// the naive twin gives, by version and by ETag.
func TestPatch(t *testing.T) {
	k := Key{"p", "r"}
	stored := []Entity{
		entity("p", "r", Property{"A", BooleanValue(false)}, Property{"D", DateTimeValue(noon)}, number("N", 1), text("S", "ss"), text("T", "t")),
		entity("p", "r", text("T", "t"), number("N", 1), Property{"A", BooleanValue(false)}, text("S", "ss"), Property{"D", DateTimeValue(noon)}),
	}
	cases := []struct {
		name    string
		key     Key
		version Ticks
		change  []Property
		want    Code
	}{
		{"number", k, noon, []Property{number("N", 2)}, ""},
		{"numbers", k, noon, []Property{{"A", BooleanValue(true)}, number("N", 2)}, ""},
		{"numbers in another order", k, noon, []Property{number("N", 2), {"A", BooleanValue(true)}}, ""},
		{"nothing", k, noon, nil, ""},
		{"null", k, noon, []Property{{Name: "N"}}, ""},
		{"another type", k, noon, []Property{{"N", DoubleValue(math.NaN())}}, ""},
		{"text", k, noon, []Property{text("T", "u")}, ""},
		{"instant", k, noon, []Property{{"D", DateTimeValue(noon + 1)}}, ""},
		{"instant before 1601", k, noon, []Property{{"D", DateTimeValue(-1)}}, OutOfRangeInput},
		{"new name", k, noon, []Property{number("M", 2)}, ""},
		{"name twice", k, noon, []Property{number("N", 2), number("N", 3)}, DuplicatePropertiesSpecified},
		{"name of a key", k, noon, []Property{number("RowKey", 2)}, DuplicatePropertiesSpecified},
		{"illegal name", k, noon, []Property{number("a b", 2)}, PropertyNameInvalid},
		{"ignored name", k, noon, []Property{number("Timestamp", 2)}, ""},
		{"old version", k, noon - 1, []Property{number("N", 2)}, UpdateConditionNotSatisfied},
		{"old version and name twice", k, noon - 1, []Property{number("N", 2), number("N", 3)}, DuplicatePropertiesSpecified},
		{"absent", Key{"p", "s"}, noon, []Property{number("N", 2)}, ResourceNotFound},
		{"refused key", Key{"p", "s#"}, noon, []Property{number("N", 2)}, OutOfRangeInput},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := Entity{Key: c.key, Properties: c.change}
			for i, before := range stored {
				byVersion, byTag := mustInsert(t, before), mustInsert(t, before)
				written, err := byVersion.MergeVersion(e, c.version, noon)
				wantCode(t, err, c.want)
				if err == nil && written != noon+1 {
					t.Errorf("got Timestamp %v, want %v", written, noon+1)
				}
				_, err = byTag.Merge(e, ETagOf(c.version), noon)
				wantCode(t, err, c.want)
				want := Entity{Key: k, Timestamp: noon, Properties: before.Properties}
				if c.want == "" {
					plain := Entity{Key: k, Properties: slices.DeleteFunc(slices.Clone(c.change), isDropped)}
					want, _ = twin{k: want}.write("Merge", plain, AnyETag, noon)
				}
				for way, made := range []*Table{byVersion, byTag} {
					if got, _ := made.Get(k); !sameByText(got, want) {
						t.Errorf("entity %d, way %d: got %v, want %v", i, way, got, want)
					}
				}
			}
		})
	}
}

// sameByText is sameEntity for values among which may be a NaN.
func sameByText(a, b Entity) bool {
	return a.Timestamp == b.Timestamp && reflect.DeepEqual(textsOf(a), textsOf(b))
}

func textsOf(e Entity) (texts []string) {
	for _, p := range e.Properties {
		texts = append(texts, p.Name+" "+p.Value.Type().String()+" "+p.Value.String())
	}
	return texts
}
