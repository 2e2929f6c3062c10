package journal

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// twin is a Tree without sharing: each branch has a list of its own.
type twin struct {
	names   []string
	lists   [][]string // with the root
	at      []int
	current int
}

func (w *twin) text() string {
	var out strings.Builder
	for i, name := range w.names {
		fmt.Fprintf(&out, "%s %v at %d %v\n", name, w.lists[i], w.at[i], i == w.current)
	}
	return out.String()
}

func textOf(t *Tree[string]) string {
	var out strings.Builder
	for _, b := range t.Branches() {
		var list []string
		for _, id := range t.Way(b.Tip) {
			list = append(list, *t.Get(id))
		}
		fmt.Fprintf(&out, "%s %v at %d %v\n", b.Name, list, b.Position, b.Current)
	}
	return out.String()
}

func seed(t *testing.T) uint64 {
	n, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		n = 1
	}
	t.Logf("seed %d", n)
	return n
}

// act does one random thing to both.
func act(random *rand.Rand, t *Tree[string], w *twin, n int) string {
	c := w.current
	name := "branch " + strconv.Itoa(2+random.IntN(8))
	known := slices.Index(w.names, name)
	switch random.IntN(9) {
	case 0, 1, 2:
		value := strconv.Itoa(n)
		if w.at[c] < len(w.lists[c])-1 {
			w.forkAs(t.FreeName())
			c = w.current
		}
		w.lists[c] = append(w.lists[c], value)
		w.at[c]++
		t.Add(value)
		return "add " + value
	case 3, 4:
		to := random.IntN(len(w.lists[c])+4) - 2
		w.at[c] = max(0, min(to, len(w.lists[c])-1))
		t.Seek(to)
		return fmt.Sprint("seek ", to)
	case 5:
		if ok := t.Fork(name); ok != (known < 0) {
			return fmt.Sprintf("fork %s: %v", name, ok)
		} else if ok {
			w.forkAs(name)
		}
		return "fork " + name
	case 6:
		if ok := t.Switch(name); ok != (known >= 0) {
			return fmt.Sprintf("switch %s: %v", name, ok)
		} else if ok {
			w.current = known
		}
		return "switch " + name
	case 7:
		if ok := t.Drop(name); ok != (known >= 0 && known != c) {
			return fmt.Sprintf("drop %s: %v", name, ok)
		} else if ok {
			w.drop(known)
		}
		return "drop " + name
	}
	if last := w.last(); last != t.Last() {
		return fmt.Sprintf("last: %v", t.Last())
	} else if last && t.Position() > 0 {
		w.lists[c][w.at[c]] += "'"
		t.Amend(*t.Here() + "'")
	}
	return "amend"
}

func (w *twin) forkAs(name string) {
	c := w.current
	w.names = append(w.names, name)
	w.lists = append(w.lists, slices.Clone(w.lists[c][:w.at[c]+1]))
	w.at = append(w.at, w.at[c])
	w.current = len(w.names) - 1
}

func (w *twin) drop(i int) {
	w.names, w.lists, w.at = slices.Delete(w.names, i, i+1), slices.Delete(w.lists, i, i+1), slices.Delete(w.at, i, i+1)
	if w.current > i {
		w.current--
	}
}

// last reports whether the entry at the position ends its list and is in no
// other one. All values differ, but for the root's.
func (w *twin) last() bool {
	c := w.current
	if w.at[c] < len(w.lists[c])-1 {
		return false
	}
	here := w.lists[c][w.at[c]]
	for i, list := range w.lists {
		if i != c && slices.Contains(list, here) {
			return false
		}
	}
	return true
}

// A Tree and its twin stay alike under random operations, every invariant holds
// after each, and what is saved is restored as it was.
func TestTwin(t *testing.T) {
	first := seed(t)
	for round := range uint64(40) {
		random := rand.New(rand.NewPCG(first, round))
		tree := New("root")
		w := &twin{names: []string{Main}, lists: [][]string{{"root"}}, at: []int{0}}
		var done []string
		for n := range 300 {
			done = append(done, act(random, tree, w, n))
			if err := tree.Check(); err != nil {
				t.Fatalf("round %d: %v after %v", round, err, done)
			}
			if got, want := textOf(tree), w.text(); got != want {
				t.Fatalf("round %d: after %v got\n%swant\n%s", round, done, got, want)
			}
		}
		from := random.IntN(tree.Position() + 1)
		to := tree.Position() + random.IntN(tree.Len()-tree.Position()+1)
		if cut := tree.Cut(from, to); cut.Check() != nil || cut.Len() != to-from || *cut.Here() != *tree.Here() || *cut.Entry(0) != *tree.Entry(from) {
			t.Fatalf("round %d: cut from %d to %d of\n%sis\n%s", round, from, to, textOf(tree), textOf(cut))
		}
		small := tree.Renumbered()
		if ids := small.Way(small.ID(small.Len())); small.Check() != nil || textOf(small) != textOf(tree) || ids[len(ids)-1] >= small.Size() {
			t.Fatalf("round %d: renumbered\n%sas\n%s", round, textOf(tree), textOf(small))
		}
		again, ok := restored(t, tree)
		if !ok || textOf(again) != textOf(tree) || again.Check() != nil || again.Add("x") != tree.Add("x") {
			t.Fatalf("round %d: restored %v as\n%swant\n%s", round, ok, textOf(again), textOf(tree))
		}
	}
}

// restored is the Tree after a round trip through JSON.
func restored(t *testing.T, tree *Tree[string]) (*Tree[string], bool) {
	t.Helper()
	text, err := json.Marshal(tree.Head())
	if err != nil {
		t.Fatal(err)
	}
	var h Head
	if err := json.Unmarshal(text, &h); err != nil {
		t.Fatal(err)
	}
	entries := map[int]Saved[string]{}
	for id, value := range tree.All() {
		parent, _ := tree.Parent(id)
		entries[id] = Saved[string]{parent, *value}
	}
	return Restore(h, entries)
}

// Settle tells exactly what a storage lacks: a copy that takes each change over
// has the same entries.
func TestSettle(t *testing.T) {
	random := rand.New(rand.NewPCG(seed(t), 99))
	tree := New("root")
	w := &twin{names: []string{Main}, lists: [][]string{{"root"}}, at: []int{0}}
	stored := map[int]string{}
	for n := range 2000 {
		act(random, tree, w, n)
		if random.IntN(3) > 0 {
			continue
		}
		ids, _ := tree.Settle()
		for _, id := range ids {
			if value := tree.Get(id); value != nil {
				stored[id] = *value
			} else {
				delete(stored, id)
			}
		}
		want := map[int]string{}
		for id, value := range tree.All() {
			want[id] = *value
		}
		if fmt.Sprint(stored) != fmt.Sprint(want) {
			t.Fatalf("after %d: stored %v, want %v", n, stored, want)
		}
		if ids, ok := tree.Settle(); ok || len(ids) > 0 {
			t.Fatalf("settled twice: %v", ids)
		}
	}
}

// A Head that no Tree could have saved is refused.
func TestRestoreRefuses(t *testing.T) {
	good := func() (Head, map[int]Saved[string]) {
		return Head{Branches: []BranchHead{{Name: "main", Tip: 2, At: 1}, {Name: "b", Tip: 3, At: 2, Fork: 1}}, Current: 1, At: 2, Next: 4},
			map[int]Saved[string]{0: {-1, "r"}, 1: {0, "a"}, 2: {1, "b"}, 3: {1, "c"}}
	}
	h, entries := good()
	if tree, ok := Restore(h, entries); !ok || tree.Check() != nil {
		t.Fatalf("the good one: %v", ok)
	}
	for name, spoil := range map[string]func(*Head, map[int]Saved[string]){
		"no branch":             func(h *Head, _ map[int]Saved[string]) { h.Branches = nil },
		"too many branches":     func(h *Head, _ map[int]Saved[string]) { h.Branches = make([]BranchHead, MaxBranches+1) },
		"no current branch":     func(h *Head, _ map[int]Saved[string]) { h.Current = 2 },
		"negative position":     func(h *Head, _ map[int]Saved[string]) { h.At = -1 },
		"a tip to come":         func(h *Head, _ map[int]Saved[string]) { h.Next = 3 },
		"a tip that is missing": func(h *Head, _ map[int]Saved[string]) { h.Branches[0].Tip = 7; h.Next = 9 },
		"two names alike":       func(h *Head, _ map[int]Saved[string]) { h.Branches[1].Name = "main" },
		"no name":               func(h *Head, _ map[int]Saved[string]) { h.Branches[0].Name = "" },
		"a long name":           func(h *Head, _ map[int]Saved[string]) { h.Branches[0].Name = strings.Repeat("x", MaxBranchName+1) },
		"no text":               func(h *Head, _ map[int]Saved[string]) { h.Branches[0].Name = "\xff" },
		"left beyond its tip":   func(h *Head, _ map[int]Saved[string]) { h.Branches[0].At = 3 },
		"made beyond its tip":   func(h *Head, _ map[int]Saved[string]) { h.Branches[1].Fork = 3 },
		"its own parent":        func(h *Head, _ map[int]Saved[string]) { h.Branches[1].Parent = 1 },
		"an entry is missing":   func(_ *Head, e map[int]Saved[string]) { delete(e, 1) },
		"a parent to come":      func(_ *Head, e map[int]Saved[string]) { e[1] = Saved[string]{2, "a"} },
		"two roots":             func(_ *Head, e map[int]Saved[string]) { e[3] = Saved[string]{-1, "c"} },
	} {
		h, entries := good()
		spoil(&h, entries)
		if _, ok := Restore(h, entries); ok {
			t.Errorf("%s: restored", name)
		}
	}
}

// A full Tree makes room: for one branch more the oldest goes, and an only branch
// loses its beginning.
func TestRoom(t *testing.T) {
	tree := New("root")
	for n := range 2 * MaxBranches {
		tree.Seek(0)
		tree.Add(strconv.Itoa(n))
		if err := tree.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(tree.Branches()); n != MaxBranches || *tree.Here() != strconv.Itoa(2*MaxBranches-1) {
		t.Errorf("%d branches, at %q", n, *tree.Here())
	}
	if tree.Fork("one more") || tree.DropRoot() {
		t.Error("a branch more than there may be, or a root that others need is dropped")
	}
	for range MaxBranches - 1 {
		if _, ok := tree.DropOldest(); !ok {
			t.Fatal("nothing is dropped")
		}
	}
	if _, ok := tree.DropOldest(); ok || !tree.DropRoot() || tree.DropRoot() || tree.Len() != 0 || tree.Size() != 1 {
		t.Errorf("%d entries and %d in all", tree.Len(), tree.Size())
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
}
