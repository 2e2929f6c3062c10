package script

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
)

// newRandom returns the source of a randomized test, its seed printed, and fixed
// unless KEYRANGE_SEED sets it.
func newRandom(t *testing.T) *rand.Rand {
	t.Helper()
	seed, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		seed = 20261121
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// randomCommand returns a command of any kind, about few names, so that
// commands meet each other.
func randomCommand(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	table := pick("Movies", "Movies", "Movies", "Posts")
	key := fmt.Sprintf("%s/%d", pick("a", "b", "'c d'"), r.IntN(12))
	where := pick("", " where PartitionKey eq 'a'", " where n gt 40", " where PartitionKey ge 'b' and s eq 'x'", " where n eq")
	properties := pick(fmt.Sprintf(" n=%d", r.IntN(100)), " s='x'", fmt.Sprintf(" n=%d d=1.5 s='y'", r.IntN(100)), " bad-name=1")
	condition := pick("", " if seen", " if seen", " if 'x'")
	client := pick("", "A: ", "B: ")
	switch r.IntN(24) {
	case 0:
		return client + pick("create table ", "create table ", "drop table ") + table
	case 1, 2, 3, 4:
		return client + "insert " + table + " " + key + properties
	case 5, 6:
		return client + pick("replace ", "merge ") + table + " " + key + properties + condition
	case 7:
		return client + pick("insert-or-replace ", "insert-or-merge ") + table + " " + key + properties
	case 8:
		return client + "delete " + table + " " + key + condition
	case 9:
		return client + "get " + table + " " + key
	case 10:
		return client + "query " + table + pick("", " top 3", " select n") + where
	case 11:
		return client + "next"
	case 12:
		return client + "read " + table + pick("", " habit stop-at-empty-page") + where
	case 13:
		return client + "batch " + table + " { insert a/20 n=1; insert-or-merge a/1" + properties + "; delete a/2" + condition + " }"
	case 14:
		return pick("A: ", "B: ") + "track " + pick("option NoTracking", "option OverwriteChanges", "load "+table+where, "add "+table+" "+key+properties, "attach "+table+" "+key+" etag *", "edit "+table+" "+key+properties, "update "+table+" "+key, "delete "+table+" "+key, "detach "+table+" "+key, "clear")
	case 15:
		return pick("A: ", "B: ") + "save" + pick("", " batch", " continue", " replace")
	case 16:
		return pick("A: ", "B: ") + "policy " + pick("none", "fixed", "exponential", "library17")
	case 17:
		return "fault " + pick("response-lost", "request-lost", "delayed 45s", "busy", "none")
	case 18:
		return "advance " + pick("1s", "40s", "3m")
	case 19:
		return pick("limits", "limits page 3", "limits examined 4", "split Movies b", "split Posts", "network timeout 5s", "network")
	case 20:
		return client + pick("queue create jobs", "queue put jobs 'x'", "queue get jobs for 5s", "queue delete jobs", "queue peek jobs", "queue poison jobs after 2 to jobs")
	case 21:
		return client + pick("blob create box", "blob put box/a 'x' if seen", "blob put box/a 'y'", "blob get box/a", "blob list box", "blob delete box/a if seen", "blob drop box")
	case 22:
		return "design " + table + " partition '{Channel}' row '{PostId}'"
	}
	return "import " + table + " data posts.csv"
}

// history does random commands, with undo, redo, seeks and branches between
// them, and returns the World.
func history(t *testing.T, r *rand.Rand, commands int) *World {
	t.Helper()
	w := New(r.Uint64(), DefaultStart, testLibrary)
	for range commands {
		switch r.IntN(30) {
		case 0:
			w.Undo()
		case 1:
			w.Seek(r.IntN(w.Len() + 1))
		case 2:
			w.Redo()
		case 3:
			if b := w.Branches(); len(b) < 8 {
				w.Branch("try " + strconv.Itoa(len(b)))
			} else {
				w.Switch(b[r.IntN(len(b))].Name)
			}
		}
		text := randomCommand(r)
		if _, err := w.DoText(text); err != nil && err != FullOfBranches {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return w
}

// replayed returns the hash after the first n commands of w's branch, done one
// by one in a new World.
func replayed(t *testing.T, w *World, n int) uint64 {
	t.Helper()
	fresh := New(w.Seed(), w.Start(), testLibrary)
	for i := range n {
		if _, err := fresh.Do(w.Command(i)); err != nil {
			t.Fatal(err)
		}
	}
	return fresh.Hash()
}

// Undo after any command gives the former hash, Redo the later one, and the
// same result.
func TestUndo(t *testing.T) {
	r := newRandom(t)
	w := New(r.Uint64(), DefaultStart, testLibrary)
	for range 400 {
		before, text := w.Hash(), randomCommand(r)
		did, err := w.DoText(text)
		if err != nil {
			t.Fatal(err)
		}
		after := w.Hash()
		if before == after {
			t.Fatalf("%s: the hash does not change, though the clock moves", text)
		}
		if !w.Undo() || w.Hash() != before {
			t.Fatalf("%s: after Undo the hash is %x, want %x", text, w.Hash(), before)
		}
		again, ok := w.Redo()
		if !ok || w.Hash() != after || strings.Join(again.Lines(), "\n") != strings.Join(did.Lines(), "\n") {
			t.Fatalf("%s: Redo gives another state or result", text)
		}
	}
	w.Seek(0)
	if w.Undo() || w.Hash() != New(w.Seed(), DefaultStart, testLibrary).Hash() {
		t.Error("the beginning is not that of a new World")
	}
	if w.Seek(w.Len()); w.Position() != 400 {
		t.Errorf("at %d after seeking to the end, want 400", w.Position())
	}
	if _, ok := w.Redo(); ok {
		t.Error("Redo goes beyond the end")
	}
}

// Seek in any order equals doing the commands from the beginning, and tables
// stay sound.
func TestSeek(t *testing.T) {
	r := newRandom(t)
	w := New(r.Uint64(), DefaultStart, testLibrary)
	hashes := []uint64{w.Hash()}
	for range 700 {
		if _, err := w.DoText(randomCommand(r)); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, w.Hash())
	}
	if len(w.marks) < 3 {
		t.Fatalf("%d checkpoints, so that nothing is tested", len(w.marks))
	}
	for range 200 {
		n := r.IntN(len(hashes))
		if w.Seek(n); w.Hash() != hashes[n] {
			t.Fatalf("at %d the hash is %x, want %x", n, w.Hash(), hashes[n])
		}
		for _, table := range w.Tables() {
			if err := table.Check(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := replayed(t, w, 700); got != hashes[700] {
		t.Errorf("a replay gives %x, want %x", got, hashes[700])
	}
	at := w.Position()
	first := w.Result(3)
	if w.Position() != at || w.Hash() != hashes[at] {
		t.Error("Result moves the World")
	}
	if !first.Command.Equal(w.Command(3)) {
		t.Errorf("Result is of %s, want %s", first.Command, w.Command(3))
	}
}

// A command in the past keeps both futures, and so does a named branch.
func TestBranch(t *testing.T) {
	w := New(1, DefaultStart, nil)
	do := func(text string) {
		t.Helper()
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	do("create table Movies")
	do("insert Movies a/1 n=1")
	do("insert Movies a/2 n=2")
	end := w.Hash()
	w.Undo()
	if err := w.Branch("try"); err != nil {
		t.Fatal(err)
	}
	do("insert Movies a/3 n=3")
	other := w.Hash()
	if err := w.Switch(MainBranch); err != nil || w.Position() != 2 || w.Len() != 3 {
		t.Fatalf("main is at %d of %d, %v, want 2 of 3", w.Position(), w.Len(), err)
	}
	do("insert Movies a/2 n=2") // the same command again is a redo
	if w.Hash() != end || len(w.Branches()) != 2 {
		t.Errorf("doing what was undone makes %d branches, want 2", len(w.Branches()))
	}
	w.Seek(1)
	do("insert Movies b/1 n=1")
	if got := w.Branches(); len(got) != 3 || got[2].Name != "branch 2" && got[2].Name != "branch 3" || got[2].Fork != 1 || got[2].Parent != MainBranch || !got[2].Current {
		t.Errorf("got branches %+v", got)
	}
	auto := w.Hash()
	for name, want := range map[string]uint64{MainBranch: end, "try": other} {
		w.Switch(name)
		if w.Seek(w.Len()); w.Hash() != want {
			t.Errorf("%s has another end than before", name)
		}
	}
	for name, want := range map[string]error{"": BadBranchName, "try": BadBranchName, " x": BadBranchName, "a\n": BadBranchName} {
		if err := w.Branch(name); err != want {
			t.Errorf("Branch(%q): got %v, want %v", name, err, want)
		}
	}
	if w.Switch("nowhere") != NoBranch || w.Drop(MainBranch) != BranchInUse || w.Drop("nowhere") != NoBranch {
		t.Error("a branch that is not there is used, or main dropped")
	}
	w.Switch("branch 2")
	if err := w.Drop("try"); err != nil || len(w.Branches()) != 2 || w.Hash() != auto {
		t.Errorf("after Drop: %v, %+v", err, w.Branches())
	}
	w.Switch(MainBranch)
	if w.Seek(w.Len()); w.Hash() != end {
		t.Error("main is another after Drop")
	}
}

// After any history every branch still gives what its commands give alone.
func TestHistory(t *testing.T) {
	r := newRandom(t)
	w := history(t, r, 300)
	for _, b := range w.Branches() {
		if err := w.Switch(b.Name); err != nil {
			t.Fatal(err)
		}
		if w.Position() != b.Position || w.Len() != b.Len {
			t.Errorf("%s is at %d of %d, want %d of %d", b.Name, w.Position(), w.Len(), b.Position, b.Len)
		}
		if got, want := w.Hash(), replayed(t, w, w.Position()); got != want {
			t.Errorf("%s: got %x, want %x", b.Name, got, want)
		}
	}
	branches := w.Branches()
	for len(branches) > 1 {
		drop := branches[1+r.IntN(len(branches)-1)].Name
		w.Switch(MainBranch)
		if err := w.Drop(drop); err != nil {
			t.Fatal(err)
		}
		branches = w.Branches()
		for _, b := range branches {
			w.Switch(b.Name)
			if got, want := w.Hash(), replayed(t, w, w.Position()); got != want {
				t.Fatalf("after Drop(%s) %s: got %x, want %x", drop, b.Name, got, want)
			}
		}
	}
}

// When every command is heavy enough for a checkpoint, those that save the
// least are dropped, evenly, and Seek is as right as before.
func TestThin(t *testing.T) {
	w := New(1, DefaultStart, nil)
	const commands = 3 * maxCheckpoints
	for range commands {
		w.since = checkpointWork
		if _, err := w.DoText("advance 1s"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(w.marks); n != maxCheckpoints || w.marks[0] != 0 || w.tree.Get(0).mark == nil {
		t.Fatalf("%d checkpoints, want %d and the root's among them", n, maxCheckpoints)
	}
	last := 0
	for n := range w.Len() + 1 {
		if w.tree.Entry(n).mark != nil {
			last = n
		}
		if n-last > 8 {
			t.Fatalf("command %d is %d after the checkpoint before it, want at most 8", n, n-last)
		}
	}
	for n := commands; n >= 0; n -= 37 {
		w.Seek(n)
		if got, want := w.Now(), DefaultStart+table.Ticks(n)*(table.Second+CommandTime); got != want {
			t.Fatalf("after %d commands it is %s, want %s", n, got, want)
		}
	}
}

// There are never more checkpoints than the bound, the root's among them, and
// no command lies farther from one than the bound allows.
func TestFull(t *testing.T) {
	w := New(1, DefaultStart, nil)
	w.DoText("create table Movies")
	insert, err := command.Parse("insert Movies a/b n=1")
	if err != nil {
		t.Fatal(err)
	}
	for i := range command.MaxCommands - 1 {
		insert.Key.RowKey = strconv.Itoa(i)
		if _, err := w.Do(insert); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(w.marks); n > maxCheckpoints || w.marks[0] != 0 || w.tree.Get(0).mark == nil {
		t.Errorf("%d checkpoints, want at most %d and the root's", n, maxCheckpoints)
	}
	last := 0
	for n := range w.Len() + 1 {
		if w.tree.Entry(n).mark != nil {
			last = n
		}
		if n-last > 2*checkpointWork {
			t.Fatalf("command %d is %d after the checkpoint before it", n, n-last)
		}
	}
	if _, err := w.DoText("insert Movies a/one-more"); err != FullOfCommands {
		t.Errorf("got %v, want FullOfCommands", err)
	}
}
