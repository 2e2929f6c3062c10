package client

import (
	"reflect"
	"testing"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// noon is when every test begins: 2026-11-21T12:00:00Z.
const noon table.Ticks = 639_308_592_000_000_000

// movies returns an account with the table Movies and a caller on it.
func movies(t *testing.T, policy Policy) (*table.Table, *Caller) {
	t.Helper()
	account := table.NewAccount()
	stored, err := account.Create("Movies", noon)
	if err != nil {
		t.Fatal(err)
	}
	network := &Network{Travel: DefaultTravel}
	return stored, &Caller{Service: Direct{Tables: account}, Network: network, Policy: policy, Now: noon}
}

func movie(partition, row string, rating int32) table.Entity {
	return table.Entity{
		Key:        table.Key{PartitionKey: partition, RowKey: row},
		Properties: []table.Property{{Name: "Rating", Value: table.Int32Value(rating)}},
	}
}

func code(x Exchange) table.Code {
	a, ok := x.Answer()
	switch {
	case !ok:
		return "no answer"
	case a.Refusal != nil:
		return a.Refusal.Code
	}
	return ""
}

// An answer takes the way there and back.
func TestSend(t *testing.T) {
	stored, c := movies(t, NoRetry)
	x := c.Send(Call{Verb: Insert, Table: "movies", Entity: movie("Action", "Cop Out", 5)})
	if code(x) != "" || stored.Len() != 1 || x.Applied() != 1 || x.Misleading() {
		t.Errorf("got %q with %d entities and %d applied, want an insert", code(x), stored.Len(), x.Applied())
	}
	if want := noon + 2*DefaultTravel; c.Now != want {
		t.Errorf("the caller's clock is at %v, want %v", c.Now, want)
	}
	e, _ := stored.Get(table.Key{PartitionKey: "Action", RowKey: "Cop Out"})
	if want := noon + DefaultTravel; e.Timestamp != want {
		t.Errorf("the Timestamp is %v, want the time of arrival %v", e.Timestamp, want)
	}
}

// "If the operation succeeds but the client times out due to a network error,
// the client will retry ... this can result in a Conflict" (best practices for
// programming tables): the refusals that a retry causes itself, and what the
// table holds afterwards.
func TestResponseLost(t *testing.T) {
	for _, test := range []struct {
		name string
		call func(tag table.ETag) Call
		want table.Code
		left int
	}{
		{"insert", func(table.ETag) Call {
			return Call{Verb: Insert, Table: "Movies", Entity: movie("Action", "New", 1)}
		}, table.EntityAlreadyExists, 2},
		{"delete", func(tag table.ETag) Call {
			return Call{Verb: Delete, Table: "Movies", Entity: movie("Action", "Old", 1), Match: tag}
		}, table.ResourceNotFound, 0},
		{"merge", func(tag table.ETag) Call {
			return Call{Verb: Merge, Table: "Movies", Entity: movie("Action", "Old", 9), Match: tag}
		}, table.UpdateConditionNotSatisfied, 1},
		{"replace", func(tag table.ETag) Call {
			return Call{Verb: Replace, Table: "Movies", Entity: movie("Action", "Old", 9), Match: tag}
		}, table.UpdateConditionNotSatisfied, 1},
		{"create table", func(table.ETag) Call {
			return Call{Verb: CreateTable, Table: "Actors"}
		}, table.TableAlreadyExists, 1},
		{"delete table", func(table.ETag) Call {
			return Call{Verb: DeleteTable, Table: "Movies"}
		}, table.ResourceNotFound, 1},
		{"unconditional merge", func(table.ETag) Call {
			return Call{Verb: Merge, Table: "Movies", Entity: movie("Action", "Old", 9), Match: table.AnyETag}
		}, "", 1},
		{"upsert", func(table.ETag) Call {
			return Call{Verb: InsertOrReplace, Table: "Movies", Entity: movie("Action", "Old", 9)}
		}, "", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			stored, c := movies(t, Fixed)
			tag, _ := stored.Insert(movie("Action", "Old", 1), noon)
			c.Network.Fail(Fault{Kind: ResponseLost})
			x := c.Send(test.call(tag))
			if got := code(x); got != test.want || len(x.Attempts) != 2 {
				t.Errorf("got %q after %d attempts, want %q after 2", got, len(x.Attempts), test.want)
			}
			if x.Misleading() != (test.want != "") {
				t.Errorf("Misleading is %v after %q", x.Misleading(), test.want)
			}
			if stored.Len() != test.left {
				t.Errorf("%d entities are left, want %d", stored.Len(), test.left)
			}
			if want := noon + DefaultTimeout + 3*s + 2*DefaultTravel; c.Now != want {
				t.Errorf("the clock is at %v, want timeout, wait and the way there and back: %v", c.Now, want)
			}
		})
	}
}

// A lost request is not done, so its retry is the first that the service sees.
func TestRequestLost(t *testing.T) {
	stored, c := movies(t, Fixed)
	c.Network.Fail(Fault{Kind: RequestLost})
	x := c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", "New", 1)})
	if code(x) != "" || x.Applied() != 1 || len(x.Attempts) != 2 || stored.Len() != 1 {
		t.Errorf("got %q, %d applied in %d attempts", code(x), x.Applied(), len(x.Attempts))
	}
}

// Without retries both losses look the same to the caller.
func TestNoAnswer(t *testing.T) {
	for kind, stays := range map[FaultKind]int{RequestLost: 0, ResponseLost: 1} {
		stored, c := movies(t, NoRetry)
		c.Network.Fail(Fault{Kind: kind})
		x := c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", "New", 1)})
		if code(x) != "no answer" || stored.Len() != stays || x.Misleading() != (stays == 1) {
			t.Errorf("%v: got %q, %d entities, misleading %v", kind, code(x), stored.Len(), x.Misleading())
		}
	}
}

func TestDelayed(t *testing.T) {
	call := Call{Verb: Insert, Table: "Movies", Entity: movie("Action", "New", 1)}
	t.Run("within the timeout", func(t *testing.T) {
		_, c := movies(t, NoRetry)
		c.Network.Fail(Fault{Kind: Delayed, Delay: 5 * s})
		x := c.Send(call)
		if want := noon + 5*s + 2*DefaultTravel; code(x) != "" || c.Now != want {
			t.Errorf("got %q at %v, want an answer at %v", code(x), c.Now, want)
		}
	})
	// The late request reaches the service between the timeout and the retry.
	t.Run("before the retry", func(t *testing.T) {
		stored, c := movies(t, Fixed)
		c.Network.Fail(Fault{Kind: Delayed, Delay: 31 * s})
		x := c.Send(call)
		if code(x) != table.EntityAlreadyExists || !x.Misleading() || stored.Len() != 1 {
			t.Errorf("got %q, misleading %v, %d entities", code(x), x.Misleading(), stored.Len())
		}
		if first := x.Attempts[0]; !first.Applied || first.Answered || first.Arrived != noon+31*s+DefaultTravel || len(x.Late) != 1 {
			t.Errorf("the late attempt is noted as %+v, with %d arrivals", first, len(x.Late))
		}
	})
	// The late request overtakes the next one, which is already under way.
	t.Run("before the next arrives", func(t *testing.T) {
		stored, c := movies(t, NoRetry)
		c.Network.Fail(Fault{Kind: Delayed, Delay: DefaultTimeout - DefaultTravel/2})
		c.Send(call)
		x := c.Send(call)
		if code(x) != table.EntityAlreadyExists || len(x.Late) != 1 || x.Misleading() || stored.Len() != 1 {
			t.Errorf("got %q after %d arrivals, misleading %v", code(x), len(x.Late), x.Misleading())
		}
	})
	// The late request of a deletion arrives after the caller has inserted the
	// entity again, and takes the new one away.
	t.Run("after the exchange", func(t *testing.T) {
		stored, c := movies(t, Fixed)
		stored.Insert(movie("Action", "New", 1), noon)
		c.Network.Fail(Fault{Kind: Delayed, Delay: 60 * s})
		gone := Call{Verb: Delete, Table: "Movies", Entity: call.Entity, Match: table.AnyETag}
		if x := c.Send(gone); code(x) != "" || c.Network.Held() != 1 {
			t.Fatalf("got %q with %d under way", code(x), c.Network.Held())
		}
		c.Send(call)
		arrivals := c.Network.Deliver(c.Service, noon+61*s)
		if len(arrivals) != 1 || arrivals[0].Answer.Refusal != nil || stored.Len() != 0 || c.Network.Held() != 0 {
			t.Errorf("arrivals %v leave %d entities and %d under way", arrivals, stored.Len(), c.Network.Held())
		}
	})
}

// Late requests arrive in the order of their arrival times, not of sending.
func TestDeliver(t *testing.T) {
	_, c := movies(t, NoRetry)
	c.Network.Fail(Fault{Delayed, 200 * s}, Fault{Delayed, 100 * s}, Fault{Delayed, 100 * s})
	for _, row := range []string{"a", "b", "c"} {
		c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", row, 1)})
	}
	var order []string
	for _, a := range c.Network.Deliver(c.Service, noon+1000*s) {
		order = append(order, a.Call.Entity.RowKey)
	}
	if want := []string{"b", "c", "a"}; !reflect.DeepEqual(order, want) {
		t.Errorf("arrivals in the order %v, want %v", order, want)
	}
}

// ServerBusy is retried with the policy's waits and then given to the program.
func TestBusy(t *testing.T) {
	stored, c := movies(t, Exponential)
	c.Network.Fail(Fault{Kind: Busy}, Fault{Kind: Busy}, Fault{Kind: Busy}, Fault{Kind: Busy})
	x := c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", "New", 1)})
	if code(x) != ServerBusy || len(x.Attempts) != 4 || stored.Len() != 0 {
		t.Errorf("got %q after %d attempts", code(x), len(x.Attempts))
	}
	if want := noon + 8*DefaultTravel + (3+27+81)*s; c.Now != want {
		t.Errorf("the clock is at %v, want %v", c.Now, want)
	}
}

// A clone goes its own way: what is done with one does not show in the other.
func TestNetworkClone(t *testing.T) {
	_, c := movies(t, NoRetry)
	c.Network.Fail(Fault{Delayed, 100 * s}, Fault{Kind: Busy})
	c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", "a", 1)})
	before := c.Network.Clone()
	c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", "b", 1)})
	c.Network.Deliver(c.Service, noon+1000*s)
	if before.Held() != 1 || len(before.Faults()) != 1 || c.Network.Held() != 0 || len(c.Network.Faults()) != 0 {
		t.Errorf("the clone has %d under way and %d faults, the original %d and %d",
			before.Held(), len(before.Faults()), c.Network.Held(), len(c.Network.Faults()))
	}
}

// The same inputs give the same exchanges.
func TestDeterminism(t *testing.T) {
	run := func() []Exchange {
		_, c := movies(t, Library17)
		draw := uint64(7)
		c.Random = func() uint64 { draw = draw*6364136223846793005 + 1; return draw }
		c.Network.Fail(Fault{Kind: ResponseLost}, Fault{Kind: Busy}, Fault{}, Fault{Delayed, 40 * s})
		var all []Exchange
		for _, row := range []string{"a", "b", "c"} {
			all = append(all, c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", row, 1)}))
		}
		return append(all, c.Send(Call{Verb: Query, Table: "Movies", Query: query.Request{Top: query.NoTop}}))
	}
	if a, b := run(), run(); !reflect.DeepEqual(a, b) {
		t.Errorf("two runs differ:\n%v\n%v", a, b)
	}
}
