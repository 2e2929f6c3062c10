package table

// Row returns the stored entity with key k, read in place, and whether there is
// one. It checks nothing about the key.
func (t *Table) Row(k Key) (Row, bool) {
	r, ok := t.live.Get(k)
	t.seen = sighting{k, r, ok}
	return r, ok
}

// sighting is an entity that was found, until the table is written. An update
// comes right after its entity was read for the ETag, and need not search
// again.
type sighting struct {
	key   Key
	row   Row
	found bool
}

// again is Row for a key that may have been the last.
func (t *Table) again(k Key) (Row, bool) {
	if t.seen.found && t.seen.key == k {
		return t.seen.row, true
	}
	return t.live.Get(k)
}

// AppendProperties appends the custom properties of r in the order in which
// the service returns them. Their texts share the row's memory.
func (r Row) AppendProperties(to []Property) []Property { return r.appendProperties(to) }

// Append appends the text of String, with the given text for each colon: an
// ETag has "%3A" there.
func (t Ticks) Append(to []byte, colon string) []byte { return t.append(to, colon) }
