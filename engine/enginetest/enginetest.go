// Package enginetest has what randomised tests of the engine share: their seed, and
// how much of their work runs in WebAssembly too. Only tests import it.
package enginetest

import (
	"os"
	"runtime"
	"strconv"
	"testing"
)

// Seed returns the seed in KEYRANGE_SEED, which it logs, or else the fixed one of
// the test.
func Seed(t testing.TB, fixed uint64) uint64 {
	t.Helper()
	text := os.Getenv("KEYRANGE_SEED")
	if text == "" {
		return fixed
	}
	given, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("KEYRANGE_SEED=%d", given)
	return given
}

// NativeOnly skips a test of so much work that in WebAssembly, where the engine runs
// slower, it would only repeat at length what the native run has shown. Such are the
// tests of what a run of the simulator comes to, because the golden traces of
// engine/sim hold the run of each preset to be the same in both. What reads, writes
// or goes back runs in both.
func NativeOnly(t testing.TB) {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("runs natively")
	}
}

// InWasm is how many of so many random cases are tried: in WebAssembly, where they
// are slow, a tenth, or one, shows that the program is the same. Each case tries every
// rule that the test is about.
func InWasm(cases int) int {
	if runtime.GOARCH == "wasm" {
		return max(1, cases/10)
	}
	return cases
}
