package observe

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"testing"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// stream makes operations of one shape of load.
type stream struct {
	name string
	next func(n int, draw *random.Stream) string // the n-th PartitionKey
}

func streams() []stream {
	return []stream{
		{"few tenants", func(_ int, d *random.Stream) string { return fmt.Sprintf("tenant-%02d", random.Bounded(d.Next(), 25)) }},
		{"zipf", func(_ int, d *random.Stream) string { return fmt.Sprintf("user%05d", zipf(d, 5000)*7919%5000) }},
		{"one hot of many", func(_ int, d *random.Stream) string {
			if random.Bounded(d.Next(), 10) < 7 {
				return "user02500"
			}
			return fmt.Sprintf("user%05d", random.Bounded(d.Next(), 100_000))
		}},
		{"moves elsewhere", func(n int, d *random.Stream) string {
			if random.Bounded(d.Next(), 2) == 0 {
				return fmt.Sprintf("a%05d", random.Bounded(d.Next(), 5000))
			}
			return fmt.Sprintf("b%05d", random.Bounded(d.Next(), uint64(1+min(n/20_000, 1)*4999)))
		}},
		{"growing", func(n int, _ *random.Stream) string { return fmt.Sprintf("%010d", n) }},
		{"new each time", func(_ int, d *random.Stream) string { return fmt.Sprintf("%016x", d.Next()) }},
		{"one key", func(int, *random.Stream) string { return "only" }},
		{"odd characters", func(_ int, d *random.Stream) string {
			return string(rune(0x20+random.Bounded(d.Next(), 0xFF00)*3%0xD700)) + "\U0001F600"
		}},
	}
}

// zipf draws a rank below n, the first half as often again as the second and so on.
func zipf(d *random.Stream, n uint64) uint64 {
	for {
		k := random.Bounded(d.Next(), n)
		if random.Bounded(d.Next(), k+1) == 0 {
			return k
		}
	}
}

// operation makes the n-th request of a stream.
func (s stream) operation(n int, d *random.Stream) Operation {
	o := Operation{At: int64(n) * 1000, Table: "Orders", PartitionKey: s.next(n, d), RowKey: fmt.Sprint(n), Kind: Insert, Status: 204,
		Entities: 1, Bytes: 900, Micros: int64(random.Bounded(d.Next(), 40_000)) + 2000}
	switch random.Bounded(d.Next(), 20) {
	case 0:
		o.Refused, o.Why, o.Status = true, record.Cause(random.Bounded(d.Next(), uint64(record.Causes))), 503
	case 1:
		o.Kind, o.Status = Get, 404
	case 2:
		o.Kind, o.Spread, o.Plan, o.Examined, o.Returned = Query, true, query.TableScan, int(random.Bounded(d.Next(), 900)), 1
		o.Filter = fmt.Sprintf("Email eq '%s' and Rank ge %d", o.PartitionKey, n)
	case 3:
		o.Kind, o.Plan, o.Examined, o.Returned = Query, query.PartitionScan, 40, 5
		o.Filter = fmt.Sprintf("PartitionKey eq '%s' and P%d eq true", o.PartitionKey, random.Bounded(d.Next(), 60))
	case 4:
		o.Kind, o.Entities = Batch, int(random.Bounded(d.Next(), 100))+1
	}
	return o
}

// ticks runs a stream of a thousand requests in each second and calls each with
// what a tick counted and with its requests.
func (s stream) ticks(seed uint64, seconds int, each func(e *Event, of []Operation)) *Observer {
	limits := Usual()
	o, d := New(limits), random.Stream(seed)
	var of []Operation
	for n := range seconds * 1000 {
		op := s.operation(n, &d)
		o.Add(&op)
		if of = append(of, op); (n+1)%200 == 0 {
			e := o.Tick(int64(n+1) * 1000)
			each(&e, of)
			of = of[:0]
		}
	}
	return o
}

// A row's count is the number of requests between its beginning and the next row,
// in every tick, and the totals are those of all requests.
func TestRowsAreRecounted(t *testing.T) {
	for _, s := range streams() {
		t.Run(s.name, func(t *testing.T) {
			s.ticks(1, 20, func(e *Event, of []Operation) {
				if err := e.Check(); err != nil {
					t.Fatal(err)
				}
				recountRows(t, e, of)
				recountTotals(t, e, of)
			})
		})
	}
}

func recountRows(t *testing.T, e *Event, of []Operation) {
	t.Helper()
	for i := range e.Rows {
		want := Row{Low: e.Rows[i].Low}
		for j := range of {
			place := Place(of[j].Table, of[j].PartitionKey)
			if of[j].Spread || comparePlaces(place, want.Low) < 0 || i+1 < len(e.Rows) && comparePlaces(place, e.Rows[i+1].Low) >= 0 {
				continue
			}
			want.Sent++
			want.Entities += int64(max(1, of[j].Entities))
			if of[j].Refused {
				want.Refused++
			}
		}
		if e.Rows[i] != want {
			t.Fatalf("row %d at %d: got %+v, want %+v", i, e.At, e.Rows[i], want)
		}
	}
}

func recountTotals(t *testing.T, e *Event, of []Operation) {
	t.Helper()
	var sent, refused, failed, spread, examined int64
	var times []int64
	for _, o := range of {
		sent++
		examined += int64(o.Examined)
		if o.Spread {
			spread++
		}
		switch {
		case o.Refused:
			refused++
			continue
		case o.Status >= 400:
			failed++
		}
		times = append(times, o.Micros)
	}
	got := [5]int64{e.Total.Sent, e.Total.AllRefused(), e.Total.Failed, e.Total.Spread, e.Total.Examined}
	if want := [5]int64{sent, refused, failed, spread, examined}; got != want {
		t.Fatalf("at %d: got %v, want %v", e.At, got, want)
	}
	slices.Sort(times)
	h := e.Histogram()
	for _, permil := range []uint64{500, 900, 990} {
		want := times[uint64(len(times))*permil/1000]
		if got := h.Quantile(permil); got < want*15/16-1 || got > want*17/16+1 {
			t.Fatalf("at %d: %d permil of the latencies is %d, want %d within a sixteenth", e.At, permil, got, want)
		}
	}
}

// Under a load that stays the same, the keys that share a row have less than four
// times the even share of it, and a key with more has a row to itself.
func TestRowsSettle(t *testing.T) {
	for _, s := range streams() {
		if s.name == "growing" {
			continue // its keys never come again
		}
		t.Run(s.name, func(t *testing.T) {
			const from, to = 60, 80
			rows, total := map[string]map[string]int{}, 0
			s.ticks(7, to, func(e *Event, of []Operation) {
				if e.At <= from*1_000_000 {
					return
				}
				for _, o := range of {
					if o.Spread {
						continue
					}
					place := Place(o.Table, o.PartitionKey)
					at := sort.Search(len(e.Rows), func(i int) bool { return comparePlaces(e.Rows[i].Low, place) > 0 }) - 1
					low := e.Rows[at].Low
					if rows[low] == nil {
						rows[low] = map[string]int{}
					}
					rows[low][place]++
					total++
				}
			})
			even := float64(total) / float64(Usual().Rows)
			for low, keys := range rows {
				sum, most := 0, 0
				for _, n := range keys {
					sum, most = sum+n, max(most, n)
				}
				if rest := float64(sum - most); rest > 4*even {
					t.Errorf("the row from %q holds %d keys, and beside the busiest %.1f times the even share of a row", low, len(keys), rest/even)
				}
			}
		})
	}
}

// A key's count is never too low and at most Error too high, and who is not named
// has at most Floor requests.
func TestKeysAreRecounted(t *testing.T) {
	for _, s := range streams() {
		t.Run(s.name, func(t *testing.T) {
			s.ticks(3, 10, func(e *Event, of []Operation) {
				times := map[string]int64{}
				for _, o := range of {
					if !o.Spread {
						times[Place(o.Table, o.PartitionKey)]++
					}
				}
				recountKeys(t, e, times)
			})
		})
	}
}

func recountKeys(t *testing.T, e *Event, times map[string]int64) {
	t.Helper()
	named := map[string]bool{}
	for _, k := range e.Keys {
		named[k.Place] = true
		if n := times[k.Place]; n > k.Sent || n < k.Sent-k.Error {
			t.Fatalf("at %d: %q has %d less at most %d, a recount gives %d", e.At, k.Place, k.Sent, k.Error, n)
		}
		if k.Error > e.Total.Sent {
			t.Fatalf("at %d: the error of %q is %d of %d", e.At, k.Place, k.Error, e.Total.Sent)
		}
	}
	for place, n := range times {
		if !named[place] && n > e.Floor {
			t.Fatalf("at %d: %q is not named and has %d, more than %d", e.At, place, n, e.Floor)
		}
	}
}

// The error of a counter is at most the requests divided by the counters.
func TestKeyError(t *testing.T) {
	limits := Usual()
	streams()[5].ticks(5, 3, func(e *Event, _ []Operation) {
		for _, k := range e.Keys {
			if k.Error > e.Total.Sent/int64(limits.Keys) {
				t.Fatalf("error %d of %d requests with %d counters", k.Error, e.Total.Sent, limits.Keys)
			}
		}
	})
}

// A shape's examined entities are those of its queries, but for the error.
func TestQueriesAreRecounted(t *testing.T) {
	for _, s := range streams()[:3] {
		s.ticks(11, 10, func(e *Event, of []Operation) {
			for _, q := range e.Queries {
				examined := int64(0)
				for _, o := range of {
					if o.Kind == Query && int(o.Plan) == q.Plan && Shape(o.Filter) == q.Shape {
						examined += int64(o.Examined)
					}
				}
				if q.Examined > examined || q.Error == 0 && q.Examined != examined {
					t.Fatalf("%s at %d: %s examined %d (error %d), a recount gives %d", s.name, e.At, q.Shape, q.Examined, q.Error, examined)
				}
			}
		})
	}
}

// Whatever the number of keys, what is kept is bounded.
func TestBounds(t *testing.T) {
	o := New(Usual())
	d := random.Stream(9)
	for n := range 200_000 {
		op := streams()[5].operation(n, &d)
		op.Filter = op.PartitionKey
		o.Add(&op)
		if n%2000 == 1999 {
			e := o.Tick(int64(n+1) * 1000)
			if size := len(Encode(&e)); size > 64<<10 {
				t.Fatalf("an event has %d bytes", size)
			}
		}
		if len(o.rows.list) > 128 || len(o.keys.counters) > 128 || len(o.keys.at) > 128 || len(o.queries.at) > 32 || len(o.sample) > 8 {
			t.Fatalf("after %d: %d rows, %d keys, %d queries, %d of the sample", n, len(o.rows.list), len(o.keys.at), len(o.queries.at), len(o.sample))
		}
		for i := range o.rows.list {
			if len(o.rows.list[i].keys) > rowKeys {
				t.Fatalf("a row keeps %d keys", len(o.rows.list[i].keys))
			}
		}
	}
}

// The same operations give the same bytes.
func TestDeterminism(t *testing.T) {
	run := func() (out []byte) {
		for _, s := range streams() {
			s.ticks(13, 5, func(e *Event, _ []Operation) { out = append(out, Encode(e)...) })
		}
		return out
	}
	if !bytes.Equal(run(), run()) {
		t.Error("two runs differ")
	}
}

// Each request of a tick is as likely in the sample as any other.
func TestSample(t *testing.T) {
	const size, rounds = 100, 4000
	o := New(Usual())
	var times [size]int
	for round := range rounds {
		for n := range size {
			o.Add(&Operation{At: int64(n), Kind: Get, Table: "T", PartitionKey: "p"})
		}
		for _, s := range o.Tick(int64(round+1) * 1000).Sample {
			times[s.At]++
		}
	}
	want := Usual().Sample * rounds / size
	for n, got := range times {
		if got < want*3/4 || got > want*5/4 {
			t.Errorf("request %d was drawn %d times, want about %d", n, got, want)
		}
	}
}

func TestShape(t *testing.T) {
	for filter, want := range map[string]string{
		"PartitionKey eq 'it''s' and RowKey ge '7'": "PartitionKey eq '…' and RowKey ge '…'",
		"A1 gt 12.5 or B eq guid'00-11'":            "A1 gt 0 or B eq guid'…'",
		"Open eq 'no end":                           "Open eq '…'",
		"":                                          "",
	} {
		if got := Shape(filter); got != want {
			t.Errorf("%s: got %s, want %s", filter, got, want)
		}
	}
}
