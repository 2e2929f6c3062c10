package fault

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/keyrange/keyrange/engine/wire"
)

// Book holds the rules that are in force and how often each was met. It may be
// used from many goroutines.
type Book struct {
	// SameRange reports whether one range of a table holds two keys; nil where there
	// is no model of the service. It is set before the first request.
	SameRange func(table, a, b string) bool

	active atomic.Bool // there are rules

	mu     sync.Mutex
	rules  []entry
	random *rand.Rand
}

// entry is a rule and what came of it.
type entry struct {
	Rule
	met, made int // requests that it is for, and faults
}

// NewBook returns a book with rules. What share of requests they take is drawn
// from the seed.
func NewBook(rules []Rule, seed uint64) *Book {
	b := &Book{}
	b.Set(rules, seed)
	return b
}

// Set puts other rules in force.
func (b *Book) Set(rules []Rule, seed uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.random = rand.New(rand.NewPCG(seed, seed))
	b.rules = make([]entry, len(rules))
	for i, r := range rules {
		b.rules[i].Rule = r
	}
	b.active.Store(len(rules) > 0)
}

// Active reports whether there are rules.
func (b *Book) Active() bool { return b.active.Load() }

// Decide returns the fault of a request, and whether it has one.
func (b *Book) Decide(op wire.Operation) (Rule, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.rules {
		e := &b.rules[i]
		if !b.isFor(e.Rule, op) || e.Count > 0 && e.made >= e.Count {
			continue
		}
		e.met++
		if e.met > e.After && (e.Share == 1 || b.random.Float64() < e.Share) {
			e.made++
			return e.Rule, true
		}
	}
	return Rule{}, false
}

// isFor reports whether a rule is for an operation, also where that is up to the map
// of ranges.
func (b *Book) isFor(r Rule, op wire.Operation) bool {
	if !r.isFor(op) {
		return false
	}
	return r.Kind != Throttle || op.HasKey && b.SameRange != nil && b.SameRange(r.Table, r.Key, op.Key.PartitionKey)
}

// String lists the rules, one a line, each with how many requests it was for and
// how many of them had the fault. Its lines are rules that ParseRules reads.
func (b *Book) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var text strings.Builder
	for _, e := range b.rules {
		fmt.Fprintf(&text, "# for %d requests, %d faults\n%s\n", e.met, e.made, e.Rule)
	}
	return text.String()
}
