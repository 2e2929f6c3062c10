package query

import (
	"errors"
	"fmt"
	"slices"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// pair is the engine and the twin side by side.
type pair struct {
	engine    *table.Table
	twin      twin
	snapshots [slots]*table.Snapshot
	copies    [slots][]*table.Entity
	readers   [slots]reader
	seen      map[string]int // what came up: codes, kinds, reasons to stop
}

// reader pages through the live table, one page per operation, while it
// changes.
type reader struct {
	ask   *asked
	token *ContinuationToken
}

func newPair() *pair {
	p := &pair{seen: map[string]int{}, engine: table.New("twin"), twin: twin{stale: map[table.Key]table.ETag{}}}
	for i := range p.snapshots {
		p.snapshots[i] = p.engine.Snapshot()
	}
	return p
}

// do applies one operation to both and returns how they differ, or "".
func (p *pair) do(o op) string {
	switch o.verb {
	case "get":
		return p.get(o.key)
	case "query":
		return p.readAll(p.engine.Snapshot(), p.twin.entities, o.ask)
	case "querySnapshot":
		return p.readAll(p.snapshots[o.slot], p.copies[o.slot], o.ask)
	case "page":
		p.readers[o.slot] = reader{ask: o.ask}
		return p.nextPage(&p.readers[o.slot])
	case "nextPage":
		return p.nextPage(&p.readers[o.slot])
	case "snapshot":
		p.snapshots[o.slot], p.copies[o.slot] = p.engine.Snapshot(), slices.Clone(p.twin.entities)
		return ""
	case "restore":
		p.engine.Restore(p.snapshots[o.slot])
		p.twin.entities = slices.Clone(p.copies[o.slot])
		return ""
	case "check":
		return p.check()
	}
	return p.write(o)
}

func (p *pair) check() string {
	if err := p.engine.Check(); err != nil {
		return "Check: " + err.Error()
	}
	if got, want := p.engine.Len(), len(p.twin.entities); got != want {
		return fmt.Sprintf("Len: got %d, want %d", got, want)
	}
	return ""
}

// condition makes the tag of an operation from the state of the twin.
func (p *pair) condition(o op) table.ETag {
	switch o.tag {
	case "malformed":
		return "malformed"
	case "stale":
		if tag, ok := p.twin.stale[o.key]; ok {
			return tag
		}
		return table.ETagOf(firstTick - 1)
	case "right":
		if i, ok := place(p.twin.entities, o.key); ok {
			return p.twin.entities[i].ETag()
		}
		return table.ETagOf(firstTick)
	}
	return table.AnyETag
}

func (p *pair) write(o op) string {
	w := write{verb: o.verb, key: o.key, props: o.props, match: p.condition(o)}
	if o.verb == "delete" {
		w.props = nil
	}
	want := p.twin.refusal(w)
	tag, err := p.send(w, o.now)
	if got := codeOf(err); got != want {
		return fmt.Sprintf("error: got %q (%v), want %q", got, err, want)
	}
	p.seen[o.verb+" "+string(want)]++
	if want != "" {
		return ""
	}
	at, ok := tag.Version()
	if i, exists := place(p.twin.entities, o.key); o.verb != "delete" {
		late := exists && at <= p.twin.entities[i].Timestamp
		if !ok || at < o.now || late {
			return fmt.Sprintf("ETag %q is not a version after the last one at or after +%d", tag, o.now-firstTick)
		}
	}
	p.twin.apply(w, at)
	return ""
}

func (p *pair) send(w write, now table.Ticks) (table.ETag, error) {
	e := table.Entity{Key: w.key, Properties: w.props}
	switch w.verb {
	case "insert":
		return p.engine.Insert(e, now)
	case "insertOrReplace":
		return p.engine.InsertOrReplace(e, now)
	case "insertOrMerge":
		return p.engine.InsertOrMerge(e, now)
	case "replace":
		return p.engine.Replace(e, w.match, now)
	case "merge":
		return p.engine.Merge(e, w.match, now)
	}
	return "", p.engine.Delete(w.key, w.match)
}

func codeOf(err error) table.Code {
	var refused *table.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refused):
		return refused.Code
	}
	return "not a *table.Error"
}

func (p *pair) get(k table.Key) string {
	got, err := p.engine.Get(k)
	i, exists := place(p.twin.entities, k)
	if !exists {
		if codeOf(err) != table.ResourceNotFound {
			return fmt.Sprintf("got %v, want ResourceNotFound", err)
		}
		return ""
	}
	if err != nil {
		return fmt.Sprintf("got %v, want the entity", err)
	}
	return differ(&got, p.twin.entities[i])
}

func differ(got, want *table.Entity) string {
	if got.Key == want.Key && got.Timestamp == want.Timestamp && slices.Equal(got.Properties, want.Properties) {
		return ""
	}
	return fmt.Sprintf("entity: got %v, want %v", *got, *want)
}

// nextPage reads one page of the live table.
func (p *pair) nextPage(r *reader) string {
	if r.ask == nil {
		return ""
	}
	page, diff := p.readPage(p.engine.Snapshot(), p.twin.entities, r.ask, r.token)
	if r.token = page.Next; r.token == nil {
		r.ask = nil
	}
	return diff
}

// readAll reads all pages of a query from one snapshot and holds their sum
// against the entities that match and against the estimate.
func (p *pair) readAll(s *table.Snapshot, entities []*table.Entity, a *asked) string {
	var token *ContinuationToken
	var sum trace.Cost
	for range len(entities) + 2*len(a.boundaries) + 2 {
		page, diff := p.readPage(s, entities, a, token)
		if diff != "" {
			return diff
		}
		sum = sum.Add(page.Cost)
		if token = page.Next; token == nil {
			return p.settle(s, entities, a, sum)
		}
	}
	return "the pages do not end"
}

func (p *pair) settle(s *table.Snapshot, entities []*table.Entity, a *asked, sum trace.Cost) string {
	plan, _ := Request{Filter: a.text}.Plan()
	estimate := plan.Estimate(s)
	if want := len(matching(entities, a.filter)); a.top != 0 && sum.Returned != want {
		return fmt.Sprintf("all pages: got %d entities, want %d", sum.Returned, want)
	}
	if a.top != 0 && (sum.Examined != estimate.Examined || sum.Returned > estimate.Returned) {
		return fmt.Sprintf("cost: got %+v, estimated %+v", sum, estimate)
	}
	return ""
}

// readPage reads one page and holds it against the page that the twin reads
// entity by entity.
func (p *pair) readPage(s *table.Snapshot, entities []*table.Entity, a *asked, token *ContinuationToken) (Page, string) {
	request := Request{Filter: a.text, Select: a.names, Top: a.top, Token: token}
	plan, err := request.Plan()
	if err != nil {
		return Page{}, "filter refused: " + err.Error()
	}
	page, err := Run(s, plan, request, a.limits)
	if err != nil {
		return Page{}, "query refused: " + err.Error()
	}
	want := naivePage(entities, plan, a, token)
	p.seen[plan.Kind.String()]++
	p.seen[want.stop.String()]++
	if len(want.entities) == 0 && want.next != nil {
		p.seen["empty page with a token"]++
	}
	if page.Stop != want.stop || page.Cost.Examined != want.examined || (page.Next == nil) != (want.next == nil) || page.Next != nil && *page.Next != *want.next {
		return page, fmt.Sprintf("page: got stop %q next %v cost %+v, want stop %q next %v examined %d",
			page.Stop, page.Next, page.Cost, want.stop, want.next, want.examined)
	}
	if len(page.Rows) != len(want.entities) || page.Cost.Returned != len(page.Rows) || page.Cost.Pages != 1 {
		return page, fmt.Sprintf("page: got %d entities, cost %+v, want %d", len(page.Rows), page.Cost, len(want.entities))
	}
	for i, got := range page.Entities() {
		if diff := differ(&got, selected(want.entities[i], a.names)); diff != "" {
			return page, diff
		}
	}
	return page, roundTrip(page.Next)
}

// roundTrip sends a token through its text.
func roundTrip(t *ContinuationToken) string {
	if t == nil {
		return ""
	}
	pk := t.PartitionText()
	var rk *string
	if row, ok := t.RowText(); ok {
		rk = &row
	}
	if back, err := ParseToken(&pk, rk); err != nil || *back != *t {
		return fmt.Sprintf("token %+v comes back as %+v, %v", t, back, err)
	}
	return ""
}

type expected struct {
	entities []*table.Entity
	examined int
	next     *ContinuationToken
	stop     Stop
}

// naivePage takes the entities inside the plan's bounds one by one. It trusts
// the bounds, which settle holds against the filter.
func naivePage(entities []*table.Entity, plan Plan, a *asked, token *ContinuationToken) expected {
	var e expected
	low, high, bounded := plan.Range()
	if token != nil && naiveKeys(token.Key(), low) > 0 {
		low = token.Key()
	}
	if a.top == 0 || bounded && naiveKeys(low, high) >= 0 {
		return e
	}
	size := MaxPageSize
	if a.limits.PageSize > 0 {
		size = a.limits.PageSize
	}
	if a.top > 0 {
		size = min(size, a.top)
	}
	boundary, ranged := naiveBoundary(a.boundaries, low.PartitionKey)
	ranged = ranged && (!bounded || naiveKeys(table.Key{PartitionKey: boundary}, high) < 0)
	for _, c := range between(entities, low, high, bounded) {
		if ranged && naiveStrings(c.PartitionKey, boundary) >= 0 {
			break
		}
		if len(e.entities) == size || a.limits.Examined > 0 && e.examined == a.limits.Examined {
			e.next = &ContinuationToken{NextPartitionKey: c.PartitionKey, NextRowKey: c.RowKey, HasRowKey: true}
			if e.stop = TimeUp; len(e.entities) == size {
				e.stop = PageFull
			}
			return e
		}
		e.examined++
		if a.filter == nil || a.filter.holds(c) {
			e.entities = append(e.entities, c)
		}
	}
	if ranged {
		e.next, e.stop = &ContinuationToken{NextPartitionKey: boundary}, RangeBoundary
	}
	return e
}

// selected is the entity as $select shows it.
func selected(e *table.Entity, names []string) *table.Entity {
	if len(names) == 0 {
		return e
	}
	s := &table.Entity{Key: e.Key, Timestamp: e.Timestamp}
	for _, n := range names {
		if n != "RowKey" {
			s.Properties = append(s.Properties, table.Property{Name: n, Value: find(e, n)})
		}
	}
	return s
}
