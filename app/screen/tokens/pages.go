package tokens

import (
	"slices"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// tokenPage is one page of the reading.
type tokenPage struct {
	Command  int // in the log
	Request  query.Request
	Lost     bool // it begins again although there was a token
	Changed  bool // it goes on with another filter than the page before it
	Plan     *query.Plan
	Entities []table.Entity
	Examined int
	Size     int // entities that fill a page
	Budget   int // reads that end a page, 0 for none
	Bytes    int // of its entities that end a page, 0 for none
	Stop     query.Stop
	Next     *query.ContinuationToken
	Refusal  *table.Error
	At       table.Ticks // when it was read
}

// begins is the first key that a page may read.
func (p *tokenPage) begins() table.Key {
	low, _, _ := p.Plan.Range()
	if k := p.Request.Token; k != nil && k.Key().Compare(low) > 0 {
		return k.Key()
	}
	return low
}

// read reports whether a page read the place of a key.
func (p *tokenPage) read(k table.Key) bool {
	if p.Plan == nil || p.Request.Top == 0 || !p.Plan.Covers(k) || k.Compare(p.begins()) < 0 {
		return false
	}
	return p.Next == nil || k.Compare(p.Next.Key()) < 0
}

// Fills returns how many entities end a page, and whether $top says so.
func (p *tokenPage) Fills() (n int, top bool) {
	n = query.MaxPageSize
	if p.Size > 0 {
		n = min(n, p.Size)
	}
	if p.Request.Top >= 0 && p.Request.Top < n {
		return p.Request.Top, true
	}
	return n, false
}

// tokenRow is an entity of the ledger, or the place of one that is gone.
type tokenRow struct {
	Key      table.Key
	Year     string
	First    bool // of its partition
	Range    int  // number of its range, from 0
	Begins   bool // it is the first of its range
	Matches  bool // what is asked
	Read     int  // the last page that read its place, from 1; 0 for none
	Returned int  // how many pages returned it
	Page     int  // the last page that returned it, from 1
	Since    bool // it was inserted after the page that read its place
	Gone     bool // it was deleted
	Outside  bool // of the bounds of what is asked
	Bookmark int  // the page whose token names this place, from 1
	Live     bool // and the next page begins here
}

// Rows returns the table in key order, and what the reading did with each
// entity.
func (t *reading) Rows() []tokenRow {
	if t.rows != nil {
		return t.rows
	}
	at, asked := map[table.Key]table.Ticks{}, t.asked()
	for _, r := range t.stored() {
		row := tokenRow{Key: r.Key(), Year: r.Property("Year").String()}
		row.Matches = asked != nil && asked.match.Match(r)
		at[row.Key] = r.Timestamp()
		t.rows = append(t.rows, row)
	}
	t.ghosts()
	borders, cut := t.live.Borders(moviesTable), 0
	for i := range t.rows {
		r := &t.rows[i]
		for cut < len(borders) && table.CompareUTF16(borders[cut], r.Key.PartitionKey) <= 0 {
			cut++
		}
		r.Range = cut
		r.First = i == 0 || t.rows[i-1].Key.PartitionKey != r.Key.PartitionKey
		r.Begins = i == 0 || t.rows[i-1].Range != cut
		r.Outside = asked != nil && !asked.plan.Covers(r.Key)
		t.sight(r, at[r.Key])
	}
	t.mark()
	return t.rows
}

// ghosts puts entities that were deleted back in their places.
func (t *reading) ghosts() {
	for _, r := range t.results {
		if r.Command.Verb != command.Delete || !r.OK() {
			continue
		}
		i, there := slices.BinarySearchFunc(t.rows, r.Command.Key, func(r tokenRow, k table.Key) int { return r.Key.Compare(k) })
		if !there {
			t.rows = slices.Concat(t.rows[:i], []tokenRow{{Key: r.Command.Key, Gone: true}}, t.rows[i:])
		}
	}
}

// sight tells a row what the pages did with it.
func (t *reading) sight(r *tokenRow, written table.Ticks) {
	for i := range t.Pages() {
		p := &t.pages[i]
		if !p.read(r.Key) {
			continue
		}
		r.Read, r.Since = i+1, written > p.At
		if slices.ContainsFunc(p.Entities, func(e table.Entity) bool { return e.Key == r.Key }) {
			r.Returned++
			r.Page = i + 1
		}
	}
}

// mark puts the tokens at their places. One that names a place behind the last
// entity has none.
func (t *reading) mark() {
	for i := range t.pages {
		if next := t.pages[i].Next; next != nil {
			at := slices.IndexFunc(t.rows, func(r tokenRow) bool { return r.Key.Compare(next.Key()) >= 0 })
			if at >= 0 {
				t.rows[at].Bookmark, t.rows[at].Live = i+1, &t.pages[i] == t.answered()
			}
		}
	}
}
