package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/explain"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// inquiry is why a place of the map is hot, what would have helped, and the names
// of the patterns: questions that are worked out in the pauses of the page.
type inquiry struct{ *scene }

// why explains the pinned cell: what landed there, what its keys have in common,
// which part of the template makes that, and what would have spread it.
func (p inquiry) why() app.UI {
	w := p.ui.pinned
	if w == nil {
		text := "Choose a cell of the map, with the pointer or with the arrow keys and Enter. The run tells what landed there."
		if p.ui.asking != nil {
			text = "Looking at that time again."
		}
		return view.H("section",
			view.T("h2", "Why is this hot?"),
			view.T("p.hint", text),
			p.patternButtons(),
		)
	}
	a := &w.Answer
	return view.H("section.why;aria-labelledby=why",
		view.H("h2", view.T("span#why", view.WhyTitle(a)),
			view.H("button.btn.btn--sm.btn--quiet.btn--icon;type=button;aria-label=Close the answer", view.Icon("x"),
				p.Click("unpin", func() { p.ui.pinned, p.ui.asking = nil, nil }),
			)),
		view.H("ol.why__l", whyChain(a)...),
		p.fixCard(w),
		p.patternButtons(),
	)
}

// whyChain is the causal chain, a sentence for each link.
func whyChain(a *explain.Answer) []app.UI {
	said := func(body ...app.UI) app.UI { return view.H("li", body...) }
	say := func(text string) app.UI { return said(view.Text(text)) }
	out := []app.UI{say("From " + view.Clock(a.From) + " to " + view.Clock(a.To) + ", " + view.Count(a.Operations, "operation lands",
		"operations land") + " here, on " + view.Count(a.Keys, "key", "keys") + ".")}
	if text := view.RefusedSentence(a); text != "" {
		out = append(out, say(text))
	}
	if a.Reason == explain.NothingHere {
		return out
	}
	out = append(out, say(view.WhySentence(a)))
	if a.Reason != explain.KeyPattern && a.Reason != explain.KeysEven && a.Operations > 0 {
		out = append(out, said(view.Text("The keys here: "+view.PatternSentence(a))))
	}
	if a.Operations > 0 {
		last := []app.UI{view.Text("The last ones: ")}
		for _, key := range a.Last[max(0, len(a.Last)-4):] {
			last = append(last, view.PartitionKeyChip(key))
		}
		out = append(out, said(last...))
	}
	if a.Prefix != "" {
		out = append(out, said(view.Text("All begin with "), view.PartitionKeyChip(a.Prefix), view.Text(", which "),
			view.T("code.code", a.PrefixFrom), view.Text(" makes.")))
	}
	return append(out,
		said(view.Text("Range "+strconv.Itoa(int(a.Range))+" on "), view.Server(a.Server), view.Text(view.LoadSentence(a))),
		say("The busiest key here was sent about "+view.Permil(a.Target)+" of the target of one partition."))
}

// fixCard is the change of the key that did better in a trial run, or what helps
// instead.
func (p inquiry) fixCard(w *runs.Why) app.UI {
	f := &w.Fix
	switch {
	case w.Trying && p.ui.asking != nil:
		return view.T("p.hint;role=status", "Trying other keys under the same load.")
	case w.Trying:
		return view.T("p.hint", "The run has changed since. Choose the cell again to try other keys.")
	case f.Template != "":
		return p.fixOffer(w)
	case f.None:
		return view.T("p.hint", "No other key was tried: no column differs in most of these rows, "+
			"so buckets of it would be as uneven as the keys are now.")
	case f.Tried > 0:
		return view.T("p.hint", "In a trial run of "+view.Span(runs.TrialSpan)+" this key comes to "+trialWords(&f.Now)+", with "+view.Count(
			f.Now.Splits, "split", "splits")+". "+
			view.Count(f.Tried, "other key was", "other keys were")+" tried under the same load; none did much better.")
	}
	text := view.RemedySentence(&w.Answer)
	return view.H("p.hint", view.Flag("hidden", text == ""), view.Text(text))
}

func trialWords(t *runs.Trial) string {
	return view.Number(int(t.Accepted)) + " entities/s accepted, p99 " + view.Millis(t.P99) + ", " + view.Permil(t.Refused) + " refused"
}

// fixOffer says what a change of the key came to, and what it costs.
func (p inquiry) fixOffer(w *runs.Why) app.UI {
	f, a := &w.Fix, &w.Answer
	splits := "It needs no split for that."
	if f.Then.Splits > 0 {
		splits = "It needs " + view.Count(f.Then.Splits, "split", "splits") + " for that, and accepts " + view.Number(int(f.Then.First)) +
			" entities/s until the first one. The trial decides in seconds; here the service decides on a split after " +
			view.Period(a.Params.SustainLow, a.Params.SustainHigh) + "."
	}
	sixteenth := ""
	if f.After.Busiest != f.Before.Busiest {
		sixteenth = ", " + view.Permil(f.After.Busiest) + " in the busiest sixteenth of the table instead of " + view.Permil(f.Before.Busiest)
	}
	return view.H("div.why__f",
		view.T("h3", "The smallest change that spreads exactly these writes"),
		view.H("p", view.H("span.k.k--pk", view.Attr("title", f.Template), view.Text(f.Template))),
		view.T("p", "Trial runs of "+view.Span(runs.TrialSpan)+" under the same load. Before: "+trialWords(&f.Now)+". After: "+trialWords(
			&f.Then)+". "+splits),
		view.T("p", "The same "+view.Count(f.After.Operations, "operation", "operations")+" go to "+view.Count(f.After.Keys, "key", "keys")+": "+
			view.Permil(f.After.TopShare)+" on the busiest key instead of "+view.Permil(f.Before.TopShare)+sixteenth+"."),
		view.T("p", f.Price),
		view.H("button#apply-fix.btn.btn--primary.btn--sm;type=button", view.Text("Try it beside this run"), p.Click("fix", func() {
			browser.Focus(plotID(0)) // the button is about to go
			p.sim.Branch(*w)
			p.ui.pinned, p.ui.found, p.ui.shown = nil, nil, both
		})),
	)
}

// patternButtons name what there is to see on the map, or hide the names.
func (p inquiry) patternButtons() app.UI {
	label := "Hide the names"
	if p.ui.quiz {
		label = "Show the names"
	}
	return view.H("div.row.why__b",
		view.H("button#find-patterns.btn.btn--sm;type=button", view.Flag("disabled", p.sim.Play.At() == 0), view.Text("Name the patterns"),
			p.Click("patterns", func() {
				p.sim.Play.Pause()
				p.ui.found, p.ui.quiz = nil, false
				p.nextPattern(p.drawn()[0], 0)
			})),
		view.H("button.btn.btn--sm.btn--quiet;type=button", view.Flag("aria-pressed", p.ui.quiz), view.Flag("hidden", len(p.ui.found) == 0),
			view.Text(label),
			p.Click("quiz", func() { p.ui.quiz = !p.ui.quiz }),
		),
	)
}

// nextPattern looks at one more place of the map.
func (p inquiry) nextPattern(run, step int) {
	a, more := p.sim.Play.AskPattern(run, step)
	if !more || a == nil {
		return
	}
	p.ask(a, func(w runs.Why) {
		title := view.WhyTitle(&w.Answer)
		known := w.Answer.Reason == explain.NothingHere
		for i, f := range p.ui.found {
			last := i == len(p.ui.found)-1
			known = known || view.WhyTitle(&f.Answer) == title && (last || f.Band == w.Band)
		}
		if !known {
			p.ui.found = append(p.ui.found, w)
		}
		p.nextPattern(run, step+1)
	})
}

// annotations are the named patterns, bracketed on the map at their evidence.
func (p maps) annotations(slot int) app.UI {
	t := &p.ui.plots[slot]
	h := &t.heat
	if h.Width == 0 || p.ui.quiz {
		return view.El("div;hidden=true")
	}
	list := p.ui.found
	if w := p.ui.pinned; w != nil {
		list = append(list[:len(list):len(list)], *w)
	}
	var items []app.UI
	for i := range list {
		if list[i].Run != p.drawn()[slot] || list[i].Column < h.From || list[i].Column >= h.To {
			continue
		}
		w := list[i]
		y := float64(h.Y(t.run.RowLow(w.Band.From))) / float64(max(1, h.Height))
		title := view.WhyTitle(&w.Answer)
		name := view.El("button.ann;type=button").Style("left", part(h.X(w.Column), h.Width)).Style("top", part(int(y*1000), 1000)).
			Aria("label", title+" at "+view.Clock(w.Answer.From)+". Explain it").Text(title)
		if h.X(w.Column)*3 > h.Width*2 {
			name = name.Class("ann--left")
		}
		items = append(items, name.OnClick(p.ClickHandler("ann-"+strconv.Itoa(i)+"/"+strconv.Itoa(w.Column),
			func() { inquiry{p.scene}.explain(w.Run, w.Column, w.Band) })))
	}
	return view.H("div.anns", items...)
}

// zoomFields choose the part of the map by numbers.
func (p crosshair) zoomFields() app.UI {
	r := p.run()
	z := p.ui.zoom
	from, to, _ := z.view(r)
	if z.to == 0 {
		z.bottom = r.Rows()
	}
	seconds := func(column int) string { return strconv.FormatInt(runs.Seconds(int64(column)*r.Window()), 10) }
	number := func(id, label, value string) app.UI {
		return view.H("label", view.Text(label), view.H("input.field.num;type=number;min=0", view.ID(id), view.Attr("value", value)))
	}
	return view.H("details.zoom",
		view.T("summary", "Zoom by numbers, sound and keys"),
		view.H("div.zoom__f",
			number("zoom-from", "From second", seconds(from)), number("zoom-to", "To second", seconds(to)),
			number("zoom-top", "From row", strconv.Itoa(z.top)), number("zoom-bottom", "To row", strconv.Itoa(z.bottom)),
			view.H("button.btn.btn--sm;type=button", view.Text("Zoom"), p.Click("zoom", p.zoomToFields)),
			view.H("button.btn.btn--sm.btn--quiet;type=button", view.Text("Show all"), p.Click("unzoom", func() { p.ui.zoom = zoom{} })),
			view.H("button.btn.btn--sm;type=button", view.Flag("aria-pressed", p.ui.sound), view.Text("Sound"), p.Click("sound",
				func() { p.ui.sound = !p.ui.sound })),
		),
		view.T("p.hint", "On the map: arrow keys move the cell, Shift by ten, Page Up and Page Down by range, Home and End in time. Enter "+
			"explains, Escape closes, + and - zoom, 0 shows all. Drag over the map to zoom. Sound: higher is busier, a click is where a range "+
			"begins."),
	)
}

func (p crosshair) zoomToFields() {
	r := p.run()
	read := func(id string) int { n, _ := strconv.Atoi(browser.Field(id)); return n }
	z := zoom{from: int(int64(read("zoom-from")) * clock.Second / r.Window()),
		to: int((int64(read("zoom-to"))*clock.Second + r.Window() - 1) / r.Window()), top: read("zoom-top"), bottom: read("zoom-bottom")}
	z.top = min(max(z.top, 0), r.Rows()-1)
	z.bottom = min(max(z.bottom, z.top+1), r.Rows())
	z.from = min(max(z.from, 0), r.Columns()-1)
	z.to = min(max(z.to, z.from+1), r.Columns())
	p.ui.zoom = z
}
