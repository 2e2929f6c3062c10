package table

// Row returns the stored entity with key k, read in place, and whether there is
// one. It checks nothing about the key.
func (t *Table) Row(k Key) (Row, bool) {
	seen := t.sight(k)
	if !seen.found {
		return Row{}, false
	}
	return seen.row(), true
}

// sighting is where an entity was found, or that it was not. It holds until the
// table is written: an update comes right after its entity was read for the
// ETag, and need not search again.
type sighting struct {
	key  Key
	part *partition
	position
	found bool
	holds bool
}

func (s *sighting) row() Row { return s.part.row(s.position) }

// sighted reports whether k is the key of the entity that was found last: such a
// key needs no check.
func (t *Table) sighted(k Key) bool { return t.seen.holds && t.seen.found && t.seen.key == k }

// sight looks for the entity with key k, which may have been the last.
func (t *Table) sight(k Key) *sighting {
	seen := &t.seen
	if seen.holds && seen.key == k {
		return seen
	}
	*seen = sighting{key: k, holds: true, part: t.live.find(k.PartitionKey)}
	if seen.part != nil {
		key := boundOf(k.RowKey)
		seen.position, seen.found = seen.part.seek(&key)
	}
	return seen
}

// AppendProperties appends the custom properties of r in the order in which
// the service returns them. Their texts share the row's memory.
func (r Row) AppendProperties(to []Property) []Property { return r.appendProperties(to) }

// Append appends the text of String, with the given text for each colon: an
// ETag has "%3A" there.
func (t Ticks) Append(to []byte, colon string) []byte { return t.append(to, colon) }
