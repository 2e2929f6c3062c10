package explain

import (
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
)

func must(t testing.TB, c sim.Scenario) *sim.Simulation {
	t.Helper()
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// explain looks at what landed in a cell of the heat map. It takes as long as
// SeekTo. The run itself stays where it is.
// It is false for a cell that is not recorded.
func explain(s *sim.Simulation, column, row int) (Answer, bool) {
	q, ok := Inquire(s, column, row)
	if !ok {
		return Answer{}, false
	}
	for q.Step(1 << 30) {
	}
	return q.Answer(), true
}

// respread looks at a cell of the heat map, as explain does, and tells where its
// operations would have gone under other templates. Templates that do not work
// with these entities are left out.
func respread(s *sim.Simulation, column, row int, templates []string) []Spread {
	q, ok := Inquire(s, column, row)
	if !ok {
		return nil
	}
	for q.Step(1 << 30) {
	}
	var out []Spread
	for _, text := range templates {
		if spread, ok := q.Spread(text, func() {}); ok {
			out = append(out, spread)
		}
	}
	return out
}
