package table

// Load stores many new entities at once, several times faster than Insert,
// which it otherwise equals: properties keep their order and all rules apply.
// The keys must ascend, and the first must come after the table's last; any
// other order is refused with InvalidInput, a key that repeats with
// EntityAlreadyExists. A refusal leaves the table as it was.
func (t *Table) Load(sorted []Entity, now Ticks) error {
	before := t.Snapshot()
	l := loader{table: t}
	l.seekEnd()
	for i := range sorted {
		if err := l.add(&sorted[i], now); err != nil {
			t.Restore(before)
			return err
		}
	}
	l.flush()
	return nil
}

// loader appends to the last partition. Its rows wait in bytes until there are
// enough for a page.
type loader struct {
	table *Table
	part  *partition // the last one, nil in an empty table
	last  string     // RowKey of its last row
	rows  []span
	bytes []byte
}

func (l *loader) seekEnd() {
	if end, ok := l.table.live.index.Max(); ok {
		last := end.part.last()
		l.part, l.last = end.part, last.rowKey(len(last.rows)-1)
	}
}

func (l *loader) add(e *Entity, now Ticks) error {
	w, err := l.table.prepareInsert(e)
	if err != nil {
		return err
	}
	if err := l.turn(e.Key); err != nil {
		return err
	}
	at := len(l.bytes)
	l.bytes = appendRow(l.bytes, w.shape, e.RowKey, now, w.properties)
	l.rows = append(l.rows, span{uint32(at), uint32(len(l.bytes) - at)})
	l.last = e.RowKey
	if len(l.rows) == maxRows || len(l.bytes) >= pageBytes {
		l.flush()
	}
	return nil
}

// turn makes the partition of the next key the last one, once it is sure that
// the key comes after all others.
func (l *loader) turn(next Key) error {
	if l.part != nil {
		switch order := l.lastKey().Compare(next); {
		case order == 0:
			return refuseExisting()
		case order > 0:
			return Refuse(InvalidInput, "The keys of entities to load must ascend.")
		}
	}
	if l.part == nil || l.part.key != next.PartitionKey || l.part.generation != l.table.generation {
		l.flush()
		l.part = l.table.writable(next.PartitionKey)
	}
	return nil
}

func (l *loader) lastKey() Key { return Key{l.part.key, l.last} }

// flush moves the waiting rows into the tree.
func (l *loader) flush() {
	if len(l.rows) == 0 {
		return
	}
	l.part.load(l.rows, l.bytes)
	l.table.live.count += len(l.rows)
	l.rows, l.bytes = l.rows[:0], l.bytes[:0]
}
