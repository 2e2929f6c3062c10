package table

import (
	"strings"
	"testing"
)

// Table names: 3 to 63 letters and digits of ASCII, a letter first ("Naming
// tables"), with the codes and texts measured on the real service.
func TestTableNames(t *testing.T) {
	const (
		characters = "The specifed resource name contains invalid characters."
		length     = "The specified resource name length is not within the permissible limits."
		input      = "One of the request inputs is not valid."
	)
	cases := []struct {
		name    string
		code    Code
		message string
	}{
		{"abc", "", ""}, {"A1b", "", ""}, {strings.Repeat("t", 63), "", ""}, {"table", "", ""},
		{"ab", OutOfRangeInput, length}, {"a", OutOfRangeInput, length}, {strings.Repeat("t", 64), OutOfRangeInput, length}, {"", OutOfRangeInput, length},
		{"1nvalid", InvalidResourceName, characters}, {"invalid_table_name", InvalidResourceName, characters}, {"täble", InvalidResourceName, characters},
		{"a b c", InvalidResourceName, characters}, {"$Metrics", InvalidResourceName, characters}, {"ab@", InvalidResourceName, characters}, {"ab[", InvalidResourceName, characters},
		{"tables", InvalidInput, input}, {"Tables", InvalidInput, input},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewAccount().Create(c.name, noon)
			wantError(t, err, c.code, c.message)
		})
	}
}

func TestAccount(t *testing.T) {
	a := NewAccount()
	for _, name := range []string{"movies", "Flights", "zoo"} {
		if _, err := a.Create(name, noon); err != nil {
			t.Fatal(err)
		}
	}
	_, err := a.Create("MOVIES", noon)
	wantError(t, err, TableAlreadyExists, "The table specified already exists.")
	got, err := a.Table("fLIGHTS", noon)
	wantCode(t, err, "")
	if got.Name() != "Flights" {
		t.Errorf("got %s, want the name as it was created", got.Name())
	}
	_, err = a.Table("absent", noon)
	wantError(t, err, TableNotFound, "The table specified does not exist.")
	for _, bad := range []string{"absent", "tables", "1nvalid", ""} {
		wantError(t, a.Delete(bad, noon), ResourceNotFound, wantAbsent)
	}
	if got := namesOf(a); got != "Flights movies zoo" {
		t.Errorf("got %s", got)
	}
}

// The name of a deleted table cannot be used for at least 40 seconds; the
// table is no longer listed at once.
func TestDeletionWindow(t *testing.T) {
	const deleting = "The specified table is being deleted. Try operation later."
	a := NewAccount()
	made, _ := a.Create("Movies", noon)
	if _, err := made.Insert(entity("p", "r"), noon); err != nil {
		t.Fatal(err)
	}
	wantCode(t, a.Delete("MOVIES", noon), "")
	if got := namesOf(a); got != "" {
		t.Errorf("got %s, want no table", got)
	}
	wantCode(t, a.Delete("Movies", noon), ResourceNotFound)
	last := noon + DeletionWindow - 1
	_, err := a.Create("movies", last)
	wantError(t, err, TableBeingDeleted, deleting)
	_, err = a.Table("movies", last)
	wantError(t, err, TableBeingDeleted, deleting)
	_, err = a.Table("movies", noon+DeletionWindow)
	wantCode(t, err, TableNotFound)
	made, err = a.Create("movies", noon+DeletionWindow)
	wantCode(t, err, "")
	if made.Name() != "movies" || made.Len() != 0 {
		t.Errorf("got %s with %d entities, want a new table", made.Name(), made.Len())
	}
}

func namesOf(a *Account) string {
	var names []string
	for _, made := range a.Tables() {
		names = append(names, made.Name())
	}
	return strings.Join(names, " ")
}
