package wire

import (
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// Describe returns what a request asks for, its body taken into account: an insert
// has its key there, and a batch is told by the table and key of its first
// operation. Of the service it needs only the name.
func (s *Service) Describe(req Request) Operation {
	c := call{service: s, req: &req}
	c.read()
	switch {
	case len(req.Body) > MaxBody:
	case c.op.Kind == InsertEntity:
		c.op.Key, c.op.HasKey = insertedKey(req.Body)
	case c.op.Kind == EntityGroupTransaction:
		if first, changes := firstOf(&req); first != nil {
			c.op.Changes = changes
			inner := c.inner(first)
			if inner.op.Kind == InsertEntity {
				inner.op.Key, inner.op.HasKey = insertedKey(first.Body)
			}
			c.op.Table, c.op.Key, c.op.HasKey = inner.op.Table, inner.op.Key, inner.op.HasKey
		}
	}
	return c.op
}

// firstOf is the first operation of a batch, and how many change something.
func firstOf(req *Request) (first *Request, changes int) {
	b, err := readBatch(req)
	switch {
	case err != nil:
		return nil, 0
	case b.query != nil:
		return b.query, 0
	}
	return &b.changes[0], len(b.changes)
}

func insertedKey(body []byte) (table.Key, bool) {
	var e table.Entity
	m, err := readMembers(body, nil)
	if err == nil {
		err = m.entity(&e, true)
	}
	return e.Key, err == nil
}

// Trusted returns a request that is not authorised, because it is the machine's
// own.
func Trusted(req Request) Request {
	req.trusted = true
	return req
}

// Sight is what a request turned out to be about, for whoever counts requests. It is
// told while the request is done, also of one that is refused then, as long as it
// could be read so far.
type Sight struct {
	Operation
	Entities int          // that it writes or asks for by their key
	Entity   table.Entity // of an insert or update by itself, valid until Watch returns
	Plan     query.Kind   // of a query
	Examined int          // entities
	Returned int
	Filter   string
}

// saw tells of an entity that is named by its key.
func saw(c *call, e table.Entity) {
	if c.service.Watch == nil {
		return
	}
	s := Sight{Operation: c.op, Entities: 1, Entity: e}
	s.Key, s.HasKey = e.Key, true
	c.service.Watch(s)
}

// sawChanges tells of the entities of a batch, the first of which is of a table.
func sawChanges(c *call, name string, x table.EntityGroupTransaction) {
	if c.service.Watch == nil || len(x) == 0 {
		return
	}
	s := Sight{Operation: c.op, Entities: len(x)}
	s.Table, s.Key, s.HasKey = name, x[0].Entity.Key, true
	c.service.Watch(s)
}

// sawPage tells of a page of a query, whose Key is where it began to read.
func sawPage(c *call, plan query.Plan, request query.Request, page query.Page) {
	if c.service.Watch == nil {
		return
	}
	s := Sight{Operation: c.op, Plan: plan.Kind, Examined: page.Cost.Examined, Returned: len(page.Rows)}
	s.Key, _, _ = plan.Range()
	if t := request.Token; t != nil && s.Key.Compare(t.Key()) < 0 {
		s.Key = t.Key()
	}
	s.HasKey = plan.Kind <= query.PartitionScan
	s.Filter, _ = c.op.Parameter("$filter")
	c.service.Watch(s)
}
