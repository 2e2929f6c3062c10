package script

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/text"
)

// maxHinted is how many entities are looked at for a hint.
const maxHinted = 5000

// hint says what may be meant where a command was refused or did nothing. The
// service says none of it.
func (r *run) hint() {
	refusal, c := r.result.Refusal, &r.command
	switch {
	case r.result.Mistake != "" || refusal == nil:
	case refusal.Code == table.ResourceNotFound:
		if k, there := r.spelled(c.Table, c.Key); there {
			r.result.Hint = "Keys differ in upper and lower case. There is " + command.FormatKey(k) + "."
		}
	case refusal.Code == table.InvalidInput:
		if _, err := c.Query.Plan(); err != nil {
			if syntax, ok := err.(*filter.Error); ok {
				r.result.Hint = syntax.Hint
			}
		}
	}
}

// spelled looks for a key that differs only in case.
func (s *state) spelled(name string, k table.Key) (found table.Key, there bool) {
	s.entities(name, func(row table.Row) bool {
		found = row.Key()
		there = strings.EqualFold(found.PartitionKey, k.PartitionKey) && strings.EqualFold(found.RowKey, k.RowKey)
		return !there
	})
	return found, there
}

// entities visits the first entities of a table as long as visit returns true.
func (s *state) entities(name string, visit func(table.Row) bool) {
	t, err := s.tables.Table(name, s.now)
	if err != nil {
		return
	}
	left := maxHinted
	t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, row := range rows[:min(left, len(rows))] {
			if !visit(row) {
				return false
			}
		}
		left -= len(rows)
		return left > 0
	})
}

// twinOf returns the key of an entity of the table that has the properties of
// another one under a key of its own, "" for none.
func (s *state) twinOf(name string, e table.Entity, err error) (key string) {
	if err != nil || len(e.Properties) == 0 {
		return ""
	}
	s.entities(name, func(row table.Row) bool {
		if row.Key() != e.Key && slices.Equal(row.Entity().Properties, e.Properties) {
			key = command.FormatKey(row.Key())
		}
		return key == ""
	})
	return key
}

// hint says what an earlier import of the same rows has left. twin is
// the key under which the first row was stored before, "" for none.
func (i *Imported) hint(twin string) string {
	const back = " Go back to before it, or start over, and import once."
	there := 0
	for _, reason := range i.Reasons {
		if reason.Code == table.EntityAlreadyExists {
			there += reason.Count
		}
	}
	switch {
	case twin != "":
		return "The same rows were there already under other keys, the first as " + twin + ", so now the table has both." +
			" An earlier import stored them." + back
	case i.Inserted == 0 && there == i.Rows && i.Rows > 0:
		return "All " + text.Count(i.Rows, "row is", "rows are") + " there already under the same keys, so nothing changed." +
			" To import them under other keys, go back to before the first import, or start over."
	}
	return ""
}
