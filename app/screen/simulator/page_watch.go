package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// inspector is why a place of the map is hot, and who serves what now. Before
// anything has happened it says so: the map shows the finished run, and both would
// not agree. On a narrow window it is a sheet of which only the head is seen.
func (p *Page) inspector() app.UI {
	open := ""
	if p.ui.sheet {
		open = "sim__r--open"
	}
	head := ui.Peek("peek", "why-pane", p.ui.sheet, "Why hot?", peekText(p),
		p.Click("peek/"+ui.Truth(p.ui.sheet), func() { p.ui.sheet = !p.ui.sheet }))
	if p.sim.Fresh() {
		return view.H("aside.sim__r;aria-label=Why, and the servers", view.Attr("class", open), head,
			view.H("div#why-pane.sim__why;tabindex=0;role=region;aria-label=Why",
				view.T("h2", "Why is this hot?"),
				view.T("p.sim__lesson", p.sim.Scenario().Lesson),
				view.T("p.hint", "Press Play, or Last for the end. Then choose a cell of the map."),
			),
			view.H("div.sim__sv;tabindex=0;role=region;aria-label=Servers",
				view.T("h2", "Partition map"),
				view.T("p.hint", "Here stand the ranges on their servers, and what each server does."),
			),
		)
	}
	return view.H("aside.sim__r;aria-label=Why, and the servers", view.Attr("class", open), head,
		view.H("div#why-pane.sim__why;tabindex=0;role=region;aria-label=Why", servers{p.scene}.rangeBox(p.run().Sim().Ranges()),
			scoreboard(p), inquiry{p.scene}.why()),
		view.H("div.sim__sv;tabindex=0;role=region;aria-label=Servers", servers{p.scene}.lanes()),
	)
}

// peekText is what the head of the sheet says.
func peekText(p *Page) string {
	switch {
	case p.ui.pinned != nil:
		return view.WhyTitle(&p.ui.pinned.Answer)
	case p.ui.asking != nil:
		return "Looking at that time again."
	}
	return "Choose a cell of the map."
}

// shownServers is how many lanes are drawn of a large number of servers.
const shownServers = 16

// servers is who serves which range now, what happened to them, and what can be
// done to them by hand.
type servers struct{ *scene }

// lanes are the servers with their ranges, each as wide as its load.
func (p servers) lanes() app.UI {
	r := p.run()
	ranges, servers := r.Sim().Ranges(), r.Sim().Servers()
	lanes := make([]app.UI, 0, shownServers)
	for i := range servers[:min(len(servers), shownServers)] {
		lanes = append(lanes, p.lane(i, servers[i], ranges))
	}
	title := "Partition map"
	if p.whose() != "" {
		title = "Map" + p.whose()
	}
	return view.H("section",
		view.H("h2", view.Text(title), view.T("span.num", view.Count(len(ranges), "range", "ranges")+", "+view.Count(
			len(servers), "server", "servers"))),
		view.T("p.hint", coresSentence(r.Sim().Scenario().Params.Cores)),
		view.Around("div.slanes", lanes, view.Attr("style", "--core:"+part(1, r.Sim().Scenario().Params.Cores))),
		view.T("p.hint", "A range is as wide as the work it makes. Choose one to split, move or merge it by hand. A letter lets its "+
			"server fail."),
	)
}

// coresSentence says what the load of a server is a share of.
func coresSentence(cores int) string {
	if cores == 1 {
		return "100% = 1 core, which one range can fill."
	}
	return "100% = " + view.Number(cores) + " cores. One range uses one, up to the dashed line."
}

func (p servers) lane(i int, s service.PartitionServer, ranges []sim.RangeState) app.UI {
	cores := int64(p.run().Sim().Scenario().Params.Cores)
	var parts []app.UI
	for _, r := range ranges {
		if r.Server != i {
			continue
		}
		wide := r.Utilisation / cores / 10
		number := r.Number
		part := view.El("button.lane__p;type=button").Style("width", "max(3px,"+strconv.FormatInt(wide, 10)+"%)").Title(rangeSentence(r)).
			Aria("label", "R"+strconv.Itoa(int(r.Number))+", a range with "+view.Number(int(r.Rate))+" entities per second").Aria("pressed",
			ui.Truth(r.Number == p.ui.rangeNumber)).
			OnClick(p.ClickHandler("range/"+strconv.Itoa(int(number)), func() { p.ui.rangeNumber = number }))
		if r.Target > 1000 || r.Throttled > 10_000 {
			part = part.Class("lane__p--hot")
		}
		if r.Phase != service.Online {
			part = part.Class("lane__p--away")
		}
		if wide > 11 {
			part = part.Text("R" + strconv.Itoa(int(r.Number)))
		}
		parts = append(parts, part)
	}
	text := view.Permil(s.Utilisation)
	if s.Failed {
		text = "failed"
	}
	return view.H("div.lane", view.Attr("class", view.ServerClass(i)),
		view.H("button.sv;type=button", view.Attr("class", view.ServerClass(i)), view.Attr("aria-label", failLabel(i, s.Failed)),
			view.Attr("title", failLabel(i, s.Failed)), view.Text(view.ServerLetter(i)),
			p.Click("fail/"+strconv.Itoa(i)+ui.Truth(s.Failed), func() { p.fail(i, s.Failed) }),
		),
		view.H("div.lane__t", parts...),
		view.T("span.lane__u", text),
	)
}

func failLabel(server int, failed bool) string {
	if failed {
		return "Bring server " + view.ServerLetter(server) + " back"
	}
	return "Let server " + view.ServerLetter(server) + " fail"
}

// rangeSentence says a range in words.
func rangeSentence(r sim.RangeState) string {
	text := "Range " + strconv.Itoa(int(r.Number)) + " from " + orStart(r.Low) + ": " + view.Number(int(r.Rate)) + " entities/s, " +
		view.Permil(r.Target) + " of the target, " + r.Phase.String()
	if r.DecidesIn >= 0 {
		text += ", hot, decided in " + view.Clock(r.DecidesIn)
	}
	return text
}

func orStart(key string) string {
	if key == "" {
		return "the start"
	}
	return key
}

// shownEvents is how many events are drawn.
const shownEvents = 24

// event is one line of the list of events.
type event struct {
	at   int64
	icon string
	text string
}

// lastNotes returns the newest notes that matter, newest first.
func (p servers) lastNotes(most int) []event {
	run := p.run().Sim()
	notes := run.Notes()
	var out []event
	for i := len(notes) - 1; i >= 0 && len(out) < most; i-- {
		n := notes[i]
		if n.Kind == record.OfflineNote {
			continue
		}
		out = append(out, event{n.At, noteIcons[n.Kind], view.Lettered(run.Sentence(n))})
	}
	return out
}

var noteIcons = [...]string{
	record.SplitNote: "split", record.NoSplitNote: "circle-alert", record.MoveNote: "move-right", record.OfflineNote: "clock",
	record.OnlineNote: "check", record.MergeNote: "merge", record.FailNote: "power-off", record.ReviveNote: "power", record.CommandNote: "zap",
}

// events lists what has happened, newest first. Choosing one goes there.
func (p servers) events() app.UI {
	list := p.lastNotes(shownEvents)
	items := make([]app.UI, len(list))
	for i, e := range list {
		items[i] = view.H("li", view.H("button;type=button",
			view.T("time", view.Clock(e.at)), view.Icon(e.icon), view.T("span", e.text),
			p.Click("event-"+strconv.FormatInt(e.at, 10)+"/"+strconv.Itoa(i), func() {
				p.sim.Play.Pause()
				p.sim.Play.SeekRun(e.at)
			})))
	}
	note := "Nothing has happened yet. Splits, moves and merges will be listed here."
	if len(list) > 0 {
		note = ""
	}
	return view.H("section",
		view.H("h2", view.Text("Events"), view.T("span.num", view.Number(len(p.run().Sim().Notes())))),
		view.H("p.hint", view.Flag("hidden", note == ""), view.Text(note)),
		view.H("ol.evs;aria-label=Events, newest first", items...),
	)
}
