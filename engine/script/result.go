package script

import (
	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/queue"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Result is what a command did. It shares nothing with the World that changes
// later.
type Result struct {
	Command command.Command
	Began   table.Ticks // the clock before
	Ended   table.Ticks // and after

	// Exchanges are the calls to the Table service in the order in which they
	// were made, each with its attempts and what the service said: what the
	// request and response are made from. One of the console has one attempt
	// and takes no time.
	Exchanges []client.Exchange
	// Late are requests that were under way and reached the service while
	// the clock moved.
	Late []client.Arrival

	// Refusal is the service's refusal of the last call, with its own code
	// and message, nil if there is none.
	Refusal *table.Error
	// Mistake says in a plain sentence why nothing was sent or done: the client
	// library refused, or the command does not fit the World. "" if all is well.
	Mistake string
	// Hint says in a plain sentence what may be meant, where the words of the
	// service do not: "" for nothing to say.
	Hint string
	// Unanswered reports that the speaker has no answer to its last call and
	// cannot know whether it was done.
	Unanswered bool

	Range     int                      // in which the page was read or the write landed, from 1; 0: the table is one
	Ranges    int                      // of the table, 0 where Range is
	ETag      table.ETag               // of the entity written or read
	Entities  []table.Entity           // read by get, or the page of a query; all pages of read
	Plan      *query.Plan              // of a query
	Stop      query.Stop               // why the page ended, if Plan is there
	Next      *query.ContinuationToken // of the last page; nil: there is none
	Select    []string                 // as in the query
	Cost      trace.Cost               // of all calls together
	Saved     []client.Saved           // what became of each pending change, of save
	Import    *Imported                // of import
	Messages  []queue.Message          // of the queue commands
	Blobs     []blob.Blob              // of the blob commands
	Simulated *simulated.Outcome       // of simulate
}

// OK reports whether the command did what it says: no refusal, no mistake, and
// an answer.
func (r Result) OK() bool { return r.Refusal == nil && r.Mistake == "" && !r.Unanswered }

// Imported is what became of the rows of an import.
type Imported struct {
	Rows     int // read
	Inserted int
	Left     int          // read, and not a data row that can be stored
	Reasons  []LeftReason // why rows were left out, the first reason first
}

// LeftReason is one reason why rows were left out.
type LeftReason struct {
	Code    table.Code // of the service; "" when the row has no key
	Message string     // of the first such row
	Row     int        // the first such row, from 1
	Count   int
}
