package sim

import (
	"os"
	"runtime"
	"strconv"
	"testing"
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

func scenarioOf(t testing.TB, name string) Scenario {
	t.Helper()
	c, err := FromPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
