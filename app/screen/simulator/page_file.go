package simulator

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/logs"
	"github.com/keyrange/keyrange/engine/observe/replay"
)

const noRows = "Load rows in the playground first, then replay them here under your own key."

// fileSection opens, keeps and shares what is run.
func (p settings) fileSection() app.UI {
	own := noRows
	rows := p.tab.Work
	if rows != nil && rows.Rows.HasData() {
		own = "The rows of " + rows.Rows.Source().Name + ", in the order in which they stand, under the key of the playground."
	}
	return view.H("section",
		view.T("h2", "Scenario"),
		view.H("div.row",
			view.H("button.btn.btn--sm;type=button", view.Icon("upload"), view.Text("Open a file"), p.Click("open-file", p.openFile)),
			view.H("button.btn.btn--sm;type=button", view.Icon("download"), view.Text("Save as a file"), p.Click("save-file", p.saveFile)),
			view.H("button#replay-rows.btn.btn--sm;type=button", view.Flag("disabled", rows == nil || !rows.Rows.HasData()), view.Icon("table-2"),
				view.Text("Replay my rows"), p.Click("replay", func() { p.replay() })),
		),
		view.T("p.hint;role=status", p.ui.filed),
		view.T("p.hint", own),
	)
}

// replay runs the reader's own rows under their key, and reports whether there are
// any.
func (p settings) replay() bool {
	rows := p.tab.Work
	if rows == nil || !rows.Rows.HasData() {
		p.ui.filed = noRows
		return false
	}
	p.ui.shown = 0
	return p.sim.Replay(rows.Rows.Data(), rows.Rows.Source(), rows.Edit.Work().Design.PartitionKey)
}

// rowsFragment is the end of an address that asks for a load test of the reader's own
// rows.
const rowsFragment = "rows"

// loadTest begins a load test where the address asks for one, once.
func (p settings) loadTest(ctx app.Context) {
	if app.IsServer || ctx.Page().URL().Fragment != rowsFragment {
		return
	}
	browser.DropFragment()
	p.tab.WhenOpen(func() {
		p.Do(func() {
			if p.replay() && !browser.CalmMotion() {
				p.sim.Play.Toggle()
			}
		})
	})
}

func (p settings) openFile() {
	browser.PickFile(logs.Endings, func(f browser.File) {
		p.ui.filed = f.Name + " is being read."
		f.Read(browser.Reading{
			Done: func(data []byte) {
				browser.Aside(func() { p.openData(f.Name, data) })
			},
			Failed: func(reason string) { p.Ctx.Dispatch(func(app.Context) { p.ui.filed = reason }) },
		})
	})
}

// openData takes a scenario, a recording of a table, or a log of requests to one. It
// gives the page its turn while it reads, and says in a sentence what is wrong.
func (p settings) openData(name string, data []byte) {
	said, open := logs.Said(name, 0, nil), func() (why string) { return p.openScenario(data) }
	if logs.Is(data) {
		r, leftOut, err := logs.Open(data, ui.Reading(name, func(text string) {
			p.Ctx.Dispatch(func(app.Context) { p.ui.filed = text })
		}))
		said, open = logs.Said(name, leftOut, r.Missing), func() (why string) {
			if err != nil {
				return err.Error()
			}
			return p.openRecorded(&r)
		}
	}
	p.Ctx.Dispatch(func(app.Context) {
		p.Guard(func() {
			p.ui.shown, p.ui.filed = 0, said
			if why := open(); why != "" {
				p.ui.filed = name + ": " + why
			}
		})
		p.follow()
	})
}

func (p settings) openScenario(data []byte) (why string) {
	if err := p.sim.OpenFile(data); err != nil {
		return err.Error()
	}
	return ""
}

// openRecorded runs a recording, or what it was measured of beside it.
func (p settings) openRecorded(r *observe.Recording) (why string) {
	if r.Scenario != "" {
		p.ui.shown = 0
		return runs.OpenMeasured(p.sim, r)
	}
	return p.openRecording(&replay.Trial{Recording: *r})
}

// openRecording runs a recording, in a duel where a key is to be tried on it.
func (p settings) openRecording(t *replay.Trial) (why string) {
	if !runs.OpenRecording(p.sim, &t.Recording, t.Template) {
		return "The recording has no request with a key that can be sent again."
	}
	if p.ui.shown = 0; t.Template != "" {
		p.ui.shown = both
	}
	return ""
}

// carried runs what another screen handed over, once.
func (p settings) carried() {
	t := p.tab.Carried
	if p.tab.Carried = nil; t == nil {
		return
	}
	p.tab.WhenOpen(func() {
		p.Do(func() {
			if p.ui.filed = p.openRecording(t); p.ui.filed == "" && !browser.CalmMotion() {
				p.sim.Play.Toggle()
			}
		})
	})
}

func (p *Page) saveFile() {
	data, err := p.sim.File()
	if err != nil {
		p.ui.filed = err.Error()
		return
	}
	name := p.sim.Scenario().Name
	if name == "" {
		name = "scenario"
	}
	browser.Save(name+".json", "application/json", data)
	p.ui.filed = name + ".json holds the scenario with everything that was done by hand."
}

// Extras say why a run over the reader's own rows is not shared.
func (p *Page) Extras() (e workspace.Extras) {
	if p.sim.Scenario().Replay != nil {
		e.Cannot = "This run is over rows of your own. They stay in this tab, so it cannot be shared."
	}
	return e
}

// Path is that of the page.
func (p *Page) Path() string { return "/simulator" }

// Moment is the runs and the playhead, and behind them, where they are not all,
// the part of the map that is shown and the cell that is explained. A run over
// the reader's own rows is none: they stay in this tab.
func (p *Page) Moment(_ bool, room int) string {
	if p.sim.Scenario().Replay != nil {
		return ""
	}
	if room > moment.MaxLink {
		return p.sim.Saved()
	}
	text := p.sim.Moment(browser.Rest)
	if text == "" {
		return ""
	}
	z, c := p.ui.zoom, p.ui.cell
	look := []int{z.from, z.to, z.top, z.bottom}
	if p.ui.pinned != nil {
		look = append(look, c.slot, c.column, c.band)
	}
	if z != (zoom{}) || p.ui.pinned != nil {
		for _, n := range look {
			text += "." + strconv.Itoa(n)
		}
	}
	if len(text) > room {
		return ""
	}
	return text
}

// Judged is the runs as tasks ask about them. A run over the reader's own rows cannot
// be done again elsewhere, so no task is set on it.
func (p *Page) Judged() workspace.Judged {
	if p.sim.Scenario().Replay != nil {
		return nil
	}
	return runs.Tasked{State: p.sim}
}

// Receive opens a run beside the kept one; see screen.
func (p *Page) Receive(data []byte) (*workspace.Guest, error) {
	parts := strings.Split(strings.TrimSpace(string(data)), ".")
	fresh := runs.NewState(runs.FirstPreset)
	none := fresh.Saved()
	if err := fresh.OpenMoment(strings.Join(parts[:min(len(parts), momentParts)], "."), browser.Rest); err != nil {
		return nil, err
	}
	var look []int
	for _, s := range parts[min(len(parts), momentParts):] {
		if n, err := strconv.Atoi(s); err == nil && len(look) < maxLook {
			look = append(look, n)
		}
	}
	title := fresh.Scenario().Name
	if title == "" {
		title = "A run of your own making"
	}
	return &workspace.Guest{
		Path: "/simulator", Title: title, About: "A run of the simulator at " + view.Clock(fresh.Play.Place()) + ".",
		Own: p.kept().Saved() != none,
		Exchange: func() {
			p.kept().Play.Pause()
			fresh = workspace.Exchange(p.tab, simulatorName, fresh)
			p.ui.there = look
		},
		Adopt: func(branch bool) {
			p.kept().TakeOver(fresh, branch)
			p.ui.there = look
		},
	}, nil
}

// momentParts is how many parts the text of a run has: form, screen and what it
// holds.
const momentParts = 3

// maxLook is how many numbers may follow a run.
const maxLook = 7

// Renew shows the run that is kept now.
func (p *Page) Renew(app.Context) {
	p.sim = p.kept()
	p.ui.filed, p.ui.shown = "", 0
	if len(p.sim.Designs()) > 1 {
		p.ui.shown = both
	}
	p.follow()
}

// lookThere shows the part of the map that a moment names, and explains its cell,
// once the run has come to its place.
func (p *Page) lookThere() {
	look := p.ui.there
	if _, seeking := p.sim.Play.Seeking(); seeking || len(look) < 4 {
		return
	}
	p.ui.there = nil
	p.ui.zoom = zoom{look[0], look[1], look[2], look[3]}
	painter{p.scene}.fit()
	if len(look) == maxLook && look[4] >= 0 && look[4] < len(p.drawn()) {
		t := &p.ui.plots[look[4]]
		if h := &t.heat; look[6] >= 0 && look[6] < len(h.Bands) && look[5] >= 0 && t.run != nil && look[5] < t.run.Columns() {
			p.ui.cell.slot, p.ui.cell.column, p.ui.cell.band = look[4], look[5], look[6]
			inquiry{p.scene}.pin()
		}
	}
	p.refresh()
}
