package demand

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Check verifies what always holds of clients and returns the first thing that
// does not: each of their requests is in one place, on its way to the front door,
// behind it as it was sent, or in a back-off; those in the first two are in flight.
func (c *Clients) Check() error {
	live, arriving, resending, held := 0, 0, 0, 0
	var wrong error
	for i := range c.requests {
		if c.requests[i].thread != none {
			live++
		}
	}
	c.service.EachHeld(func(h service.Held) {
		if h.From != caller {
			return
		}
		held++
		if q := &c.requests[h.Ticket]; q.thread == none || q.key != h.Key || q.count != h.Entities || q.op != h.Do {
			wrong = fmt.Errorf("the service holds a request for %d entities of key %d, which is none of the clients", h.Entities, h.Key)
		}
	})
	for _, e := range c.clock.Waiting() {
		switch e.Kind() {
		case clock.Arrive:
			arriving++
		case clock.Resend:
			resending++
		}
	}
	if int64(held+arriving) != c.inFlight || live != held+arriving+resending {
		return fmt.Errorf("%d requests wait in ranges, %d arrive and %d will be tried again; %d are on their way, %d exist",
			held, arriving, resending, c.inFlight, live)
	}
	return wrong
}
