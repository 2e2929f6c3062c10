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
	return nil
}

// loader appends to the last partition.
type loader struct {
	table *Table
	part  *partition // the last one, nil in an empty table
	last  Row        // its last row
}

func (l *loader) seekEnd() {
	if end, ok := l.table.live.index.Max(); ok {
		l.part = end.part
		l.last, _ = end.part.rows.Max()
	}
}

func (l *loader) add(e *Entity, now Ticks) error {
	w, err := l.table.prepare(*e, asSubmitted)
	if err == nil {
		err = checkInsertKey(e.Key)
	}
	if err == nil {
		err = checkSizes(e.Key, w.properties)
	}
	if err != nil {
		return err
	}
	next := pivot(e.RowKey)
	if err := l.turn(e.PartitionKey, next); err != nil {
		return err
	}
	t := l.table
	t.row = appendRow(t.row[:0], w.shape, e.RowKey, now, w.properties)
	next.data, next.home = recordOf(string(t.row)), l.part.home
	l.part.rows.Load(next)
	l.last = next
	t.live.count++
	return nil
}

// turn makes the partition of the next row the last one, once it is sure that
// the row comes after all others.
func (l *loader) turn(key string, next Row) error {
	if l.part == nil || l.part.key != key {
		if l.part != nil && CompareUTF16(l.part.key, key) > 0 {
			return refuseOrder()
		}
		l.part = l.table.writable(key)
		return nil
	}
	if !lessRow(l.last, next) {
		if l.last.RowKey() == next.RowKey() {
			return refuseExisting()
		}
		return refuseOrder()
	}
	if l.part.generation != l.table.generation {
		l.part = l.table.writable(key)
	}
	return nil
}

func refuseOrder() error {
	return Refuse(InvalidInput, "The keys of entities to load must ascend.")
}

func refuseExisting() error {
	return Refuse(EntityAlreadyExists, "The specified entity already exists.")
}
