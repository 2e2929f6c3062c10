package wire

import (
	"github.com/keyrange/keyrange/engine/table"
)

// readEntity reads the body of a write. room is where its properties go.
func (c *call) readEntity(room []table.Property) (table.Entity, *Refusal) {
	e := table.Entity{Key: c.op.Key, Properties: room}
	m, err := readMembers(c.req.Body, c.service.members)
	c.service.members = m.list
	if err != nil {
		return e, err
	}
	return e, m.entity(&e, c.op.Kind == InsertEntity)
}

// check refuses a write outside the keys that the request may touch.
func (g Grant) check(k table.Key) *Refusal {
	if g.Allows(k) {
		return nil
	}
	return RefuseUnauthorized()
}

// insertEntity is Insert Entity.
func (c *call) insertEntity() (answer, *Refusal) {
	e, err := c.readEntity(c.service.properties[:0])
	c.service.properties = e.Properties[:0]
	if err == nil {
		err = c.grant.check(e.Key)
	}
	if err != nil {
		return answer{}, err
	}
	saw(c, e)
	t, err := c.openTable()
	if err != nil {
		return answer{}, closedTable(table.Change{Action: table.ActionInsert, Entity: e}, err)
	}
	tag, refused := t.Insert(e, c.now)
	if refused != nil {
		return answer{}, RefusalOf(refused)
	}
	return c.inserted(t, e.Key, tag), nil
}

// inserted answers an insert: with the entity, unless the client prefers none.
func (c *call) inserted(t *table.Table, k table.Key, tag table.ETag) answer {
	a := answer{status: 201, etag: tag, preference: c.preference(), location: c.location(k)}
	if a.preference == returnNoContent {
		a.status = 204
		return a
	}
	row, _ := t.Row(k)
	a.contentType, a.body = c.format.contentType(), c.entityBody(row, options{})
	return a
}

// location is the URL of an entity.
func (c *call) location(k table.Key) string {
	to := make([]byte, 0, len(c.base)+len(c.op.Table)+len(k.PartitionKey)+len(k.RowKey)+40)
	to = append(append(append(to, c.base...), '/'), c.op.Table...)
	return string(appendAddress(to, k.PartitionKey, k.RowKey))
}

// entityBytes is room for the JSON of an entity of usual size.
const entityBytes = 512

// entityBody is the JSON of one entity.
func (c *call) entityBody(row table.Row, o options) []byte {
	e := c.newEncoder()
	if o.hasSelect {
		e.project(o.names, o.selection)
	}
	body := e.single(make([]byte, 0, entityBytes), row)
	c.service.properties = e.properties[:0]
	return body
}

// closedTable says why a write cannot be done when there is no table: what is
// wrong with the entity itself comes first.
func closedTable(change table.Change, absent *Refusal) *Refusal {
	err := table.New("").CheckTransaction(table.EntityGroupTransaction{change})
	if refused, ok := err.(*table.TransactionError); ok {
		return RefusalOf(refused.Err)
	}
	return absent
}

// getEntity is the point read of Query Entities.
func (c *call) getEntity() (answer, *Refusal) {
	var o options
	if err := o.readSelect(&c.op); err != nil {
		return answer{}, err
	}
	saw(c, table.Entity{Key: c.op.Key})
	row, found, err := c.row()
	if err != nil {
		return answer{}, absentTable(c.op.Table, err)
	}
	if !found || !c.grant.Allows(c.op.Key) {
		return answer{}, refuseAbsent()
	}
	a := answer{status: 200, etag: row.ETag(), contentType: c.format.contentType()}
	a.body = c.entityBody(row, o)
	return a, nil
}

// row finds the entity that the URL names.
func (c *call) row() (table.Row, bool, *Refusal) {
	c.service.lock()
	defer c.service.unlock()
	t, err := c.openTable()
	if err != nil {
		return table.Row{}, false, err
	}
	row, found := t.Row(c.op.Key)
	return row, found, nil
}

// absentTable turns the absence of a table of metrics into that of an entity:
// they are there, and empty.
func absentTable(name string, err *Refusal) *Refusal {
	if isAnalytics(name) {
		return refuseAbsent()
	}
	return err
}

// changeEntity does the writes that name their entity in the URL.
func (c *call) changeEntity() (answer, *Refusal) {
	change, err := c.readChange(c.service.properties[:0])
	c.service.properties = change.Entity.Properties[:0]
	if err != nil {
		return answer{}, err
	}
	saw(c, change.Entity)
	t, err := c.openTable()
	if err != nil {
		return answer{}, closedTable(change, err)
	}
	tag, refused := t.Apply(change, c.now)
	if refused != nil {
		return answer{}, RefusalOf(refused)
	}
	return answer{status: 204, etag: tag, bare: true}, nil
}

// readChange reads a write other than an insert, or, in a batch, any.
func (c *call) readChange(room []table.Property) (table.Change, *Refusal) {
	change := table.Change{Action: actionOf(c.op.Kind), Match: table.ETag(c.match)}
	if c.op.Kind == DeleteEntity {
		change.Entity.Key, change.Entity.Properties = c.op.Key, room
		return change, c.grant.check(c.op.Key)
	}
	var err *Refusal
	change.Entity, err = c.readEntity(room)
	if err == nil {
		err = c.grant.check(change.Entity.Key)
	}
	return change, err
}

func actionOf(k Kind) table.Action {
	switch k {
	case UpdateEntity:
		return table.ActionReplace
	case MergeEntity:
		return table.ActionMerge
	case InsertOrReplaceEntity:
		return table.ActionInsertOrReplace
	case InsertOrMergeEntity:
		return table.ActionInsertOrMerge
	case DeleteEntity:
		return table.ActionDelete
	}
	return table.ActionInsert
}
