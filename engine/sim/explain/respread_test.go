package explain

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// The writes that all went to the end of the table go everywhere with a bucket
// in front, to one key with a constant, and where they went with the template
// that they had.
func TestRespread(t *testing.T) {
	c, err := sim.FromPreset("append")
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(40 * clock.Second)
	hash := s.Hash()
	column := 20
	row, most := 0, uint32(0)
	for i, n := range s.Heat().Columns[column].Offered {
		if n > most {
			row, most = i, n
		}
	}
	got := respread(s, column, row, []string{"{At.time}", "{hash(Id)%16:02}_{At.time}", "everything", "{Nonsense}"})
	if len(got) != 3 {
		t.Fatalf("%d answers, want 3: a template that does not work is left out", len(got))
	}
	same, buckets, one := got[0], got[1], got[2]
	if same.Operations < int(most)*9/10 || same.Busiest < 900 {
		t.Errorf("under their own template: %+v, want %d operations in one place", same, most)
	}
	if buckets.Busiest > 150 || buckets.Keys < 16 {
		t.Errorf("in buckets: %+v, want them everywhere", buckets)
	}
	if one.Keys != 1 || one.TopShare != 1000 {
		t.Errorf("under one key: %+v", one)
	}
	if s.Hash() != hash || s.Now() != 40*clock.Second {
		t.Errorf("the run has moved")
	}
}
