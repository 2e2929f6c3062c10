package sim

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// observer derives the cause of every refused request from the model's state
// just before the event that refuses it, and holds it against the recorded one.
// It shares no code with the model: it finds ranges among all, counts queues by
// walking them, remembers by itself whose server failed, and keeps an account's
// bucket of its own.
type observer struct {
	t        *testing.T
	s        *Simulation
	arriving int32           // the request at the front end, or -1
	overdrew bool            // it is more than the account may
	holder   map[int32]int32 // the server on which each request waits, before an event that may drop some
	lost     map[uint32]bool // ranges that are away because their server failed
	bucket   int64           // millionths of an entity
	filled   int64           // when it was last filled
	requests record.Refusals
	entities record.Refusals
	rows     map[uint8]*record.Refusals // entities
	faults   int
}

// observe begins before the first request of an account whose limit holds.
func observe(t *testing.T, s *Simulation) *observer {
	o := &observer{t: t, s: s, lost: map[uint32]bool{}, rows: map[uint8]*record.Refusals{}, bucket: s.Params().AccountLimit * clock.Second, filled: s.Now(), arriving: -1}
	s.state.service.Watch(service.Watch{Arrived: o.arrived, Refused: o.refused})
	return o
}

// arrived is called for each request at the front end.
func (o *observer) arrived(q service.Seen) {
	o.arriving = q.Ticket
	o.overdrew = o.s.Params().EnforceAccount && !o.pay(int64(q.Entities), q.At)
}

// refused is called for each refusal, while the state is what it was before.
func (o *observer) refused(q service.Seen, got record.Cause) {
	var want record.Cause
	if q.Ticket == o.arriving {
		want = o.cause(&q)
	} else {
		server, held := o.holder[q.Ticket]
		if want = record.RangeMoving; !held {
			o.fault("request %d is refused from nowhere", q.Ticket)
		} else if o.s.Servers()[server].Failed {
			want = record.ServerFailed
		}
	}
	if got != want {
		o.fault("the model refuses a request for key %d %s, the state says %s", q.Key, got, want)
	}
	if o.rows[q.Row] == nil {
		o.rows[q.Row] = &record.Refusals{}
	}
	o.requests[want]++
	o.entities[want] += uint64(q.Entities)
	o.rows[q.Row][want] += uint64(q.Entities)
}

func (o *observer) fault(format string, values ...any) {
	if o.faults++; o.faults < 5 {
		o.t.Errorf("at %s: %s", span(o.s.Now()), fmt.Sprintf(format, values...))
	}
}

// all returns the ranges and what waits or is executed in each, by number.
func (o *observer) all() (ranges []service.RangePartition, entities map[uint32]int64) {
	v := &o.s.state.service
	for i := range v.Ranges() {
		ranges = append(ranges, v.Range(i))
	}
	entities = map[uint32]int64{}
	v.EachHeld(func(h service.Held) {
		if h.Stage == service.Waiting || h.Stage == service.Executing {
			entities[h.Range] += int64(h.Entities)
		}
	})
	return ranges, entities
}

// cause says why a request at the front end would be refused, if it is.
func (o *observer) cause(q *service.Seen) record.Cause {
	if o.overdrew {
		return record.AccountLimit
	}
	ranges, entities := o.all()
	var r service.RangePartition
	for _, of := range ranges {
		if q.Key >= of.Low && (of.High == 0 || q.Key < of.High) {
			r = of
		}
	}
	switch {
	case (r.Phase == service.Offline || r.Phase == service.Draining && r.Change == service.Moving) && o.lost[r.Number]:
		return record.ServerFailed
	case r.Phase == service.Offline || r.Phase == service.Draining && r.Change == service.Moving:
		return record.RangeMoving
	case r.Phase == service.Draining:
		return record.RangePaused
	}
	all := int64(0)
	for _, other := range ranges {
		if other.Server == r.Server {
			all += entities[other.Number]
		}
	}
	if all/int64(o.s.Params().Cores) > entities[r.Number] {
		return record.ServerCrowded
	}
	return record.RangeFull
}

func (o *observer) pay(n, at int64) bool {
	limit := o.s.Params().AccountLimit
	o.bucket += (at - o.filled) * limit
	if o.filled = at; o.bucket > limit*clock.Second {
		o.bucket = limit * clock.Second
	}
	if o.bucket < n*clock.Second {
		return false
	}
	o.bucket -= n * clock.Second
	return true
}

// remember notes on which server each request waits.
func (o *observer) remember() {
	ranges, _ := o.all()
	server := map[uint32]int32{}
	for _, r := range ranges {
		server[r.Number] = r.Server
	}
	o.holder = map[int32]int32{}
	o.s.state.service.EachHeld(func(h service.Held) { o.holder[h.Ticket] = server[h.Range] })
}

// step goes on by one event, or by the commands that come before it.
func (o *observer) step() {
	s := o.s.state
	e := s.clock.First()
	o.arriving = -1
	if next := s.commands; next < len(o.s.commands) && o.s.commands[next].At < e.Time() {
		o.command(next)
		return
	}
	if e.Kind() != clock.Arrive && o.dropping(e.Kind()) {
		o.remember()
	}
	o.s.RunBudget(e.Time(), 1)
	if len(o.lost) == 0 {
		return
	}
	for i := range s.service.Ranges() {
		if r := s.service.Range(i); r.Phase == service.Online {
			delete(o.lost, r.Number)
		}
	}
}

// dropping reports whether an event can drop what waits: when a range leaves its
// server.
func (o *observer) dropping(k clock.Kind) bool {
	if k == clock.Pause || k == clock.Tick || k == clock.Online {
		return true
	}
	v := &o.s.state.service
	for i := range v.Ranges() {
		if k == clock.Core || k == clock.Log {
			if v.Range(i).Phase == service.Draining {
				return true
			}
		}
	}
	return false
}

func (o *observer) command(first int) {
	s := o.s.state
	o.remember()
	served := map[uint32]int32{}
	before := o.s.Servers()
	for i := range s.service.Ranges() {
		if r := s.service.Range(i); !before[r.Server].Failed {
			served[r.Number] = r.Server
		}
	}
	o.s.Run(o.s.commands[first].At)
	after := o.s.Servers()
	for number, server := range served {
		if after[server].Failed {
			o.lost[number] = true
		}
	}
	for _, c := range o.s.commands[first:s.commands] {
		if limit := o.s.Params().AccountLimit * clock.Second; c.Do == SetAccount {
			o.bucket, o.filled = limit, s.clock.Now
		} else if c.Do == SetTargets {
			o.bucket = min(o.bucket, limit)
		}
	}
}

// recorded is what the heat map holds: requests by cause, entities by cause and
// row.
type recorded struct {
	requests record.Refusals
	rows     [record.HeatRows]record.Refusals
}

func recordedBy(s *Simulation) (out recorded) {
	for i := range s.Heat().Columns {
		c := &s.Heat().Columns[i]
		for why := range record.Causes {
			out.requests[why] += uint64(c.Refused[why])
			for row := range out.rows {
				out.rows[row][why] += uint64(c.RefusedEntities(why, row))
			}
		}
	}
	return out
}

// agree compares what the observer has counted since an earlier moment with the
// totals and with the heat map.
func (o *observer) agree(before *record.Totals, heat *recorded) {
	now := o.s.Total()
	t := now.Sub(before)
	if t.Refused != o.requests || t.RefusedEntities != o.entities {
		o.t.Errorf("the totals hold %v requests and %v entities, the observer counted %v and %v", t.Refused, t.RefusedEntities, o.requests, o.entities)
	}
	if t.Throttled != t.Refused[record.RangeFull]+t.Refused[record.ServerCrowded]+t.Refused[record.RangePaused] || t.Unavailable != t.Refused[record.RangeMoving]+t.Refused[record.ServerFailed] ||
		t.AccountThrottled != t.Refused[record.AccountLimit] {
		o.t.Errorf("%v do not add up to %d throttled, %d unavailable and %d for the account", t.Refused, t.Throttled, t.Unavailable, t.AccountThrottled)
	}
	if got := before.InFlight + t.Sent - t.Done - now.InFlight; got != o.requests.Sum() {
		o.t.Errorf("%d requests ended without success, the observer saw %d", got, o.requests.Sum())
	}
	got := recordedBy(o.s)
	for why, n := range o.requests {
		if got.requests[why]-heat.requests[why] != n {
			o.t.Errorf("the heat map holds %d requests refused %s, the observer counted %d", got.requests[why]-heat.requests[why], record.Cause(why), n)
		}
		for row := range got.rows {
			want := uint64(0)
			if o.rows[uint8(row)] != nil {
				want = o.rows[uint8(row)][why]
			}
			if n := got.rows[row][why] - heat.rows[row][why]; n != want {
				o.t.Errorf("row %d of the heat map holds %d entities refused %s, the observer counted %d", row, n, record.Cause(why), want)
			}
		}
	}
}

// causeSpans are the seconds of each preset that are observed, in which what it
// shows happens, and the causes that must occur then; no other may.
var causeSpans = map[string]struct {
	from, to int64
	causes   []record.Cause
}{
	"append":    {0, 60, []record.Cause{record.RangeFull}},
	"prepend":   {0, 60, []record.Cause{record.RangeFull}},
	"bucket":    {0, 30, nil},
	"users":     {0, 60, []record.Cause{record.RangeFull}},
	"guid":      {0, 60, []record.Cause{record.RangeFull}},
	"single":    {0, 60, []record.Cause{record.RangeFull}},
	"hotkey":    {0, 60, []record.Cause{record.RangeFull}},
	"season":    {598, 640, []record.Cause{record.RangeFull}},
	"deleteall": {0, 75, nil},
	"newtable":  {0, 15, []record.Cause{record.RangeFull}},
	"noisy":     {0, 60, []record.Cause{record.ServerCrowded}},
	"account":   {0, 30, []record.Cause{record.AccountLimit}},
	"logging":   {0, 60, []record.Cause{record.RangeFull}},
	"movies":    {0, 60, nil},
	"failure":   {178, 205, []record.Cause{record.ServerFailed}},
}

// The cause that is recorded for each refused request is the one that the state
// of the model shows, in every preset.
func TestCauses(t *testing.T) {
	enginetest.NativeOnly(t)
	for _, p := range Presets() {
		t.Run(p.Name, func(t *testing.T) {
			c := causeSpans[p.Name]
			s := must(t, scenarioOf(t, p.Name))
			s.Run(c.from*clock.Second - 1)
			before, heat := s.Total(), recordedBy(s)
			o := observe(t, s)
			for s.Now() < c.to*clock.Second && o.faults == 0 {
				o.step()
			}
			o.agree(&before, &heat)
			t.Log(o.requests.String())
			for why := range record.Causes {
				if wanted := strings.Contains(fmt.Sprint(c.causes), why.String()); wanted != (o.requests[why] > 0) {
					t.Errorf("%d requests are refused %s", o.requests[why], why)
				}
			}
		})
	}
}

// So it is in any set-up, and each cause occurs.
func TestRandomCauses(t *testing.T) {
	enginetest.NativeOnly(t)
	seed := enginetest.Seed(t, 1)
	var sum record.Refusals
	for i := range uint64(120) {
		s, err := New(RandomScenario(seed + i))
		if err != nil {
			t.Fatal(err)
		}
		o := observe(t, s)
		for range 12_000 {
			o.step()
		}
		o.agree(&record.Totals{}, &recorded{})
		for why, n := range o.requests {
			sum[why] += n
		}
		if t.Failed() {
			t.Fatalf("KEYRANGE_SEED=%d", seed+i)
		}
	}
	t.Log(sum.String())
	for why, n := range sum {
		if n < 20 {
			t.Errorf("only %d requests are refused %s: too few to show anything", n, record.Cause(why))
		}
	}
}
