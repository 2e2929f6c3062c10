package script

import (
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
	"github.com/keyrange/keyrange/engine/wire"
)

// service is the Table service of a state, as its callers reach it. It keeps
// the plan and the end of the last page for the Result.
type service struct {
	state *state
	plan  *query.Plan
	stop  query.Stop

	heard []heard // nil: nobody listens
	seed  uint64  // of what HTTP adds: request ids and boundaries
}

// Do carries out a call at the given time.
func (v *service) Do(call client.Call, now table.Ticks) client.Answer {
	if v.heard == nil {
		return v.do(call, now)
	}
	v.listen(call, now)
	i := len(v.heard) - 1
	v.heard[i].answer = v.do(call, now)
	return v.heard[i].answer
}

func (v *service) do(call client.Call, now table.Ticks) client.Answer {
	s := v.state
	if call.Verb == client.CreateTable && len(s.tables.Tables()) >= MaxTables {
		return client.Answer{Refusal: table.Refuse(table.InvalidInput, "A World has at most 200 tables.")}
	}
	if tooLong(call, now) {
		return client.Answer{Refusal: table.Refuse(wire.RequestBodyTooLarge,
			"The request body is too large and exceeds the maximum permissible limit.")}
	}
	direct := client.Direct{Tables: s.tables, Limits: s.limits(call.Table)}
	if _, err := s.tables.Table(call.Table, now); err != nil && call.Verb != client.CreateTable {
		v.plan = nil
		return closed(call, direct.Do(call, now))
	}
	if call.Verb == client.Query {
		return v.page(direct, call, now)
	}
	a := direct.Do(call, now)
	if call.Verb == client.Get && a.Refusal == nil {
		a.Cost = trace.Cost{Examined: 1, Returned: 1, Pages: 1, Ranges: 1}
	}
	return a
}

// tooLong reports whether the body of a call is longer than the service reads.
// Its text is made only where it could be: a byte of a value becomes six at
// most.
func tooLong(call client.Call, now table.Ticks) bool {
	most := 0
	count := func(c client.Call) {
		for _, p := range c.Entity.Properties {
			most += 128 + 6*(len(p.Name)+len(p.Value.Bytes()))
		}
	}
	count(call)
	for _, c := range call.Changes {
		most += 4096
		count(c)
	}
	return most > wire.MaxBody && len(requestOf(call, now).Body) > wire.MaxBody
}

// page answers one page of a query and keeps how it was read.
func (v *service) page(direct client.Direct, call client.Call, now table.Ticks) client.Answer {
	v.plan = nil
	t, err := v.state.tables.Table(call.Table, now)
	if err != nil {
		return direct.Do(call, now)
	}
	plan, err := call.Query.Plan()
	if err != nil {
		return direct.Do(call, now)
	}
	page, err := query.Run(t.Snapshot(), plan, call.Query, direct.Limits)
	if err != nil {
		return direct.Do(call, now)
	}
	v.plan, v.stop = &plan, page.Stop
	return client.Answer{Entities: page.Entities(), Next: page.Next, Cost: page.Cost}
}

// closed returns the answer of a service whose table is not there: what is
// wrong with the request itself comes first.
func closed(call client.Call, absent client.Answer) client.Answer {
	switch call.Verb {
	case client.CreateTable, client.DeleteTable, client.Get:
		return absent
	case client.Query:
		scratch := table.NewAccount()
		scratch.Create("scratch", 0) // the name is legal
		call.Table = "scratch"
		if a := (client.Direct{Tables: scratch}).Do(call, 0); a.Refusal != nil {
			return a
		}
		return absent
	}
	x, err := call.Transaction()
	if err == nil {
		err = table.New("").CheckTransaction(x)
	}
	refused, ok := err.(*table.TransactionError)
	switch {
	case ok && call.Verb == client.Batch:
		return client.Answer{Refusal: table.Refuse(refused.Err.Code, refused.Message()), Failed: refused.Index}
	case ok:
		return client.Answer{Refusal: refused.Err}
	case call.Verb == client.Batch:
		absent.Refusal = table.Refuse(absent.Refusal.Code, "0:"+absent.Refusal.Message)
	}
	return absent
}
