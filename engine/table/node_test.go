package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// depthOf returns how many nodes are above each page of a partition.
func depthOf(p *partition) int {
	depth := 0
	for n := p.top; n != nil; n = n.branches[0].node {
		depth++
	}
	return depth
}

// A tree of pages grows to three levels and goes again, row by row and in any
// order, while snapshots keep what they had.
func TestNodes(t *testing.T) {
	const rows = 5_000
	large := text("T", strings.Repeat("x", pageBytes/2)) // so that a page is one row
	order := map[string]func(r *rand.Rand) []int{
		"ascending": func(*rand.Rand) []int { return sequence(rows) },
		"descending": func(*rand.Rand) []int {
			down := sequence(rows)
			slices.Reverse(down)
			return down
		},
		"any": func(r *rand.Rand) []int { return r.Perm(rows) },
	}
	for name, of := range order {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed(t), 5))
			made := New("Nodes")
			key := func(i int) Key { return Key{"p", fmt.Sprintf("a row of some length %05d", i)} }
			for i, at := range of(r) {
				e := Entity{Key: key(at), Properties: []Property{large}}
				wantCode(t, second(made.Insert(e, noon)), "")
				if i%1_250 == 0 {
					wantSound(t, made)
				}
			}
			if depth := depthOf(made.live.find("p")); depth != 3 {
				t.Errorf("got %d levels of nodes, want 3", depth)
			}
			full := made.Snapshot()
			for i, at := range of(r) {
				wantCode(t, made.Delete(key(at), AnyETag), "")
				if _, ok := made.Row(key(at)); ok || made.Len() != rows-i-1 {
					t.Fatalf("after %d deletions: %d rows, the last one is there: %v", i+1, made.Len(), ok)
				}
				if i%500 == 0 || rows-i < 70 {
					made.Snapshot()
					wantSound(t, made)
				}
			}
			if n := len(entitiesOf(full)); n != rows || made.live.index.Len() != 0 {
				t.Errorf("the snapshot has %d rows and the empty table %d partitions", n, made.live.index.Len())
			}
			made.Restore(full)
			wantSound(t, made)
		})
	}
}

func sequence(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func wantSound(t *testing.T, made *Table) {
	t.Helper()
	if err := made.Check(); err != nil {
		t.Fatal(err)
	}
}

// Rows are found in a page although all have the same hash.
func TestEqualHashes(t *testing.T) {
	made := New("Hashes")
	checkAtEnd(t, made)
	var keys []Key
	want := hashOf("key 0")
	for i := 0; len(keys) < 2*maxRows; i++ {
		if k := fmt.Sprint("key ", i); hashOf(k) == want {
			keys = append(keys, Key{"p", k})
			wantCode(t, second(made.Insert(Entity{Key: keys[len(keys)-1]}, noon)), "")
		}
	}
	for i, k := range keys {
		if got, ok := made.Row(k); !ok || got.Key() != k {
			t.Errorf("%v, %d of %d, is not found", k, i, len(keys))
		}
	}
}

// The hash of a key is made of all its bytes and of its length.
func TestHash(t *testing.T) {
	for n := range 40 {
		key := []byte(strings.Repeat("m", n))
		seen := map[byte]bool{hashOf(string(key) + "\x00"): true}
		for i := range key {
			key[i] = 'n'
			seen[hashOf(string(key))] = true
			key[i] = 'm'
		}
		if want := 3 * (n + 1) / 4; len(seen) < want {
			t.Errorf("%d keys of length %d have %d hashes, want at least %d", n+1, n, len(seen), want)
		}
	}
}
