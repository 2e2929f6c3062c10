package modeled

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// The example: how long it is, and what happens in it. Rates are requests per second.
const (
	Seconds = 240 // of the example

	importAt  = 90 // the second in which one tenant's import begins
	fullAfter = 40 // seconds until it sends all that it has
	importer  = "contoso"
	importTop = 1284
	owned     = 400 // entities of each tenant at the start
	orders    = "Orders"
	seed      = 7
	questions = 3
)

// tenants are the PartitionKeys of the example in their order, each with its rate.
var tenants = [...]struct {
	name string
	rate int64
}{
	{"adatum", 9}, {"alpine-ski", 5}, {"blue-yonder", 14}, {"city-power", 11}, {"coho-winery", 22}, {"consolidated", 7}, {importer, 38},
	{"fabrikam", 52}, {"fourth-coffee", 12}, {"graphic-inst", 4}, {"humongous-ins", 16}, {"lamna-health", 8}, {"liberty-coop", 6},
	{"litware", 27}, {"lucerne-pub", 5}, {"margies-travel", 13}, {"munson-farm", 9}, {"northwind", 61}, {"proseware", 19}, {"relecloud", 8},
	{"southridge", 15}, {"tailspin", 24}, {"trey-research", 6}, {"wingtip", 10}, {"woodgrove", 11},
}

// bounds are the keys at which the ranges begin but for the first, as load of months
// has split them.
var bounds = [...]string{importer, "fabrikam", "fourth-coffee", "litware", "northwind", "southridge"}

// asked is a query of the example, in pages of at most 50 entities: how often a
// page is asked for, and what it reads.
var asked = [questions]struct {
	filter string
	plan   query.Kind
	every  int64 // microseconds between two pages
	reads  int   // entities
	pages  int   // of the whole answer, of which the last one returns what is found
	found  int
}{
	{"Email eq 'ana@contoso.com'", query.TableScan, clock.Second / 8, 50, owned * len(tenants) / 50, 1},
	{"PartitionKey eq 'fabrikam' and Status eq 'open'", query.PartitionScan, clock.Second / 4, 50, owned / 50, 5},
	{"PartitionKey eq 'fabrikam' and RowKey ge '2026-0000380'", query.RowRangeScan, clock.Second / 20, 20, 1, 20},
}

// player sends the requests of the example and is told what becomes of them.
type player struct {
	model    *keyed.Service
	observer *observe.Observer
	draws    random.Stream
	held     []observe.Operation // by ticket; At is when it was sent
	free     []int32
	next     [len(tenants)]int // orders of each tenant that were sent beyond those at the start
	due      [questions]int64  // when the last page of each query was asked for
	page     [questions]int    // which page that was
}

// Example is a recording of a table whose PartitionKey is its tenant: all is well
// until one of the tenants imports its orders. rest is called between its seconds.
func Example(rest func()) observe.Recording {
	p := &player{observer: observe.New(observe.Usual()), draws: random.Of(seed, 0, 0)}
	params := service.Defaults()
	params.EnforceAccount = true
	params.Today()
	params.Teach()
	p.model = keyed.New(params, seed, keyed.Layout{Bounds: bounds[:]}, p)
	r := observe.Recording{Header: observe.Header{Version: observe.Version, Name: "Example: orders of 25 tenants",
		Source: "the model of the service",
		Missing: []string{"Nothing of it was measured: the requests are made up, and our model of the service answered them.",
			"Its clients do not try again after a refusal."}}}
	for second := range int64(Seconds) {
		rest()
		r.Events = append(r.Events, p.play(second))
	}
	return r
}

// play lets a second pass.
func (p *player) play(second int64) observe.Event {
	end := (second + 1) * clock.Second
	now := second * clock.Second
	for {
		now += max(1, random.Scaled(clock.Second*100/p.total(second), &random.Exponential, p.draws.Next())/100)
		if now >= end {
			break
		}
		p.ask(now)
		p.model.RunUntil(now)
		p.send(p.tenant(second))
	}
	p.ask(end - 1)
	p.model.RunUntil(end)
	e := p.observer.Tick(end)
	e.Run = "example"
	m := p.model
	e.Service = Said(&State{Quick: true, Params: m.Params(), Ranges: m.Ranges(), Worked: m.Worked(), Notes: m.Notes()}, e.Span)
	if second == importAt-1 {
		e.Marks = []string{"Import by " + importer}
	}
	return e
}

// rate is what a tenant sends in a second.
func rate(i int, second int64) int64 {
	t := &tenants[i]
	if t.name != importer || second < importAt {
		return t.rate
	}
	return min(importTop, t.rate+(second-importAt+1)*(importTop-t.rate)/fullAfter)
}

// total is what all tenants send in a second.
func (p *player) total(second int64) (sum int64) {
	for i := range tenants {
		sum += rate(i, second)
	}
	return sum
}

// tenant draws who sends the next request.
func (p *player) tenant(second int64) int {
	at := int64(random.Bounded(p.draws.Next(), uint64(p.total(second))))
	for i := range tenants {
		if at -= rate(i, second); at < 0 {
			return i
		}
	}
	return len(tenants) - 1
}

// send sends a request of a tenant: of three, two insert an order and one gets one.
// The importer inserts.
func (p *player) send(i int) {
	t := tenants[i].name
	op := observe.Operation{Kind: observe.Insert, Table: orders, PartitionKey: t, Status: 201, Entities: 1, Bytes: 1100}
	if t != importer && random.Bounded(p.draws.Next(), 3) == 0 {
		op.Kind, op.Status, op.Bytes, op.Returned, op.Examined = observe.Get, 200, 700, 1, 1
		op.RowKey = rowKey(int(random.Bounded(p.draws.Next(), uint64(owned+p.next[i]))))
		p.arrive(op, service.Get)
		return
	}
	op.RowKey = rowKey(owned + p.next[i])
	op.Properties = []observe.Property{{Name: "Number", Type: "Edm.Int32", Text: strconv.Itoa(owned + p.next[i])},
		{Name: "Status", Type: "Edm.String", Text: "open"}}
	p.next[i]++
	p.arrive(op, service.Insert)
}

// rowKey names the order of a number: they go up.
func rowKey(n int) string {
	text := strconv.Itoa(n)
	return "2026-" + "0000000"[:7-len(text)] + text
}

// ask asks for the pages that are due by a moment.
func (p *player) ask(now int64) {
	for i := range asked {
		q := &asked[i]
		for p.due[i]+q.every <= now {
			p.due[i] += q.every
			p.model.RunUntil(p.due[i])
			op := observe.Operation{Kind: observe.Query, Table: orders, PartitionKey: "fabrikam", Spread: q.plan == query.TableScan, Status: 200,
				Examined: q.reads, Plan: q.plan, Filter: q.filter, Bytes: 400}
			if op.Spread {
				op.PartitionKey = tenants[p.page[i]*len(tenants)/q.pages].name
			}
			if p.page[i] = (p.page[i] + 1) % q.pages; p.page[i] == 0 {
				op.Returned, op.Bytes = q.found, 400+600*q.found
			}
			p.arrive(op, service.Get)
		}
	}
}

// arrive sends a request to the front door.
func (p *player) arrive(op observe.Operation, do service.Operation) {
	op.At = p.model.Now()
	ticket := p.hold(op)
	answer := p.model.Arrive(keyed.Request{Key: keyed.Key{Table: orders, PartitionKey: op.PartitionKey}, Ticket: ticket,
		Entities: uint16(max(1, op.Examined)), Do: do})
	if answer.Verdict != service.Admitted {
		p.refuse(ticket, answer.Because)
	}
}

func (p *player) hold(op observe.Operation) int32 {
	if len(p.free) == 0 {
		p.free = append(p.free, int32(len(p.held)))
		p.held = append(p.held, observe.Operation{})
	}
	ticket := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.held[ticket] = op
	return ticket
}

// count counts a request that is answered.
func (p *player) count(ticket int32) {
	op := &p.held[ticket]
	op.Micros, op.At = p.model.Now()-op.At, p.model.Now()
	p.observer.Add(op)
	p.free = append(p.free, ticket)
}

func (p *player) refuse(ticket int32, why record.Cause) {
	op := &p.held[ticket]
	op.Refused, op.Why, op.Status, op.Examined, op.Returned, op.Bytes = true, why, 503, 0, 0, 400
	p.count(ticket)
}

// Page is for walks, which no request is.
func (p *player) Page(int32, service.Token) {}

// Done counts a request that was carried out.
func (p *player) Done(ticket int32) { p.count(ticket) }

// Dropped counts a request whose range left its server.
func (p *player) Dropped(ticket int32, why record.Cause) { p.refuse(ticket, why) }
