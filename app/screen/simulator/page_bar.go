package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// presetID is the ID of the list of scenarios.
const presetID = "preset"

// presetTitles are the scenarios as the list names them.
var presetTitles = map[string]string{
	"append": "Keys that grow with time", "prepend": "Newest first", "bucket": "Time in 16 buckets", "users": "One partition per user",
	"guid": "Random keys", "single": "One partition for everything", "hotkey": "One hot key among many", "season": "A season comes and goes",
	"deleteall": "Delete, then scan", "newtable": "A new table under full load", "noisy": "A crowded server", "account": "The account's limit",
	"logging": "Log entries by component", "movies": "Three ranges of films", "failure": "A server fails",
}

// bar holds the scenario and what is shown.
func (p *Page) bar() app.UI {
	return view.H("div.tool.sim__bar",
		view.T("h1", "Load simulator"),
		p.presetPicker(),
		view.H("button#warm-up.btn.btn--sm;type=button;title=Run on until no range was split, moved or merged for 10 minutes",
			view.Flag("disabled", p.sim.At() >= p.sim.Span()),
			view.Icon("fast-forward"), view.Text("Warm up"), p.Click("warm-up", func() { p.sim.WarmUp() })),
		view.El("span.grow.hide-sm"),
		p.parentButton(),
		view.H("div", app.If(len(p.sim.Runs()) > 1, p.designSwitch)),
	)
}

func (p *Page) presetPicker() app.UI {
	options := []app.UI{}
	if p.sim.Preset() == "" {
		options = append(options, view.T("option;value=;selected=true", "Your scenario"))
	}
	for _, s := range sim.Presets() {
		options = append(options, ui.Option(s.Name, presetTitles[s.Name], s.Name == p.sim.Preset()))
	}
	return view.H("span.pick.pick--lead",
		view.Icon("zap"),
		view.Around("select;aria-label=Scenario", options, view.ID(presetID), p.On("change", "preset", func(app.Context, app.Event) {
			p.ui.shown = 0
			p.sim.UsePreset(browser.Field(presetID))
		})),
		view.Icon("chevron-down", "ic--14"),
	)
}

// parentButton compares a branch with the one that it was made from.
func (p *Page) parentButton() app.UI {
	name, ok := p.sim.Parent()
	if !ok {
		return view.El("span;hidden=true")
	}
	on := p.sim.Compared()
	return view.H("button#beside.btn.btn--sm;type=button", view.Flag("aria-pressed", on), view.Icon("git-branch"),
		view.Text("Compare with "+name),
		p.Click("beside/"+ui.Truth(on), func() {
			p.sim.CompareParent(!on)
			if p.ui.shown = 0; !on {
				p.ui.shown = both
			}
		}),
	)
}

// designSwitch shows one design or both.
func (p *Page) designSwitch() app.UI {
	both := p.sim.Runs()
	names := []string{both[0].Title, both[1].Title, "Side by side"}
	buttons := make([]app.UI, len(names))
	for i, name := range names {
		buttons[i] = view.H("button;type=button", view.Flag("aria-pressed", p.ui.shown == i), view.Text(name),
			p.Click("shown-"+strconv.Itoa(i), func() { p.ui.shown = i }),
		)
	}
	return view.H("div.seg;role=group;aria-label=Design shown", buttons...)
}
