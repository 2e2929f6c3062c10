package wire

import (
	"sort"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// queryEntities is Query Entities: one page of a table.
func (c *call) queryEntities() (answer, *Refusal) {
	o, err := readOptions(&c.op)
	if err != nil {
		return answer{}, err
	}
	request := query.Request{Filter: o.filter, Select: o.names, Top: o.top}
	plan, failed := request.Plan()
	if failed != nil {
		return answer{}, RefusalOf(failed)
	}
	if request.Token, err = readToken(&c.op); err != nil {
		return answer{}, err
	}
	rows, err := c.snapshot()
	if err != nil {
		return answer{}, err
	}
	page, failed := c.runPage(rows, plan, request)
	if failed != nil {
		return answer{}, RefusalOf(failed)
	}
	sawPage(c, plan, request, page)
	body, shown := c.pageBody(page, o)
	if shown < len(page.Rows) {
		next := page.Rows[shown].Key()
		page.Next = &query.ContinuationToken{NextPartitionKey: next.PartitionKey, NextRowKey: next.RowKey, HasRowKey: true}
	}
	a := answer{status: 200, contentType: c.format.contentType(), body: body}
	if next := page.Next; next != nil {
		a.extra.Add("x-ms-continuation-NextPartitionKey", next.PartitionText())
		if row, ok := next.RowText(); ok {
			a.extra.Add("x-ms-continuation-NextRowKey", row)
		}
	}
	return a, nil
}

// snapshot returns what there is to query. The tables of metrics are empty.
func (c *call) snapshot() (*table.Snapshot, *Refusal) {
	c.service.lock()
	defer c.service.unlock()
	t, err := c.openTable()
	if err == nil {
		return t.Snapshot(), nil
	}
	if isAnalytics(c.op.Table) {
		return table.New(c.op.Table).Snapshot(), nil
	}
	return nil, err
}

// runPage reads a page within the range of keys that the request may touch.
func (c *call) runPage(rows *table.Snapshot, plan query.Plan, request query.Request) (query.Page, error) {
	g, limits := c.grant, c.service.Limits
	if g.whole() {
		return query.Run(rows, plan, request, limits)
	}
	if token := request.Token; token == nil || token.Key().Compare(g.Low) < 0 {
		request.Token = &query.ContinuationToken{NextPartitionKey: g.Low.PartitionKey, NextRowKey: g.Low.RowKey, HasRowKey: true}
	}
	limits.Boundaries = g.boundaries(limits.Boundaries)
	page, err := query.Run(rows, plan, request, limits)
	if err != nil {
		return page, err
	}
	allowed := sort.Search(len(page.Rows), func(i int) bool { return !g.Allows(page.Rows[i].Key()) })
	if page.Next != nil && (allowed < len(page.Rows) || !g.Allows(page.Next.Key())) {
		page.Next = nil
	}
	page.Rows = page.Rows[:allowed]
	return page, nil
}

// boundaries ends a page behind the last granted partition, so that nothing is
// read beyond it.
func (g Grant) boundaries(inner func(table.Key) (string, bool)) func(table.Key) (string, bool) {
	if !g.Bounded {
		return inner
	}
	end := g.High.PartitionKey + "\x00"
	return func(from table.Key) (string, bool) {
		if inner != nil {
			if next, ok := inner(from); ok && table.CompareUTF16(next, end) < 0 {
				return next, true
			}
		}
		return end, true
	}
}

// pageBody is the JSON of a page, and how many of its entities are in it.
func (c *call) pageBody(page query.Page, o options) (body []byte, shown int) {
	e := c.newEncoder()
	if o.hasSelect {
		e.project(o.names, o.selection)
	}
	room := min(c.service.usualBytes, entityBytes*len(page.Rows)) + entityBytes
	body, shown = e.list(make([]byte, 0, room), page.Rows, c.service.PageBytes)
	c.service.usualBytes = max(len(body), c.service.usualBytes*3/4)
	c.service.properties = e.properties[:0]
	return body, shown
}
