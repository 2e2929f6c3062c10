package wire

import "github.com/keyrange/keyrange/engine/table"

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
		if first := firstOf(&c); first != nil {
			inner := c.inner(first)
			if inner.op.Kind == InsertEntity {
				inner.op.Key, inner.op.HasKey = insertedKey(first.Body)
			}
			c.op.Table, c.op.Key, c.op.HasKey = inner.op.Table, inner.op.Key, inner.op.HasKey
		}
	}
	return c.op
}

func firstOf(c *call) *Request {
	b, err := c.readBatch()
	switch {
	case err != nil:
		return nil
	case b.query != nil:
		return b.query
	}
	return &b.changes[0]
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
