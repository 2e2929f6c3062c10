package live

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// aside is what stands beside the map.
type aside struct{ *Page }

// side has the findings, the busiest keys and the dearest queries.
func (p aside) side() app.UI {
	f := p.s.now()
	return view.H("aside.lv__r;aria-label=Findings;tabindex=0",
		p.findings(),
		p.service(&f),
		p.busiest(&f),
		p.dearest(&f),
		p.missing(),
	)
}

// missing is what the recording that is open cannot tell.
func (p aside) missing() app.UI {
	if p.s.Link != Replayed || len(p.s.missing) == 0 {
		return view.El("section;hidden=true")
	}
	items := make([]app.UI, len(p.s.missing))
	for i, m := range p.s.missing {
		items[i] = view.T("li.lv__n", m)
	}
	return view.H("section", view.T("h2", p.s.Name()), view.Around("ul;aria-label=What it cannot tell", items))
}

func (p aside) findings() app.UI {
	all := p.s.Findings()
	items := make([]app.UI, len(all))
	for i := range all {
		items[i] = p.finding(&all[i], i)
	}
	return view.H("section", view.T("h2", "Findings"), view.H("div", items...))
}

func (p aside) finding(n *Finding, i int) app.UI {
	look, sign := "fnd fnd--ok", view.H("span.lv__ok", view.Icon("check", "ic--14"))
	switch {
	case n.Problem:
		look, sign = "fnd", view.T("span.lv__bad", "!")
	case i > 0:
		sign = view.Icon("circle-help", "ic--20")
	}
	var more []app.UI
	if n.Template != "" {
		more = append(more, view.H("p", view.Text(n.Label+": "), view.T("code", n.Template)))
	}
	if n.Try {
		more = append(more, view.H("button#live-try.btn.btn--primary.btn--sm;type=button", view.Text("Try another key on this recording"),
			p.Click("try", func() { p.tryKey(n.Template) })))
	}
	return view.H("div", view.Attr("class", look), sign, view.H("div", view.T("b", n.Title), view.T("p", n.Text), view.H("div", more...)))
}

// service says what the model of the service does, where one answers.
func (p aside) service(f *Figures) app.UI {
	place := p.s.Place()
	if place < 0 || p.s.columns[place].Service == nil {
		text := "The endpoint answers everything at once: nothing is refused for its load. Start it with -load today, and it refuses what " +
			"the service would refuse."
		if p.s.Link == Replayed {
			text = "The recording does not say how the service had divided its keys."
		}
		return view.H("section", view.T("h2", "Service"), view.T("p.lv__n", text))
	}
	s := p.s.columns[place].Service
	servers := make([]app.UI, len(s.Servers))
	for i, busy := range s.Servers {
		servers[i] = view.H("li", view.Server(i), view.T("span", view.Permil(busy)))
	}
	var refused record.Refusals
	for i, n := range f.Total.Refused {
		refused[i] = uint64(n)
	}
	note := ""
	for i := place; i >= 0 && note == ""; i-- {
		if at := p.s.columns[i].Service; at != nil && len(at.Notes) > 0 {
			note = p.s.Time(&p.s.columns[i]) + " " + view.Lettered(at.Notes[len(at.Notes)-1])
		}
	}
	what := "nothing was refused"
	if refused.Sum() > 0 {
		what = refused.Sentence()
	}
	return view.H("section", view.T("h2", "Service"),
		view.T("p.lv__n", view.Count(len(s.Ranges), "range", "ranges")+" on "+view.Count(len(s.Servers), "server", "servers")+". In the last "+
			strconv.Itoa(lately)+" s "+what+"."),
		view.Around("ul.lv__sv;aria-label=Load of the servers", servers),
		view.T("p.lv__n", note))
}

// mostBusy is how many of the busiest keys are named.
const mostBusy = 6

func (p aside) busiest(f *Figures) app.UI {
	var items []app.UI
	top := int64(1)
	for i, k := range f.Keys[:min(len(f.Keys), mostBusy)] {
		if i == 0 {
			top = max(1, k.Sent)
		}
		name := p.s.KeyName(k.Place)
		words := view.Number(int(f.PerSecond(k.Sent-k.Refused))) + "/s"
		if k.Refused > 0 {
			words += ", " + view.Number(int(f.PerSecond(k.Refused))) + "/s refused"
		}
		if k.Error*100 > k.Sent {
			words += ", at most " + view.Permil(k.Error*1000/max(1, k.Sent)) + " too many"
		}
		items = append(items, view.H("li", view.H("code", view.Attr("title", name), view.Text(view.Shorten(name, 22))),
			view.H("i;aria-hidden=true", view.H("u", view.Attr("style", "width:"+share(int(k.Sent-k.Refused), int(top)))),
				view.H("s", view.Flag("hidden", k.Refused == 0), view.Attr("style", "width:"+share(int(k.Refused), int(top))))),
			view.T("span", words)))
	}
	return view.H("section", view.T("h2", "Busiest keys"), view.T("p.lv__n", "Requests/s accepted, last "+strconv.Itoa(lately)+" s."),
		view.Around("ol.tk2;aria-label=Busiest keys", items))
}

// badges are the looks of the plans, the dearest darkest.
var badges = [...]string{"pb", "pb pb--2", "pb pb--3", "pb pb--3", "pb pb--4"}

func (p aside) dearest(f *Figures) app.UI {
	var items []app.UI
	for _, q := range f.Queries[:min(len(f.Queries), 5)] {
		items = append(items, view.H("li",
			view.H("span", view.H("span", view.Attr("class", badges[q.Plan]), view.Text(query.Kind(q.Plan).String())),
				view.T("em", " "+view.Number(int(q.Times))+" in "+strconv.Itoa(lately)+" s, slowest "+view.Millis(q.Slowest))),
			view.H("em", view.T("b", view.Number(int(q.Examined))), view.Text(" for "+view.Number(int(q.Returned)))),
			view.H("code", view.Attr("title", q.Filter), view.Text(q.Shape))))
	}
	empty := "No query came in the last " + strconv.Itoa(lately) + " s."
	if len(items) > 0 {
		empty = "Entities examined for those returned."
	}
	text := empty
	if t := &f.Total; t.Batches > 0 {
		text += " " + view.Count(int(t.Batches), "batch", "batches") + " with " + view.Number(int(t.Batched/t.Batches)) +
			" entities on average, at most " + view.Number(int(t.Largest)) + "."
	}
	return view.H("section", view.T("h2", "Costliest queries"), view.T("p.lv__n", text),
		view.Around("ol.cq;aria-label=Costliest queries", items))
}

// tableTwin is the map as a table: each row of the last seconds with what it was sent.
func (p *Page) tableTwin() app.UI {
	place := p.s.Place()
	if place < 0 {
		return view.El("div;hidden=true")
	}
	e := &p.s.columns[place]
	var lines []app.UI
	for i := range e.Rows {
		if r := &e.Rows[i]; r.Sent > 0 {
			lines = append(lines, view.H("tr", view.T("th;scope=row", p.s.rowName(e, i)),
				view.T("td.num", view.Number(int((r.Sent-r.Refused)*second/max(1, e.Span)))),
				view.T("td.num", view.Number(int(r.Refused*second/max(1, e.Span))))))
		}
	}
	return view.H("details#live-table.lv__tab", view.T("summary", "The map as a table, at "+p.s.Time(e)),
		view.H("div.scroll;tabindex=0;role=region;aria-label=Rows of the map",
			view.H("table.ab", view.H("thead", view.H("tr", ui.Heading("Keys"), ui.Heading("Accepted/s"), ui.Heading("Refused/s"))),
				view.H("tbody", lines...))))
}

// study looks at the keys beside everything else where a finding wants to name a
// better one.
func (p *Page) study() {
	if p.ui.studies {
		return
	}
	if study, due := p.s.Study(); due {
		p.ui.studies = true
		browser.Aside(func() {
			found := study.Look(browser.Rest)
			p.Ctx.Dispatch(func(app.Context) {
				p.ui.studies = false
				p.s.Learn(found)
			})
		})
	}
}
