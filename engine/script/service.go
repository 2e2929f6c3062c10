package script

import (
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// service is the Table service of a state, as its callers reach it. It keeps
// the plan and the end of the last page for the Result.
type service struct {
	state *state
	plan  *query.Plan
	stop  query.Stop
}

// Do carries out a call at the given time.
func (v *service) Do(call client.Call, now table.Ticks) client.Answer {
	s := v.state
	if call.Verb == client.CreateTable && len(s.tables.Tables()) >= MaxTables {
		return client.Answer{Refusal: table.Refuse(table.InvalidInput, "A World has at most 200 tables.")}
	}
	direct := client.Direct{Tables: s.tables, Limits: s.limits(call.Table)}
	if call.Verb == client.Query {
		return v.page(direct, call, now)
	}
	a := direct.Do(call, now)
	if call.Verb == client.Get && a.Refusal == nil {
		a.Cost = trace.Cost{Examined: 1, Returned: 1, Pages: 1, Ranges: 1}
	}
	return a
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
