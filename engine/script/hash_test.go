package script

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// The hash is a promise between machines: the same logs have the same hashes
// natively and in a browser. The golden file was written natively; the test
// holds in WebAssembly as well. A hash that changes is right only when the
// state that the commands make has changed.
func TestHash(t *testing.T) {
	const golden = "testdata/hashes.txt"
	var b strings.Builder
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 0))
		w := New(seed, DefaultStart, testLibrary)
		for n := range 200 {
			if n%50 == 0 {
				fmt.Fprintf(&b, "seed %d, %d commands: %016x\n", seed, n, w.Hash())
			}
			if _, err := w.DoText(randomCommand(random)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// Each part of a state shows in its hash.
func TestHashDiffers(t *testing.T) {
	seen := map[uint64]string{}
	for _, script := range []string{
		"get Movies a/b", "create table Other", "insert Movies c/d", "merge Movies a/b n=2", "merge Movies a/b n=1L", "delete Movies a/b",
		"drop table Movies", "A: get Movies a/b", "B: get Movies a/b", "A: policy fixed", "A: track option NoTracking", "A: track attach Movies a/b",
		"A: track add Movies a/b", "fault busy", "fault delayed 40s", "fault delayed 41s", "network travel 5s", "network timeout 5s", "limits page 5", "limits examined 5", "limits bytes 5", "limits examined 5 bytes 5",
		"split Movies b", "split Movies c", "design Movies partition 'a' row 'b'", "queue create jobs", "queue create jobs2", "blob create box", "query Movies",
		"query Movies top 1", "query Movies where n eq 1",
	} {
		w := New(1, DefaultStart, nil)
		for _, text := range []string{"create table Movies", "insert Movies a/b n=1", "insert Movies a/c n=1", script} {
			if _, err := w.DoText(text); err != nil {
				t.Fatal(err)
			}
		}
		w.state.now = DefaultStart // the clock alone must not make the difference
		h := w.Hash()
		if other, ok := seen[h]; ok && other != script {
			t.Errorf("%q and %q give the same hash", other, script)
		}
		seen[h] = script
	}
}
