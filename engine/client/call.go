// Package client is what a caller of the Table service does on its own side:
// retry policies, paging loops, and a context that tracks entities, as the
// storage client library had it. Calls travel over a Network that can lose or
// delay them, so that the conflicts that a client causes itself can be shown.
//
// Read Caller first, which sends one Call and retries it, then Reading, a
// paging loop taken page by page, and Context with its SaveChanges.
//
// What always holds: time is virtual and moves only while a Caller sends;
// faults and random draws come in as values, so the same inputs give the same
// exchanges; what a client believes and what the service did are told apart,
// in Attempt and Exchange.
//
// Left out: the text of requests and their signatures (engine/wire), and load
// from many clients at once (engine/sim).
package client

import (
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Verb is what a Call asks for.
type Verb uint8

// The calls of the Table service that a client makes.
const (
	CreateTable Verb = iota
	DeleteTable
	Get
	Query
	Insert
	Replace
	Merge
	InsertOrReplace
	InsertOrMerge
	Delete
	Batch // an entity group transaction
)

var verbNames = [...]string{"create table", "delete table", "get", "query", "insert", "replace", "merge",
	"insert or replace", "insert or merge", "delete", "batch"}

// String returns the verb in words, such as "insert or merge".
func (v Verb) String() string {
	if int(v) >= len(verbNames) {
		return ""
	}
	return verbNames[v]
}

// Call is one request, before it is text.
type Call struct {
	Verb    Verb
	Table   string
	Entity  table.Entity  // of a write; for Get and Delete its Key
	Match   table.ETag    // condition of Replace, Merge and Delete
	Query   query.Request // of Query
	Changes []Call        // of Batch, writes only
}

// Answer is what the service says to a Call.
type Answer struct {
	Refusal  *table.Error // nil: done
	Failed   int          // position of the refused change, for a Batch
	ETag     table.ETag   // of the entity written
	ETags    []table.ETag // of the entities of a Batch, in the order of its changes; "" for a deletion
	Entities []table.Entity
	Next     *query.ContinuationToken
	Cost     trace.Cost
}

// Service carries out calls. A refused call changes nothing.
type Service interface {
	Do(call Call, now table.Ticks) Answer
}
