package observe

import (
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim/random"
)

// someEvent is an event with something in each of its parts.
func someEvent() Event {
	o, d := New(Usual()), random.Stream(2)
	for n := range 400 {
		op := streams()[1].operation(n, &d)
		op.Properties = []Property{{"Status", "Edm.String", "open"}, {"Amount", "Edm.Int32", "12"}}
		o.Add(&op)
	}
	e := o.Tick(200_000)
	e.Run, e.Start = "a1", 1_700_000_000_000
	e.Service = &Service{Capacity: 1000, Ranges: []Range{{"", 0, false}, {"Orders/m", 1, true}}, Servers: []int64{412, 1000}, Notes: []string{"Range 1 is split."}}
	e.Marks = []string{"deploy 312"}
	return e
}

// What is written is read as it was.
func TestEncode(t *testing.T) {
	want := someEvent()
	got, err := Decode(Encode(&want))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Each way to be damaged is refused with a sentence that names it.
func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct {
		name, want string
		damage     func(e *Event)
	}{
		{"another form", "form 2", func(e *Event) { e.Version = 2 }},
		{"time", "time", func(e *Event) { e.Span = e.At + 1 }},
		{"negative total", "total is not a count", func(e *Event) { e.Total.Bytes = -1 }},
		{"kinds", "do not add up", func(e *Event) { e.Total.Kinds[Get]++ }},
		{"more refused than sent", "refuses more", func(e *Event) { e.Total.Refused[0] = 401 }},
		{"no rows", "rows are missing", func(e *Event) { e.Rows = nil }},
		{"order", "row 3 is out of order", func(e *Event) { e.Rows = append(e.Rows, Row{Low: "b"}, Row{Low: "a"}) }},
		{"row", "row 1 is counted wrongly", func(e *Event) { e.Rows[0].Refused = e.Rows[0].Sent + 1 }},
		{"sum", "rows do not add up", func(e *Event) { e.Rows[0].Sent++ }},
		{"long row", "row 2 begins at a key that is too long", func(e *Event) { e.Rows = append(e.Rows, Row{Low: strings.Repeat("x", 4000)}) }},
		{"latency", "latencies are counted wrongly", func(e *Event) { e.Latency[0] = 100_000 }},
		{"half a latency", "cut off", func(e *Event) { e.Latency = e.Latency[1:] }},
		{"key", "key 1 is counted", func(e *Event) { e.Keys[0].Error = e.Keys[0].Sent + 1 }},
		{"many keys", "too many keys", func(e *Event) { e.Keys = make([]KeyCount, 1000) }},
		{"plan", "query 1", func(e *Event) { e.Queries[0].Plan = 9 }},
		{"sample", "request 1 of its sample", func(e *Event) { e.Sample[0].Kind = "drop" }},
		{"property", "request 2 of its sample", func(e *Event) { e.Sample[1].Properties[0].Text = strings.Repeat("x", 600) }},
		{"range", "range 2 is out of order", func(e *Event) { e.Service.Ranges[1].Low = "" }},
		{"server", "server 1 is not a share", func(e *Event) { e.Service.Servers[0] = 1001 }},
		{"note", "note is too long", func(e *Event) { e.Service.Notes[0] = strings.Repeat("x", 600) }},
		{"mark", "mark is too long", func(e *Event) { e.Marks[0] = strings.Repeat("x", 600) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := someEvent()
			c.damage(&e)
			if _, err := Decode(Encode(&e)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a sentence with %q", err, c.want)
			}
		})
	}
	for text, want := range map[string]string{
		"": "not an event", "[]": "not an event", `{"v":1,"rows":7}`: "rows cannot be number", "{}": "form 0", strings.Repeat(" ", MaxEvent+1): "At most",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: got %v, want a sentence with %q", text, err, want)
		}
	}
}

// Ticks that are joined say what one tick of their length says, and of the keys no
// less than holds.
func TestJoin(t *testing.T) {
	for _, s := range streams() {
		t.Run(s.name, func(t *testing.T) {
			var whole Event
			var all []Operation
			joined := 0
			s.ticks(17, 12, func(e *Event, of []Operation) {
				if len(all) == 0 {
					whole, all = *e, append(all, of...)
					return
				}
				if !whole.Join(e) {
					whole, all = *e, append(all[:0], of...)
					return
				}
				joined++
				all = append(all, of...)
				if err := whole.Check(); err != nil {
					t.Fatal(err)
				}
				recountRows(t, &whole, all)
				recountTotals(t, &whole, all)
				times := map[string]int64{}
				for _, o := range all {
					if !o.Spread {
						times[Place(o.Table, o.PartitionKey)]++
					}
				}
				recountKeys(t, &whole, times)
			})
			if joined < 40 {
				t.Errorf("%d of 59 ticks were joined", joined)
			}
		})
	}
	a, b := someEvent(), someEvent()
	if a.Join(&b) {
		t.Error("two ticks of the same time were joined")
	}
}

// Whatever arrives, it is refused, or holds and can be written and read again.
func FuzzDecode(f *testing.F) {
	e := someEvent()
	f.Add(Encode(&e))
	f.Add([]byte(`{"v":1,"seq":1,"at":5,"for":5,"total":{"sent":1,"refused":[0,0,0,0,0,0],"kinds":[1,0,0,0,0,0,0,0]},"rows":[{"k":"","n":1}]}`))
	f.Add([]byte(`{"v":1`))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Decode(data)
		if err != nil {
			if err.Message == "" || len(err.Message) > 400 {
				t.Errorf("%q is no sentence", err.Message)
			}
			return
		}
		again, err := Decode(Encode(&got))
		if err != nil {
			t.Fatalf("what was read cannot be read again: %v", err)
		}
		got.Histogram()
		twice := again
		if again.Join(&twice) && again.Total.Sent != 2*got.Total.Sent {
			t.Error("two of one tick are not twice as much")
		}
	})
}
