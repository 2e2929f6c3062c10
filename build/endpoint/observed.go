package endpoint

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// sighting is what a request turned out to be about. The zero sighting is that it was
// not read so far.
type sighting struct {
	wire.Sight
	refused    bool
	why        record.Cause
	sampled    bool // its properties are wanted
	properties []observe.Property
	told       observe.Operation // what the stream is told of it
}

// note keeps what outlives the request. A nil sighting keeps nothing.
func (s *sighting) note(seen wire.Sight) {
	if s == nil {
		return
	}
	if s.sampled {
		s.properties = propertiesOf(seen.Entity)
	}
	s.Sight = seen
	s.Entity = table.Entity{}
}

// mostProperties is how many properties of a request are told.
const mostProperties = 24

func propertiesOf(e table.Entity) (out []observe.Property) {
	for _, p := range e.Properties[:min(len(e.Properties), mostProperties)] {
		out = append(out, observe.Property{Name: strings.Clone(p.Name), Type: p.Value.Type().String(), Text: strings.Clone(p.Value.String())})
	}
	return out
}

// observed does a request and tells the stream about it.
func observed(ctx context.Context, e *Endpoint, req wire.Request) wire.Response {
	told := e.options.Stream
	began := told.Now()
	seen := e.sightings.Get().(*sighting)
	defer e.sightings.Put(seen)
	*seen = sighting{sampled: told.Sampled()}
	resp := handle(ctx, e, req, seen)
	seen.operation()
	op := &seen.told
	op.Status, op.At, op.Bytes = resp.Status, told.Now(), len(req.Body)+len(resp.Body)
	op.Micros = op.At - began
	told.Add(op)
	return resp
}

// operation makes of it what the stream is told.
func (s *sighting) operation() {
	s.told = observe.Operation{Kind: kindOf(s.Kind), Table: s.Table, PartitionKey: s.Key.PartitionKey, RowKey: s.Key.RowKey,
		Spread: !s.HasKey, Refused: s.refused, Why: s.why, Entities: s.Entities, Examined: s.Examined, Returned: s.Returned,
		Plan: s.Plan, Filter: s.Filter, Properties: s.properties}
	if s.told.Kind == observe.Query {
		s.told.Spread = s.Plan > query.PartitionScan
	}
}

func kindOf(k wire.Kind) observe.Kind {
	switch k {
	case wire.InsertEntity:
		return observe.Insert
	case wire.UpdateEntity, wire.InsertOrReplaceEntity:
		return observe.Replace
	case wire.MergeEntity, wire.InsertOrMergeEntity:
		return observe.Merge
	case wire.DeleteEntity:
		return observe.Delete
	case wire.GetEntity:
		return observe.Get
	case wire.QueryEntities:
		return observe.Query
	case wire.EntityGroupTransaction:
		return observe.Batch
	}
	return observe.Other
}

// throttled tells the stream of a request that a fault refuses.
func throttled(e *Endpoint, op wire.Operation) {
	if e.options.Stream.Active() {
		seen := sighting{Sight: wire.Sight{Operation: op, Entities: max(1, op.Changes)}, refused: true, why: record.RangeFull}
		seen.operation()
		seen.told.Status, seen.told.At = http.StatusServiceUnavailable, e.options.Stream.Now()
		e.options.Stream.Add(&seen.told)
	}
}

// share lets pages of other addresses read what follows: those of this machine, and
// the site wherever it is hosted. What they may read is up to the token.
func share(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if !mayListen(origin) {
		return
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Vary", "Origin")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET")
		h.Set("Access-Control-Allow-Headers", "Authorization, Last-Event-ID")
		h.Set("Access-Control-Allow-Private-Network", "true")
		h.Set("Access-Control-Max-Age", "600")
	}
}

// mayListen reports whether an origin is one of this machine or a hosted site, which
// is served over HTTPS.
func mayListen(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && IsLoopback(u.Host))
}
