package script

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// What a World shows of its state to checks and drawings. It is to be read
// only, and good until the World moves.

// Queues returns the queues in the order of their names.
func (w *World) Queues() []*queue.Queue { return w.state.queues.Queues() }

// Containers returns the containers of blobs in the order of their names.
func (w *World) Containers() []*blob.Container { return w.state.blobs.Containers() }

// Design returns the key templates that a command has given a table.
func (w *World) Design(name string) (d keys.Design, ok bool) {
	d, ok = w.state.designs[strings.ToLower(name)]
	return d, ok
}

// Borders returns the PartitionKeys at which ranges of a table begin, in
// order; the first range, which begins at the beginning, has none.
func (w *World) Borders(name string) []string {
	return slices.Clone(w.state.borders[strings.ToLower(name)])
}

// Seen returns the ETag that a client, or the console as "", has last read or
// written of an entity, which may be stale by now.
func (w *World) Seen(who, name string, k table.Key) (table.ETag, bool) {
	p := w.state.speakers[who]
	if p == nil {
		return "", false
	}
	return p.match(name, k, command.Condition{Seen: true})
}

// Tracked returns the objects that a client tracks, in the order in which they
// came to be tracked.
func (w *World) Tracked(who string) []client.Object {
	if p := w.state.speakers[who]; p != nil {
		return p.context.Objects()
	}
	return nil
}

// Habits returns how a client retries and what it does with entities that it
// reads and already tracks.
func (w *World) Habits(who string) (client.Policy, client.MergeOption) {
	if p := w.state.speakers[who]; p != nil {
		return p.policy, p.context.MergeOption
	}
	return client.NoRetry, client.AppendOnly
}

// Bookmark returns the query that next would ask, with its Token. ok is false
// when there is no next page.
func (w *World) Bookmark(who string) (c command.Command, ok bool) {
	p := w.state.speakers[who]
	if p == nil || p.cursor == nil || p.cursor.request.Token == nil {
		return command.Command{}, false
	}
	return command.Command{Client: who, Verb: command.Query, Table: p.cursor.table, Query: p.cursor.request}, true
}

// Findings returns what there is to say about the keys that an import makes of
// its data, gravest first; nothing where the import cannot be done. An import
// inserts the rows one after another, so their order is the order of arrival.
func (w *World) Findings(c command.Command) []check.Finding {
	r := &run{state: w.state, command: c}
	d, known := w.Design(c.Table)
	if c.Templated {
		d, known = r.templates()
	}
	set, readable := r.rows()
	if !known || !readable {
		return nil
	}
	pk, okPK := r.bind(d.PartitionKey, set)
	rk, okRK := r.bind(d.RowKey, set)
	if !okPK || !okRK {
		return nil
	}
	a := check.NewAnalysis(pk, rk, check.Arrival{Kind: check.RowOrder})
	for n := range set.Len() {
		p, errPK := pk.Key(importedRow{set, n}, n)
		k, errRK := rk.Key(importedRow{set, n}, n)
		if errPK == nil {
			errPK = errRK
		}
		a.Add(p, k, errPK)
	}
	return a.Findings()
}
