package explain

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// busiest returns the row with most load in a column.
func busiest(s *sim.Simulation, column int) int {
	best := 0
	for row, n := range s.Heat().Columns[column].Offered {
		if n > s.Heat().Columns[column].Offered[best] {
			best = row
		}
	}
	return best
}

func scenarioOf(t testing.TB, name string) sim.Scenario {
	t.Helper()
	c, err := sim.FromPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The pattern of the busiest cell is that of the design.
func TestPattern(t *testing.T) {
	scan := demand.Closed(service.Scan, 4, 15, 1)
	waves := []sim.Command{}
	for i := range int64(8) {
		on := demand.Open(service.Insert, 1000, demand.Wait)
		waves = append(waves, sim.Command{At: i * 10 * clock.Second, Do: sim.SetLoad, Load: on}, sim.Command{At: i*10*clock.Second + 4*clock.Second, Do: sim.SetLoad, Load: demand.Load{Paused: true}})
	}
	for _, c := range []struct {
		name, preset string
		change       func(c *sim.Scenario)
		want         Pattern
	}{
		{"append", "append", nil, Append},
		{"prepend", "prepend", nil, Prepend},
		{"hot key", "hotkey", nil, HotKey},
		{"one key", "single", nil, HotKey},
		{"hot range", "guid", func(c *sim.Scenario) {
			c.Template = "{Number:04}"
			c.Entities = demand.Entities{Kind: demand.Users, Count: 2000, Zipf: 1, Scale: 1}
		}, HotRange},
		{"scan", "guid", func(c *sim.Scenario) { c.Stored = 5000; c.Groups = []sim.Group{{Name: "readers", Load: scan}} }, Scanning},
		{"periodic", "guid", func(c *sim.Scenario) {
			c.Groups = []sim.Group{{Name: "waves", Load: demand.Load{Paused: true}}}
			c.Template, c.Entities = "{User}", demand.Entities{Kind: demand.Users, Count: 20, Scale: 1}
			c.Commands = waves
		}, Periodic},
		{"even", "guid", nil, Even},
		{"buckets", "bucket", nil, Even},
	} {
		t.Run(c.name, func(t *testing.T) {
			preset := scenarioOf(t, c.preset)
			if c.change != nil {
				c.change(&preset)
			}
			s := must(t, preset)
			s.Run(75 * clock.Second)
			hash := s.Hash()
			const column = 72
			a, found := explain(s, column, busiest(s, column))
			if !found || a.Pattern != c.want {
				t.Errorf("got %s, %v, want %s", a.Pattern, found, c.want)
			}
			if s.Hash() != hash || s.Now() != 75*clock.Second {
				t.Error("the question has changed the run")
			}
		})
	}
}

// An answer counts what the heat map counts, and names keys, their prefix and the
// part of the template that makes it.
func TestExplain(t *testing.T) {
	s := must(t, scenarioOf(t, "bucket"))
	s.Run(50 * clock.Second)
	cells := 0
	for row, offered := range s.Heat().Columns[40].Offered {
		if offered == 0 {
			continue
		}
		cells++
		a, found := explain(s, 40, row)
		if !found || a.Entities != int(offered) {
			t.Fatalf("row %d: got %d entities, %v, the heat map has %d", row, a.Entities, found, offered)
		}
		if a.Prefix != a.Top[:len(a.Prefix)] || len(a.Last) == 0 || !strings.HasPrefix(a.Last[0], a.Prefix) {
			t.Errorf("row %d: prefix %q of %q and %q", row, a.Prefix, a.Top, a.Last)
		}
		if a.Top < a.Low || a.Bounded && a.Top >= a.High {
			t.Errorf("row %d from %q to %q holds %q", row, a.Low, a.High, a.Top)
		}
		if a.PrefixFrom != "{At.time}" && a.PrefixFrom != "{hash(Id)%16:02}_" {
			t.Errorf("row %d: the prefix %q is made by %q", row, a.Prefix, a.PrefixFrom)
		}
	}
	if cells < 16 {
		t.Errorf("%d cells have load, want at least one for each of 16 buckets", cells)
	}
	if _, found := explain(s, 599, 0); found {
		t.Error("a cell that is not recorded has an answer")
	}
	s.SeekTo(10 * clock.Second)
	if a, found := explain(s, 40, busiest(s, 40)); !found || a.Operations == 0 {
		t.Error("a cell behind this moment has no answer")
	}
}
