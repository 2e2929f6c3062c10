package simulator

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// The figures of the scoreboard are those of a recount by columns.
func TestScoreboard(t *testing.T) {
	p := &Page{scene: &scene{sim: runs.NewState("append")}}
	if strings.Contains(apptest.HTML(scoreboard(p)), "Scoreboard") {
		t.Error("one design has a scoreboard")
	}
	p.sim.Compare("Design B", "{hash(Id)%16:02}_{At.time}")
	p.ui.shown = both
	p.sim.Play.Finish()
	var rate, refused [2]int
	for i, r := range p.sim.Play.Runs() {
		c := r.Counts(0, r.Columns())
		rate[i] = int(int64(c.Accepted) * 1_000_000 / c.Micros)
		refused[i] = int(c.Refused.Sum() * 1_000_000 / c.Sent)
	}
	drawn := apptest.HTML(scoreboard(p))
	apptest.Contains(t, drawn, view.Number(rate[0]), view.Number(rate[1]), "+"+view.Number(rate[1]-rate[0]), ", better", ", worse",
		view.Percent(refused[0], 1_000_000), view.Percent(refused[1], 1_000_000), "Keep Design B")
	if rate[1] <= rate[0] {
		t.Errorf("the second design accepts %d/s, the first %d/s", rate[1], rate[0])
	}
}

// Better and worse follow from what is counted.
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		a, b, good int
		want       scored
	}{
		{5, 9, 1, scored{"x", "5", "9", "+4", 1}}, {9, 5, 1, scored{"x", "9", "5", "−4", -1}}, {5, 9, -1, scored{"x", "5", "9", "+4", -1}},
		{9, 5, -1, scored{"x", "9", "5", "−4", 1}}, {5, 9, 0, scored{"x", "5", "9", "+4", 0}}, {7, 7, 1, scored{"x", "7", "7", "0", 0}},
	} {
		if got := between("x", c.a, c.b, c.good, view.Number); got != c.want {
			t.Errorf("%d against %d: got %+v, want %+v", c.a, c.b, got, c.want)
		}
	}
}
