package sim

import "fmt"

// Check verifies what always holds of a run's state and returns the first thing
// that does not: what service.Service and demand.Clients check of themselves, and
//
//  1. Requests that were sent were answered or are on their way, and each refusal
//     has a cause.
func (s *Simulation) Check() error {
	for _, check := range []func() error{s.state.service.Check, s.state.clients.Check, s.state.conserved} {
		if err := check(); err != nil {
			return fmt.Errorf("at %d: %w", s.state.clock.Now, err)
		}
	}
	return nil
}

func (s *state) conserved() error {
	t := &s.ledger.Totals
	refused := t.Throttled + t.Unavailable + t.AccountThrottled
	if got := t.Done + refused + uint64(s.clients.InFlight()); got != t.Sent {
		return fmt.Errorf("%d requests were sent, %d are accounted for", t.Sent, got)
	}
	if got := t.Refused.Sum(); got != refused {
		return fmt.Errorf("%d requests were refused, %d of them for a recorded cause", refused, got)
	}
	return nil
}
