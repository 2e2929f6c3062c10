package runs

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/lessons/assign"
)

func noRest() {}

// roomOfAddress is what is left of a link for its task, behind the address.
const roomOfAddress = 1_900

// A task on each preset fits in a link, and the run that it begins with is the one
// on which it was set.
func TestTaskOnPresets(t *testing.T) {
	for _, p := range sim.Presets() {
		s := Tasked{NewState(p.Name)}
		task, err := assign.Parse("screen: /simulator\ngoal: Serve at least 4,000 entities per second without throttling more than 1 in 100.\n" +
			"check: figure(served) >= 4000\ncheck: figure(refused) <= 1\nmay: keys, splits\nhint: Look at the busiest row of the map.\nminutes: 20\n" +
			"start: " + s.Given(false))
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		text, err := task.Pack(noRest)
		if err != nil || len(text) > roomOfAddress {
			t.Errorf("%s: the link has %d characters: %v", p.Name, len(text), err)
		}
		again, err := Replay(assign.Opened(task.Start), nil, noRest)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		for name, want := range s.Aspects() {
			if got := again.Aspects()[name]; got != want {
				t.Errorf("%s: the %s are %q, want %q", p.Name, name, got, want)
			}
		}
	}
}

// A run that is done again has the figures that the engine counts, and counts only as
// a whole.
func TestReplayedRun(t *testing.T) {
	s := NewState("bucket")
	s.base.Span = clock.Minute
	s.restart()
	s.begin(s.base)
	if (Tasked{s}).Waiting() == "" {
		t.Error("a run that did not begin counts")
	}
	r, err := Replay([]byte(Tasked{s}.Given(true)), nil, noRest)
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	fresh, err := sim.New(s.base)
	if err != nil {
		t.Fatal(err)
	}
	fresh.Run(clock.Minute)
	total := fresh.Total()
	f := r.Facts().Figures
	if r.Waiting() != "" || f["served"] != float64(total.Entities)/60 || f["partitions"] != float64(len(fresh.Ranges())) {
		t.Errorf("%s the figures are %v, want %d entities in a minute in %d ranges", r.Waiting(), f, total.Entities, len(fresh.Ranges()))
	}
}
