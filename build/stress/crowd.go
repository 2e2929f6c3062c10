package stress

import (
	"context"
	"strconv"
	"time"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// crowd is the clients of a scenario in the time of the machine. Its fields belong to
// the goroutine of run; answers come to that over told.
type crowd struct {
	plan    *Plan
	client  Client
	source  *demand.Source
	clock   clock.Clock
	ledger  record.Ledger
	clients demand.Clients
	tally   *tally
	began   time.Time
	told    chan answered
	onWay   int
	left    int64 // entities that may still be sent
	row     uint64
	rows    map[uint64]uint64 // the last row that was written of a key, of the first keys
	ended   string            // why the run is over before its span
	sending context.Context   // of all requests
}

// mostRows is for how many keys the last row is known, so that it can be asked for.
const mostRows = 1 << 16

// answered is a request with its answer.
type answered struct {
	ticket int32
	key    uint64
	row    uint64
	Request
	Answer
	sent int64 // microseconds since the run began
	took int64
}

func newCrowd(p *Plan, c Client, t *tally) (*crowd, error) {
	p.Scenario.Params.Delays.RoundTrip = 0 // the network has its own
	source, err := p.Scenario.Source(nil, func() {})
	if err != nil {
		return nil, err
	}
	w := &crowd{plan: p, client: c, source: source, tally: t, told: make(chan answered, mostThreads), left: p.Entities,
		rows: map[uint64]uint64{}}
	r := record.New([]uint64{0})
	r.Ledger = &w.ledger
	w.clients.Attach(&w.clock, r, source, nil)
	w.clients.Through(w)
	return w, nil
}

// Arrive sends a request. What becomes of it is told when the answer comes. One for
// which there is no connection is held back: its client sees a refusal.
func (w *crowd) Arrive(q service.Request) service.Answer {
	if w.ended != "" || w.onWay >= mostThreads {
		w.tally.held++
		return service.Answer{Verdict: service.Refused}
	}
	entities := int64(max(1, q.Entities))
	if w.left < entities {
		w.ended = "its requests were used up"
		return service.Answer{Verdict: service.Refused}
	}
	w.left -= entities
	a := answered{ticket: q.Ticket, key: q.Key, sent: w.now(), Request: Request{PartitionKey: w.source.Text(q.Key)}}
	if q.Do == service.Get {
		a.Verb, a.RowKeys = Get, []string{rowKey(w.rows[q.Key])}
	} else {
		for range entities {
			w.row++
			a.RowKeys = append(a.RowKeys, rowKey(w.row))
		}
		a.row = w.row
	}
	w.onWay++
	go w.ask(a)
	return service.Answer{Verdict: service.Admitted, At: w.clock.Now}
}

func rowKey(n uint64) string { return strconv.FormatUint(n, 10) }

// patience is how long an answer is waited for, a little more than the 30 s that the
// service documents for its own.
const patience = 35 * time.Second

// ask runs in a goroutine of its own.
func (w *crowd) ask(a answered) {
	ctx, cancel := context.WithTimeout(w.sending, patience)
	defer cancel()
	a.Answer = w.client.Send(ctx, a.Request)
	a.took = w.now() - a.sent
	w.told <- a
}

func (w *crowd) now() int64 { return time.Since(w.began).Microseconds() }

// hear brings an answer to its client.
func (w *crowd) hear(a answered) {
	w.onWay--
	w.tally.add(&a, w.plan.Table)
	if !a.done() {
		w.clients.Dropped(a.ticket, record.RangeFull)
		return
	}
	if a.Verb == Insert && (len(w.rows) < mostRows || w.rows[a.key] > 0) {
		w.rows[a.key] = a.row
	}
	w.clients.Done(a.ticket)
}

// run lets the clients do what they do until the span is over, the requests are used
// up, or ctx ends; then it waits for what is on its way.
func (w *crowd) run(ctx context.Context) {
	sending, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	w.began, w.sending = time.Now(), sending
	loads := make([]demand.Load, len(w.plan.Scenario.Groups))
	for i, g := range w.plan.Scenario.Groups {
		loads[i] = g.Load
	}
	w.clients.Begin(w.plan.Scenario.Params.Delays, w.plan.Scenario.Seed, loads, 0)
	span := w.plan.Span.Microseconds()
	for step := 1; w.ended == "" && w.clock.Now < span; step++ {
		w.until(ctx, min(span, int64(step)*clock.Second))
		w.tally.tick(w.clock.Now)
	}
	if ctx.Err() != nil {
		stop()
	}
	w.drain()
	if at := w.now(); w.tally.pending() {
		w.tally.tick(max(at, w.clock.Now))
	}
}

// until does all that is due before a moment.
func (w *crowd) until(ctx context.Context, moment int64) {
	for w.ended == "" {
		w.command()
		next := min(moment, w.nextCommand())
		if w.clock.Due(next) {
			next = w.clock.First().Time()
		}
		wait := time.NewTimer(time.Duration(next-w.now()) * time.Microsecond)
		select {
		case <-ctx.Done():
			w.ended = "it was interrupted"
		case a := <-w.told:
			w.clock.Now = max(w.clock.Now, min(w.now(), next))
			w.hear(a)
		case <-wait.C:
			w.clock.Now = max(w.clock.Now, next)
			if w.clock.Due(next) {
				e := w.clock.Pop()
				w.clients.Handle(e.Kind(), e)
			} else if next == moment {
				wait.Stop()
				return
			}
		}
		wait.Stop()
	}
}

// nextCommand is when the scenario changes a load next.
func (w *crowd) nextCommand() int64 {
	if list := w.plan.Scenario.Commands; len(list) > 0 {
		return list[0].At
	}
	return clock.MaxTime
}

// command changes loads whose time has come.
func (w *crowd) command() {
	list := &w.plan.Scenario.Commands
	for len(*list) > 0 && (*list)[0].At <= w.clock.Now {
		m := (*list)[0]
		*list = (*list)[1:]
		w.clients.SetLoad(m.Group, m.Load)
	}
}

// drain waits for the answers that are still to come, which end with their patience.
func (w *crowd) drain() {
	for w.onWay > 0 {
		a := <-w.told
		w.onWay--
		w.tally.add(&a, w.plan.Table)
	}
}
