package observe

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim/random"
)

// crowded makes the requests of a tick with more places than there are slots, some
// of them longer than a slot keeps, some cut, each as often as draw says.
func crowded(requests int, draw *random.Stream) []Operation {
	of := make([]Operation, requests)
	for n := range of {
		key := fmt.Sprintf("key-%d", zipf(draw, 3*recentSlots))
		switch {
		case n%7 == 0:
			key = strings.Repeat("long ", recentPlace/5) + key
		case n%3 == 0:
			key = "longer than a slot's short text " + key
		case n%31 == 0:
			key = strings.Repeat("x", longestKey) + key
		}
		of[n] = Operation{Kind: Insert, Table: "Orders", PartitionKey: key, Status: 204, Entities: n % 3, Refused: n%5 == 0}
	}
	return of
}

// A slot fills one line of a cache.
func TestSlotSize(t *testing.T) {
	if got := reflect.TypeFor[slot]().Size(); got != 64 {
		t.Errorf("a slot has %d bytes", got)
	}
}

// However often a slot goes to another place, the sketch is told of every request
// once, and its error is what it promises.
func TestCrowdedSlots(t *testing.T) {
	o, draw := New(Usual()), random.Stream(17)
	for tick := range 4 {
		of := crowded(5*recentSlots, &draw)
		times := map[string]int64{}
		for i := range of {
			o.Add(&of[i])
			times[placeOf(&of[i])]++
		}
		if len(o.recent.used) > recentSlots {
			t.Fatalf("%d slots are in use", len(o.recent.used))
		}
		o.recent.settle(o.keys)
		told := int64(0)
		for _, c := range o.keys.counters {
			told += c.weight
		}
		if told != int64(len(of)) {
			t.Fatalf("the sketch was told of %d requests, want %d", told, len(of))
		}
		e := o.Tick(int64(tick+1) * 1_000_000)
		recountKeys(t, &e, times)
		for _, k := range e.Keys {
			if k.Error > e.Total.Sent/int64(Usual().Keys) {
				t.Fatalf("error %d of %d requests with %d counters", k.Error, e.Total.Sent, Usual().Keys)
			}
		}
	}
}

// What is counted of a key beside its requests is that of its requests alone, as
// long as each key has a counter of its own.
func TestSlotsRecount(t *testing.T) {
	o := New(Usual())
	want := map[string]KeyCount{}
	for n := range 3000 {
		op := Operation{Table: "Orders", PartitionKey: fmt.Sprint(n * 7 % 16), Entities: n % 4, Refused: n%3 == 0}
		o.Add(&op)
		c := want[placeOf(&op)]
		c.Place, c.Sent, c.Entities = placeOf(&op), c.Sent+1, c.Entities+int64(max(1, op.Entities))
		if op.Refused {
			c.Refused++
		}
		want[c.Place] = c
	}
	e := o.Tick(1)
	if len(e.Keys) != len(want) {
		t.Fatalf("got %d keys, want %d", len(e.Keys), len(want))
	}
	for _, k := range e.Keys {
		if w := want[k.Place]; k.Sent != w.Sent || k.Refused != w.Refused || k.Entities != w.Entities {
			t.Errorf("got %+v, want %+v", k, w)
		}
	}
}

// A key that came before is counted without a copy of it.
func TestAgainCopiesNothing(t *testing.T) {
	o := New(Limits{Rows: 128, Keys: 128, Queries: 32, Refine: 1_000_000})
	ops := make([]Operation, 1000)
	for n := range ops {
		ops[n] = Operation{Kind: Insert, Table: "Orders", PartitionKey: "one", RowKey: fmt.Sprint(n), Status: 204, Entities: 1}
	}
	o.Add(&ops[0])
	if n := testing.AllocsPerRun(len(ops)-2, func() {
		o.Add(&ops[1])
		ops = ops[1:]
	}); n != 0 {
		t.Errorf("got %v allocations for each request, want none", n)
	}
}
