package endpoint

import (
	"context"

	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// loaded is an endpoint whose requests wait for the model of the service.
type loaded struct{ *Endpoint }

// handle answers a request once the model of the service lets it pass. Who may
// not do what it asks for is told at once, as the front end does; what has no
// PartitionKey waits for no range.
func (e loaded) handle(ctx context.Context, req wire.Request, seen *sighting) wire.Response {
	if !e.options.Open && !req.Admitted() {
		admitted, resp, ok := e.authorise(req)
		if !ok {
			return resp
		}
		req = admitted
	}
	s := wire.Service{Name: access.DevelopmentAccount}
	op := s.Describe(req)
	switch {
	case op.Kind == wire.QueryEntities:
		return e.query(ctx, req, seen)
	case op.Kind == wire.DeleteTable:
		resp := do(ctx, e.Endpoint, req, seen)
		if resp.Status < 300 {
			e.options.Door.Forget(op.Table)
		}
		return resp
	case !op.HasKey || !e.hasTable(op.Table):
		return do(ctx, e.Endpoint, req, seen)
	}
	what, entities := demandOf(op)
	k := keyed.Key{Table: op.Table, PartitionKey: op.Key.PartitionKey}
	if refusal := e.pass(ctx, k, what, entities, seen); refusal != nil {
		seen.note(wire.Sight{Operation: op, Entities: entities})
		return e.refuse(req, refusal)
	}
	return do(ctx, e.Endpoint, req, seen)
}

// demandOf is what an operation is to the model: a write, and of how many entities,
// or a read.
func demandOf(op wire.Operation) (what service.Operation, entities int) {
	switch op.Kind {
	case wire.GetEntity:
		return service.Get, 1
	case wire.DeleteEntity:
		return service.Delete, 1
	case wire.EntityGroupTransaction:
		if op.Changes == 0 {
			return service.Get, 1
		}
		return service.Insert, op.Changes
	}
	return service.Insert, 1
}

// query reads a page of a query and lets its answer wait for as long as the
// model takes for the entities that it examined.
func (e loaded) query(ctx context.Context, req wire.Request, seen *sighting) wire.Response {
	if seen == nil {
		seen = &sighting{}
	}
	resp := do(ctx, e.Endpoint, req, seen)
	if resp.Status != 200 {
		return resp
	}
	k := keyed.Key{Table: seen.Table, PartitionKey: seen.Key.PartitionKey}
	if refusal := e.pass(ctx, k, service.Get, seen.Examined, seen); refusal != nil {
		return e.refuse(req, refusal)
	}
	return resp
}

// pass waits for the model, and returns how it refuses.
func (e loaded) pass(ctx context.Context, k keyed.Key, what service.Operation, entities int, seen *sighting) *wire.Refusal {
	o := e.options.Door.Pass(ctx, k, what, entities)
	if seen != nil && o.Verdict != frontdoor.Served {
		seen.refused, seen.why = true, o.Why
	}
	switch {
	case o.Verdict == frontdoor.Served:
		return nil
	case o.Verdict == frontdoor.TimedOut:
		return wire.Refuse(wire.OperationTimedOut, "The operation could not be completed within the permitted time.")
	case o.Why == record.AccountLimit:
		return wire.Refuse(wire.ServerBusy, "Operations per second is over the account limit.")
	}
	return wire.Refuse(wire.ServerBusy, "The server is currently unable to receive requests. Please retry your request.")
}

// authorise admits a request that was not admitted when its header came.
func (e loaded) authorise(req wire.Request) (wire.Request, wire.Response, bool) {
	e.mu.Lock()
	h := e.held
	now, _ := e.tick()
	e.mu.Unlock()
	r := h.readers.Get().(*reader)
	defer h.readers.Put(r)
	return r.Admit(req, now)
}

// hasTable reports whether a table is there: a request for one that is not waits for
// nothing.
func (e loaded) hasTable(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, err := e.held.tables.Table(name, e.last)
	return err == nil
}

// boundariesOf ends the pages of a query where the ranges of the moving map do.
func (e loaded) boundariesOf(req wire.Request) func(from table.Key) (next string, ok bool) {
	s := wire.Service{Name: access.DevelopmentAccount}
	name := s.Describe(req).Table
	return func(from table.Key) (string, bool) {
		return e.options.Door.Boundary(keyed.Key{Table: name, PartitionKey: from.PartitionKey})
	}
}
