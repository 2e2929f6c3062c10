package observe

import (
	"strings"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Limits bound what an Observer keeps and what an Event holds.
type Limits struct {
	Rows    int   // pieces of the key space
	Keys    int   // counters for the busiest keys
	Queries int   // counters for the shapes of query that examined most
	Sample  int   // requests of each tick that are kept as they came
	Refine  int64 // microseconds between two changes of the rows
}

// Usual are the limits of a stream of five ticks in a second.
func Usual() Limits {
	return Limits{Rows: 128, Keys: 128, Queries: 32, Sample: 8, Refine: 1_000_000}
}

// What an Event names of the counters.
const (
	namedKeys    = 16
	namedQueries = 8
)

// Observer counts operations. It is for one goroutine at a time.
type Observer struct {
	limits  Limits
	seq     uint64
	from    int64 // where the tick began
	refined int64 // when the rows were last refined
	totals  Totals
	latency record.Histogram
	rows    rows
	recent  recent
	keys    *busiest
	queries *busiest
	sample  []Seen
	drawn   uint64
	draws   random.Stream
}

// detail is what is known of a shape of query.
type detail struct {
	plan     query.Kind
	filter   string
	examined int64
	returned int64
	slowest  int64
}

// New returns an Observer at time 0.
func New(limits Limits) *Observer {
	return &Observer{limits: limits, rows: newRows(max(2, limits.Rows)), recent: newRecent(), keys: newBusiest(max(1, limits.Keys)),
		queries: newBusiest(max(1, limits.Queries))}
}

// Add counts an operation in the present tick.
func (o *Observer) Add(op *Operation) {
	o.totals.add(op)
	if !op.Refused {
		o.latency.Add(op.Micros)
	}
	if op.Kind == Query {
		o.addQuery(op)
	}
	if op.Spread {
		o.totals.Spread++
		o.draw(op)
		return
	}
	o.addPlace(op)
	o.draw(op)
}

// addPlace counts an operation in its row and for its key.
func (o *Observer) addPlace(op *Operation) {
	refused, entities := int32(0), int64(max(1, op.Entities))
	if op.Refused {
		refused = 1
	}
	s := o.recent.find(op, o.keys)
	if s == nil {
		place := placeOf(op)
		o.rows.add(o.rows.find(place), place, op)
		o.keys.keep(place, 1, int64(refused), entities)
		return
	}
	if s.round != o.rows.round {
		s.row, s.round = int32(o.rows.find(s.place)), o.rows.round
	}
	o.rows.add(int(s.row), s.place, op)
	s.times, s.refused, s.entities = s.times+1, s.refused+refused, s.entities+entities
}

// addQuery counts a query by its shape, with the entities that it examined and one
// for itself.
func (o *Observer) addQuery(op *Operation) {
	name := string(rune('0'+op.Plan)) + op.Table + "/" + Shape(op.Filter)
	c, fresh := o.queries.add(name, int64(op.Examined)+1)
	if fresh {
		filter := op.Filter[:min(len(op.Filter), longestShape)]
		c.query = detail{plan: op.Plan, filter: strings.ToValidUTF8(filter, "")}
	}
	d := &c.query
	c.times++
	d.examined, d.returned, d.slowest = d.examined+int64(op.Examined), d.returned+int64(op.Returned), max(d.slowest, op.Micros)
}

// draw keeps an operation as one of the sample, each with the same chance.
func (o *Observer) draw(op *Operation) {
	o.drawn++
	if len(o.sample) < o.limits.Sample {
		o.sample = append(o.sample, seenOf(op))
		return
	}
	if at := random.Bounded(o.draws.Next(), o.drawn); at < uint64(len(o.sample)) {
		o.sample[at] = seenOf(op)
	}
}

// Tick ends the present tick at a time, which is no earlier than the last one, and
// returns what was counted in it.
func (o *Observer) Tick(at int64) Event {
	at = max(at, o.from)
	o.recent.settle(o.keys)
	e := Event{Version: Version, Seq: o.seq, At: at, Span: at - o.from, Total: o.totals, Latency: sparse(&o.latency), Sample: o.sample}
	for i := range o.rows.list {
		r := &o.rows.list[i]
		e.Rows = append(e.Rows, Row{r.low, r.sent, r.refused, r.entities})
	}
	e.Keys, e.Floor = o.namedKeys()
	e.Queries, e.QueryFloor = o.namedQueries()
	o.begin(at)
	return e
}

// namedKeys are the busiest keys, and the most requests of any other.
func (o *Observer) namedKeys() (list []KeyCount, floor int64) {
	heaviest, floor := o.keys.heaviest(namedKeys)
	for _, c := range heaviest {
		list = append(list, KeyCount{Place: c.name, Sent: c.weight, Error: c.over, Refused: c.refused, Entities: c.entities})
	}
	return list, floor
}

// namedQueries are the shapes that examined most, and the most of any other.
func (o *Observer) namedQueries() (list []QueryCount, floor int64) {
	heaviest, floor := o.queries.heaviest(namedQueries)
	for _, c := range heaviest {
		d := &c.query
		table, shape := Placed(c.name[1:])
		list = append(list, QueryCount{Table: table, Shape: shape, Filter: d.filter, Plan: int(d.plan), Times: c.times,
			Examined: d.examined, Returned: d.returned, Slowest: d.slowest, Error: c.over})
	}
	return list, floor
}

// begin begins a tick.
func (o *Observer) begin(at int64) {
	o.seq++
	o.from, o.totals, o.latency, o.sample, o.drawn = at, Totals{}, record.Histogram{}, nil, 0
	o.rows.forget()
	o.keys.forget()
	o.queries.forget()
	if at-o.refined >= o.limits.Refine {
		o.refined = at
		o.rows.refine()
	}
}
