package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// LoadDuel is the comparison that the site opens with: the same writes under two
// keys. Until a reader plays it, it shows pictures of the finished run, which the
// builder drew with the same engine, and what the run comes to.
type LoadDuel struct {
	app.Compo
	run    Page
	played bool
}

// stillWidth and stillHeight are the pixels of a picture of a finished run.
const (
	stillWidth  = 480
	stillHeight = 240
)

// still draws the picture of one of the finished runs as wide and high as its place:
// keys and time have no proportion to each other.
func still(i int, label string) app.UI {
	width, height := strconv.Itoa(stillWidth), strconv.Itoa(stillHeight)
	return view.Shape("svg", "viewBox", "0 0 "+width+" "+height, "preserveAspectRatio", "none", "role", "img").Aria("label", label).Body(
		view.Shape("image", "href", "/web/"+stillName(i), "width", width, "height", height))
}

// stillName is the file of the picture of one of the two runs, and behind them
// that of the scenario that the simulator opens with.
func stillName(i int) string { return "duel-" + strconv.Itoa(i+1) + ".png" }

const firstStill = 2

// Stills draws the finished runs of the duel and of the simulator's first
// scenario, as rows of four bytes a pixel.
func Stills() (names []string, pixels [][]byte, width, height int) {
	duel, first := runs.Duel(), runs.NewState(runs.FirstPreset)
	duel.Finish()
	first.Finish()
	for i, r := range append(duel.Runs(), first.Runs()...) {
		h := runs.Heat{Look: runs.HeatLook{Lines: true}, Width: stillWidth, Height: stillHeight, Scale: 1, To: r.Columns(),
			Bands: r.Bands(r.Rows())}
		h.Show(r)
		h.Fill()
		names = append(names, stillName(i))
		pixels = append(pixels, h.Strip(0, stillWidth, nil))
	}
	return names, pixels, stillWidth, stillHeight
}

// OnMount keeps the context that the run draws with.
func (d *LoadDuel) OnMount(ctx app.Context) {
	d.run.Ctx = ctx
	ctx.Defer(func(app.Context) { browser.SetField(duelRateID, strconv.Itoa(duelRate)) }) // its ends may have been set later
	d.run.ui.stops = []func(){browser.WatchHidden(func() {
		ctx.Dispatch(func(app.Context) {
			if d.played {
				d.run.sim.Pause()
			}
		})
	})}
}

// OnDismount stops the run.
func (d *LoadDuel) OnDismount() {
	if d.played {
		d.run.OnDismount()
	}
}

func (d *LoadDuel) toggle() {
	d.begin()
	d.run.sim.Toggle()
}

func (d *LoadDuel) begin() {
	if d.played {
		return
	}
	d.played = true
	browser.Unhurried(func() { d.run.sim = runs.Duel() })
	d.run.ui.shown, d.run.ui.rows, d.run.ui.look.Lines, d.run.ui.bare = both, 128, true, true
}

// duelRateID is the ID of the slider, whose ends are the other two.
const (
	duelRateID    = "duel-rate"
	duelRate      = 3000 // writes per second of the finished runs
	duelRateLeast = 500
	duelRateMost  = 6000
)

// load changes what both runs get from now on, and lets them go on.
func (d *LoadDuel) load() {
	n, err := strconv.ParseInt(browser.Field(duelRateID), 10, 64)
	if err != nil {
		return
	}
	d.begin()
	d.run.done(d.run.sim.SetLoad(0, func(l *demand.Load) { l.Rate = min(max(n, duelRateLeast), duelRateMost) }))
	if !d.run.sim.Playing() && !browser.CalmMotion() {
		d.run.sim.Toggle()
	}
}

// rate is the slider of the load.
func (d *LoadDuel) rate() app.UI {
	now := int64(duelRate)
	if d.played {
		now = d.run.sim.Load(0).Rate
	}
	text := view.Number(int(now)) + " writes/s"
	return view.H("label.duel__load",
		view.Text("Same load on both"),
		view.H("input;type=range;step=500", view.ID(duelRateID), view.Attr("min", strconv.Itoa(duelRateLeast)),
			view.Attr("max", strconv.Itoa(duelRateMost)),
			// Not the rate of now: a second key may have moved the thumb before the first is drawn.
			view.Attr("value", strconv.Itoa(duelRate)), view.Flag("disabled", app.IsServer), view.Attr("aria-valuetext", text),
			view.On("change", "", func(app.Context, app.Event) {
				d.run.Guard(d.load)
				d.run.follow()
			})),
		view.T("b.num", text), view.T("span.muted", "keep arriving, whatever was throttled"),
	)
}

// Render draws both designs.
func (d *LoadDuel) Render() app.UI {
	icon, label, clock := "play", "Play", "10:00"
	if d.played {
		clock = view.Clock(d.run.sim.At())
		if d.run.sim.Playing() {
			icon, label = "pause", "Pause"
		}
	}
	pace := ""
	if d.played {
		pace = d.run.paceText()
	}
	usual := sim.Defaults()
	capacity := usual.Capacity()
	return view.H("section.duel;aria-label=The same writes under two keys",
		view.H("div.duel__bar",
			view.H("button#play-duel.btn.btn--sm;type=button", view.Icon(icon), view.Text(label), view.On("click", "", func(app.Context, app.Event) {
				d.run.Guard(d.toggle)
				d.run.follow()
			})),
			d.rate(),
			view.T("output.num;aria-label=Virtual time", clock), view.T("span.muted", pace),
			view.H("span.legend.end",
				view.H("span.legend__b;aria-hidden=true", view.El("span.ramp"), tick(0.15, "1"), tick(0.52, "10"), tick(1, "100%")),
				view.T("span", "100% = "+view.Number(int(capacity))+" entities/s, what one range can take"),
				view.H("span.legend__k", view.El("span.sw.hatch;aria-hidden=true"), view.Text("503, throttled")),
			),
		),
		view.T("p.duel__fast.muted", view.SpedUp),
		view.H("div.duel__g", d.panel(0), d.panel(1)),
	)
}

var duelWhy = [2]string{
	"Each new key sorts after every older key, so each write lands in the last range. It is split again and again, and one server " +
		"still does " +
		"the work.",
	"Writes arrive in 16 buckets at once. The ranges are split and move to other servers, and most of the load is accepted.",
}

func (d *LoadDuel) panel(i int) app.UI {
	template, title := [2]string{"{At.time}", "{hash(Id)%16:02}_{At.time}"}[i], [2]string{"Time first", "Bucket first"}[i]
	v := runs.DuelOutcome()[i]
	if d.played {
		v = d.run.sim.Runs()[i].Verdict()
	}
	status := view.T("span.st.st--ok", "No 503")
	if n := v.Throttled(); n > 0 {
		status = view.T("span.st.st--bad", view.Percent(int(n), int(v.Sent))+" throttled")
	}
	n, _ := runs.StretchRequests(template, demand.Entities{Count: 1})
	picture := view.H("div.duel__still", duelAxes(),
		still(i, title+": heat map of the finished run. Keys in sort order run down, time runs right."))
	if d.played {
		picture = view.H("div.duel__live", duelAxes(), d.run.heatMap(i, d.run.sim.Runs()[i]))
	}
	return view.H("article.duel__p",
		view.H("div.duel__key", view.T("h2", title), view.PartitionKeyTerm(), view.Text("="), view.T("span.k.k--pk", template)),
		view.H("div.duel__num",
			view.T("b", PerSecond(v.Accepted, v.Span)), view.T("span.num", "of "+PerSecond(v.Offered, v.Span)+" writes/s accepted, p99 "+view.Millis(
				v.P99)), status,
		),
		view.T("p.duel__why", duelWhy[i]),
		picture,
		view.T("p.num", sayDuel(v)+" A query by time asks "+view.Count(n, "range of keys", "ranges of keys")+"."),
	)
}

// duelAxes says above a map what its two directions are.
func duelAxes() app.UI {
	return view.H("p.duel__axes;aria-hidden=true", view.T("span", "PartitionKeys in sort order ↓"), view.T("span", "Time →"))
}
