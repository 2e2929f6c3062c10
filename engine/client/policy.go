package client

import (
	"math/bits"

	"github.com/keyrange/keyrange/engine/table"
)

// Policy says how long a caller waits before it sends a call again.
type Policy uint8

// The policies. All but NoRetry give up after three retries.
const (
	// NoRetry gives up at once.
	NoRetry Policy = iota
	// Fixed waits 3 s each time, as the authors of the throughput study did
	// after every refusal.
	Fixed
	// Exponential waits about 3, 27 and 81 s, each 20 % more or less, at most
	// 90 s: the default that the description of the service gives for its
	// client library.
	Exponential
	// Library17 is the formula of the storage client library 1.7:
	// min(3 s + (2^i - 1) * U(0.8, 1.2) * 30 s, 90 s) for i = 0, 1, 2.
	Library17
)

// Limits of the policies.
const (
	MaxRetries = 3
	MaxWait    = 90 * table.Second
	minWait    = 3 * table.Second
	delta      = 30 * table.Second
)

var policyNames = [...]string{"none", "fixed", "exponential", "library17"}

// Policies lists the policies in the order of their constants.
func Policies() []Policy { return []Policy{NoRetry, Fixed, Exponential, Library17} }

// String returns the policy's name: none, fixed, exponential or library17.
func (p Policy) String() string {
	if int(p) >= len(policyNames) {
		return ""
	}
	return policyNames[p]
}

var seedWaits = [MaxRetries]table.Ticks{3 * table.Second, 27 * table.Second, 81 * table.Second}

// Wait returns how long to wait before the given retry, counted from 0. ok is
// false when the policy gives up instead. The draw is a uniformly random
// number, of which the same gives the same wait; computing is in whole ticks,
// so that no machine rounds differently.
func (p Policy) Wait(retry int, draw uint64) (wait table.Ticks, ok bool) {
	if retry < 0 || retry >= MaxRetries {
		return 0, false
	}
	switch p {
	case Fixed:
		return minWait, true
	case Exponential:
		return min(spread(seedWaits[retry], draw), MaxWait), true
	case Library17:
		return min(minWait+spread(delta*(1<<retry-1), draw), MaxWait), true
	}
	return 0, false
}

// spread returns t times a factor between 0.8 and 1.2.
func spread(t table.Ticks, draw uint64) table.Ticks {
	const millionths, width = 800_000, 400_000
	high, _ := bits.Mul64(draw, width+1)
	return t / 1_000_000 * table.Ticks(millionths+high)
}

// Retries reports whether a refusal is worth another attempt: only those that
// say nothing about the request itself do ("Status and error codes", REST
// reference; the client library retries on 500 and 503).
func Retries(code table.Code) bool {
	return code == ServerBusy || code == OperationTimedOut || code == InternalError
}
