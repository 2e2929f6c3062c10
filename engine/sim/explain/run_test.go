package explain

import (
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// seedOf returns the seed of a test: one given in the environment, or a fixed one.
func seedOf(t testing.TB) uint64 {
	if text := os.Getenv("KEYRANGE_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 1
}

// nativeOnly skips what WebAssembly need not show again: the traces are the same
// there, and it is several times slower.
func nativeOnly(t *testing.T) {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("shown natively")
	}
}

func must(t testing.TB, c sim.Scenario) *sim.Simulation {
	t.Helper()
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// clients are machines with synchronous threads that do one thing.
func clients(op service.Operation, vms, threads, batch int) demand.Load {
	l := demand.Load{VMs: vms, Threads: threads, Size: demand.ExtraLarge, Batch: batch}
	l.Mix[op] = 1
	return l
}

// arrivals is an open load: operations arrive whatever becomes of them.
func arrivals(op service.Operation, rate int64, retry demand.Retry) demand.Load {
	l := demand.Load{Rate: rate, Batch: 1, Retry: retry}
	l.Mix[op] = 1
	return l
}
