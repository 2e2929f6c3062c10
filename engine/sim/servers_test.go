package sim

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim/clock"
)

// What all servers have done is what the clients were told is done.
func TestServers(t *testing.T) {
	c, err := FromPreset("bucket")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(90 * clock.Second)
	entities, ranges := uint64(0), 0
	for _, v := range s.Servers() {
		entities += v.Entities
		ranges += v.Ranges
	}
	if total := s.Total().Entities; entities != total || total == 0 {
		t.Errorf("the servers did %d entities, want %d", entities, total)
	}
	if ranges != len(s.Ranges()) {
		t.Errorf("the servers have %d ranges, want %d", ranges, len(s.Ranges()))
	}
}

// A run that is rewound and goes on in pieces comes to the same state.
func TestRewind(t *testing.T) {
	c, err := FromPreset("guid")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	const at = 70 * clock.Second
	s.Run(at)
	want := s.Hash()
	s.Run(100 * clock.Second)
	s.Rewind(at)
	if s.Now() > at || s.Recorded() != 100*clock.Second {
		t.Errorf("rewound to %d of %d, want at most %d of %d", s.Now(), s.Recorded(), at, 100*clock.Second)
	}
	for s.RunBudget(at, 500) == 500 {
	}
	if s.Hash() != want {
		t.Errorf("the hash after going back is %x, want %x", s.Hash(), want)
	}
}
