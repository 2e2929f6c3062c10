package service

// pageSize is how many entities one answer of a query holds.
const pageSize = 1000

// walk reads a page of a scan, or deletes a batch of a purge, and says where it
// goes on. A page ends at 1,000 entities or where the range ends.
func (s *Service) walk(r *rangeState, q *held) (next Token) {
	var more bool
	if q.Do == Scan {
		var n uint32
		n, next.Key, next.Skip, more = r.store.page(q.Key, q.Skip, pageSize)
		s.record.Page(q.row, n)
	} else {
		var n uint32
		n, next.Key, more = r.store.purge(q.Key, uint32(q.Entities))
		s.record.Deleted += uint64(n)
	}
	if !more {
		return Token{Key: r.High, End: r.High == 0}
	}
	return next
}
