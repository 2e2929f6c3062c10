package runs

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
)

// The second of two designs is kept as it has run: as if it had been alone from the
// start. Undo brings both back.
func TestKeepSecond(t *testing.T) {
	s := NewState("append")
	s.Compare("Design B", "{hash(Id)%16:02}_{At.time}")
	s.Keep(1)
	s.Undo()
	if len(s.Designs()) != 2 || len(s.Play.Runs()) != 2 {
		t.Fatalf("after undo there are %d designs and %d runs, want 2", len(s.Designs()), len(s.Play.Runs()))
	}
	s.Play.Finish()
	s.Keep(1)
	if len(s.Designs()) != 1 || len(s.Play.Runs()) != 1 || s.Designs()[0].Template != "{hash(Id)%16:02}_{At.time}" {
		t.Fatalf("kept %+v, want the second design alone", s.Designs())
	}
	c, err := sim.FromPreset("append")
	if err != nil {
		t.Fatal(err)
	}
	c.Template, c.Seed = "{hash(Id)%16:02}_{At.time}", s.Scenario().Seed
	alone, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	alone.Run(c.Span)
	if got, want := s.Play.Runs()[0].Sim().Hash(), alone.Hash(); got != want || s.Scenario().Template != c.Template {
		t.Errorf("the run kept has the hash %x under %s, alone it has %x", got, s.Scenario().Template, want)
	}
	s.Keep(1) // there is no second: nothing happens
	if len(s.Designs()) != 1 {
		t.Error("the only design was taken away")
	}
}
