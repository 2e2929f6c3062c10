package sim

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim/clock"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The trace of each preset under two seeds is what it always was, natively and in
// WebAssembly. The test runs in both.
func TestGoldenTraces(t *testing.T) {
	var b strings.Builder
	for _, p := range Presets() {
		for _, seed := range []uint64{1, 7} {
			c := scenarioOf(t, p.Name)
			c.Seed = seed
			c.Params.Teach()
			s := must(t, c)
			s.Run(45 * clock.Second)
			total := s.Total()
			fmt.Fprintf(&b, "%s %d: %016x after %d events, %d done, %d throttled, %d splits, %d moves, %d notes\n",
				p.Name, seed, s.Hash(), s.Events(), total.Done, total.Throttled, total.Splits, total.Moves, len(s.Notes()))
		}
	}
	const file = "testdata/traces.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(lines)) {
		if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
			t.Fatalf("line %d differs from %s\ngot  %q\nwant %q", i+1, file, got[i], lines[min(i, len(lines)-1)])
		}
	}
}
