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
// slower, it would only repeat at length what the native run has shown.
func NativeOnly(t testing.TB) {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skip("runs natively")
	}
}

// InWasm is how many of so many random cases are tried: in WebAssembly, where they
// are slow, a tenth shows that the program is the same.
func InWasm(cases int) int {
	if runtime.GOARCH == "wasm" {
		return cases / 10
	}
	return cases
}
