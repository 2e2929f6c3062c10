package table

import "math/bits"

// Run is a view of rows of one partition that follow each other in key order,
// at most MaxRun. It is valid as long as the call that it was given to.
type Run struct {
	home *home
	page *page
	rows []span // some or all of the page's
}

// MaxRun is the largest number of rows in a Run: a full page.
const MaxRun = maxRows

// Len returns the number of rows.
func (r Run) Len() int { return len(r.rows) }

// Places returns the places of all rows as a set of bits: the lowest is place 0.
func (r Run) Places() uint64 { return ^uint64(0) >> (MaxRun - len(r.rows)) }

// PartitionKey returns the key of the partition that all rows are of.
func (r Run) PartitionKey() string { return r.home.key }

// Row returns the row at place i, from 0.
func (r Run) Row(i int) Row { return Row{r.page.at(r.rows[i]), r.home} }

// Slice returns the rows from place low to before place high.
func (r Run) Slice(low, high int) Run { return Run{r.home, r.page, r.rows[low:high]} }

// Append appends all rows to the given ones.
func (r Run) Append(to []Row) []Row {
	for _, s := range r.rows {
		to = append(to, Row{r.page.at(s), r.home})
	}
	return to
}

// AppendAt appends the rows at some of the Places to the given ones.
func (r Run) AppendAt(to []Row, places uint64) []Row {
	for ; places != 0; places &= places - 1 {
		to = append(to, r.Row(bits.TrailingZeros64(places)))
	}
	return to
}

// Runs calls visit for the rows from key low (included) on, in key order, in
// runs of one partition each and of at least one row, until visit returns false.
func (s *Snapshot) Runs(low Key, visit func(run Run) bool) {
	s.index.Ascend(entryPivot(low.PartitionKey), func(e entry) bool {
		switch part := e.part; {
		case low.RowKey != "" && part.key == low.PartitionKey:
			return part.runsFrom(low.RowKey, visit)
		case part.top == nil: // there may be as many of these as entities
			return visit(Run{part.home, part.only, part.only.rows})
		default:
			return part.top.ascend(nil, func(p *page) bool { return visit(Run{part.home, p, p.rows}) })
		}
	})
}

// runsFrom is Runs from the middle of a partition on.
func (p *partition) runsFrom(low string, visit func(run Run) bool) bool {
	key := boundOf(low)
	sought := &key
	return p.ascend(sought, func(at *page) bool {
		rows := at.rows
		if sought != nil { // only the first page may begin before low
			from, _ := at.find(sought)
			rows, sought = rows[from:], nil
		}
		return len(rows) == 0 || visit(Run{p.home, at, rows})
	})
}

// Scan is Runs with the rows in a slice, which is only valid during the call.
func (s *Snapshot) Scan(low Key, visit func(rows []Row) bool) {
	room := make([]Row, 0, MaxRun)
	s.Runs(low, func(run Run) bool { return visit(run.Append(room[:0])) })
}
