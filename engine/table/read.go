package table

// Row returns the stored entity with key k, read in place, and whether there is
// one. It checks nothing about the key.
func (t *Table) Row(k Key) (Row, bool) { return t.live.Get(k) }

// AppendProperties appends the custom properties of r in the order in which
// the service returns them. Their texts share the row's memory.
func (r Row) AppendProperties(to []Property) []Property { return r.appendProperties(to) }

// Append appends the text of String, with the given text for each colon: an
// ETag has "%3A" there.
func (t Ticks) Append(to []byte, colon string) []byte { return t.append(to, colon) }
