// Package table is the data model and the storage of the Table service: typed
// properties in entities, entities in tables in the order of their keys,
// versions by ETag, and the service's limits with its own codes and messages.
//
// Read Entity, Table and Snapshot first. Writing goes through Table, reading
// through a Snapshot, whose rows are read in place.
//
// What always holds: a refused write changes nothing; a Snapshot never
// changes; the order of keys is that of UTF-16 code units; nothing here reads
// a clock, so the same calls give the same tables.
//
// Left out: filters and paging (engine/query), the text of requests and
// responses, and any locking: a Table belongs to one goroutine at a time.
package table

import "github.com/tidwall/btree"

// Table is one table: entities in the order of their keys.
//
// What always holds, and Check verifies in this order:
//
//   - partitions are in strictly ascending order of their keys, and none is
//     empty or of a later generation than the table
//   - a partition has one page or a tree, for which holds what is listed above
//     node; its pages are in strictly ascending order of their keys, and within a
//     page holds what is listed above page
//   - a row has the slots of its shape, and its texts follow each other
//   - the counts are the sums of their parts
type Table struct {
	name       string
	live       Snapshot // the current state, the one that is written
	generation uint64   // of the partitions that may be written in place
	taken      *Snapshot
	properties []Property // working space of one write
	merged     []Property // working space of one merge
	row        []byte     // working space of one write
	seen       sighting   // what Row found last
}

// New returns an empty table. The name is not checked here: an Account does it.
func New(name string) *Table {
	return &Table{name: name, live: Snapshot{
		index:  btree.NewBTreeGOptions(lessEntry, treeOptions),
		shapes: newShapes(),
	}}
}

// Name returns the table's name as it was first written.
func (t *Table) Name() string { return t.name }

// Len returns the number of entities.
func (t *Table) Len() int { return t.live.count }

// Snapshot returns the table as it is now, in constant time. The first write
// to a partition after it costs a little more than others; two snapshots
// without a write between them are the same.
func (t *Table) Snapshot() *Snapshot {
	if t.taken == nil {
		taken := t.live
		taken.index, taken.generation = t.live.index.Copy(), t.generation
		t.taken = &taken
		t.generation++
	}
	return t.taken
}

// Restore makes the table what it was when s was taken from it. s may be of
// another table: that one stays as it is.
func (t *Table) Restore(s *Snapshot) {
	t.seen = sighting{}
	t.live = *s
	t.live.index = s.index.Copy()
	t.taken = nil
	t.generation = max(t.generation, s.generation) + 1 // later than every partition in s
}

// Get returns a copy of the entity with key k.
func (t *Table) Get(k Key) (Entity, error) {
	if err := checkReadKey(k); err != nil {
		return Entity{}, err
	}
	r, ok := t.live.Get(k)
	if !ok {
		return Entity{}, refuseAbsent()
	}
	return r.Entity(), nil
}

// Insert stores a new entity and returns its ETag. Properties keep their
// order; null ones are dropped. An entity with the same key is refused with
// EntityAlreadyExists.
func (t *Table) Insert(e Entity, now Ticks) (ETag, error) {
	if err := t.Store(e, now); err != nil {
		return "", err
	}
	return ETagOf(now), nil
}

// Store is Insert for a caller that does not need the ETag.
func (t *Table) Store(e Entity, now Ticks) error {
	w, err := t.prepareInsert(&e)
	if err != nil {
		return err
	}
	seen := t.sight(e.Key)
	if seen.found {
		return refuseExisting()
	}
	t.put(seen, w.shape, w.properties, now)
	return nil
}

// Replace stores an entity in place of the one with the same key, whose ETag
// must meet match. Properties that e lacks, or has as null, are gone.
func (t *Table) Replace(e Entity, match ETag, now Ticks) (ETag, error) {
	w, err := t.prepareUpdate(&e, match)
	if err == nil {
		err = checkValueSizes(e.Key, w.properties)
	}
	if err != nil {
		return "", err
	}
	seen, err := t.matching(e.Key, w.match)
	if err != nil {
		return "", err
	}
	now = after(seen.row(), now)
	t.put(seen, w.shape, w.properties, now)
	return ETagOf(now), nil
}

// Merge lays the properties of e over those of the entity with the same key,
// whose ETag must meet match. A null property leaves the stored one as it is.
// Limits hold for the merged entity.
func (t *Table) Merge(e Entity, match ETag, now Ticks) (ETag, error) {
	if c, err := parseCondition(match); err == nil {
		if written, patched, err := t.patch(&e, c, now); patched {
			return tagged(written, err)
		}
	}
	w, err := t.prepareUpdate(&e, match)
	if err != nil {
		return "", err
	}
	return tagged(t.mergeMatching(&w, now))
}

// MergeVersion is Merge for a caller that has the entity's Timestamp rather than
// the text made of it: the entity must still have the given one. It returns the
// new Timestamp.
func (t *Table) MergeVersion(e Entity, version, now Ticks) (Ticks, error) {
	if written, patched, err := t.patch(&e, condition{version: version}, now); patched {
		return written, err
	}
	w, err := t.prepareUpdate(&e, AnyETag)
	if err != nil {
		return 0, err
	}
	w.match.any, w.match.version = false, version
	return t.mergeMatching(&w, now)
}

func (t *Table) mergeMatching(w *write, now Ticks) (Ticks, error) {
	if err := checkValueSizes(w.key, w.properties); err != nil {
		return 0, err
	}
	seen, err := t.matching(w.key, w.match)
	if err != nil {
		return 0, err
	}
	return t.merge(seen, w, now)
}

// tagged is the answer of a write that gives a Timestamp.
func tagged(written Ticks, err error) (ETag, error) {
	if err != nil {
		return "", err
	}
	return ETagOf(written), nil
}

// InsertOrReplace stores an entity, whether or not there is one with its key.
func (t *Table) InsertOrReplace(e Entity, now Ticks) (ETag, error) {
	w, err := t.prepareUpdate(&e, AnyETag)
	if err == nil {
		err = checkSizes(e.Key, w.properties)
	}
	if err != nil {
		return "", err
	}
	seen := t.sight(e.Key)
	if seen.found {
		now = after(seen.row(), now)
	}
	t.put(seen, w.shape, w.properties, now)
	return ETagOf(now), nil
}

// InsertOrMerge is Merge when there is an entity with the key of e, whatever
// its ETag, and otherwise stores e.
func (t *Table) InsertOrMerge(e Entity, now Ticks) (ETag, error) {
	w, err := t.prepareUpdate(&e, AnyETag)
	if err == nil {
		err = checkSizes(e.Key, w.properties)
	}
	if err != nil {
		return "", err
	}
	seen := t.sight(e.Key)
	if seen.found {
		return tagged(t.merge(seen, &w, now))
	}
	t.put(seen, w.shape, w.properties, now)
	return ETagOf(now), nil
}

// Delete removes the entity with key k, whose ETag must meet match.
func (t *Table) Delete(k Key, match ETag) error {
	if err := checkWriteKey(k); err != nil {
		return err
	}
	condition, err := parseCondition(match)
	if err != nil {
		return err
	}
	seen, err := t.matching(k, condition)
	if err != nil {
		return err
	}
	t.remove(seen)
	return nil
}
