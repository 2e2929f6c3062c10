//go:build !js

package across

import (
	"testing"

	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/content"
	"github.com/keyrange/keyrange/lessons/runner"
)

// The format of lessons knows the stories and their ways, each under a name.
func TestNames(t *testing.T) {
	for _, e := range Errands() {
		if got := len(lessons.WaysOf(e.ID)); got != len(e.Ways) {
			t.Errorf("%s has %d ways in the format of lessons, want %d", e.ID, got, len(e.Ways))
		}
	}
}

// standing returns the stage of a step of a lesson.
func standing(t *testing.T, l *lessons.Lesson, step int) workspace.Stand {
	t.Helper()
	s, err := runner.New(l, step)
	if err != nil {
		t.Fatal(err)
	}
	on := l.Steps[step].Screen
	return workspace.Stand{World: s.World(), Begin: s.Start(), Story: on.Story, Ways: on.Ways}
}

// On every such stage of ours a run can be played and goes on to its end in the
// log of the lesson, and so can one with the worker written in another way: from
// the log alone, the stage finds out which way that is.
func TestStages(t *testing.T) {
	staged := 0
	for _, f := range content.Files() {
		l, err := lessons.Parse(f.Text)
		if err != nil {
			t.Fatal(err)
		}
		for n := range l.Steps {
			if s := l.Steps[n].Screen; s != nil && s.Kind == lessons.AcrossPartitions {
				staged++
				tryStage(t, standing(t, l, n))
			}
		}
	}
	if staged < 2 {
		t.Errorf("%d steps of ours have this screen, want 2 at least", staged)
	}
}

func tryStage(t *testing.T, on workspace.Stand) {
	t.Helper()
	a := newStage(on)
	if a == nil {
		t.Fatalf("the start is not that of the story %s", on.Story)
	}
	for _, way := range on.Ways {
		a.Write(way)
		a.CrashEverywhere()
		for i, r := range a.Runs() {
			a.Play(i)
			if meanwhile, _ := a.Verdict(); r.After != "" && meanwhile != r.Meanwhile || a.Live != on.World || a.Way() != way {
				t.Errorf("%s, way %d, run %d stands at %q, want %q", on.Story, way, i, meanwhile, r.Meanwhile)
			}
			a.Finish()
			other := newStage(on)
			if end, good := other.Verdict(); end != r.End || good != r.Good || r.After == "" && other.Way() != way {
				t.Errorf("%s, way %d, run %d ends with %q and way %d, want %q", on.Story, way, i, end, other.Way(), r.End)
			}
		}
	}
	a.Finish()
	if a.Refusal() == "" {
		t.Error("an empty queue has work for a worker")
	}
	a.Write(-1)
	a.Write(99)
	a.Seek(0)
	a.Order()
	a.Step()
}

// A pack can name a story and begin otherwise: there is no stage then.
func TestStageOfAStranger(t *testing.T) {
	on := workspace.Stand{World: script.New(1, script.DefaultStart, nil), Story: "photo", Ways: []int{0}}
	if newStage(on) != nil {
		t.Error("there is a stage without its blobs")
	}
	e, _ := errandByID("photo")
	for _, c := range e.begin() {
		if _, err := on.World.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	on.Begin = on.World.Position()
	if newStage(on) == nil {
		t.Error("there is no stage after the set-up of the story")
	}
	other := script.New(1, script.DefaultStart, nil)
	for range on.Begin {
		if _, err := other.DoText("queue create elsewhere"); err != nil {
			t.Fatal(err)
		}
	}
	if newStage(workspace.Stand{World: other, Begin: on.Begin, Story: "photo", Ways: []int{0}}) != nil {
		t.Error("there is a stage after as many other commands")
	}
	for _, other := range []workspace.Stand{
		{World: on.World, Begin: on.Begin, Story: "photo", Ways: []int{7}},
		{World: on.World, Begin: on.Begin, Story: "photo"},
		{World: on.World, Begin: on.Begin, Story: "index", Ways: []int{0}},
		{World: on.World, Begin: on.Begin, Story: "none", Ways: []int{0}},
		{World: on.World, Begin: on.Begin - 1, Story: "photo", Ways: []int{0}},
	} {
		if newStage(other) != nil {
			t.Errorf("there is a stage for %q, ways %v, after %d commands", other.Story, other.Ways, other.Begin)
		}
	}
}
