package script

import (
	"slices"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// accountName is the storage account of every World, as it shows in requests
// and responses.
const accountName = "keyrange"

// Message is one request on its way to the Table service, and its response.
type Message struct {
	Call     client.Call
	Sent     table.Ticks // 0 for a late request that an earlier command sent
	Request  wire.Request
	Reached  bool        // the service got the request
	At       table.Ticks // when it did
	Response wire.Response
	Heard    bool // the caller got the response
}

// RequestOf returns a call as the HTTP request that is sent at the given time,
// as Traffic shows it.
func RequestOf(call client.Call, sent table.Ticks) wire.Request { return requestOf(call, sent) }

// Traffic returns what command n sent over the network, as HTTP and in the
// order of its Exchanges and their attempts, and then the late requests of
// earlier commands that arrived meanwhile. n must be from 0 to Len-1. The
// World stays where it is.
//
// The responses are those that package wire gives for the requests at the
// moment of their arrival, so they agree with the Result. Commands on queues
// and blobs, and imports, show no traffic.
func (w *World) Traffic(n int) []Message {
	at := w.at
	w.Seek(n)
	r := &run{state: w.state, command: w.Command(n).Copy()}
	r.service = &service{state: w.state, heard: []heard{}, seed: w.seed + uint64(n)}
	r.perform()
	w.state.restore(w.tree.Get(0).mark) // the command was done beside the log
	w.at, w.since = 0, 0
	w.Seek(at)
	return r.service.messages(r.result)
}

// heard is a call that reached the service while a run was listened to.
type heard struct {
	call     client.Call
	at       table.Ticks
	response wire.Response
	answer   client.Answer // that of the service itself
	used     bool
}

// listen answers a call as HTTP and leaves the tables as they were.
func (v *service) listen(call client.Call, now table.Ticks) {
	before := v.state.tables.Snapshot()
	v.heard = append(v.heard, heard{call: call, at: now, response: v.serve(requestOf(call, now), call, now, nil)})
	v.state.tables.Restore(before)
}

func (v *service) serve(r wire.Request, call client.Call, now table.Ticks, authorize wire.Authorizer) wire.Response {
	v.seed++
	s := wire.New(accountName, v.state.tables, v.seed)
	s.Limits, s.Authorize = v.state.limits(call.Table), authorize
	return s.Serve(r, now)
}

// messages pairs the attempts of a result with what the service heard.
func (v *service) messages(r Result) []Message {
	var list []Message
	for _, x := range r.Exchanges {
		for _, a := range x.Attempts {
			m := Message{Call: x.Call, Sent: a.Sent, Request: requestOf(x.Call, a.Sent), Reached: a.Arrived > 0, At: a.Arrived, Heard: a.Answered}
			switch {
			case a.Fault.Kind == client.Busy && m.Reached:
				m.Response = v.serve(m.Request, x.Call, a.Arrived, refuseBusy)
			case m.Reached:
				m.Response = v.response(x.Call, a.Arrived, a.Answer)
			}
			list = append(list, m)
		}
	}
	for _, late := range lateOf(r) {
		list = append(list, Message{Call: late.Call, Request: requestOf(late.Call, late.At), Reached: true, At: late.At,
			Response: v.response(late.Call, late.At, late.Answer)})
	}
	return list
}

// lateOf returns the requests of earlier commands that arrived while the
// command was done: during its calls, and while the clock moved.
func lateOf(r Result) []client.Arrival {
	var list []client.Arrival
	for _, x := range r.Exchanges {
		for _, late := range x.Late {
			own := func(a client.Attempt) bool { return a.Number == late.Attempt }
			if !slices.ContainsFunc(x.Attempts, own) {
				list = append(list, late)
			}
		}
	}
	return append(list, r.Late...)
}

func refuseBusy(wire.Request, wire.Operation) (wire.Grant, *wire.Refusal) {
	return wire.Grant{}, wire.Refuse(wire.ServerBusy, "The server is currently unable to receive requests. Please retry your request.")
}

// response returns what the service said to a call that arrived at the given
// time, each answer once. Calls of several senders may arrive together: the
// answer tells which is meant.
func (v *service) response(call client.Call, at table.Ticks, answer client.Answer) wire.Response {
	for i := range v.heard {
		h := &v.heard[i]
		if !h.used && h.at == at && h.call.Verb == call.Verb && h.call.Table == call.Table && h.call.Entity.Key == call.Entity.Key &&
			h.answer.Refusal == answer.Refusal {
			h.used = true
			return h.response
		}
	}
	return wire.Response{}
}
