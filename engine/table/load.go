package table

// Load stores many new entities at once, several times faster than Insert,
// which it otherwise equals: properties keep their order and all rules apply.
// The keys must ascend, and the first must come after the table's last; any
// other order is refused with InvalidInput, a key that repeats with
// EntityAlreadyExists. A refusal leaves the table as it was.
func (t *Table) Load(sorted []Entity, now Ticks) error {
	before := t.Snapshot()
	l := t.NewLoader()
	for i := range sorted {
		if err := l.Add(&sorted[i], now); err != nil {
			t.Restore(before)
			return err
		}
	}
	l.Flush()
	return nil
}

// Loader is Load for entities that come one by one: it appends to the last
// partition of a table that nobody else writes meanwhile. Rows wait in bytes
// until there are enough for a page; pages and partitions share blocks of memory,
// because there may be as many partitions as entities, and the collector looks at
// each block once.
type Loader struct {
	table *Table
	part  *partition // the last one, nil in an empty table
	last  string     // RowKey of its last row
	rows  []span
	bytes []byte

	parts []begun // the rest of the open blocks
	pages []page
	spans []span
	room  []byte
	first *page // of the last partition, nil once it is used
}

// begun is a partition with its first page: what is read together is together.
type begun struct {
	homed
	first page
}

// The sizes of the blocks that a Loader's partitions and pages share.
const (
	blockParts = 32
	blockBytes = 32 << 10
)

// NewLoader returns a Loader that goes on after the last entity of the table.
func (t *Table) NewLoader() *Loader {
	l := &Loader{table: t}
	if end, ok := t.live.index.Max(); ok {
		last := end.part.last()
		l.part, l.last = end.part, last.rowKey(len(last.rows)-1)
	}
	return l
}

// Add takes the next entity. Its key must come after that of the one before. The
// table is only complete after Flush. A refused entity is not stored; the next
// one may come.
func (l *Loader) Add(e *Entity, now Ticks) error {
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
		l.Flush()
	}
	return nil
}

// turn makes the partition of the next key the last one, once it is sure that
// the key comes after all others.
func (l *Loader) turn(next Key) error {
	if l.part == nil {
		l.begin(next.PartitionKey)
		return nil
	}
	same := l.part.key == next.PartitionKey
	order := -1
	if same {
		order = CompareUTF16(l.last, next.RowKey)
	} else {
		order = CompareUTF16(l.part.key, next.PartitionKey)
	}
	switch {
	case order == 0:
		return refuseExisting()
	case order > 0:
		return Refuse(InvalidInput, "The keys of entities to load must ascend.")
	case !same:
		l.Flush()
		l.begin(next.PartitionKey)
	case l.part.generation != l.table.generation:
		l.Flush()
		l.part = l.table.writable(next.PartitionKey)
	}
	return nil
}

// begin makes a partition after all others the last one.
func (l *Loader) begin(key string) {
	if len(l.parts) == 0 {
		l.parts = make([]begun, blockParts)
	}
	made := &l.parts[0]
	l.parts, l.first = l.parts[1:], &made.first
	l.table.taken, l.table.seen.holds = nil, false
	l.part = made.init(key, l.table.generation, l.table.live.shapes)
	l.table.enter(l.part)
}

// Flush moves the waiting rows into the table.
func (l *Loader) Flush() {
	if len(l.rows) == 0 {
		return
	}
	p := l.part
	p.count += len(l.rows)
	l.table.taken, l.table.seen.holds = nil, false
	l.table.live.count += len(l.rows)
	switch last := p.last(); {
	case last == nil:
		p.only = l.page()
	case len(last.rows)+len(l.rows) > maxRows || last.live()+len(l.bytes) > pageBytes:
		p.add(l.page())
	default:
		p.append(last, l.rows, l.bytes)
	}
	l.rows, l.bytes = l.rows[:0], l.bytes[:0]
}

// page returns a page of the waiting rows, at least one.
func (l *Loader) page() *page {
	p, n := l.first, len(l.rows)
	if l.first = nil; p == nil {
		if len(l.pages) == 0 {
			l.pages = make([]page, blockParts)
		}
		p, l.pages = &l.pages[0], l.pages[1:]
	}
	if len(l.spans) < n {
		l.spans = make([]span, blockBytes/8)
	}
	p.rows, l.spans = l.spans[:n:n], l.spans[n:]
	copy(p.rows, l.rows)
	p.base, p.generation = l.take(len(l.bytes)), l.part.generation
	copy(p.base, l.bytes)
	if p.shape = p.record(0).shapeID(); n == 1 {
		return p
	}
	p.hashes = l.take(n)
	for i := range p.rows {
		p.hashes[i] = hashOf(p.rowKey(i))
		p.meet(p.record(i).shapeID())
	}
	return p
}

// take returns n bytes of a shared block, or of one of their own when they are
// many.
func (l *Loader) take(n int) []byte {
	if n > len(l.room) {
		if n > blockBytes/2 {
			return make([]byte, n)
		}
		l.room = make([]byte, blockBytes)
	}
	taken := l.room[:n:n]
	l.room = l.room[n:]
	return taken
}
