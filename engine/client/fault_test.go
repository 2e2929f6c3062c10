package client

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// For any faults, policy and order of callers: an insert is carried out at
// most once, an entity is stored exactly if some attempt of its insert or a
// late arrival of it was carried out, and time never goes back.
func TestFaults(t *testing.T) {
	seed, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		seed = 20261121
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for round := range 50 {
		stored, c := movies(t, Policies()[random.IntN(4)])
		c.Random = random.Uint64
		done := map[string]int{} // how often the insert of each row was carried out
		note := func(late []Arrival) {
			for _, a := range late {
				if a.Answer.Refusal == nil {
					done[a.Call.Entity.RowKey]++
				}
			}
		}
		for row := range 40 {
			for range random.IntN(4) {
				c.Network.Fail(Fault{FaultKind(random.IntN(5)), table.Ticks(random.Int64N(int64(200 * s)))})
			}
			key, before := strconv.Itoa(row), c.Now
			x := c.Send(Call{Verb: Insert, Table: "Movies", Entity: movie("Action", key, 1)})
			late := map[int]bool{}
			for _, a := range x.Late {
				late[a.Attempt] = true
			}
			for _, a := range x.Attempts {
				if a.Applied && !late[a.Number] {
					done[key]++
				}
				if a.Sent < before || a.Ended < a.Sent {
					t.Fatalf("round %d: an attempt goes from %v to %v after %v", round, a.Sent, a.Ended, before)
				}
				before = a.Ended
			}
			note(x.Late)
		}
		note(c.Network.Deliver(c.Service, c.Now+1000*s))
		for row := range 40 {
			key := strconv.Itoa(row)
			_, err := stored.Get(table.Key{PartitionKey: "Action", RowKey: key})
			if done[key] > 1 || (done[key] == 1) != (err == nil) {
				t.Errorf("round %d: row %s was inserted %d times and is stored: %v", round, key, done[key], err == nil)
			}
		}
	}
}
