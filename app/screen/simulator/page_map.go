package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// stage is the picture: one heat map, or two over each other, and the series on
// the same axis of time.
func (p *Page) stage() app.UI {
	drawn := p.drawn()
	pictures := make([]app.UI, len(drawn))
	for slot, i := range drawn {
		pictures[slot] = maps{p.scene}.heatMap(slot, p.sim.Play.Runs()[i])
	}
	if len(drawn) == 2 {
		pictures = append(pictures, difference{p.scene}.strip(p.sim.Play.Runs()[drawn[0]], p.sim.Play.Runs()[drawn[1]]))
	}
	class := "sim__c"
	if p.slow.On {
		class += " sim__c--lanes"
	}
	return view.H("section#stage;aria-label=Key range by time", view.Attr("class", class),
		p.problemBox(),
		maps{p.scene}.mapHead(),
		view.Around("div.hms", pictures, view.Attr("class", "hms--"+strconv.Itoa(len(drawn)))),
		strips{p.scene}.seriesPart(),
		view.H("div.lns__box", app.If(p.slow.On, p.slow.Draw)),
	)
}

func (p *Page) problemBox() app.UI {
	if p.Crash != "" {
		return p.CrashNotice()
	}
	b := p.sim.Play.Problem()
	if b == nil || b.Design >= 0 {
		return view.El("div;hidden=true")
	}
	return view.H("div.errbox;role=alert", view.Icon("circle-alert", "ic--20"), view.T("h2", "This scenario cannot run"),
		view.T("p", b.Message))
}

// maps is the heat maps with what stands around them, as pictures and as a table.
type maps struct{ *scene }

// mapHead says in one line what the colours and marks mean. What it leaves out is
// in the legend below the first screen.
func (p maps) mapHead() app.UI {
	relative := p.ui.look.Colours == runs.AgainstBusiest
	total := p.run().Sim().Total()
	return view.H("div.hm__t",
		view.T("h2", "Key range by time"),
		view.H("span.hm__k", view.El("span.ramp;aria-hidden=true"), view.Text("0 to "+p.fullColour())),
		view.H("span.hm__k", view.Flag("hidden", relative), view.El("span.sw.hatch;aria-hidden=true"), view.Text("throttled")),
		view.H("span.hm__k.hide-md", view.Flag("hidden", relative), view.El("span.sw.sw--over;aria-hidden=true"), view.Text("over the target")),
		legendMark("split", "M7 1l6 6-6 6-6-6z"),
		legendMark("merge", "M7 2a5 5 0 1 0 0 10a5 5 0 1 0 0-10z"),
		legendMark("move", "M3 3h8v8h-8z"),
		app.If(total.Pages > 0, func() app.UI { return legendMark("page", "M2 5h10v4h-10z") }),
		app.If(total.Empty > 0, func() app.UI { return legendMark("empty page", "M2 5h10v4h-10zM4 7h6") }),
		view.H("button#reset-zoom.btn.btn--sm;type=button", view.Flag("hidden", p.ui.zoom == zoom{}), view.Text("Reset zoom"),
			p.Click("reset-zoom", func() {
				p.ui.zoom = zoom{}
				p.focusLater(plotID(0)) // the button is about to go
			})),
	)
}

// fullColour is what the last colour of the ramp stands for.
func (p maps) fullColour() string {
	switch r := p.run(); p.ui.look.Colours {
	case runs.AgainstTarget:
		return view.Number(int(r.Target())) + "/s on one key"
	case runs.AgainstBusiest:
		return view.Number(int(p.ui.plots[0].heat.Busiest())) + "/s"
	default:
		return view.Number(int(r.Capacity())) + "/s"
	}
}

func legendMark(name, path string) app.UI {
	return view.H("span.hm__k", outline(path), view.Text(name))
}

// metricNames are what the colours count, by store.Metric.
var metricNames = []string{"Sent, with retries", "Sent in reads", "Sent in writes", "Accepted", "Throttled"}

func (p maps) mapChoices() app.UI {
	l := &p.ui.look
	return view.H("span.hm__ch",
		view.H("span", app.If(len(p.sim.Play.Runs()) > 1, p.designSwitch)),
		p.choice("metric", "What the colours count", metricNames, int(l.Metric), func(i int) {
			if l.Metric = runs.Metric(i); l.Metric != runs.SentMetric && l.Colours == runs.AgainstTarget {
				l.Colours = runs.AgainstRange
			}
		}),
		p.choice("colours", "Colours", []string{"Row against one range's capacity", "Busiest key against its target",
			"Row against the busiest row"}, int(l.Colours), func(i int) {
			if l.Colours = runs.Colours(i); l.Colours == runs.AgainstTarget {
				l.Metric = runs.SentMetric
			}
		}),
		p.choice("rows", "Rows", []string{"32 rows, cold ones together", "64 rows, cold ones together", "All 128 rows"}, rowChoice(p.ui.rows),
			func(i int) { p.ui.rows = 32 << i }),
		p.choice("flip", "Direction of the keys", []string{"Later keys down", "Later keys up, as in TiDB"}, boolIndex(l.Flip),
			func(i int) { l.Flip = i == 1 }),
	)
}

func rowChoice(rows int) int {
	for i := range 3 {
		if rows == 32<<i {
			return i
		}
	}
	return 2
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// legend says the unit of the colours and over how long they are averaged.
func (p maps) legend() app.UI {
	r := p.run()
	average := ", " + seconds(r.Window()) + " s average"
	unit := "100% = " + view.Number(int(r.Capacity())) + " entities/s, what one range can take" + average
	switch p.ui.look.Colours {
	case runs.AgainstTarget:
		unit = "100% = " + view.Number(int(r.Target())) + " entities in one second, the target of one partition; each row shows its " +
			"busiest key " +
			"in its busiest second"
	case runs.AgainstBusiest:
		unit = "100% = the busiest row, " + view.Number(int(p.ui.plots[0].heat.Busiest())) + " entities/s" + average
	}
	relative := p.ui.look.Colours == runs.AgainstBusiest
	return view.H("div.legend",
		view.H("span.legend__b;aria-hidden=true",
			view.El("span.ramp"),
			tick(0.15, "1"), tick(0.52, "10"), tick(0.85, "50"), tick(1, "100%"),
		),
		view.T("span.legend__u", unit),
		view.H("span.legend__k", view.Flag("hidden", relative), view.El("span.sw.sw--over;aria-hidden=true"),
			view.Text("▲ one partition over its target of "+view.Number(int(r.Target()))+"/s")),
		view.H("span.legend__k", view.Flag("hidden", relative), view.El("span.sw.hatch;aria-hidden=true"), view.Text("503, throttled")),
		view.T("span.legend__u", p.rowMeaning()),
	)
}

// rowMeaning says how much one row of each map is.
func (p maps) rowMeaning() string {
	text := ""
	for slot, i := range p.drawn() {
		r, t := p.sim.Play.Runs()[i], &p.ui.plots[slot]
		bands := t.heat.Bands
		if len(bands) == 0 || t.run != r { // before the first picture
			bands = r.Bands(p.ui.rows)
		}
		if slot > 0 {
			text += " above, "
		}
		text += runs.RowMeaning(r, bands)
	}
	if len(p.drawn()) > 1 {
		text += " below"
	}
	return text
}

func tick(at float64, text string) app.UI {
	return view.H("i", view.Attr("style", "left:"+strconv.Itoa(int(at*100))+"%"), view.Text(text))
}

// heatMap is one map with its axes and its ownership strip.
func (p maps) heatMap(slot int, r *runs.Run) app.UI {
	fresh := p.sim.Fresh()
	standing := view.El("div.hm__w") // how things stand now, beside the map
	if fresh {
		standing = standing.Style("visibility", "hidden")
	}
	return view.H("div.hm",
		p.mapTitle(slot, r),
		p.gutter(slot, r),
		view.H("div.hm__c", view.ID(plotBoxID(slot)),
			view.H("canvas;role=img;tabindex=0", view.ID(plotID(slot)), view.Attr("aria-label", p.mapSentence(r)),
				view.Attr("aria-describedby", cellID(slot)),
				p.On("keydown", "cell/"+strconv.Itoa(slot), func(_ app.Context, e app.Event) { crosshair{p.scene}.cellKey(slot, e) }),
			),
			finishedPicture(fresh),
			view.H("div.cross;aria-hidden=true", view.ID(crossID(slot))),
			view.H("b.cross__k;aria-hidden=true", view.ID(crossKeyID(slot))),
			view.H("b.cross__t.num;aria-hidden=true", view.ID(crossTimeID(slot))),
			p.annotations(slot),
			view.H("div.hm__now;aria-hidden=true", view.Flag("hidden", fresh), view.ID(headID(slot))),
			view.H("p.hm__cell.num", view.ID(cellID(slot))),
		),
		standing.Body(append(marginal(&p.ui.plots[slot].heat, r, p.sim.Play.At()), ownership(&p.ui.plots[slot].heat, r))...),
		timeAxis(&p.ui.plots[slot].heat, r, 6),
	)
}

// mapTitle stands above a map: which design it is of where there are two, what its
// directions are, and that decisions are sped up where they are.
func (p maps) mapTitle(slot int, r *runs.Run) app.UI {
	way := " in sort order ↓"
	if p.ui.look.Flip {
		way = " in sort order ↑"
	}
	name, figures := view.H("span"), ""
	if len(p.sim.Play.Runs()) > 1 {
		name = view.H("span.hm__d", view.T("b", r.Title), view.T("span.k.k--pk", r.Sim().Scenario().Template))
		v := r.Verdict()
		figures = PerSecond(v.Accepted, v.Span) + "/s accepted, " + refusedShare(&v) + " refused"
	}
	return view.H("p.hm__h.num",
		view.H("span.hm__h1", view.PartitionKeyTerm(), view.Text(way)), name,
		view.H("span.hm__fast", view.Flag("hidden", slot > 0 || !p.sim.Hurried()), view.Text(view.SpedUp)),
		view.T("span.end", figures),
		view.H("small", view.Flag("hidden", figures != ""), view.Text("Time since the start →")),
	)
}

// finishedPicture is the picture of the first scenario at its end, which lies over the
// map until something is done. The builder drew it with the same engine.
func finishedPicture(fresh bool) app.UI {
	if !fresh {
		return view.El("div;hidden=true")
	}
	return view.H("div.hm__f",
		still("Heat map of the finished run: the load moves down with the newest key, and never spreads."),
		view.T("p", "The finished run. Play shows how it comes about."),
	)
}

// mapSentence is the map in words.
func (p maps) mapSentence(r *runs.Run) string {
	first, rest := sayVerdict(r.Verdict())
	return "Heat map of entities " + p.ui.look.Metric.String() + ". Keys in sort order run down, time runs right, up to " +
		view.Clock(p.sim.Play.At()) + ". " + first + " " + rest
}

// gutter names the keys beside the map: where ranges begin, and some between.
func (p maps) gutter(slot int, r *runs.Run) app.UI {
	labels := gutter(&p.ui.plots[slot].heat, r)
	items := make([]app.UI, 0, len(labels)+1)
	for _, l := range labels {
		parts := make([]app.UI, len(l.Parts))
		for i, part := range l.Parts {
			parts[i] = view.T("i", part)
		}
		items = append(items, view.Around("span", parts, view.Attr("style", "top:"+l.Top), view.Attr("title", l.Key)))
	}
	return view.H("div.hm__y", view.Around("div;aria-hidden=true", items,
		view.Attr("style", "--parts:"+gutterColumns(labels))))
}

// ownership shows beside the map which server has which range now.
func ownership(h *runs.Heat, r *runs.Run) app.UI {
	var items []app.UI
	for _, o := range Ownership(h, r) {
		text := ""
		if o.Tall {
			text = view.ServerLetter(o.Server)
		}
		items = append(items, view.H("span", view.Attr("class", view.ServerClass(o.Server)), view.Attr("style", "top:"+o.Top),
			view.Attr("style", "height:"+o.Height),
			view.Attr("title", "Range "+strconv.Itoa(int(o.Number))+" on server "+view.ServerLetter(o.Server)), view.Text(text)))
	}
	return view.H("div.hm__o;aria-hidden=true", items...)
}

func timeAxis(h *runs.Heat, r *runs.Run, ticks int) app.UI {
	to := h.To
	if to == 0 {
		to = r.Columns()
	}
	from := int64(h.From) * r.Window()
	length := min(int64(to)*r.Window(), r.Sim().Scenario().Span) - from
	items := make([]app.UI, ticks+1)
	for i := range items {
		items[i] = view.T("span", view.Clock(from+length*int64(i)/int64(ticks)/clock.Second*clock.Second))
	}
	return view.H("div.hm__x", items...)
}
