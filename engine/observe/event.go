package observe

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/sim/record"
)

// Version is that of the form of Events and Recordings. A reader refuses others.
const Version = 1

// Path is where an endpoint streams its Events, one in each server-sent event.
const Path = "/keyrange/live"

// ID names a tick among those of all who count.
func ID(run string, seq uint64) string { return run + "-" + strconv.FormatUint(seq, 10) }

// Event is what was counted in one tick. It stands by itself: nothing in it needs
// an earlier one.
//
// What always holds of one that Check accepts: the rows begin at "" and ascend; the
// requests of all rows and Total.Spread add up to Total.Sent.
type Event struct {
	Version int    `json:"v"`
	Run     string `json:"run,omitempty"`   // names whoever counts; another one counts from the start
	Start   int64  `json:"start,omitempty"` // time 0 in milliseconds since 1970, where that is known
	Seq     uint64 `json:"seq"`             // counts the ticks
	At      int64  `json:"at"`              // microseconds since time 0, where the tick ends
	Span    int64  `json:"for"`             // how long it was

	Total      Totals       `json:"total"`
	Latency    []int64      `json:"ms,omitempty"` // of what was not refused: steps of a record.Histogram, each with its count
	Rows       []Row        `json:"rows"`
	Keys       []KeyCount   `json:"keys,omitempty"`    // the busiest, busiest first
	Floor      int64        `json:"floor,omitempty"`   // the most requests of a key that is not named
	Queries    []QueryCount `json:"queries,omitempty"` // those that examined most, most first
	QueryFloor int64        `json:"queryFloor,omitempty"`
	Sample     []Seen       `json:"sample,omitempty"`

	Service *Service `json:"service,omitempty"` // where a model of the service answers
	Marks   []string `json:"marks,omitempty"`   // that somebody set in this tick
}

// Totals are the counts of a tick.
type Totals struct {
	Sent     int64                `json:"sent"`             // requests
	Refused  [record.Causes]int64 `json:"refused"`          // requests, by record.Cause
	Failed   int64                `json:"failed,omitempty"` // requests with an error of their own, such as 404 and 409
	Spread   int64                `json:"spread,omitempty"` // requests about more than one PartitionKey or none, which are in no row
	Entities int64                `json:"entities,omitempty"`
	Batches  int64                `json:"batches,omitempty"`
	Batched  int64                `json:"batched,omitempty"` // entities of the batches
	Largest  int64                `json:"largest,omitempty"` // entities of the largest batch
	Examined int64                `json:"examined,omitempty"`
	Returned int64                `json:"returned,omitempty"`
	Bytes    int64                `json:"bytes,omitempty"`
	Kinds    [Kinds]int64         `json:"kinds"` // requests, by Kind
}

func (t *Totals) add(o *Operation) {
	t.Sent++
	t.Kinds[o.Kind]++
	t.Entities += int64(max(1, o.Entities))
	t.Bytes += int64(o.Bytes)
	t.Examined += int64(o.Examined)
	t.Returned += int64(o.Returned)
	switch {
	case o.Refused:
		t.Refused[o.Why]++
	case o.failed():
		t.Failed++
	}
	if o.Kind == Batch {
		t.Batches++
		t.Batched += int64(o.Entities)
		t.Largest = max(t.Largest, int64(o.Entities))
	}
}

// AllRefused is the number of refused requests.
func (t *Totals) AllRefused() (n int64) {
	for _, of := range t.Refused {
		n += of
	}
	return n
}

// Plus adds the counts of another tick.
func (t *Totals) Plus(u *Totals) {
	for i := range t.Refused {
		t.Refused[i] += u.Refused[i]
	}
	for i := range t.Kinds {
		t.Kinds[i] += u.Kinds[i]
	}
	t.Sent, t.Failed, t.Spread, t.Entities = t.Sent+u.Sent, t.Failed+u.Failed, t.Spread+u.Spread, t.Entities+u.Entities
	t.Batches, t.Batched, t.Largest = t.Batches+u.Batches, t.Batched+u.Batched, max(t.Largest, u.Largest)
	t.Examined, t.Returned, t.Bytes = t.Examined+u.Examined, t.Returned+u.Returned, t.Bytes+u.Bytes
}

// Row is what was asked of the places from Low up to the next row.
type Row struct {
	Low      string `json:"k"`
	Sent     int64  `json:"n,omitempty"`
	Refused  int64  `json:"x,omitempty"`
	Entities int64  `json:"e,omitempty"`
}

// KeyCount is how much one place was asked for. The requests are Sent, of which at
// most Error are another's; Refused and Entities may be too low by as many.
type KeyCount struct {
	Place    string `json:"k"`
	Sent     int64  `json:"n"`
	Error    int64  `json:"err,omitempty"`
	Refused  int64  `json:"x,omitempty"`
	Entities int64  `json:"e,omitempty"`

	// Latency has the microseconds within which a half, 95 % and 99 % of the requests
	// were answered that were not refused, where whoever counts knows them by key.
	Latency []int64 `json:"ms,omitempty"`
}

// QueryCount is what queries of one shape cost.
type QueryCount struct {
	Table    string `json:"table"`
	Shape    string `json:"shape"`
	Filter   string `json:"filter"` // of one of them
	Plan     int    `json:"plan"`   // a query.Kind
	Times    int64  `json:"n"`
	Examined int64  `json:"examined"`
	Returned int64  `json:"returned"`
	Slowest  int64  `json:"slowest"`       // microseconds
	Error    int64  `json:"err,omitempty"` // examined entities that other shapes may have had before
}

// Seen is one request of the sample.
type Seen struct {
	At           int64      `json:"at"`
	Kind         string     `json:"op"`
	Table        string     `json:"table"`
	PartitionKey string     `json:"pk"`
	RowKey       string     `json:"rk,omitempty"`
	Spread       bool       `json:"spread,omitempty"`
	Refused      bool       `json:"refused,omitempty"`
	Entities     int        `json:"e,omitempty"`
	Properties   []Property `json:"props,omitempty"`
}

// Service is what a model of the service says of itself.
type Service struct {
	Capacity  int64    `json:"capacity"` // requests that one range takes in a second
	Account   int64    `json:"account,omitempty"`
	Ranges    []Range  `json:"ranges"`
	Servers   []int64  `json:"servers"`             // how much of the tick each worked, in thousandths
	Notes     []string `json:"notes,omitempty"`     // what it did in the tick, such as a split
	Decisions string   `json:"decisions,omitempty"` // "quick" where it decides sooner than the service
}

// Range is one of a table's key ranges: from Low up to the next one.
type Range struct {
	Low    string `json:"k"`
	Server int    `json:"s"`
	Away   bool   `json:"away,omitempty"`
}

// sparse lists the steps of a histogram that are not empty, each with its count.
func sparse(h *record.Histogram) (out []int64) {
	for i, n := range h {
		if n > 0 {
			out = append(out, int64(i), int64(n))
		}
	}
	return out
}

// Histogram returns the latencies of a tick.
func (e *Event) Histogram() (h record.Histogram) {
	e.AddLatency(&h)
	return h
}

// AddLatency adds the latencies of a tick to those of others.
func (e *Event) AddLatency(h *record.Histogram) {
	for i := 0; i+1 < len(e.Latency); i += 2 {
		h[e.Latency[i]] += uint32(e.Latency[i+1])
	}
}

const (
	longestName = 128 // bytes of the name of a property, and of a table
	longestText = 512 // of a property's value in a sample
	mostShown   = 24  // properties of a request in a sample
)

// seenOf copies what a sample keeps of an operation.
func seenOf(o *Operation) Seen {
	s := Seen{At: o.At, Kind: o.Kind.String(), Table: whole(o.Table, longestName), PartitionKey: whole(o.PartitionKey, longestKey),
		RowKey: whole(o.RowKey, longestKey), Spread: o.Spread, Refused: o.Refused, Entities: o.Entities}
	for _, p := range o.Properties[:min(len(o.Properties), mostShown)] {
		if len(p.Text) <= longestText && len(p.Name) <= longestName {
			s.Properties = append(s.Properties, Property{whole(p.Name, longestName), whole(p.Type, longestName), whole(p.Text, longestText)})
		}
	}
	return s
}
