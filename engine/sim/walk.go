package sim

// walk reads a page of a scan, or deletes a batch of a purge, and moves the
// thread's cursor on. A page ends at 1,000 entities or where the range ends; the
// cursor is what the ContinuationToken says.
func (s *state) walk(m *model, r *rangeState, q *request) {
	t := &s.threads[q.thread]
	var next uint64
	var skip uint32
	var more bool
	if q.op == Scan {
		var n uint32
		n, next, skip, more = r.store.page(q.key, q.skip, pageSize)
		m.recorder.Page(q.row, n)
	} else {
		next, more = s.purge(r, q)
	}
	end := false
	if !more {
		next, skip, end = r.High, 0, r.High == 0
	}
	l := &s.groups[t.group].load
	t.cursor, t.skip = next, skip
	if end || l.To != 0 && next >= l.To { // the walk is complete
		t.cursor, t.skip = l.From, 0
		if l.Once {
			t.state = stopped
		}
	}
}

// purge deletes up to a batch of entities of the first PartitionKey that has
// any, from the key on.
func (s *state) purge(r *rangeState, q *request) (next uint64, more bool) {
	for i := range int(r.store.used) {
		if r.store.counts[i] == 0 || r.store.end(i) < q.key {
			continue
		}
		n := min(uint32(q.count), r.store.counts[i])
		r.store.counts[i] -= n
		r.store.total -= int64(n)
		s.ledger.Deleted += uint64(n)
		return max(q.key, r.store.keys[i]), true
	}
	return 0, false
}
