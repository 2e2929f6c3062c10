package design

import (
	"sort"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// Ledger is the table as a sorted list, as the console's log has it now:
// partitions, range boundaries, and what the last query read.
//
// What always holds: places is complete or nil, and what the Ledger tells of
// entities comes from it; items are entities and, before the first entity of
// each range but the first, a boundary.
type Ledger struct {
	page     *Playground
	places   *places
	building *places
	cuts     []cut
	opened   *Opened

	asked    *inquiry // what the answer that is shown says of entities
	askedRev int
}

// cut is the boundary between two ranges.
type cut struct {
	Key   string // the first PartitionKey of the range after it
	Place int    // of the first entity of that range
}

// Ledger returns the ledger of the table that is shown.
func (p *Playground) Ledger() *Ledger {
	if p.ledger == nil {
		p.ledger = &Ledger{page: p, askedRev: -1}
	}
	return p.ledger
}

// step does one bounded piece of work when the table is another one. It reports
// whether there was any.
func (l *Ledger) step() bool {
	if l == nil {
		return false
	}
	from := l.page.Workbench().now()
	switch {
	case from == nil:
		gone := l.places != nil
		l.places, l.building, l.cuts = nil, nil, nil
		return gone
	case l.places != nil && l.places.from == from:
		l.building = nil
		return false
	case l.building == nil || l.building.from != from:
		l.building = newPlaces(from)
	}
	if !l.building.step() {
		l.places, l.building = l.building, nil
		l.cut()
		l.page.Edit.Changed()
	}
	return true
}

// cut finds the places of the boundaries. A split changes no entity, so it is
// looked for whenever the page is another one.
func (l *Ledger) cut() {
	l.cuts = nil
	b := l.page.Workbench()
	if l.places == nil || b.World == nil {
		return
	}
	for _, key := range b.World.Borders(model.TableName) {
		l.cuts = append(l.cuts, cut{Key: key, Place: l.places.rank(table.Key{PartitionKey: key})})
	}
}

// Ready reports whether there are entities to show.
func (l *Ledger) Ready() bool { return l.places != nil }

// Entities returns how many entities there are.
func (l *Ledger) Entities() int { return l.places.len() }

// Cuts returns the boundaries between ranges, in key order.
func (l *Ledger) Cuts() []cut { return l.cuts }

// Refresh brings the boundaries and what is known of the last query up to date
// with the page.
func (l *Ledger) Refresh() {
	if l.askedRev == l.page.Edit.Rev() {
		return
	}
	l.askedRev = l.page.Edit.Rev()
	l.asked = l.page.question()
	l.cut()
	l.reread()
}

// Items returns how many lines the ledger has.
func (l *Ledger) Items() int { return l.places.len() + len(l.cuts) }

// Item returns what line i is: a boundary, or the entity at a place.
func (l *Ledger) Item(i int) (place int, cut *cut) {
	n := sort.Search(len(l.cuts), func(n int) bool { return l.cuts[n].Place+n >= i })
	if n < len(l.cuts) && l.cuts[n].Place+n == i {
		return l.cuts[n].Place, &l.cuts[n]
	}
	return i - n, nil
}

// Line returns the line of the entity at a place.
func (l *Ledger) Line(place int) int {
	return place + sort.Search(len(l.cuts), func(n int) bool { return l.cuts[n].Place > place })
}

// Range returns the number of the range, from 1, that holds a place.
func (l *Ledger) Range(place int) int { return l.Line(place) - place + 1 }

// Row returns the entity at a place.
func (l *Ledger) Row(place int) table.Row { return l.places.row(place) }

// inquiry is the request of the last answer, ready to be held against entities.
type inquiry struct {
	result  *model.Result
	match   *filter.Predicate
	ends    []table.Key // the first key after each page that ended with a token
	written table.Ticks // entities from then on were not there
}

// question returns the request of the answer that is shown, nil without one.
func (p *Playground) question() *inquiry {
	r := p.Request.Result()
	if !r.Ran() || len(r.Pages) == 0 {
		return nil
	}
	q := &inquiry{result: r, match: filter.Compile(r.Plan.Residual), written: model.WorldStart(r.Over)}
	for _, page := range r.Pages {
		if page.Token != nil {
			q.ends = append(q.ends, table.Key{PartitionKey: page.Token.NextPartitionKey, RowKey: page.Token.NextRowKey})
		}
	}
	return q
}

// Sighting is what the last query did with an entity.
type Sighting uint8

// The sightings of an entity.
const (
	NotAsked Sighting = iota // there was no query
	Outside                  // the plan does not lead there
	Ahead                    // a further page will read it
	Examined                 // read, and not returned
	Returned
	Later // written after the table was built, which is what queries read
)

// Sighting returns what the last query did with an entity, and on which of its
// pages, from 1.
func (l *Ledger) Sighting(r table.Row) (what Sighting, page int) {
	q := l.asked
	if q == nil {
		return NotAsked, 0
	}
	k := r.Key()
	switch {
	case r.Timestamp() >= q.written:
		return Later, 0
	case !q.result.Plan.Covers(k) || q.result.Plan.Empty():
		return Outside, 0
	}
	page = 1 + sort.Search(len(q.ends), func(i int) bool { return k.Compare(q.ends[i]) < 0 })
	if page > len(q.result.Pages) {
		return Ahead, 0
	}
	if q.match.Match(r) {
		return Returned, page
	}
	return Examined, page
}

// Pages returns how many pages of the last query were read.
func (l *Ledger) Pages() int {
	if l.asked == nil {
		return 0
	}
	return len(l.asked.result.Pages)
}

// Bookmark returns the page whose token leads to an entity and whether the next
// request would send it; 0 for none. before is the entity in front, if any.
func (l *Ledger) Bookmark(place int) (page int, live bool) {
	if l.asked == nil || len(l.asked.ends) == 0 {
		return 0, false
	}
	k := l.places.row(place).Key()
	i := sort.Search(len(l.asked.ends), func(i int) bool { return l.asked.ends[i].Compare(k) > 0 }) - 1
	if i < 0 || place > 0 && l.places.row(place-1).Key().Compare(l.asked.ends[i]) >= 0 {
		return 0, false
	}
	return i + 1, i == len(l.asked.result.Pages)-1
}

// ToLive returns the line of the live bookmark, else of the first entity that
// the query returned, else -1.
func (l *Ledger) ToLive() int {
	q := l.asked
	if q == nil || l.places == nil || l.places.len() == 0 {
		return -1
	}
	low, _, _ := q.result.Plan.Range()
	if q.result.More() && len(q.ends) > 0 {
		low = q.ends[len(q.ends)-1]
	}
	return l.Line(min(l.places.rank(low), l.places.len()-1))
}
