package design

import "github.com/keyrange/keyrange/engine/script"

// stage is the World over one table, as far as the journal has been there.
//
// What always holds: done tells what each command did that the World has done,
// and places where the World stands after it.
type stage struct {
	world  *script.World
	over   *Build
	places map[int]place   // by moment
	done   map[int]Outcome // by moment
}

// place is a place of a World.
type place struct {
	branch string
	at     int
}

// newStage begins a World whose account holds the table of a build.
func newStage(over *Build) *stage {
	start := worldStart(over)
	w := script.NewOver(uint64(start), start, nil, over.account())
	return &stage{world: w, over: over, places: map[int]place{}, done: map[int]Outcome{}}
}

// enter brings the World to the state after a list of commands. It goes to the
// farthest of them that the World knows and does the others. When the World has
// no room for another branch a new one begins. The error is a script.Full.
func (s *stage) enter(list []step) error {
	err := s.try(list)
	if err == script.FullOfBranches || err == script.FullOfCommands {
		*s = *newStage(s.over)
		err = s.try(list)
	}
	return err
}

func (s *stage) try(list []step) error {
	n := len(list)
	for n > 0 {
		if _, known := s.places[list[n-1].gesture]; known {
			break
		}
		n--
	}
	if n == 0 {
		s.world.Seek(0)
	} else if to := s.places[list[n-1].gesture]; to != s.at() {
		if to.branch != s.world.Current() {
			if err := s.world.Switch(to.branch); err != nil {
				return err
			}
		}
		s.world.Seek(to.at)
	}
	for _, c := range list[n:] {
		r, err := s.world.DoText(c.text)
		if err != nil {
			return err
		}
		s.did(c.gesture, OutcomeOf(r))
	}
	return nil
}

func (s *stage) at() place { return place{s.world.Current(), s.world.Position()} }

// did notes that the World stands where a moment left it.
func (s *stage) did(moment int, o Outcome) {
	s.places[moment], s.done[moment] = s.at(), o
}
