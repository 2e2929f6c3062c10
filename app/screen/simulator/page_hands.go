package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// mostVMs is how many VMs a group of clients may have here.
const mostVMs = 64

// loadSection changes what the clients do, from the playhead on.
func (p settings) loadSection() app.UI {
	groups := p.sim.Scenario().Groups
	if len(groups) == 0 {
		return view.El("section;hidden=true")
	}
	p.ui.group = min(p.ui.group, len(groups)-1)
	g, l := p.ui.group, p.sim.Load(p.ui.group, p.sim.Play.Place())
	names := make([]string, len(groups))
	for i := range groups {
		names[i] = groups[i].Name
	}
	change := func(edit func(l *demand.Load)) { p.done(p.sim.SetLoad(g, edit)) }
	body := []app.UI{view.T("h2", "Load, from now on")}
	if len(groups) > 1 {
		body = append(body, p.row("Clients", p.choice("group", "Clients", names, g, func(i int) { p.ui.group = i })))
	}
	if l.Rate > 0 {
		body = append(body, p.amount("rate", "Operations per second", l.Rate, 1, sim.MaxRate,
			func(n int64) { change(func(l *demand.Load) { l.Rate = n }) }))
	} else if !l.Paused {
		size := 0
		if l.Size == demand.Small {
			size = 1
		}
		body = append(body,
			p.amount("vms", "VMs", int64(l.VMs), 1, mostVMs, func(n int64) { change(func(l *demand.Load) { l.VMs = int(n) }) }),
			p.amount("threads", "Threads of each", int64(l.Threads), 1, 100, func(n int64) { change(func(l *demand.Load) { l.Threads = int(n) }) }),
			p.row("Size of a VM", p.choice("vm", "Size of a VM", []string{"Extra large, 8 cores", "Small, 1 core"}, size, func(i int) {
				change(func(l *demand.Load) { l.Size = []demand.VMSize{demand.ExtraLarge, demand.Small}[i] })
			})))
	}
	if !l.Paused {
		body = append(body,
			p.amount("batch", "Entities in a batch", int64(l.Batch), 1, sim.MaxBatch,
				func(n int64) { change(func(l *demand.Load) { l.Batch = int(n) }) }),
			p.amount("reads", "Reads in 100 operations", readShare(&l), 0, 100, func(n int64) {
				change(func(l *demand.Load) {
					l.Mix = [len(l.Mix)]int64{}
					l.Mix[service.Insert], l.Mix[service.Get] = 100-n, n
				})
			}),
			p.row("When refused", p.choice("retry", "When refused", []string{"Wait 3 s, then go on", "Go on at once", "Back off 3, 27, 81 s",
				"Back off as library 1.7"}, int(l.Retry), func(i int) {
				change(func(l *demand.Load) { l.Retry = demand.Retry(i) })
			})))
	}
	return view.H("section.ctls", body...)
}

// readShare is how many of 100 operations are gets.
func readShare(l *demand.Load) int64 {
	all := int64(0)
	for _, weight := range l.Mix {
		all += weight
	}
	return l.Mix[service.Get] * 100 / max(1, all)
}

// amount is a number that takes effect when it is changed.
func (p settings) amount(id, label string, now, least, most int64, set func(int64)) app.UI {
	id = "set-" + id
	return view.H("label.ctl", view.Text(label), view.H("input.field.num;type=number;step=1", view.ID(id),
		view.Attr("min", strconv.FormatInt(least, 10)), view.Attr("max", strconv.FormatInt(most, 10)),
		view.Attr("value", strconv.FormatInt(now, 10)),
		p.On("change", id, func(app.Context, app.Event) {
			if n, err := strconv.ParseInt(browser.Field(id), 10, 64); err == nil {
				set(min(max(n, least), most))
			}
		})))
}

// modelSection switches what the service does by itself.
func (p settings) modelSection() app.UI {
	return view.H("section.ctls",
		view.T("h2", "Service"),
		p.toggle(sim.SetManager, "Split, move and merge by itself"),
		p.toggle(sim.SetGuard, "Refuse splits that cannot help"),
		p.toggle(sim.SetAccount, "Enforce the account's limit"),
		p.amount("others", "Share of other tenants, %", p.sim.Others(p.sim.Play.Place())/10, 0, 95,
			func(n int64) { p.command(sim.Command{Do: sim.SetBackground, Share: 10 * n}) }),
		p.row("Targets", p.choice("targets", "Service targets", []string{"2010: 500 entities/s", "Today: 2,000 entities/s"},
			boolIndex(p.sim.Switched(sim.SetTargets, p.sim.Play.Place())), func(i int) {
				p.command(sim.Command{Do: sim.SetTargets, On: i == 1})
			})),
		p.row("Decisions", p.choice("hurry", "How long the service takes to decide", []string{"5 to 10 minutes", "20 s, for teaching"},
			boolIndex(p.sim.Hurried()), func(i int) { p.sim.Hurry(i == 1) })),
		view.H("p.ctl__err;role=alert", view.Flag("hidden", p.ui.refusal == ""), view.Text(p.ui.refusal)),
		view.H("p.hint", view.Text("Fitted to measurements of 2010: "), view.H("a", view.Attr("href", ui.Address("/figures")),
			view.Text("the published figures")), view.Text(".")),
	)
}

func (p settings) toggle(what sim.Action, label string) app.UI {
	on := p.sim.Switched(what, p.sim.Play.Place())
	return view.H("button.sw2;type=button;role=switch", view.ID("switch-"+string(what)), view.Flag("aria-checked", on), view.T("span", label),
		p.Click("switch-"+string(what)+ui.Truth(on), func() { p.command(sim.Command{Do: what, On: !on}) }),
	)
}

// rangeBox does by hand what the manager does by itself, at the same cost.
func (p servers) rangeBox(ranges []sim.RangeState) app.UI {
	at := -1
	for i, r := range ranges {
		if r.Number == p.ui.rangeNumber {
			at = i
		}
	}
	if at < 0 {
		return view.El("div;hidden=true")
	}
	r, run := ranges[at], p.run()
	key := run.KeyOf(r.Number)
	servers := make([]string, run.Verdict().Servers)
	for i := range servers {
		servers[i] = "Server " + view.ServerLetter(i)
	}
	return view.H("section.rbox;aria-label=The chosen range",
		view.H("div.rbox__h", view.T("p", rangeSentence(r)+"."),
			view.H("button.btn.btn--sm.btn--quiet.btn--icon;type=button;aria-label=Close the range", view.Icon("x"),
				p.Click("close-range", func() { p.ui.rangeNumber = 0 }))),
		view.H("label.ctl", view.Text("Split at"), view.H("input.field.mono;id=split-key;spellcheck=false;maxlength=1024;"+
			"aria-label=Key to split at",
			view.Attr("value", run.MiddleOf(r.Number)))),
		view.H("div.row",
			view.H("button#split-range.btn.btn--sm;type=button", view.Icon("split"), view.Text("Split"), p.Click("split",
				func() { p.command(sim.Command{Do: sim.SplitAt, Key: browser.Field("split-key")}) })),
			view.H("button#merge-range.btn.btn--sm;type=button", view.Flag("disabled", at+1 == len(ranges)), view.Icon("merge"),
				view.Text("Merge with the next"),
				p.Click("merge/"+key, func() { p.command(sim.Command{Do: sim.MergeAt, Key: key}) }),
			),
		),
		p.row("Move to", p.choice("move", "Move to server", servers, r.Server,
			func(i int) { p.command(sim.Command{Do: sim.MoveRange, Key: key, Server: i}) })),
	)
}

// fail lets a server fail, or brings it back.
func (p servers) fail(server int, failed bool) {
	do := sim.KillServer
	if failed {
		do = sim.ReviveServer
	}
	p.command(sim.Command{Do: do, Server: server})
}
