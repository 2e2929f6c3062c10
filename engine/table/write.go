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
func (t *Table) prepare(e Entity, order propertyOrder) (write, error) {
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
func (t *Table) prepareInsert(e Entity) (write, error) {
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
func (t *Table) prepareUpdate(e Entity, match ETag) (write, error) {
	w, err := t.prepare(e, byName)
	if err == nil {
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
	if !slices.ContainsFunc(properties, isDropped) {
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
	slices.SortFunc(t.properties, compareNames)
	return t.properties
}

func compareNames(p, q Property) int { return CompareUTF16(p.Name, q.Name) }

// matching returns the entity with key k if its version meets match. Existence
// is decided first.
func (t *Table) matching(k Key, match condition) (Row, error) {
	r, exists := t.again(k)
	if !exists {
		return Row{}, refuseAbsent()
	}
	if !match.any && match.version != r.Timestamp() {
		return Row{}, Refuse(UpdateConditionNotSatisfied, "The update condition specified in the request was not satisfied.")
	}
	return r, nil
}

// after returns the Timestamp of a write at now over old: the version of an
// entity always grows, even when the clock did not move.
func after(old Row, now Ticks) Ticks { return max(now, old.Timestamp()+1) }

// merge stores the properties of old with those of w laid over them.
func (t *Table) merge(old Row, w write, now Ticks) (ETag, error) {
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
		slices.SortFunc(merged, compareNames)
		changed, err := t.live.shapes.of(merged)
		if err != nil {
			return "", err
		}
		s = changed
	}
	if err := checkSizes(w.key, merged); err != nil {
		return "", err
	}
	return t.put(write{key: w.key, shape: s, properties: merged}, after(old, now)), nil
}

// put stores an entity that passed all checks, over the one with its key if
// there is one.
func (t *Table) put(w write, timestamp Ticks) ETag {
	t.row = appendRow(t.row[:0], w.shape, w.key.RowKey, timestamp, w.properties)
	p := t.writable(w.key.PartitionKey)
	if _, replaced := p.rows.Set(Row{prefixOf(w.key.RowKey), recordOf(string(t.row)), p.home}); !replaced {
		t.live.count++
	}
	return ETagOf(timestamp)
}

// writable returns the partition with the given key, made when there is none
// and cloned when a snapshot may hold it.
func (t *Table) writable(key string) *partition {
	t.taken, t.seen = nil, sighting{}
	p := t.live.find(key)
	switch {
	case p == nil:
		p = newPartition(key, t.generation, t.live.shapes)
	case p.generation != t.generation:
		p = p.clone(t.generation)
	default:
		return p
	}
	at := prefixOf(key)
	t.live.index.Set(entry{at, p.home, p})
	t.live.recent[at.slot()] = p
	return p
}

func refuseExisting() error {
	return Refuse(EntityAlreadyExists, "The specified entity already exists.")
}

// remove deletes the entity with key k, which exists, and its partition with
// the last entity.
func (t *Table) remove(k Key) {
	p := t.writable(k.PartitionKey)
	p.rows.Delete(pivot(k.RowKey))
	t.live.count--
	if p.rows.Len() == 0 {
		t.live.index.Delete(entryPivot(k.PartitionKey))
		t.live.recent[prefixOf(k.PartitionKey).slot()] = nil
	}
}
