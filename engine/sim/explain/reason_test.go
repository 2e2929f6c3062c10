package explain

import (
	"fmt"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

func (r Reason) name() string {
	return [...]string{"nothing here", "even", "pattern", "full range", "neighbour in the range", "crowded server", "neighbour on the server",
		"paused range", "moving range", "failed server", "spent account"}[r]
}

// explainColumn explains the rows of a column in one repetition: all, or those
// with refusals and their neighbours.
func explainColumn(t *testing.T, s *sim.Simulation, column int, whole bool) []Answer {
	t.Helper()
	q, ok := Inquire(s, column, 0)
	if !ok {
		t.Fatalf("column %d is not recorded", column)
	}
	var all []witness
	heat := s.Heat()
	cell := &heat.Columns[column]
	for row := range heat.Rows {
		refused := 0
		for why := range record.Causes {
			for i := max(0, row-1); i < min(len(heat.Rows), row+2); i++ {
				refused += int(cell.RefusedEntities(why, i))
			}
		}
		if whole || refused > 0 {
			all = append(all, newWitness(q.again.Service(), uint8(row), q.from))
		}
	}
	w := service.Watch{Arrived: func(o service.Seen) {
		for i := range all {
			all[i].see(o)
		}
	}}
	run := func(until int64) { q.again.RunBudget(until, 1<<62) }
	run(q.stops[0])
	q.again.Watch(w)
	run(q.stops[1])
	for i := range all {
		all[i].counting = true
	}
	w.Refused = func(o service.Seen, why record.Cause) {
		for i := range all {
			all[i].refused(o, why)
		}
	}
	w.Executed = func(r service.RangePartition, at, took int64) {
		for i := range all {
			all[i].executed(r, at, took)
		}
	}
	q.again.Watch(w)
	run(q.stops[2])
	out := make([]Answer, len(all))
	for i := range all {
		out[i] = all[i].answer(s, q.again, column, int(all[i].row), q.from, q.to)
		seen := 0
		for _, r := range all[i].ranges {
			seen += r.refused
		}
		if n := out[i].Refused.Sum(); uint64(seen) != n {
			t.Errorf("column %d, row %d: the recording has %d refused entities, the repetition %d", column, all[i].row, n, seen)
		}
	}
	return out
}

// reasonsOf tells which reasons an answer may have where most refusals have a cause.
var reasonsOf = [record.Causes][]Reason{
	record.RangeFull:     {FullRange, NeighbourInRange, KeyPattern},
	record.ServerCrowded: {CrowdedServer, NeighbourOnServer},
	record.RangePaused:   {PausedRange},
	record.RangeMoving:   {MovingRange},
	record.ServerFailed:  {FailedServer},
	record.AccountLimit:  {SpentAccount},
}

// agree holds the reasons of a column against what was refused in it, and returns
// how many cells had refusals.
func agree(t *testing.T, what string, answers []Answer) (refused int) {
	t.Helper()
	for row := range answers {
		a := &answers[row]
		if a.Refused.Sum() == 0 {
			continue
		}
		refused++
		may := reasonsOf[a.Refused.Main()]
		if found := fmt.Sprint(may); a.Reason == KeysEven || a.Reason == NothingHere || !contains(may, a.Reason) {
			t.Errorf("%s, row %d: %q for what was refused %s, want one of %s", what, row, a.Reason.name(), a.Refused.String(), found)
		}
		if a.Reason == KeyPattern && (a.Pattern == Even || a.Pattern == Idle) {
			t.Errorf("%s, row %d: the pattern is %s for what was refused %s", what, row, a.Pattern, a.Refused.String())
		}
	}
	return refused
}

func contains(all []Reason, r Reason) bool {
	for _, of := range all {
		if of == r {
			return true
		}
	}
	return false
}

// presetReasons are moments of each preset and what its busiest cell and the cell
// with most refusals are hot for.
var presetReasons = []struct {
	preset        string
	second        int64
	busy, refused Reason // refused is NothingHere where no cell has refusals
	pattern       Pattern
}{
	{"append", 60, KeyPattern, KeyPattern, Append},
	{"prepend", 60, KeyPattern, KeyPattern, Prepend},
	{"bucket", 60, KeysEven, NothingHere, Even},
	{"users", 60, FullRange, FullRange, HotKey},
	{"users", 605, KeyPattern, FullRange, HotKey},
	{"guid", 60, FullRange, FullRange, Even},
	{"single", 60, KeyPattern, KeyPattern, HotKey},
	{"hotkey", 60, KeyPattern, KeyPattern, HotKey},
	{"season", 60, KeysEven, NothingHere, Even},
	{"season", 605, FullRange, FullRange, HotKey},
	{"season", 1500, KeyPattern, NothingHere, HotKey},
	{"deleteall", 10, KeyPattern, NothingHere, Scanning},
	{"newtable", 10, FullRange, FullRange, Even},
	{"newtable", 400, FullRange, FullRange, Even},
	{"noisy", 60, CrowdedServer, NothingHere, Even},
	{"noisy", 130, CrowdedServer, CrowdedServer, Even},
	{"account", 10, SpentAccount, SpentAccount, Even},
	{"logging", 60, FullRange, FullRange, HotKey},
	{"failure", 60, KeysEven, NothingHere, Even},
	{"failure", 182, KeysEven, FailedServer, Even},
	{"failure", 300, KeysEven, NothingHere, Even},
}

// Each preset's cells are hot for what the preset shows.
func TestPresetReasons(t *testing.T) {
	enginetest.NativeOnly(t)
	runs := map[string]*sim.Simulation{}
	for _, c := range presetReasons {
		t.Run(fmt.Sprint(c.preset, c.second), func(t *testing.T) {
			s := runs[c.preset]
			if s == nil {
				s = must(t, scenarioOf(t, c.preset))
				runs[c.preset] = s
			}
			s.Run(c.second * clock.Second)
			column := int((c.second*clock.Second-1)/s.Heat().Span) - 1
			answers := explainColumn(t, s, column, false)
			agree(t, c.preset, answers)
			most, got := uint64(0), NothingHere
			for i := range answers {
				if n := answers[i].Refused.Sum(); n > most {
					most, got = n, answers[i].Reason
				}
			}
			busy, _ := explain(s, column, busiest(s, column))
			if busy.Reason != c.busy || busy.Pattern != c.pattern {
				t.Errorf("the busiest cell: %s, %s, want %s, %s", busy.Reason.name(), busy.Pattern, c.busy.name(), c.pattern)
			}
			if got != c.refused {
				t.Errorf("the cell with most refusals: %s, want %s", got.name(), c.refused.name())
			}
		})
	}
}

// No cell with refusals is called even, in any preset at any time of a short run,
// and every reason agrees with what was recorded.
func TestNeverEven(t *testing.T) {
	enginetest.NativeOnly(t)
	for _, p := range sim.Presets() {
		c := scenarioOf(t, p.Name)
		c.Params.Teach()
		s := must(t, c)
		end := min(3*clock.Minute, c.Span)
		s.Run(end)
		refused := 0
		for column := 7; column < int(end/clock.Second); column += 41 {
			refused += agree(t, fmt.Sprintf("%s, column %d", p.Name, column), explainColumn(t, s, column, false))
		}
		t.Logf("%s: %d cells with refusals", p.Name, refused)
	}
}

// So it is in any set-up, and there every reason occurs.
func TestRandomReasons(t *testing.T) {
	enginetest.NativeOnly(t)
	seed := enginetest.Seed(t, 1)
	var found [SpentAccount + 1]int
	refused := 0
	for i := range uint64(60) {
		s := must(t, sim.RandomScenario(seed+i))
		s.Run(3 * clock.Second)
		for column := range 3 {
			answers := explainColumn(t, s, column, true)
			refused += agree(t, fmt.Sprintf("KEYRANGE_SEED=%d, column %d", seed+i, column), answers)
			for row := range answers {
				found[answers[row].Reason]++
			}
		}
	}
	t.Logf("%d cells with refusals; reasons %v", refused, found)
	for r, n := range found {
		if n == 0 {
			t.Errorf("no cell is hot because of: %s", Reason(r).name())
		}
	}
}

// packed is a hot key and others on one server.
func packed(rate int64, hot int64, onOne bool) sim.Scenario {
	c := sim.Scenario{Seed: 3, Span: clock.Minute, Params: sim.Defaults(), Template: "{User}", Entities: demand.Entities{Kind: demand.Users, Count: 400, Hot: hot, Scale: 1}, Ranges: 4, Packed: onOne}
	c.Groups = []sim.Group{{Name: "clients", Load: demand.Open(service.Insert, rate, demand.NoRetry)}}
	return c
}

// What is beside a hot key suffers from it in the key's range, and on its server
// only where they share one; without a hot key there is no neighbour.
func TestNeighbours(t *testing.T) {
	for _, c := range []struct {
		name     string
		scenario sim.Scenario
		want     map[Reason]bool
	}{
		{"one server", packed(2200, 700, true), map[Reason]bool{KeyPattern: true, NeighbourInRange: true, NeighbourOnServer: true}},
		{"four servers", packed(2200, 700, false), map[Reason]bool{KeyPattern: true, NeighbourInRange: true, NeighbourOnServer: false}},
		{"no hot key, one server", packed(2600, 0, true), map[Reason]bool{CrowdedServer: true, NeighbourInRange: false, NeighbourOnServer: false}},
		{"no load", packed(100, 0, true), map[Reason]bool{KeysEven: true, CrowdedServer: false, FullRange: false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := must(t, c.scenario)
			s.Run(40 * clock.Second)
			got := map[Reason]bool{}
			hot := ""
			for _, a := range explainColumn(t, s, 35, true) {
				if a.Refused.Sum() > 0 || c.name == "no load" && a.Operations > 0 {
					got[a.Reason] = true
				}
				if a.Reason == KeyPattern {
					hot = a.Top
				} else if a.Neighbour != "" && hot != "" && a.Neighbour != hot {
					t.Errorf("the neighbour is called %q, the hot key is %q", a.Neighbour, hot)
				}
			}
			for r, want := range c.want {
				if got[r] != want {
					t.Errorf("%s: %v, want %v", r.name(), got[r], want)
				}
			}
		})
	}
}
