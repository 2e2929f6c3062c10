package table

import (
	"slices"
	"strings"
)

// DeletionWindow is how long the name of a deleted table cannot be used again:
// "at least 40 seconds" (Delete Table, REST reference).
const DeletionWindow = 40 * Second

// Account is a set of tables by name. Names are told apart without regard to
// case and shown as they were first written.
type Account struct {
	// Window is how long the name of a deleted table cannot be used again,
	// DeletionWindow unless it is set.
	Window Ticks

	tables  map[string]*Table // by folded name
	deleted map[string]Ticks  // when each name was given up
}

// NewAccount returns an account without tables.
func NewAccount() *Account {
	return &Account{Window: DeletionWindow, tables: map[string]*Table{}, deleted: map[string]Ticks{}}
}

// Create makes an empty table. The name has 3 to 63 letters and digits of
// ASCII, a letter first, and is not "tables". A name that is in use, in any
// case, is refused with TableAlreadyExists, and one whose table was deleted
// less than Window before now with TableBeingDeleted.
func (a *Account) Create(name string, now Ticks) (*Table, error) {
	if err := checkTableName(name); err != nil {
		return nil, err
	}
	folded := strings.ToLower(name)
	if a.tables[folded] != nil {
		return nil, Refuse(TableAlreadyExists, "The table specified already exists.")
	}
	if a.beingDeleted(folded, now) {
		return nil, Refuse(TableBeingDeleted, "The specified table is being deleted. Try operation later.")
	}
	delete(a.deleted, folded)
	t := New(name)
	a.tables[folded] = t
	return t, nil
}

// Adopt takes in a table that was made on its own, with its entities and under
// its own name. It is refused like Create, without regard to names that are
// being deleted.
func (a *Account) Adopt(t *Table) error {
	if err := checkTableName(t.name); err != nil {
		return err
	}
	folded := strings.ToLower(t.name)
	if a.tables[folded] != nil {
		return Refuse(TableAlreadyExists, "The table specified already exists.")
	}
	a.tables[folded] = t
	return nil
}

// Table returns the table to work on entities of, or TableNotFound. While a
// deletion is under way it is TableBeingDeleted.
func (a *Account) Table(name string, now Ticks) (*Table, error) {
	folded := strings.ToLower(name)
	if t := a.tables[folded]; t != nil {
		return t, nil
	}
	if a.beingDeleted(folded, now) {
		return nil, Refuse(TableBeingDeleted, "The specified table is being deleted. Try operation later.")
	}
	return nil, Refuse(TableNotFound, "The table specified does not exist.")
}

// Delete removes a table with all its entities, at once for readers; its name
// stays taken for Window. Any name that is not that of a table, a
// malformed one too, is refused with ResourceNotFound.
func (a *Account) Delete(name string, now Ticks) error {
	folded := strings.ToLower(name)
	if a.tables[folded] == nil {
		return refuseAbsent()
	}
	delete(a.tables, folded)
	a.deleted[folded] = now
	return nil
}

// Tables returns the tables in the order of their folded names, deleted ones
// left out.
func (a *Account) Tables() []*Table {
	names := make([]string, 0, len(a.tables))
	for name := range a.tables {
		names = append(names, name)
	}
	slices.Sort(names)
	tables := make([]*Table, len(names))
	for i, name := range names {
		tables[i] = a.tables[name]
	}
	return tables
}

func (a *Account) beingDeleted(folded string, now Ticks) bool {
	at, ok := a.deleted[folded]
	return ok && now < at+a.Window
}

// checkTableName applies the rules of "Naming tables" (Understanding the Table
// service data model). Which one the service notices first was measured:
// characters, then the length, then the reserved name.
func checkTableName(name string) error {
	for i := 0; i < len(name); i++ {
		c := name[i] | 0x20
		letter, digit := 'a' <= c && c <= 'z', '0' <= name[i] && name[i] <= '9'
		if !letter && (!digit || i == 0) {
			return Refuse(InvalidResourceName, "The specifed resource name contains invalid characters.")
		}
	}
	if len(name) < 3 || len(name) > 63 {
		return Refuse(OutOfRangeInput, "The specified resource name length is not within the permissible limits.")
	}
	if strings.EqualFold(name, "tables") {
		return Refuse(InvalidInput, "One of the request inputs is not valid.")
	}
	return nil
}
