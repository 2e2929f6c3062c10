package simulator

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
)

// The strip, its sentence and its table are those of a recount by the rows of both maps.
func TestDifferences(t *testing.T) {
	p := &Page{scene: &scene{sim: runs.NewState("append")}}
	p.sim.Compare("Design B", "{hash(Id)%16:02}_{At.time}")
	p.ui.shown = both
	p.sim.Play.Finish()
	a, b := p.sim.Play.Runs()[0], p.sim.Play.Runs()[1]
	more, less, above, below := 0, 0, 0, 0
	rate := func(r *runs.Run, column int) int64 {
		c := r.Counts(column, column+1)
		return int64(c.Accepted) * 1_000_000 / c.Micros
	}
	for i := range b.Columns() {
		switch x, y := rate(a, i), rate(b, i); {
		case 100*(y-x) > y:
			more++
		case 100*(x-y) > x:
			less++
		}
	}
	if more == 0 {
		t.Fatal("no column in which the spread keys accept more")
	}
	all := runs.Differences(a, b)
	most := int64(1)
	for _, d := range all {
		most = max(most, d.Second-d.First, d.First-d.Second)
	}
	for _, d := range all {
		if off := (d.First - d.Second) * 100 / most; off < 0 {
			above++
		} else if off > 0 {
			below++
		}
	}
	up, down := differencePaths(all, 0, b.Columns())
	if strings.Count(up, "M") != above || strings.Count(down, "M") != below || !strings.Contains(up+down, "100h1") {
		t.Errorf("%d bars above and %d below, want %d and %d, one of them full", strings.Count(up, "M"), strings.Count(down, "M"), above, below)
	}
	said := "Design B accepted more in " + view.Number(more) + " of " + view.Number(b.Columns()) + " periods"
	drawn := apptest.HTML(difference{p.scene}.section())
	apptest.Contains(t, drawn, said, "Design A in "+view.Number(less)+".", `id="difference-table"`,
		`<td class="num">`+view.Number(int(rate(b, 1))))
	apptest.Contains(t, apptest.HTML(difference{p.scene}.strip(a, b)), said, `class="off__b"`)
}
