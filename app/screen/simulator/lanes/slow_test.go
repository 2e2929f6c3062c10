package lanes

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// at is a preset at a moment, and the same moment as the lanes see it.
func at(t *testing.T, preset string, moment int64) (*sim.Simulation, *Slow) {
	t.Helper()
	c, err := sim.FromPreset(preset)
	if err != nil {
		t.Fatal(err)
	}
	run, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	run.Run(moment)
	s := NewSlow(run, moment)
	s.Advance(func() bool { return true })
	return run, s
}

// What the lanes count is what the run itself has in flight at that moment and in its
// ranges, and the run is not touched by being looked at.
func TestView(t *testing.T) {
	for _, preset := range []string{"append", "hotkey", "bucket", "account", "failure"} {
		run, s := at(t, preset, 30*clock.Second)
		before := run.Hash()
		v := s.View()
		flight, waiting := 0, 0
		ranges := run.Ranges()
		if len(ranges) != len(v.Lanes) {
			t.Fatalf("%s: got %d lanes, want %d", preset, len(v.Lanes), len(ranges))
		}
		for i, l := range v.Lanes {
			flight += l.Held()
			waiting += l.Waiting
			if l.Number != ranges[i].Number || l.Server != ranges[i].Server || l.Low != ranges[i].Low || l.Pending != ranges[i].Pending {
				t.Errorf("%s: lane %d is %+v, the run has %+v", preset, i, l, ranges[i])
			}
		}
		if want := int(run.Total().InFlight); flight != want {
			t.Errorf("%s: %d requests are in the lanes, the clients have %d in flight", preset, flight, want)
		}
		s.At += 500 * clock.Millisecond
		s.Advance(func() bool { return true })
		if run.Hash() != before || run.Now() != 30*clock.Second {
			t.Errorf("%s: the run went on by being looked at", preset)
		}
		run.Run(s.At)
		if got, want := s.View(), int(run.Total().InFlight); sum(got) != want {
			t.Errorf("%s: half a second later %d are in the lanes, the run has %d", preset, sum(got), want)
		}
		if preset == "append" && (waiting < 150 || !strings.Contains(v.Sentence(), "for one range")) {
			t.Errorf("%d requests wait: %s", waiting, v.Sentence())
		}
	}
}

func sum(v *View) (n int) {
	for i := range v.Lanes {
		n += v.Lanes[i].Held()
	}
	return n
}

// What was refused in the last second is what the run counts as refused in it, also
// after the lanes went on.
func TestRefused(t *testing.T) {
	run, s := at(t, "account", 2*clock.Second)
	for range 2 {
		refused := 0
		for _, l := range s.View().Lanes {
			refused += l.Refused
		}
		run.Run(s.At)
		now := run.Total()
		run.Rewind(s.At - clock.Second)
		run.Run(s.At - clock.Second)
		before := run.Total()
		if want := int(now.Refused.Sum() - before.Refused.Sum()); refused != want || want == 0 {
			t.Errorf("at %d: got %d refused in the last second, the run counts %d", s.At, refused, want)
		}
		s.At += clock.Second
		s.Advance(func() bool { return true })
	}
}

// What is not drawn is counted in words: the drawn lanes and the others hold
// everything that there is.
func TestOthers(t *testing.T) {
	v := &View{Lanes: []Lane{{Waiting: 5}, {OnWay: 1, Served: 1}, {}, {Logging: 240}}}
	for _, c := range []struct {
		places []int
		want   string
	}{
		{[]int{0, 1, 2, 3}, ""},
		{[]int{0, 1, 3}, "The 1 other range is empty."},
		{[]int{0, 1}, "Not drawn: 2 more ranges with 240 requests."},
		{[]int{3}, "Not drawn: 3 more ranges with 7 requests."},
	} {
		if got := v.Others(c.places); got != c.want {
			t.Errorf("beside %v: got %q, want %q", c.places, got, c.want)
		}
	}
}

// A picture has a dot for each request, up to its bounds, and says what a dot stands for.
func TestDraw(t *testing.T) {
	_, s := at(t, "append", 30*clock.Second)
	v := s.View()
	places := v.Busiest(shownLanes)
	p := Draw(v, places)
	for row, place := range places {
		if l := &v.Lanes[place]; l.Waiting > p.PerDot[row]*queueDots {
			t.Errorf("lane %d: %d wait, and %d dots of %d do not hold them", place, l.Waiting, queueDots, p.PerDot[row])
		}
	}
	dots := 0
	for row, place := range places {
		dots += (v.Lanes[place].Waiting + p.PerDot[row] - 1) / p.PerDot[row]
	}
	if got := strings.Count(p.Queued, "h0"); got != dots || dots == 0 {
		t.Errorf("got %d dots in the queues, want %d", got, dots)
	}
	if sent := strings.Count(p.Sent, "h0") + p.Left; sent < v.Lanes[places[0]].OnWay || strings.Count(p.Sent, "h0") > maxMoves {
		t.Errorf("got %d dots on the way", sent)
	}
}

// A request moves along the way that is drawn for it, from one end to the other.
func TestWays(t *testing.T) {
	for ticket := range 40 {
		m := move{ticket: int32(ticket), left: 1000}
		x, y := m.at(1000, 700)
		source := slices.IndexFunc([]int{0, 1, 2, 3, 4, 5, 6, 7}, func(i int) bool { return sourceY(i) == y })
		if x != clientsRight || source < 0 {
			t.Fatalf("request %d leaves from %d, %d, where no way begins", ticket, x, y)
		}
		m.left = 0
		x, y = m.at(1000, 700)
		if ends := " " + strconv.Itoa(x) + " " + strconv.Itoa(y); !strings.HasSuffix(wayOf(source, 700), ends) {
			t.Errorf("request %d arrives at%s, its way is %s", ticket, ends, wayOf(source, 700))
		}
	}
}
