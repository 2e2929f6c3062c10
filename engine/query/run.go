package query

import (
	"sort"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Run answers one page: from the plan's lower bound or the request's token,
// whichever is later, until the page is full or as large as it may be, the time
// budget is used up, the range ends or nothing is left inside the plan's
// bounds. It reads s only, so pages over one snapshot are pages over one
// moment; paging a live table means a fresh snapshot per page.
//
// The rule for the token: a page that stops early looks at the key after the
// last entity it read. When that key lies inside the plan's bounds it becomes
// the token, whether or not its entity matches the filter, since nobody has
// read it yet. When there is no such key the result is exhausted and there is
// no token, even if the page is exactly full. A range knows only its own
// entities: when it is exhausted and the plan reaches beyond it, the token
// names the boundary, without a RowKey, and the next page may be empty.
//
// Cost: Examined counts the entities read inside the plan's bounds (the glance
// at the next key is not a read), Returned those that matched, Pages is 1.
// Ranges is 1 on the page that enters a range and 0 on one that continues in
// it, so that the sum over a whole reading counts each range once.
//
// $top 0 gives an empty page without a token and reads nothing. A Top above
// 1,000 and a Select of more than 255 names are refused with InvalidInput.
func Run(s *table.Snapshot, plan Plan, req Request, limits Limits) (Page, error) {
	if err := req.check(); err != nil {
		return Page{}, err
	}
	page := Page{Select: req.Select, Cost: trace.Cost{Pages: 1}}
	from, high, bounded := plan.Range()
	entering := true
	if t := req.Token; t != nil && t.Key().Compare(from) > 0 {
		from, entering = t.Key(), !t.HasRowKey
	}
	if req.Top == 0 || plan.Empty() || bounded && from.Compare(high) >= 0 {
		return page, nil
	}
	if entering {
		page.Cost.Ranges = 1
	}
	w := walk{size: limits.pageSize(req.Top), budget: limits.Examined, space: limits.Bytes, high: high, bounded: bounded}
	w.expired, w.weight, w.rest = limits.Expired, 1, askEvery
	w.shorten(limits.boundary(from))
	switch {
	case plan.Residual != nil:
		w.match = filter.Compile(plan.Residual)
		w.weight += w.match.Tests()
	case req.Token != nil: // a page before this one was full, so this one may well be
		w.rows = make([]table.Row, 0, w.size)
	}
	s.Runs(from, w.visit)
	w.finish(&page)
	return page, nil
}

// walk is the state of one page while it is read.
type walk struct {
	match   *filter.Predicate // nil: every row inside the bounds matches
	size    int               // rows that fill the page
	budget  int               // reads that end the page; 0 or less: none
	space   int               // bytes that end the page; 0 or less: none
	high    table.Key         // first key not to read, if bounded
	bounded bool
	ranged  bool // high is where the range ends, inside the plan's bounds
	expired func() bool
	weight  int // of one read, in tests of a property

	rows     []table.Row
	examined int
	bytes    int  // of rows, if space bounds them
	rest     int  // tests until expired is asked again
	over     bool // expired said so
	next     *ContinuationToken
	stop     Stop
}

// shorten ends the walk at the boundary of the range if the plan goes further.
func (w *walk) shorten(boundary table.Key, ok bool) {
	if ok && (!w.bounded || boundary.Compare(w.high) < 0) {
		w.high, w.bounded, w.ranged = boundary, true, true
	}
}

// visit reads one run of rows and reports whether the walk goes on.
func (w *walk) visit(run table.Run) bool {
	inside := w.inside(run)
	for at := 0; at < inside; {
		if w.full() {
			w.next = tokenAt(run.Row(at).Key())
			return false
		}
		n := w.affordable(inside - at)
		w.read(run.Slice(at, at+n))
		at += n
	}
	return inside == run.Len()
}

// inside returns how many rows of the run lie before high. They are of one
// partition, so most runs are decided by its key, and most others by their last
// row.
func (w *walk) inside(run table.Run) int {
	n := run.Len()
	if !w.bounded {
		return n
	}
	switch c := table.CompareUTF16(run.PartitionKey(), w.high.PartitionKey); {
	case c < 0:
		return n
	case c > 0:
		return 0
	}
	before := func(i int) bool { return table.CompareUTF16(run.Row(i).RowKey(), w.high.RowKey) < 0 }
	if before(n - 1) {
		return n
	}
	return sort.Search(n, func(i int) bool { return !before(i) })
}

// full reports whether the page has to stop before it reads another row, and
// notes why.
func (w *walk) full() bool {
	switch {
	case len(w.rows) >= w.size:
		w.stop = PageFull
	case w.space > 0 && w.bytes >= w.space:
		w.stop = SizeFull
	case w.over || w.budget > 0 && w.examined >= w.budget:
		w.stop = TimeUp
	default:
		return false
	}
	return true
}

// affordable returns how many of the next n rows can be read before full may
// change its answer: each of them fills at most one place in the page.
func (w *walk) affordable(n int) int {
	n = min(n, w.size-len(w.rows))
	if w.budget > 0 {
		n = min(n, w.budget-w.examined)
	}
	if w.space > 0 {
		n = min(n, 1)
	}
	return n
}

// askEvery is how many tests of a property are worth asking whether the time is
// over: they take much longer than the answer.
const askEvery = 1 << 16

// spend counts work and asks whether the time is over when there was enough.
func (w *walk) spend(rows int) {
	if w.rest -= rows * w.weight; w.rest <= 0 {
		w.rest, w.over = askEvery, w.expired()
	}
}

func (w *walk) read(run table.Run) {
	if w.examined += run.Len(); w.expired != nil {
		w.spend(run.Len())
	}
	before := len(w.rows)
	if w.match == nil {
		w.rows = run.Append(w.rows)
	} else {
		w.rows = w.match.Select(w.rows, run)
	}
	if w.space > 0 {
		for _, r := range w.rows[before:] {
			w.bytes += table.EntityBytes(r.Key(), r.AppendProperties(nil))
		}
	}
}

// finish writes the outcome into the page.
func (w *walk) finish(p *Page) {
	p.Rows, p.Next, p.Stop = w.rows, w.next, w.stop
	p.Cost.Examined, p.Cost.Returned = w.examined, len(w.rows)
	if w.next == nil && w.ranged {
		p.Next, p.Stop = &ContinuationToken{NextPartitionKey: w.high.PartitionKey}, RangeBoundary
	}
}
