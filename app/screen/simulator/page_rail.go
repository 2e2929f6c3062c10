package simulator

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
)

// settings are the controls of the page that change what is run: the row above the
// map and the drawer.
type settings struct{ *Page }

// presetID is the ID of the list of scenarios.
const presetID = "preset"

// presetTitles are the scenarios as the list names them.
var presetTitles = map[string]string{
	"append": "Keys that grow with time", "prepend": "Newest first", "bucket": "Time in 16 buckets", "users": "One partition per user",
	"guid": "Random keys", "single": "One partition for everything", "hotkey": "One hot key among many", "season": "A season comes and goes",
	"deleteall": "Delete, then scan", "newtable": "A new table under full load", "noisy": "A crowded server", "account": "The account's limit",
	"logging": "Log entries by component", "movies": "Three ranges of films", "failure": "A server fails",
}

// rail is the row of the scenario, the five settings that matter most, and how many
// designs are compared. The others are in the drawer.
func (p settings) rail() app.UI {
	return view.H("div.rail",
		view.H("div.rail__p", view.T("h1", "Load simulator"), p.presetPicker()),
		p.keyFact(),
		p.loadSlider(),
		view.H("div.rail__f", p.loadFacts()...),
		view.H("button#more-settings.btn.btn--sm.rail__m;type=button;aria-haspopup=dialog;title=All settings",
			view.Flag("aria-expanded", p.ui.drawer), view.Icon("settings-2"), view.T("span", strconv.Itoa(p.moreSettings())+" more"),
			p.Click("more/"+ui.Truth(p.ui.drawer), func() { p.openDrawer("more-settings", "settings") })),
	)
}

func (p settings) presetPicker() app.UI {
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

// fact is a setting with what it is now. It opens the drawer at that setting.
// Where there is little room its label is the short one.
func (p settings) fact(id, label, short string, value app.UI, field string) app.UI {
	id = "fact-" + id
	return view.H("button.fact;type=button;aria-haspopup=dialog", view.ID(id), view.Flag("aria-expanded", p.ui.drawer),
		view.H("small", view.T("span.hide-md", label), view.T("span.show-md", short)), value,
		p.Click(id+"/"+field, func() { p.openDrawer(id, field) }))
}

// keyFact is the key template, whole: what does not fit into a line is wrapped.
func (p settings) keyFact() app.UI {
	i := p.drawn()[0]
	label := "PartitionKey"
	if len(p.sim.Designs()) > 1 {
		label += " of " + p.sim.Designs()[min(i, 1)].Title
	}
	template := p.sim.Designs()[min(i, len(p.sim.Designs())-1)].Template
	whole := view.H("b.fact__k", view.Attr("title", template), view.Text(template))
	return view.H("span.rail__k", p.fact("key", label, label, whole, designID(0)))
}

// loadFacts are the other settings of the clients whose load is shown.
func (p settings) loadFacts() []app.UI {
	groups := p.sim.Scenario().Groups
	if len(groups) == 0 {
		return []app.UI{p.fact("clients", "Clients", "Clients", view.T("b", "Nobody writes"), "settings")}
	}
	l := p.sim.Load(min(p.ui.group, len(groups)-1), p.sim.Play.Place())
	value := func(text string) app.UI { return view.T("b", text) }
	switch {
	case l.Paused:
		return []app.UI{p.fact("clients", "Clients", "Clients", value("Paused"), "settings")}
	case l.Rate > 0:
		return append([]app.UI{p.fact("clients", "Clients", "Clients", value("Fixed rate"), "set-rate")}, p.writeFacts(&l)...)
	}
	clients := view.Count(l.VMs, "VM", "VMs") + " × " + strconv.Itoa(l.Threads)
	return append([]app.UI{p.fact("clients", "Clients", "Clients", value(clients), "set-vms")}, p.writeFacts(&l)...)
}

// refusedNames say in two words what clients do when they are refused, by
// sim.Retry.
var refusedNames = []string{"Wait 3 s", "Go on", "Back off", "Library 1.7"}

func (p settings) writeFacts(l *demand.Load) []app.UI {
	return []app.UI{
		p.fact("batch", "Entities per write", "Batch", view.T("b", strconv.Itoa(l.Batch)), "set-batch"),
		p.fact("retry", "When refused", "Refused", view.T("b", refusedNames[l.Retry]), "choose-retry"),
	}
}

// compareSwitch shows one design or two over each other.
func (p settings) compareSwitch() app.UI {
	two := len(p.sim.Designs()) > 1
	return view.H("div.rail__c", view.H("div.seg;role=group;aria-label=How many designs",
		view.H("button#alone;type=button;title=Take the second design away", view.Flag("aria-pressed", len(p.sim.Play.Runs()) == 1 && !p.slow.On),
			view.Text("One design"), p.Click("alone/"+ui.Truth(two), p.alone)),
		view.H("button#compare;type=button;aria-label=Compare with another design;title=Compare with another design",
			view.Flag("aria-pressed", two && !p.slow.On), view.Text("Compare"), p.Click("compare/"+ui.Truth(two), p.compare)),
		view.H("button#see-lanes;type=button;title=See the requests of this moment move", view.Flag("aria-pressed", p.slow.On),
			view.Text("Lanes"),
			p.Click("lanes/"+ui.Truth(p.slow.On), func() { p.sim.Play.Pause(); p.slow.On = !p.slow.On })),
		p.parentButton(),
	))
}

func (p settings) alone() {
	p.slow.On = false
	p.ui.shown = 0
	if p.sim.Compared() {
		p.sim.CompareParent(false)
	}
	if len(p.sim.Designs()) > 1 {
		p.sim.Keep(0)
	}
}

func (p settings) compare() {
	p.slow.On = false
	p.ui.shown = both
	if designs := p.sim.Designs(); len(designs) == 1 {
		p.sim.Compare("Design B", "{hash(Id)%16:02}_"+designs[0].Template)
	}
}

// parentButton compares a branch with the one that it was made from.
func (p settings) parentButton() app.UI {
	name, ok := p.sim.Parent()
	if !ok {
		return view.El("span;hidden=true")
	}
	on, label := p.sim.Compared(), "Compare with "+name
	return view.H("button#beside;type=button", view.Flag("aria-pressed", on), view.Attr("aria-label", label), view.Attr("title", label),
		view.Icon("git-branch", "ic--14"), view.Text(name),
		p.Click("beside/"+ui.Truth(on), func() {
			p.sim.CompareParent(!on)
			if p.ui.shown = 0; !on {
				p.ui.shown = both
			}
		}),
	)
}

// designSwitch draws one design alone or both over each other.
func (p maps) designSwitch() app.UI {
	both := p.sim.Play.Runs()
	names := []string{both[0].Title, both[1].Title, "Both"}
	buttons := make([]app.UI, len(names))
	for i, name := range names {
		buttons[i] = view.H("button;type=button", view.Flag("aria-pressed", p.ui.shown == i), view.Text(name),
			p.Click("shown-"+strconv.Itoa(i), func() { p.ui.shown = i }),
		)
	}
	return view.H("div.seg;role=group;aria-label=Design shown", buttons...)
}
