package script

import (
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// Client is what one client of a World knows and how it acts, for checks and
// drawings. Of one that never spoke it is what every client begins with. It is to
// be read only, and good until the World moves.
type Client struct{ is *speaker }

// Seen returns the ETag that it has last read or written of an entity, which may
// be stale by now.
func (c Client) Seen(name string, k table.Key) (table.ETag, bool) {
	return c.is.match(name, k, command.Condition{Seen: true})
}

// Tracked returns the objects that it tracks, in the order in which they came to
// be tracked.
func (c Client) Tracked() []client.Object { return c.is.context.Objects() }

// Policy returns how it retries.
func (c Client) Policy() client.Policy { return c.is.policy }

// Bookmark returns the query that next would ask, with its Token. ok is false
// when there is no next page.
func (c Client) Bookmark() (next command.Command, ok bool) {
	at := c.is.cursor
	if at == nil || at.request.Token == nil {
		return command.Command{}, false
	}
	return command.Command{Client: c.is.name, Verb: command.Query, Table: at.table, Query: at.request}, true
}
