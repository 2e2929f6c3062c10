package script

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/script/simulated"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/table"
)

// done does commands that must all succeed and returns the last result.
func done(t *testing.T, w *World, texts ...string) (r Result) {
	t.Helper()
	for _, text := range texts {
		var err error
		if r, err = w.DoText(text); err != nil || !r.OK() {
			t.Fatalf("%s: %v, %v, %s", text, err, r.Refusal, r.Mistake)
		}
	}
	return r
}

// bucketed returns a World whose table has two keys in each of the sixteen
// ranges with which the preset begins, and the log's first command after that.
func bucketed(t *testing.T) *World {
	t.Helper()
	w := New(3, DefaultStart, nil)
	done(t, w, "create table Events")
	for n := range 16 {
		for row := range 2 {
			done(t, w, fmt.Sprintf("insert Events %02d_2026/%d", n, row))
		}
	}
	return w
}

// The ranges at the end of a run end the pages of the table's queries: each
// page is of one range, all but the last end at its border, and together they
// are what was there without borders.
func TestSimulateInto(t *testing.T) {
	w := bucketed(t)
	want := done(t, w, "query Events").Entities
	s := done(t, w, "simulate bucket for 10s into EVENTS").Simulated
	if s.Map.Len() != 16 || len(s.Bounds) != 15 || s.Totals.Done == 0 {
		t.Fatalf("got %d ranges, %d bounds, %d requests done, want 16, 15 and some", s.Map.Len(), len(s.Bounds), s.Totals.Done)
	}
	var got []table.Entity
	pages := 0
	for r := done(t, w, "query Events"); ; r = done(t, w, "next") {
		pages++
		for _, e := range r.Entities {
			if first := r.Entities[0].PartitionKey; s.Map.Find(e.PartitionKey) != s.Map.Find(first) {
				t.Errorf("page %d has %s and %s, of two ranges", pages, first, e.PartitionKey)
			}
		}
		got = append(got, r.Entities...)
		if r.Next == nil || pages > 16 {
			break
		}
		if r.Stop != query.RangeBoundary {
			t.Errorf("page %d ends with %s, want %s", pages, r.Stop, query.RangeBoundary)
		}
	}
	if pages != 16 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %d pages with %d entities, want 16 with the same %d as before", pages, len(got), len(want))
	}
	for _, from := range []string{"", "07_2026", "15_2026"} {
		key := table.Key{PartitionKey: from}
		next, bounded := w.Limits("events").Boundaries(key)
		if wantNext, wantBounded := s.Map.Next(key); next != wantNext || bounded != wantBounded {
			t.Errorf("after %q: got %q %v, want %q %v of the map", from, next, bounded, wantNext, wantBounded)
		}
	}
}

// A run is part of the log: undone, its borders are gone; done again, they are
// back and no second run was needed. The outcome shows in the hash.
func TestSimulateUndo(t *testing.T) {
	w := bucketed(t)
	before := w.Hash()
	done(t, w, "simulate bucket for 10s into Events")
	after, run := w.Hash(), w.Simulated()
	w.Undo()
	if w.Hash() != before || w.Simulated() != nil || w.Limits("Events").Boundaries != nil {
		t.Error("undo leaves something of the run")
	}
	for range 3 {
		w.Redo()
		if w.Hash() != after || w.Simulated() != run {
			t.Error("redo is another run")
		}
		w.Seek(0)
		w.Seek(w.Len() - 1)
	}
	fresh := bucketed(t)
	if done(t, fresh, "simulate bucket for 10s into Events"); fresh.Hash() != after {
		t.Error("the same log in a new World has another hash")
	}
	seen := map[uint64]string{before: "nothing", after: "into"}
	for _, text := range []string{"simulate bucket for 10s", "simulate bucket for 10s seed 2", "simulate bucket for 11s", "simulate guid for 10s"} {
		w.Seek(w.Len())
		w.Undo()
		done(t, w, text)
		if other, known := seen[w.Hash()]; known {
			t.Errorf("%s has the hash of %s", text, other)
		}
		seen[w.Hash()] = text
	}
}

// What a caller does to a Result changes no later one.
func TestSimulateResult(t *testing.T) {
	w := New(1, DefaultStart, nil)
	r := done(t, w, "simulate bucket for 2s")
	want := r.Simulated.Bounds[0]
	r.Simulated.Bounds[0] = "changed"
	if got := w.Result(0).Simulated.Bounds[0]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSimulateShare(t *testing.T) {
	w := bucketed(t)
	done(t, w, "simulate bucket for 10s seed 18446744073709551615 into Events", "query Events")
	opened, err := openOver(New(w.Seed(), w.Start(), nil), linkOf(w))
	if err != nil {
		t.Fatal(err)
	}
	if difference := sameWorld(w, opened); difference != "" {
		t.Error(difference)
	}
	if got, want := opened.Simulated().Bounds, w.Simulated().Bounds; !reflect.DeepEqual(got, want) {
		t.Errorf("got bounds %v, want %v", got, want)
	}
	payload := forged([]string{"simulate bucket for 10s"}, 0, MainBranch, 1, 1, 0)
	if err := catchesUp(t, payload, 10_000); err != link.TooMuch {
		t.Errorf("got %v, want link.TooMuch: a run counts as work", err)
	}
}

// A run that sends too many requests is given up soon after the bound, says
// how far it gets, and changes nothing. A shorter one is done.
func TestSimulateTooMuch(t *testing.T) {
	w := bucketed(t)
	r, err := w.DoText("simulate bucket for 1h into Events")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(r.Mistake, "A run has at most 2,000,000 requests here, and for 1h is too long") {
		t.Errorf("got mistake %q", r.Mistake)
	}
	if w.Simulated() != nil || w.Limits("Events").Boundaries != nil {
		t.Error("a run that was given up changes the World")
	}
}

// Every preset can be simulated.
func TestSimulatePresets(t *testing.T) {
	w := New(1, DefaultStart, nil)
	for _, preset := range sim.Presets() {
		done(t, w, "simulate "+preset.Name+" for 1s")
	}
}

// Four keys that share the load evenly fill the small heat map in four equal
// parts, none of which is above the target when none of the ranges was.
func TestHeatOfFewKeys(t *testing.T) {
	w := New(1, DefaultStart, nil)
	s := done(t, w, "simulate single for 30s rate 800 keys 'C3;{hash(Id)%4}' ranges 4").Simulated
	column := s.Heat.Cells[simulated.HeatColumns-1]
	for y, got := range column {
		if part := column[y/8*8]; got != part || got < 300 || got > 500 {
			t.Errorf("row %d has %d thousandths of the target, want its part's %d, about 400", y, got, part)
		}
	}
	if s.Heat.Low != "C3;0" || s.Heat.High != "C3;3" || s.Over != 0 {
		t.Errorf("from %s to %s, %d seconds over the target", s.Heat.Low, s.Heat.High, s.Over)
	}
}

// Commands find the runs that were rehearsed for Worlds that share them.
func TestShareRuns(t *testing.T) {
	c, err := command.Parse("simulate append for 1m seed 4")
	if err != nil {
		t.Fatal(err)
	}
	runs := &simulated.Runs{}
	for r := runs.Rehearse([]command.Command{c}); r.Step(); {
	}
	w := New(1, DefaultStart, nil)
	w.ShareRuns(runs)
	if _, err := w.Do(c); err != nil || w.Simulated() != runs.Of(&c) || runs.Rehearse([]command.Command{c}) != nil {
		t.Errorf("the rehearsed run is carried out again: %v", err)
	}
}
