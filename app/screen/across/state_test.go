package across

import (
	"testing"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
)

// A story ends well without a crash, however its worker is written, except
// that one counts with a counter that is not there: a safe way ends well after
// a crash at every step, and each of the others goes wrong after at least one
// of them, in the way that it is about.
func TestCrashEverywhere(t *testing.T) {
	// For each story and way: how many runs, how many of them end badly, and
	// one bad end, or what a reader finds meanwhile.
	want := map[string][]struct {
		runs, bad int
		word      string
	}{
		"archive": {{6, 0, ""}, {6, 1, "000456 is in both tables. The message is in the poison queue."}, {8, 1, "000456 is in Archive only. Counted 2 times."}, {7, 0, ""}, {6, 1, "000456 is in neither table. It is lost."}},
		"channel": {{10, 0, ""}, {9, 4, "The channel is gone and 3 of 3 blogs are left. Nobody will ever find them."}},
		"photo":   {{5, 0, ""}, {5, 0, "The entity names a photo that is not there."}, {5, 2, "The entity names a photo that is there. No entity names 1 of the blobs."}},
		"index":   {{5, 0, ""}, {5, 1, "The index lists 000456 2 times."}},
	}
	a := NewState()
	for _, e := range Errands() {
		for i, way := range e.Ways {
			t.Run(e.ID+"/"+way.Title, func(t *testing.T) {
				w := want[e.ID][i]
				a.Tell(e, i)
				a.CrashEverywhere()
				bad, found := 0, w.word == ""
				for n, r := range a.Runs() {
					t.Logf("after %-45q meanwhile %q, end %q, %s in %s", r.After, r.Meanwhile, r.End, r.triesText(), step.Seconds(r.Took))
					if !r.Good {
						bad++
					}
					found = found || r.End == w.word || r.Meanwhile == w.word
					if n == 0 && (!r.Good || r.Tries != 1) {
						t.Errorf("without a crash: %q in %d tries", r.End, r.Tries)
					}
				}
				if len(a.Runs()) != w.runs || bad != w.bad || !found {
					t.Errorf("%d runs, %d bad, %q found: %v, want %d and %d", len(a.Runs()), bad, w.word, found, w.runs, w.bad)
				}
			})
		}
	}
}

// A run that is played stands at its crash, and going on leads to its end. The
// log of each story is as it was left, and going back gives the worker its
// memory back.
func TestAcrossPlay(t *testing.T) {
	a := NewState()
	a.CrashEverywhere()
	for i, r := range a.Runs() {
		a.Play(i)
		if text, _ := a.Verdict(); i > 0 && text != r.Meanwhile {
			t.Errorf("run %d stands at %q, want %q", i, text, r.Meanwhile)
		}
		a.finish()
		if text, good := a.Verdict(); text != r.End || good != r.Good {
			t.Errorf("run %d ends at %q, want %q", i, text, r.End)
		}
		last, at := a.Len(), a.worker
		a.Seek(3)
		middle := a.worker.at
		a.Seek(last)
		if middle != 2 || a.worker.at != at.at || a.worker.number != at.number {
			t.Errorf("run %d: the worker is at %d after 3 commands and at %d at the end, want 2 and %d", i, middle, a.worker.at, at.at)
		}
		for n := range a.Len() {
			if r := a.Live.Result(a.Begin + n); r.Mistake != "" {
				t.Errorf("run %d: %s: %s", i, r.Command, r.Mistake)
			}
		}
	}
}

// A message that no worker can do is taken three times, waits 30 s each time,
// and is then put aside.
func TestAcrossPoison(t *testing.T) {
	a := NewState()
	e, _ := errandByID("archive")
	a.Tell(e, 1)
	a.Order()
	for range 4 { // poison, take, read, insert
		a.Step()
	}
	a.Crash()
	a.Step()
	a.Step()
	if m := a.Messages(false); len(m) != 1 || m[0].DequeueCount != 1 || a.Next() != 0 {
		t.Fatalf("right after the crash: %v, the worker at %d, want one hidden message and nothing taken", m, a.Next())
	}
	for try := 2; try <= maxTries; try++ {
		a.Pass()
		for range 4 {
			a.Step()
		}
		if m := a.Messages(false); m[0].DequeueCount != try {
			t.Errorf("dequeue count %d, want %d", m[0].DequeueCount, try)
		}
		if last := a.Events()[len(a.Events())-1]; !last.Bad {
			t.Errorf("try %d does not meet 409: %v", try, last)
		}
	}
	a.Pass()
	a.Step()
	if len(a.Messages(false)) != 0 || len(a.Messages(true)) != 1 {
		t.Errorf("%d messages, %d poison, want 0 and 1", len(a.Messages(false)), len(a.Messages(true)))
	}
	if calls := a.World().Traffic(a.Begin + 4); len(calls) != 1 || calls[0].Call.Verb != client.Insert {
		t.Errorf("the fifth command is no insert: %v", calls)
	}
}
