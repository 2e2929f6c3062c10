package client

import (
	"errors"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// Direct is a Service that is an account itself, without the text of requests
// in between.
type Direct struct {
	Tables *table.Account
	Limits query.Limits // when pages end, besides $top
}

var actions = map[Verb]table.Action{
	Insert: table.ActionInsert, Replace: table.ActionReplace, Merge: table.ActionMerge,
	InsertOrReplace: table.ActionInsertOrReplace, InsertOrMerge: table.ActionInsertOrMerge, Delete: table.ActionDelete,
}

// Do carries out a call at the given time.
func (d Direct) Do(call Call, now table.Ticks) Answer {
	switch call.Verb {
	case CreateTable:
		_, err := d.Tables.Create(call.Table, now)
		return refused(err)
	case DeleteTable:
		return refused(d.Tables.Delete(call.Table, now))
	}
	t, err := d.Tables.Table(call.Table, now)
	if err != nil {
		return refused(err)
	}
	switch call.Verb {
	case Get:
		e, err := t.Get(call.Entity.Key)
		if err != nil {
			return refused(err)
		}
		return Answer{ETag: e.ETag(), Entities: []table.Entity{e}}
	case Query:
		return d.page(t, call.Query)
	}
	return execute(t, call, now)
}

// page answers one page of a query.
func (d Direct) page(t *table.Table, request query.Request) Answer {
	plan, err := request.Plan()
	if err != nil {
		return refused(err)
	}
	page, err := query.Run(t.Snapshot(), plan, request, d.Limits)
	if err != nil {
		return refused(err)
	}
	return Answer{Entities: page.Entities(), Next: page.Next, Cost: page.Cost}
}

// execute carries out one write or a transaction.
func execute(t *table.Table, call Call, now table.Ticks) Answer {
	x, refusal := call.Transaction()
	if refusal != nil {
		return refused(refusal)
	}
	tags, err := t.Execute(x, now)
	if call.Verb == Batch {
		a := refused(err)
		a.ETags = tags
		return a
	}
	if err != nil {
		var refusal *table.Error
		errors.As(err, &refusal)
		return Answer{Refusal: refusal}
	}
	return Answer{ETag: tags[0]}
}

// Transaction returns the changes of a Batch, or a write as the only change.
// A change of another table than the Batch is refused: it belongs to another
// entity group. What is wrong with a change before it comes first, as the
// service reads operations in order. The error is a *table.TransactionError.
func (c Call) Transaction() (table.EntityGroupTransaction, error) {
	if c.Verb != Batch {
		return table.EntityGroupTransaction{{Action: actions[c.Verb], Entity: c.Entity, Match: c.Match}}, nil
	}
	x := make(table.EntityGroupTransaction, len(c.Changes))
	for i, change := range c.Changes {
		x[i] = table.Change{Action: actions[change.Verb], Entity: change.Entity, Match: change.Match}
		if !sameTable(change.Table, c.Table) {
			return nil, elsewhere(x, i)
		}
	}
	return x, nil
}

// elsewhere refuses the change at index i, which is of another table than those
// before it.
func elsewhere(x table.EntityGroupTransaction, i int) error {
	if i > 0 {
		if err := table.New("").CheckTransaction(x[:i]); err != nil {
			return err
		}
	}
	return &table.TransactionError{Index: i, Operations: len(x), Err: table.Refuse(
		table.CommandsInBatchActOnDifferentPartitions, "All commands in a batch must operate on same entity group.")}
}

// refused returns the answer for an error of the engine, or for none.
func refused(err error) Answer {
	var transaction *table.TransactionError
	var syntax *filter.Error
	var refusal *table.Error
	switch {
	case err == nil:
		return Answer{}
	case errors.As(err, &transaction):
		return Answer{Refusal: table.Refuse(transaction.Err.Code, transaction.Message()), Failed: transaction.Index}
	case errors.As(err, &syntax):
		return Answer{Refusal: table.Refuse(syntax.Code, syntax.Message)}
	case errors.As(err, &refusal):
		return Answer{Refusal: refusal}
	}
	return Answer{Refusal: table.Refuse(InternalError, "Server encountered an internal error. Please try again after some time.")}
}
