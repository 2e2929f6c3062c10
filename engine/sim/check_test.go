package sim

import (
	"runtime"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// effort is how many set-ups are made and how far each goes. In WebAssembly, where
// it is slow, the test shows that the program is the same, not that the model is
// right.
func effort() (setUps, events int) {
	if runtime.GOARCH == "wasm" {
		return 32, 200
	}
	return 320, 1200
}

// walk runs a set-up and checks after every event. It returns the first fault.
func walkChecked(s *Simulation, events int) error {
	for range events {
		if s.RunBudget(clock.MaxTime, 1) == 0 {
			return nil
		}
		if err := s.Check(); err != nil {
			return err
		}
	}
	return nil
}

// What Check lists holds after every event of any set-up.
func TestInvariants(t *testing.T) {
	seed := enginetest.Seed(t, 1)
	var sum record.Totals
	setUps, events := effort()
	for i := range uint64(setUps) {
		s, err := New(RandomScenario(seed + i))
		if err != nil {
			t.Fatalf("seed %d: %v", seed+i, err)
		}
		if err := walkChecked(s, events); err != nil {
			t.Fatalf("KEYRANGE_SEED=%d: %v", seed+i, err)
		}
		total := s.Total()
		sum.Splits += total.Splits
		sum.Moves += total.Moves
		sum.Merges += total.Merges
		sum.NoSplits += total.NoSplits
		sum.Unavailable += total.Unavailable
		sum.Throttled += total.Throttled
	}
	t.Logf("%d set-ups, %d checks, %d splits, %d moves, %d merges, %d without a key", setUps, setUps*events, sum.Splits, sum.Moves, sum.Merges, sum.NoSplits)
	if events == 1200 && (sum.Splits < 150 || sum.Moves < 300 || sum.Merges < 100 || sum.Unavailable == 0 || sum.Throttled == 0) {
		t.Errorf("the set-ups hold %d splits, %d moves, %d merges, %d unavailable and %d throttled: too few to show anything",
			sum.Splits, sum.Moves, sum.Merges, sum.Unavailable, sum.Throttled)
	}
}
