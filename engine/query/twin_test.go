package query

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// opsPerSeed is how many operations one table lives through.
const opsPerSeed = 2_500

// The engine agrees with a naive model on random operations and queries: same
// results, same error codes, same pages, same tokens, same counts. A failure
// prints its seed and a shrunk list of operations; KEYRANGE_SEED runs that
// seed alone.
func TestTwin(t *testing.T) {
	total := 1_000_000
	if testing.Short() || runtime.GOARCH == "wasm" {
		total = 50_000
	}
	if text := os.Getenv("KEYRANGE_SEED"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("KEYRANGE_SEED: %v", err)
		}
		runSeed(t, seed)
		return
	}
	const lanes = 4
	for lane := range lanes {
		t.Run(fmt.Sprintf("lane %d", lane), func(t *testing.T) {
			t.Parallel()
			for seed := lane; seed < total/opsPerSeed && !t.Failed(); seed += lanes {
				runSeed(t, uint64(seed))
			}
		})
	}
}

// The random operations reach everything that the twin is there to judge.
func TestTwinReaches(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(16) {
		p := newPair()
		for _, o := range randomOps(rand.New(rand.NewPCG(seed, 1)), opsPerSeed) {
			if diff := p.do(o); diff != "" {
				t.Fatalf("seed %d: %s", seed, diff)
			}
		}
		for what, n := range p.seen {
			seen[what] += n
		}
	}
	want := []string{"end", "page full", "time up", "range boundary", "empty page with a token"}
	for _, k := range []Kind{PointQuery, RowRangeScan, PartitionScan, PartitionRangeScan, TableScan} {
		want = append(want, k.String())
	}
	for verb, codes := range map[string][]table.Code{
		"insert": {"", table.EntityAlreadyExists, table.OutOfRangeInput, table.PropertyNameInvalid, table.PropertyNameTooLong, table.DuplicatePropertiesSpecified, table.PropertyValueTooLarge},
		"merge":  {"", table.ResourceNotFound, table.UpdateConditionNotSatisfied, table.InvalidInput},
		"delete": {"", table.ResourceNotFound, table.UpdateConditionNotSatisfied, table.InvalidInput},
	} {
		for _, c := range codes {
			want = append(want, verb+" "+string(c))
		}
	}
	for _, what := range want {
		if seen[what] < 3 {
			t.Errorf("%q came up %d times, want at least 3", what, seen[what])
		}
	}
	if testing.Verbose() {
		t.Log(seen)
	}
}

func runSeed(t *testing.T, seed uint64) {
	t.Helper()
	ops := randomOps(rand.New(rand.NewPCG(seed, 1)), opsPerSeed)
	at, diff := play(ops)
	if diff == "" {
		return
	}
	ops, diff = shrink(ops[:at+1], diff)
	lines := make([]string, len(ops))
	for i, o := range ops {
		lines[i] = o.String()
	}
	t.Errorf("seed %d (KEYRANGE_SEED=%d): %s\nafter\n%s", seed, seed, diff, strings.Join(lines, "\n"))
}

// play applies operations to a fresh pair until it differs. A panic counts as
// a difference.
func play(ops []op) (at int, diff string) {
	defer func() {
		if p := recover(); p != nil {
			diff = fmt.Sprintf("panic: %v", p)
		}
	}()
	p := newPair()
	for at = range ops {
		if diff = p.do(ops[at]); diff != "" {
			return at, diff
		}
	}
	if diff = p.check(); diff != "" {
		return len(ops) - 1, diff
	}
	return 0, ""
}

// shrink drops operations, first in blocks and then one by one, as long as
// something still differs.
func shrink(ops []op, diff string) ([]op, string) {
	for block := len(ops) / 2; block > 0; block /= 2 {
		for i := 0; i+block <= len(ops); {
			fewer := append(append([]op{}, ops[:i]...), ops[i+block:]...)
			if at, d := play(fewer); d != "" {
				ops, diff = fewer[:at+1], d
			} else {
				i += block
			}
		}
	}
	return ops, diff
}
