package endpoint

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/keyrange/keyrange/build/fault"
	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// serveFaulty answers a request while there are rules of faults.
func (e *Endpoint) serveFaulty(w http.ResponseWriter, r *http.Request) {
	began := e.begin()
	req, resp, rule, cut := takeFaulty(e, r)
	if e.access != nil {
		e.access.note(r, req, resp, began, rule.String())
	}
	switch cut {
	case whole:
		send(w, resp)
	case half:
		text := rawText(resp)
		hangUp(w, text[:len(text)/2], false)
	case nothing:
		hangUp(w, "", false)
	case torn:
		hangUp(w, "", true)
	}
}

// takeFaulty reads a request and does it as far as its fault lets it. Its body is
// read before its sender is known, because a rule may be for a key that stands
// there; what is not for this endpoint at all is not read, and no rule is for it.
func takeFaulty(e *Endpoint, r *http.Request) (req wire.Request, resp wire.Response, rule fault.Rule, sent cut) {
	req = headOf(r)
	if resp, refused := turnedAway(e, r, req); refused {
		return req, resp, rule, whole
	}
	var err error
	if req.Body, err = bodyOf(r); err != nil {
		return req, timedOut, rule, whole
	}
	s := wire.Service{Name: access.DevelopmentAccount}
	op := s.Describe(req)
	rule, _ = e.options.Faults.Decide(op)
	resp, sent = e.spoil(r.Context(), rule, req, op)
	return req, resp, rule, sent
}

// cut is how much of an answer is sent.
type cut uint8

const (
	whole cut = iota
	half
	nothing // and the connection ends
	torn    // and it is reset
)

// spoil does a request as far as its fault lets it. The zero Rule lets it be done.
func (e *Endpoint) spoil(ctx context.Context, rule fault.Rule, req wire.Request, op wire.Operation) (wire.Response, cut) {
	switch rule.Kind {
	case fault.LostRequest:
		return wire.Response{}, nothing
	case fault.Reset:
		return wire.Response{}, torn
	case fault.LostResponse:
		return e.Handle(ctx, req), nothing
	case fault.HalfResponse:
		return e.Handle(ctx, req), half
	case fault.Delay:
		pause(ctx, rule.For)
	case fault.Rival:
		e.rival(op)
	case fault.Skew:
		return e.skewed(ctx, req, table.Ticks(rule.For/100)), whole
	case fault.SplitRange, fault.MoveRange, fault.FailServer, fault.ReviveServer:
		doDeed(e.options.Door, rule)
	case fault.Internal, fault.Busy, fault.Timeout, fault.Throttle:
		if rule.Done {
			e.Handle(ctx, req)
		}
		if rule.Kind == fault.Busy || rule.Kind == fault.Throttle {
			throttled(e, op)
		}
		return e.refuse(req, errorOf(rule.Kind)), whole
	}
	return e.Handle(ctx, req), whole
}

// CheckFaults refuses rules that the model behind a door, nil for none, cannot follow.
func CheckFaults(rules []fault.Rule, d *frontdoor.Door) error {
	for _, r := range rules {
		switch {
		case r.Kind.Models() && d == nil:
			return fmt.Errorf("%q is done to a model of the service: start the endpoint with -load", r)
		case d != nil && r.Server >= d.Servers():
			return fmt.Errorf("%q: there are %d servers, numbered from 0", r, d.Servers())
		}
	}
	return nil
}

// doDeed does to the model what a rule says. What makes no sense to it, such as a
// server that is not there, changes nothing.
func doDeed(d *frontdoor.Door, rule fault.Rule) {
	if d == nil {
		return
	}
	k, server := keyed.Key{Table: rule.Table, PartitionKey: rule.Key}, int32(rule.Server)
	switch rule.Kind {
	case fault.SplitRange:
		d.Split(k)
	case fault.MoveRange:
		d.Move(k, server)
	case fault.FailServer:
		d.Fail(server)
	case fault.ReviveServer:
		d.Revive(server)
	}
}

// errorOf is the error of the service that a fault stands for (Common REST API
// error codes, REST reference).
func errorOf(k fault.Kind) *wire.Refusal {
	switch k {
	case fault.Busy, fault.Throttle:
		return wire.Refuse(wire.ServerBusy, "The server is busy.")
	case fault.Timeout:
		return wire.Refuse(wire.OperationTimedOut, "Operation could not be completed within the specified time.")
	}
	return wire.Refuse(wire.InternalError, "Server encountered an internal error. Please try again after some time.")
}

// pause waits, but not for a client that is gone.
func pause(ctx context.Context, while time.Duration) {
	timer := time.NewTimer(while)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// rival writes the entity that a request is about, as another client would who
// comes first: what is there gets another version, and what is not there is.
func (e *Endpoint) rival(op wire.Operation) {
	if !op.HasKey {
		return
	}
	s := wire.Service{Name: access.DevelopmentAccount}
	touch := table.Change{Action: table.ActionInsertOrMerge, Entity: table.Entity{Key: op.Key}}
	e.change(wire.Trusted(s.ChangeRequest(op.Table, touch)), nil)
}

// skewed does a request whose sender is judged by a clock that is off.
func (e *Endpoint) skewed(ctx context.Context, req wire.Request, off table.Ticks) wire.Response {
	if !e.options.Open {
		e.mu.Lock()
		h := e.held
		now, _ := e.tick()
		e.mu.Unlock()
		s := h.readers.Get().(*reader)
		admitted, resp, ok := s.Admit(req, now+off)
		h.readers.Put(s)
		if !ok {
			return resp
		}
		req = admitted
	}
	return e.Handle(ctx, req)
}

// hangUp sends a text and ends the connection, by a reset if it is to be torn.
func hangUp(w http.ResponseWriter, text string, torn bool) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // which ends the connection too
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(lingerTime))
	io.WriteString(conn, text)
	inner := conn
	if p, ok := conn.(*placed); ok {
		inner = p.Conn
	}
	if tcp, ok := inner.(*net.TCPConn); ok && torn {
		tcp.SetLinger(0)
	}
}
