package lanes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/text"
)

// shownLanes is how many ranges are drawn: those with most requests.
const shownLanes = 9

// tableLanes bounds the lines of the table.
const tableLanes = 60

// slowness are how many times slower than they are requests may move.
var slowness = [...]int64{500, 100, 20}

// IDs of the paths that are drawn anew on each frame.
const (
	sentID    = "lanes-sent"
	refusedID = "lanes-refused"
	queuedID  = "lanes-queued"
	servedID  = "lanes-served"
)

// Part is the lanes as a screen shows them. The zero value shows nothing; On lets it
// follow the run.
type Part struct {
	*ui.Gestures
	On  bool
	Run func() *sim.Simulation // that is shown
	At  func() (at int64, resting bool)

	of       *sim.Simulation // that slow looks at
	slow     *Slow
	view     *View
	places   []int
	playing  bool
	running  bool // frames are asked for
	slowness int  // of the list, from 0
	waited   int64
	gone     bool
}

const (
	frameBudget  = 7000    // microseconds of a frame for the engine
	readingEvery = 250_000 // microseconds between two drawings of the figures
	step         = 1000    // microseconds of the run
)

// Follow begins to look at the moment where the run rests, if it is another one.
func (p *Part) Follow() {
	at, resting := p.At()
	if !p.On || !resting || p.gone {
		return
	}
	if run := p.Run(); p.slow == nil || p.of != run || p.slow.From != at {
		p.of, p.slow, p.view, p.playing = run, NewSlow(run, at), nil, false
	}
	p.paint()
	p.start()
}

// Stop lets go of everything.
func (p *Part) Stop() { p.gone, p.playing = true, false }

// start asks for frames while there is something to do.
func (p *Part) start() {
	if p.running || !p.busy() {
		return
	}
	p.running = true
	browser.Frames(func(elapsed int64) bool {
		p.Guard(func() { p.frame(elapsed) })
		if p.running = p.busy() && p.Crash == ""; !p.running {
			p.refresh()
		}
		return p.running
	})
}

func (p *Part) busy() bool {
	return p.On && !p.gone && p.slow != nil && (p.playing || !p.slow.Ready() || p.view == nil)
}

// frame lets a little time pass, far less than has passed, and draws what is seen then.
func (p *Part) frame(elapsed int64) {
	if p.playing && p.slow.Ready() {
		p.slow.At += max(1, min(elapsed, 50_000)/slowness[p.slowness])
	}
	timer := browser.Timer()
	p.slow.Advance(func() bool { return timer() < frameBudget })
	if !p.slow.Ready() {
		return
	}
	first := p.view == nil
	p.look()
	p.paint()
	if p.waited += elapsed; first || p.waited >= readingEvery {
		p.refresh()
	}
}

// look takes in the present instant. The lanes stay those that were chosen first, as
// long as the ranges are the same.
func (p *Part) look() {
	before := p.view
	p.view = p.slow.View()
	if before == nil || len(before.Lanes) != len(p.view.Lanes) {
		p.places = p.view.Busiest(shownLanes)
	}
}

func (p *Part) refresh() {
	p.waited = 0
	p.Ctx.Dispatch(func(ctx app.Context) { ctx.Defer(func(app.Context) { p.Guard(p.paint) }) })
}

// paint moves the dots. They are no elements of their own, so a frame costs four paths.
func (p *Part) paint() {
	if p.view == nil {
		return
	}
	d := Draw(p.view, p.places)
	browser.SetPath(sentID, d.Sent)
	browser.SetPath(refusedID, d.Refused)
	browser.SetPath(queuedID, d.Queued)
	browser.SetPath(servedID, d.Served)
}

// Draw draws the lanes with their controls.
func (p *Part) Draw() app.UI {
	if p.view == nil {
		return view.H("div.lns", view.T("p.hint;role=status", "Looking at this moment of the run."))
	}
	return view.H("div.lns",
		p.head(),
		view.H("div.lns__p", p.picture(), view.Around("div.lns__c", p.clients()), view.Around("div.lns__l", p.labels()),
			view.Around("div.lns__s", p.servers())),
	)
}

// head says what is seen, and has what lets time pass.
func (p *Part) head() app.UI {
	name, icon := "Play slowly", "play"
	if p.playing {
		name, icon = "Pause the lanes", "pause"
	}
	options := make([]app.UI, len(slowness))
	for i, n := range slowness {
		options[i] = ui.Option(strconv.Itoa(i), "1/"+strconv.FormatInt(n, 10)+" of the speed", i == p.slowness)
	}
	return view.H("div.lns__h",
		view.H("p.num;role=status", view.T("b", clockOf(p.view.At)+": "), view.Text(p.view.Sentence())),
		view.H("div.row",
			view.H("button#lanes-play.btn.btn--sm.btn--primary;type=button", view.Flag("hidden", browser.CalmMotion()), view.Icon(icon),
				view.Text(name),
				p.Click("lanes-play/"+icon, func() { p.playing = !p.playing; p.start() })),
			view.H("button#lanes-step.btn.btn--sm;type=button", view.Icon("step-forward"), view.Text("1 ms on"), p.Click("lanes-step", func() {
				p.playing = false
				p.slow.At += step
				p.start()
			})),
			p.Pick("select", "lanes-slowness", options, func(v string) {
				if n, err := strconv.Atoi(v); err == nil && n < len(slowness) {
					p.slowness = n
				}
			}, view.ID("lanes-slowness"), view.Attr("aria-label", "Slowness"))),
		view.H("p.lns__k", view.El("i.dot;aria-hidden=true"), view.Text("a request"), view.El("i.dot.dot--bad;aria-hidden=true"),
			view.Text("refused, going back"), view.El("i.dot.dot--on;aria-hidden=true"), view.Text("on a core"),
			view.T("span.num", p.view.Others(p.places))),
	)
}

// clockOf is a moment to the thousandth of a second.
func clockOf(micros int64) string {
	ms := strconv.FormatInt(micros/1000%1000+1000, 10)
	return view.Clock(micros) + "." + ms[1:]
}

// picture is the ways, and over them the requests.
func (p *Part) picture() app.UI {
	path := func(id, class, d string) app.UI {
		return view.Shape("path", "d", d, "vector-effect", "non-scaling-stroke").ID(id).Class(class)
	}
	ways, roads := "", ""
	order := p.order()
	for row, place := range p.places {
		y := strconv.Itoa(laneY(row, len(p.places)))
		for source := range sources {
			ways += wayOf(source, laneY(row, len(p.places)))
		}
		to := strconv.Itoa(laneY(slices.Index(order, p.view.Lanes[place].Server), len(order)))
		roads += "M" + strconv.Itoa(queueRight) + " " + y + "C785 " + y + " 775 " + to + " " + strconv.Itoa(serversLeft) + " " + to
	}
	return view.Shape("svg", "viewBox", "0 0 1000 1000", "preserveAspectRatio", "none", "role", "img").Class("lns__d").
		Aria("label", p.view.Sentence()+" The table below has every range.").Body(
		path("lanes-ways", "lns__w", ways), path("lanes-roads", "lns__r", roads),
		path(queuedID, "lns__q", ""), path(servedID, "lns__e", ""), path(sentID, "lns__q", ""), path(refusedID, "lns__x", ""))
}

// order are the servers of the shown lanes, from the top.
func (p *Part) order() (servers []int) {
	for _, place := range p.places {
		if s := p.view.Lanes[place].Server; !slices.Contains(servers, s) {
			servers = append(servers, s)
		}
	}
	return servers
}

// clients are counts of what the callers do now.
func (p *Part) clients() []app.UI {
	line := func(n int64, what string) app.UI {
		return view.H("p", view.T("b", view.Number(int(n))), view.Text(" "+what))
	}
	on := 0
	for i := range p.view.Lanes {
		on += p.view.Lanes[i].OnWay
	}
	return []app.UI{view.T("h3", "Clients"), line(int64(on), "on the way"), line(p.view.Pausing, "wait after a refusal")}
}

// labels name the lanes, each with what is in it.
func (p *Part) labels() []app.UI {
	out := make([]app.UI, len(p.places))
	for row, place := range p.places {
		l := &p.view.Lanes[place]
		class := "lns__lane"
		if l.Refused > 0 {
			class += " lns__lane--bad"
		}
		state := text.Count(l.Waiting, "waits", "wait")
		if l.Refused > 0 {
			state += ", " + view.Number(l.Refused) + " refused in 1 s"
		}
		if l.Away {
			state += ", nobody serves it"
		}
		if n := perDot(l.Waiting); n > 1 {
			state += " (a dot is " + view.Number(n) + ")"
		}
		out[row] = view.H("div", view.Attr("class", class), view.Attr("style", "top:"+percent(row, len(p.places))),
			view.H("span", view.T("b", "R"+strconv.Itoa(int(l.Number))), keyLabel(l)), view.T("span.num", state))
	}
	return out
}

// keyTail is how many characters of the end of a key stay in sight.
const keyTail = 6

// keyLabel is the first key of a lane. Where it is too long its middle goes, since
// keys of one table often begin alike; the title and the table have all of it.
func keyLabel(l *Lane) app.UI {
	key := []rune(keyOf(l))
	if l.Low == "" {
		key = []rune(" start")
	}
	cut := max(0, len(key)-keyTail)
	return view.H("code", view.Attr("title", strings.TrimSpace(string(key))), view.T("span", string(key[:cut])), view.Text(string(key[cut:])))
}

func keyOf(l *Lane) string {
	if l.Low == "" {
		return " from the start"
	}
	return " " + l.Low
}

func percent(row, of int) string { return strconv.Itoa(laneY(row, of)/10) + "%" }

// servers are those that serve the shown lanes, with their cores.
func (p *Part) servers() []app.UI {
	order := p.order()
	out := make([]app.UI, len(order))
	for row, server := range order {
		busy := 0
		for i := range p.view.Lanes {
			if l := &p.view.Lanes[i]; l.Server == server {
				busy += l.Served
			}
		}
		out[row] = view.H("div.lns__sv", view.Attr("style", "top:"+percent(row, len(order))), view.Server(server),
			view.T("span.num", view.Number(busy)+" of "+text.Count(p.view.Cores, "core", "cores")))
	}
	return out
}

// Table is the lanes as a table: what the picture shows, and the ranges that it leaves
// out.
func (p *Part) Table() app.UI {
	if p.view == nil {
		return view.El("div;hidden=true")
	}
	var heads []app.UI
	for _, name := range [...]string{"Range", "From", "Server", "On the way", "Waiting", "On a core", "Being logged", "Refused in 1 s"} {
		heads = append(heads, ui.Heading(name))
	}
	rows := []app.UI{view.H("tr", heads...)}
	for i := range p.view.Lanes[:min(len(p.view.Lanes), tableLanes)] {
		l := &p.view.Lanes[i]
		cells := []app.UI{view.T("th;scope=row", "R"+strconv.Itoa(int(l.Number))), view.T("td", keyOf(l)),
			view.T("td", view.ServerLetter(l.Server))}
		for _, n := range [...]int{l.OnWay, l.Waiting, l.Served, l.Logging, l.Refused} {
			cells = append(cells, view.T("td.num", view.Number(n)))
		}
		rows = append(rows, view.H("tr", cells...))
	}
	return view.H("section", view.T("h2", "Requests by range at "+clockOf(p.view.At)),
		view.H("div.scroll;tabindex=0;role=region;aria-label=Requests by range", view.H("table#lanes-table.ab", view.H("tbody", rows...))))
}
