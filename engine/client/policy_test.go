package client

import (
	"math"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

const s = table.Second

// The waits of each policy: the smallest draw, the middle and the largest.
// Exponential: "3, 27, and 81 seconds ... maximum 90 seconds", "+/- 20 %" (the
// guide to table throughput). Library17: min(3 s + (2^i - 1) * U(0.8, 1.2) *
// 30 s, 90 s), which gives 3 s, 27 to 39 s and 75 to 90 s.
func TestWait(t *testing.T) {
	for _, c := range []struct {
		policy           Policy
		retry            int
		low, middle, top table.Ticks
	}{
		{Fixed, 0, 3 * s, 3 * s, 3 * s},
		{Fixed, 2, 3 * s, 3 * s, 3 * s},
		{Exponential, 0, 24 * s / 10, 3 * s, 36 * s / 10},
		{Exponential, 1, 216 * s / 10, 27 * s, 324 * s / 10},
		{Exponential, 2, 648 * s / 10, 81 * s, 90 * s},
		{Library17, 0, 3 * s, 3 * s, 3 * s},
		{Library17, 1, 27 * s, 33 * s, 39 * s},
		{Library17, 2, 75 * s, 90 * s, 90 * s},
	} {
		for draw, want := range map[uint64]table.Ticks{0: c.low, middle: c.middle, math.MaxUint64: c.top} {
			if got, ok := c.policy.Wait(c.retry, draw); !ok || got != want {
				t.Errorf("%v.Wait(%d, %d) is %d ticks, %v; want %d", c.policy, c.retry, draw, got, ok, want)
			}
		}
	}
}

// Three retries, then the policy gives up; none retries at all.
func TestWaitEnds(t *testing.T) {
	for _, p := range Policies() {
		for _, retry := range []int{-1, 0, MaxRetries} {
			_, ok := p.Wait(retry, 0)
			if want := p != NoRetry && retry == 0; ok != want {
				t.Errorf("%v.Wait(%d): got %v, want %v", p, retry, ok, want)
			}
		}
	}
}

// Only refusals that say nothing about the request are worth another attempt.
func TestRetries(t *testing.T) {
	for code, want := range map[table.Code]bool{
		ServerBusy: true, OperationTimedOut: true, InternalError: true,
		table.EntityAlreadyExists: false, table.UpdateConditionNotSatisfied: false,
		table.NotImplemented: false, table.InvalidInput: false,
	} {
		if got := Retries(code); got != want {
			t.Errorf("Retries(%s) is %v, want %v", code, got, want)
		}
	}
}
