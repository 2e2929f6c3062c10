package table

import "testing"

// An update after its entity was read sees the table as it is, whatever was
// written, removed or restored in between.
func TestRowIsFresh(t *testing.T) {
	k := Key{"p", "r"}
	made := mustInsert(t, entity("p", "r", number("N", 1)), entity("p", "s"))
	before := made.Snapshot()
	read := func() ETag {
		r, ok := made.Row(k)
		if !ok {
			t.Fatal("the entity is not there")
		}
		return r.ETag()
	}
	first := read()
	_, err := made.Merge(Entity{Key: k, Properties: []Property{number("N", 2)}}, first, noon)
	wantCode(t, err, "")
	_, err = made.Merge(Entity{Key: k, Properties: []Property{number("N", 3)}}, first, noon)
	wantCode(t, err, UpdateConditionNotSatisfied)
	second := read()
	made.Restore(before)
	_, err = made.Merge(Entity{Key: k}, second, noon)
	wantCode(t, err, UpdateConditionNotSatisfied)
	read()
	wantCode(t, made.Delete(k, AnyETag), "")
	_, err = made.Merge(Entity{Key: k}, AnyETag, noon)
	wantCode(t, err, ResourceNotFound)
}
