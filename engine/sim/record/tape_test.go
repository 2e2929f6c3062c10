package record

import "testing"

// What is refused takes memory only where something is; a column that joins
// another, and the copy of a recording, leave what they were made of as it is.
func TestRefusedLayers(t *testing.T) {
	first := newTape()
	first.cur.refuse(RangeFull, 3, 5)
	if c := first.cur; c.refused[RangeMoving] != nil || c.RefusedEntities(RangeMoving, 3) != 0 || c.RefusedEntities(RangeFull, 3) != 5 {
		t.Errorf("one refusal left %v", c.refused)
	}
	second := first.copy()
	second.cur.refuse(RangeFull, 3, 1)
	first.cur.refuse(RangeFull, 4, 2)
	if a, b := first.cur, second.cur; a.RefusedEntities(RangeFull, 3) != 5 || b.RefusedEntities(RangeFull, 3) != 6 || b.RefusedEntities(RangeFull, 4) != 0 {
		t.Error("a recording and its copy count into the same layer")
	}
	var joined Column
	joined.join(first.cur)
	joined.join(second.cur)
	if joined.RefusedEntities(RangeFull, 3) != 11 || joined.RefusedEntities(RangeFull, 4) != 2 || first.cur.RefusedEntities(RangeFull, 3) != 5 {
		t.Errorf("joined columns refuse %v", joined.refused[RangeFull])
	}
}
