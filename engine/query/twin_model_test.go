package query

import (
	"slices"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/engine/table"
)

// twin is the naive model of a table: a sorted slice of entities that are
// replaced and never changed, so that a snapshot is a copy of the slice.
type twin struct {
	entities []*table.Entity
	stale    map[table.Key]table.ETag // the tag before the last write
}

// write is one write as the twin understands it.
type write struct {
	verb  string // insert, replace, merge, insertOrReplace, insertOrMerge, delete
	key   table.Key
	props []table.Property
	match table.ETag
}

func naiveKeys(a, b table.Key) int {
	if c := naiveStrings(a.PartitionKey, b.PartitionKey); c != 0 {
		return c
	}
	return naiveStrings(a.RowKey, b.RowKey)
}

// place returns where k is or would be.
func place(entities []*table.Entity, k table.Key) (int, bool) {
	i := sort.Search(len(entities), func(i int) bool { return naiveKeys(entities[i].Key, k) >= 0 })
	return i, i < len(entities) && entities[i].Key == k
}

// refusal returns the code that the service's rules give a write, or "".
func (t *twin) refusal(w write) table.Code {
	conditional := w.verb == "replace" || w.verb == "merge" || w.verb == "delete"
	_, tagged := w.match.Version()
	if conditional && w.match != table.AnyETag && !tagged {
		return table.InvalidInput
	}
	if code := propertyRefusal(w.props); code != "" {
		return code
	}
	if code := keyCharacters(w); code != "" {
		return code
	}
	i, exists := place(t.entities, w.key)
	switch {
	case conditional && !exists:
		return table.ResourceNotFound // before the length of the key
	case longKey(w.key):
		return table.PropertyValueTooLarge
	case w.verb == "insert" && exists:
		return table.EntityAlreadyExists
	case conditional && w.match != table.AnyETag && w.match != t.entities[i].ETag():
		return table.UpdateConditionNotSatisfied
	}
	return ""
}

func longKey(k table.Key) bool { return len(k.PartitionKey) > 512 || len(k.RowKey) > 512 }

// keyCharacters knows the two forbidden characters that the generator uses.
func keyCharacters(w write) table.Code {
	keys := w.key.PartitionKey + w.key.RowKey
	switch {
	case strings.Contains(keys, "/") && w.verb != "insert":
		return table.InvalidInput
	case strings.ContainsAny(keys, "/#"):
		return table.OutOfRangeInput
	}
	return ""
}

// propertyRefusal judges a body. The generator breaks at most one rule at a
// time, so the order of the rules is left to the table's own tests.
func propertyRefusal(props []table.Property) table.Code {
	size, count, large := 0, 0, false
	for i, p := range props {
		if len(p.Name) > 255 {
			return table.PropertyNameTooLong
		}
		if strings.ContainsAny(p.Name, "- ") || p.Name == "" || p.Name[0] >= '0' && p.Name[0] <= '9' {
			return table.PropertyNameInvalid
		}
		if slices.ContainsFunc(props[:i], func(q table.Property) bool { return q.Name == p.Name }) {
			return table.DuplicatePropertiesSpecified
		}
		v := p.Value
		if v.Type() == table.DateTime && (v.Ticks() < table.MinDateTime || v.Ticks() > table.MaxDateTime) {
			return table.OutOfRangeInput
		}
		if v.Type() != table.Null {
			count++
		}
		large = large || v.Type() == table.String && len(v.Str()) > 32768 || v.Type() == table.Binary && len(v.Bytes()) > 65536
		size += 2*len(v.Str()) + 8
	}
	switch {
	case count > 252:
		return table.TooManyProperties
	case size > 1<<20:
		return table.EntityTooLarge
	case large:
		return table.PropertyValueTooLarge
	}
	return ""
}

// apply carries out a write that refusal let pass; at is the time that the
// table gave it.
func (t *twin) apply(w write, at table.Ticks) {
	i, exists := place(t.entities, w.key)
	if exists {
		t.stale[w.key] = t.entities[i].ETag()
	}
	if w.verb == "delete" {
		t.entities = slices.Delete(t.entities, i, i+1)
		return
	}
	e := &table.Entity{Key: w.key, Timestamp: at}
	for _, p := range w.props {
		if p.Value.Type() != table.Null {
			e.Properties = append(e.Properties, p)
		}
	}
	if exists && (w.verb == "merge" || w.verb == "insertOrMerge") {
		for _, old := range t.entities[i].Properties {
			if find(e, old.Name).Type() == table.Null {
				e.Properties = append(e.Properties, old)
			}
		}
	}
	if w.verb != "insert" {
		slices.SortFunc(e.Properties, func(a, b table.Property) int { return naiveStrings(a.Name, b.Name) })
	}
	if exists {
		t.entities[i] = e
		return
	}
	t.entities = slices.Insert(t.entities, i, e)
}

// between returns the entities with low <= key < high, one by one.
func between(entities []*table.Entity, low, high table.Key, bounded bool) []*table.Entity {
	var in []*table.Entity
	for _, e := range entities {
		if naiveKeys(e.Key, low) >= 0 && (!bounded || naiveKeys(e.Key, high) < 0) {
			in = append(in, e)
		}
	}
	return in
}

// matching returns the entities for which the filter holds, all of them
// without a filter.
func matching(entities []*table.Entity, filter *node) []*table.Entity {
	var in []*table.Entity
	for _, e := range entities {
		if filter == nil || filter.holds(e) {
			in = append(in, e)
		}
	}
	return in
}
