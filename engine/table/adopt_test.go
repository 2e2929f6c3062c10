package table

import "testing"

// A table that was made on its own is one of the account's after Adopt, and an
// account takes no second table with its name, in any case.
func TestAdopt(t *testing.T) {
	a, own := NewAccount(), New("Movies")
	if _, err := own.Insert(Entity{Key: Key{PartitionKey: "a", RowKey: "b"}}, MinDateTime); err != nil {
		t.Fatal(err)
	}
	if err := a.Adopt(own); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Table("movies", MinDateTime); err != nil || got != own || got.Len() != 1 {
		t.Errorf("the account has %v, error %v, want the adopted table", got, err)
	}
	for _, name := range []string{"MOVIES", "a", "no_letter"} {
		if err := a.Adopt(New(name)); err == nil {
			t.Errorf("a table named %q was adopted", name)
		}
	}
}
