package script

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/script/command"
)

// What a World shows of its state to checks and drawings. It is to be read
// only, and good until the World moves.

// Queues returns the queues in the order of their names.
func (w *World) Queues() []*queue.Queue { return w.state.queues.Queues() }

// Containers returns the containers of blobs in the order of their names.
func (w *World) Containers() []*blob.Container { return w.state.blobs.Containers() }

// Borders returns the PartitionKeys at which ranges of a table begin, in
// order; the first range, which begins at the beginning, has none.
func (w *World) Borders(name string) []string {
	return slices.Clone(w.state.borders[strings.ToLower(name)])
}

// Client returns what a client, or the console as "", knows and does.
func (w *World) Client(name string) Client {
	if p := w.state.speakers[name]; p != nil {
		return Client{p}
	}
	return Client{&speaker{name: name}}
}

// Findings returns what there is to say about the keys that an import makes of
// its data, gravest first; nothing where the import cannot be done. An import
// inserts the rows one after another, so their order is the order of arrival.
func (w *World) Findings(c command.Command) []check.Finding {
	r := &run{state: w.state, command: c}
	d, known := w.state.designs[strings.ToLower(c.Table)]
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
