package simulator

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/workspace"
)

func simulator(t *testing.T) *Page {
	t.Helper()
	p := New(workspace.NewTab(&workspace.Registry{}))
	p.OnInit()
	return p
}

// The screen says what it is for before any program runs.
func TestSimulatorWithoutTheProgram(t *testing.T) {
	apptest.Contains(t, apptest.HTML(simulator(t).Render()), "<h1", `id="main"`, "Keys that grow with time", `id="heat-0"`, "in sort order ↓", "Time since the start →", "100% = 1,018 entities/s, what one range can take", "1 row = 28 keys", "Partition map", "Here stand the ranges on their servers", "{At.time}")
}

// After a run the screen tells what became of it, in words and in numbers.
func TestSimulatorAfterARun(t *testing.T) {
	p := simulator(t)
	p.sim.UsePreset("hotkey")
	p.sim.Play.SeekRun(p.sim.Play.Span() / 2)
	p.sim.Play.Advance(0, func() bool { return true })
	page := apptest.HTML(p.Render())
	apptest.Contains(t, page, "entities/s accepted, p99", "One partition was sent more than its target of 500/s", "240 callers wait", "The busiest of 16 servers did", "is split at", "on server ")
	if strings.Contains(page, "on server 0") {
		t.Errorf("a server is named by its number")
	}
	if n := strings.Count(page, "</"); n > 900 {
		t.Errorf("%d elements, want at most 900: each one costs the page time", n)
	}
}

// A template with a mistake is reported where it is, and the last run stays.
func TestSimulatorMistake(t *testing.T) {
	p := simulator(t)
	p.sim.SetTemplate(0, "{Nothing}")
	page := apptest.HTML(p.Render())
	apptest.Contains(t, page, `id="design-0-err"`, "For example", `id="heat-0"`)
}

// Another scenario has its own rows: what was drawn, found and zoomed in the run
// before is forgotten, and nothing of it is looked up in the new one.
func TestSimulatorMeetsAnotherRun(t *testing.T) {
	p := simulator(t)
	first := p.sim.Play.Runs()[0]
	p.ui.plots[0].run = first
	p.ui.plots[0].heat = runs.Heat{Width: 300, Height: 256, Scale: 1, To: first.Columns(), Bands: first.Bands(first.Rows())}
	p.ui.plots[0].heat.Show(first)
	p.ui.zoom = zoom{from: 0, to: 5, top: first.Rows() - 1, bottom: first.Rows()}
	apptest.Contains(t, apptest.HTML(p.Render()), "Heat map of")
	p.sim.UsePreset("season")
	if first.Rows() <= p.sim.Play.Runs()[0].Rows() {
		t.Fatalf("%d rows, then %d: the test needs fewer", first.Rows(), p.sim.Play.Runs()[0].Rows())
	}
	apptest.Contains(t, apptest.HTML(p.Render()), "Heat map of")
	if p.ui.zoom != (zoom{}) || p.ui.plots[0].run != nil {
		t.Errorf("zoom %v, drawn run %p; want none", p.ui.zoom, p.ui.plots[0].run)
	}
}
