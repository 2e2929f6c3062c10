package table

import "slices"

// write is an entity that passed the checks of names and types.
type write struct {
	key        Key
	shape      *shape
	properties []Property // without nulls, in the order in which to store them
	match      condition  // of an update
}

// propertyOrder says in which order a write stores its properties. Measured on
// the real service: an insert keeps the order of the request, every other
// write leaves the properties in ordinal order of the name.
type propertyOrder bool

const (
	asSubmitted propertyOrder = false
	byName      propertyOrder = true
)

// prepare checks the properties of e and drops what is never stored. The
// result is valid until the next write.
func (t *Table) prepare(e *Entity, order propertyOrder) (write, error) {
	properties, err := t.submitted(e.Properties)
	if err != nil {
		return write{}, err
	}
	if order == byName && !slices.IsSortedFunc(properties, compareNames) {
		properties = t.sorted(properties)
	}
	s, err := t.live.shapes.of(properties)
	if err != nil {
		return write{}, err
	}
	if err := checkRanges(properties); err != nil {
		return write{}, err
	}
	return write{key: e.Key, shape: s, properties: properties}, nil
}

// prepareInsert applies all rules for a new entity.
func (t *Table) prepareInsert(e *Entity) (write, error) {
	w, err := t.prepare(e, asSubmitted)
	if err == nil {
		err = checkInsertKey(e.Key)
	}
	if err == nil {
		err = checkSizes(e.Key, w.properties)
	}
	return w, err
}

// prepareUpdate is prepare for all writes that name their key in the URL.
func (t *Table) prepareUpdate(e *Entity, match ETag) (write, error) {
	w, err := t.prepare(e, byName)
	if err == nil && !t.sighted(e.Key) {
		err = checkWriteKey(e.Key)
	}
	if err == nil {
		w.match, err = parseCondition(match)
	}
	return w, err
}

// submitted returns properties without nulls and without the names that the
// service ignores in a request.
func (t *Table) submitted(properties []Property) ([]Property, error) {
	if !anyDropped(properties) {
		return properties, nil
	}
	if err := checkNames(slices.DeleteFunc(slices.Clone(properties), isIgnored)); err != nil {
		return nil, err
	}
	t.properties = append(t.properties[:0], properties...)
	t.properties = slices.DeleteFunc(t.properties, isDropped)
	return t.properties, nil
}

func (t *Table) sorted(properties []Property) []Property {
	t.properties = append(t.properties[:0], properties...)
	sortNames(t.properties)
	return t.properties
}

func compareNames(p, q Property) int { return CompareUTF16(p.Name, q.Name) }

// sortNames puts properties into the order of their names. Most have a handful, so
// it is a Shell sort: the program is a good deal larger for a copy of the standard
// library's sort that moves properties.
func sortNames(properties []Property) {
	for _, gap := range [...]int{57, 23, 10, 4, 1} {
		for i := gap; i < len(properties); i++ {
			moved, at := properties[i], i
			for ; at >= gap && CompareUTF16(moved.Name, properties[at-gap].Name) < 0; at -= gap {
				properties[at] = properties[at-gap]
			}
			properties[at] = moved
		}
	}
}

// matching returns where the entity with key k is if its version meets match.
// Existence is decided first.
func (t *Table) matching(k Key, match condition) (*sighting, error) {
	seen := t.sight(k)
	if !seen.found {
		return nil, refuseAbsent()
	}
	if !match.met(seen.row()) {
		return nil, refuseVersion()
	}
	return seen, nil
}

func refuseVersion() error {
	return Refuse(UpdateConditionNotSatisfied, "The update condition specified in the request was not satisfied.")
}

// after returns the Timestamp of a write at now over old: the version of an
// entity always grows, even when the clock did not move.
func after(old Row, now Ticks) Ticks { return max(now, old.Timestamp()+1) }

// merge stores the properties of what was seen with those of w laid over them,
// and returns the new Timestamp.
func (t *Table) merge(seen *sighting, w *write, now Ticks) (Ticks, error) {
	old := seen.row()
	now = after(old, now)
	s := old.shape()
	same := s.byName // the shape stays what it is
	merged := old.appendProperties(t.merged[:0])
	for _, p := range w.properties {
		i := s.slot(p.Name)
		if i >= 0 {
			same = same && s.types[i] == p.Value.kind
			merged[i] = p
		} else {
			same = false
			merged = append(merged, p)
		}
	}
	t.merged = merged // keep what it grew to
	if !same {
		sortNames(merged)
		changed, err := t.live.shapes.of(merged)
		if err != nil {
			return 0, err
		}
		s = changed
	}
	if err := checkSizes(w.key, merged); err != nil {
		return 0, err
	}
	t.put(seen, s, merged, now)
	return now, nil
}

// patch is a merge that changes numbers only: the stored row is copied and they
// are overwritten. No rule can refuse it but the one of versions, since the key,
// the names and the types are those of the stored entity. It reports whether the
// merge is such a one; if not, nothing was done.
func (t *Table) patch(e *Entity, match condition, now Ticks) (written Ticks, patched bool, err error) {
	seen := t.sight(e.Key)
	if !seen.found {
		return 0, false, nil
	}
	old := seen.row()
	s := old.shape()
	if s.byName {
		t.row = append(t.row[:0], old.data.bytes(seen.page.rows[seen.at].size)...)
	} else {
		sorted, from := t.live.shapes.ordinal(s)
		s, t.row = sorted, appendReordered(t.row[:0], old, sorted, from)
	}
	last := -1
	for i := range e.Properties {
		p := &e.Properties[i]
		slot := s.slot(p.Name)
		if slot <= last || s.types[slot] != p.Value.kind || !plainNumber[p.Value.kind] {
			return 0, false, nil
		}
		order.PutUint64(t.row[headerSize+slotSize*slot:], p.Value.bits)
		last = slot
	}
	if !match.met(old) {
		return 0, true, refuseVersion()
	}
	now = after(old, now)
	order.PutUint64(t.row[8:], uint64(now))
	t.store(seen)
	return now, true, nil
}

// plainNumber tells the types of which every value may be stored.
var plainNumber = [len(edmNames)]bool{Boolean: true, Double: true, Int32: true, Int64: true}

// put stores an entity that passed all checks, over the one that was seen if
// there was one.
func (t *Table) put(seen *sighting, s *shape, properties []Property, timestamp Ticks) {
	t.row = appendRow(t.row[:0], s, seen.key.RowKey, timestamp, properties)
	t.store(seen)
}

// store puts the encoded row over what was seen, or where it was not.
func (t *Table) store(seen *sighting) {
	p := t.owned(seen)
	key := boundOf(seen.key.RowKey)
	if seen.found {
		p.replace(seen.position, &key, t.row)
		return
	}
	p.insert(seen.position, &key, t.row)
	t.live.count++
}

// owned returns the partition of what was seen, to be written.
func (t *Table) owned(seen *sighting) *partition {
	t.taken, seen.holds = nil, false
	switch {
	case seen.part == nil:
		return t.begin(seen.key.PartitionKey)
	case seen.part.generation == t.generation:
		return seen.part
	}
	return t.writable(seen.key.PartitionKey)
}

// writable returns the partition with the given key, made when there is none
// and cloned when a snapshot may hold it.
func (t *Table) writable(key string) *partition {
	t.taken, t.seen.holds = nil, false
	p := t.live.find(key)
	switch {
	case p == nil:
		return t.begin(key)
	case p.generation != t.generation:
		p = p.clone(t.generation)
	default:
		return p
	}
	t.live.index.Set(entry{prefixOf(key), p})
	t.live.recent[hashOf(key)] = p
	return p
}

// begin returns a partition that was not there, empty until its first row is
// stored. Keys often come in order, so it is looked for at the end first.
func (t *Table) begin(key string) *partition {
	p := newPartition(key, t.generation, t.live.shapes)
	t.enter(p)
	return p
}

// enter puts a new partition into the index.
func (t *Table) enter(p *partition) {
	t.live.index.Load(entry{prefixOf(p.key), p})
	t.live.recent[hashOf(p.key)] = p
}

func refuseExisting() error {
	return Refuse(EntityAlreadyExists, "The specified entity already exists.")
}

// remove deletes the entity that was seen, and its partition with the last
// entity.
func (t *Table) remove(seen *sighting) {
	p := t.owned(seen)
	key := boundOf(seen.key.RowKey)
	p.remove(seen.position, &key)
	t.live.count--
	if p.count == 0 {
		t.live.index.Delete(entryPivot(p.key))
		t.live.recent[hashOf(p.key)] = nil
	}
}
