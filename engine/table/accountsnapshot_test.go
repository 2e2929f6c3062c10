package table

import "testing"

// A restored account has the tables, entities and deletion windows of the
// moment of the snapshot, whatever happened to it since, and as often as it is
// restored.
func TestAccountRestore(t *testing.T) {
	a := NewAccount()
	kept, _ := a.Create("Kept", MinDateTime)
	a.Create("Gone", MinDateTime)
	a.Delete("Gone", MinDateTime)
	e := Entity{Key: Key{"p", "r"}, Properties: []Property{{"n", Int32Value(1)}}}
	kept.Insert(e, MinDateTime)
	s := a.Snapshot()

	for range 3 {
		e.Properties = []Property{{"n", Int32Value(2)}}
		if _, err := kept.Replace(e, AnyETag, MinDateTime); err != nil {
			t.Fatal(err)
		}
		a.Delete("Kept", MinDateTime)
		a.Create("New", MinDateTime)
		a.Create("Gone", MinDateTime+DeletionWindow)

		a.Restore(s)
		if got := len(a.Tables()); got != 1 {
			t.Errorf("got %d tables, want 1", got)
		}
		kept, _ = a.Table("Kept", MinDateTime)
		if r, ok := kept.Snapshot().Get(e.Key); !ok || r.Property("n").Int() != 1 {
			t.Errorf("the entity has n = %v, want 1", r.Property("n"))
		}
		if _, err := a.Create("Gone", MinDateTime+Second); err == nil || err.(*Error).Code != TableBeingDeleted {
			t.Errorf("got %v, want TableBeingDeleted", err)
		}
		if d := a.Deletions(); len(d) != 1 || d[0].Name != "gone" {
			t.Errorf("got deletions %v, want gone", d)
		}
		if err := kept.Check(); err != nil {
			t.Error(err)
		}
	}
}
