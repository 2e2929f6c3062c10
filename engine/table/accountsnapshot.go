package table

import (
	"maps"

	words "github.com/keyrange/keyrange/engine/text"
)

// AccountSnapshot is an account as it was at one moment: its tables with their
// entities, and the names that are being deleted. It never changes. Making one
// takes time for each table and none for each entity.
type AccountSnapshot struct {
	tables  map[string]*Table
	states  map[string]*Snapshot
	deleted map[string]Ticks
}

// Snapshot returns the account as it is now.
func (a *Account) Snapshot() *AccountSnapshot {
	s := &AccountSnapshot{maps.Clone(a.tables), make(map[string]*Snapshot, len(a.tables)), maps.Clone(a.deleted)}
	for name, t := range a.tables {
		s.states[name] = t.Snapshot()
	}
	return s
}

// Restore makes the account what it was when s was taken from it. The tables
// are the same values as then, with the entities of then.
func (a *Account) Restore(s *AccountSnapshot) {
	a.tables, a.deleted = maps.Clone(s.tables), maps.Clone(s.deleted)
	for name, t := range a.tables {
		t.Restore(s.states[name])
	}
}

// Deletion is a name that was given up, and when.
type Deletion struct {
	Name string // folded to lower case
	At   Ticks
}

// Deletions returns the names of deleted tables that were not used again, in
// the order of their folded names, also those whose DeletionWindow is over.
func (a *Account) Deletions() []Deletion {
	deletions := make([]Deletion, 0, len(a.deleted))
	for _, name := range words.SortedKeys(a.deleted) {
		deletions = append(deletions, Deletion{name, a.deleted[name]})
	}
	return deletions
}
