package script

import (
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// Ask returns one page of a query as HTTP, as Traffic does, but answered by
// the given tables as they are and beside any World. It changes nothing.
func Ask(name string, request query.Request, tables *table.Account, now table.Ticks) Message {
	s := newState(uint64(now), now, nil)
	s.tables = tables
	v := &service{state: s, seed: s.random}
	call := client.Call{Verb: client.Query, Table: name, Query: request}
	m := Message{Call: call, Sent: now, Request: requestOf(call, now), Reached: true, At: now, Heard: true}
	m.Response = v.serve(m.Request, call, now, nil)
	return m
}
