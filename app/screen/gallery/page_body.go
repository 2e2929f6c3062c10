package gallery

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	words "github.com/keyrange/keyrange/engine/text"
	"github.com/keyrange/keyrange/lessons/assign"
)

// body is what the page shows, from the top down.
func (p *Page) body() []app.UI {
	s := p.state
	p.hold(s)
	return []app.UI{
		view.H("div.ga__h", view.T("h1", "Gallery"), view.T("p.muted", p.count()), p.tools(), view.T("p.hint", s.taskText())),
		view.H("div", app.If(p.Crash != "", p.CrashNotice)),
		p.progress(),
		view.T("p.ga__s;role=status", p.said),
		p.collected(),
		p.collecting(), // at a place that never changes, so that what is typed stays
	}
}

// collected is what came of the results.
func (p *Page) collected() app.UI {
	if len(p.state.entries) == 0 {
		return view.H("div.ga__all", view.T("p.empty", "Nothing was collected yet. Set a task under Share on a screen, send its link, and bring "+
			"here what comes back."), p.refusedCard())
	}
	return view.H("div.ga__all", p.verdict(p.state.Best()), view.H("div.ga__b", p.scatterCard(), p.maps()), p.table(), p.refusedCard())
}

// count says how many results there are.
func (p *Page) count() string {
	text := view.Count(len(p.state.entries), "result", "results")
	if len(p.state.entries) == 0 || p.state.Open() > 0 {
		return text
	}
	return text + ". Each was done again here: no figure was taken from anybody."
}

// progress says how far the work is, and stops it.
func (p *Page) progress() app.UI {
	line, lines, reading := p.state.Reading()
	all := len(p.state.entries)
	done := all - p.state.Open()
	if !reading && done == all {
		return view.El("div;hidden=true")
	}
	text, stop := "Done again: "+view.Number(done)+" of "+view.Count(all, "result", "results")+".", "Stop"
	if reading {
		text, done, all = "Read: "+view.Number(line)+" of "+view.Count(lines, "line", "lines")+".", line, lines
	}
	if p.state.Stopped {
		text, stop = "Stopped. "+text, "Go on"
	}
	return view.H("div.ga__w",
		view.H("progress;aria-label=Results done again", view.Attr("max", strconv.Itoa(all)), view.Attr("value", strconv.Itoa(done))),
		view.T("span", text),
		view.H("button#gallery-stop.btn.btn--sm;type=button", view.Text(stop), p.Click("stop", func() { p.state.Stopped = !p.state.Stopped })))
}

// tools are what can be done with the whole gallery.
func (p *Page) tools() app.UI {
	s := p.state
	none := len(s.entries) == 0
	tool := func(id, text string, off bool, do func()) app.UI {
		return view.H("button.btn.btn--sm;type=button", view.ID(id), view.Flag("disabled", off), view.Text(text), p.Click(id, do))
	}
	return view.H("div.row",
		view.H("label.ga__n", view.H("input#gallery-names;type=checkbox", view.Flag("checked", s.Hidden), p.On("change", "names",
			func(_ app.Context, e app.Event) {
				s.Hidden = e.Get("target").Get("checked").Bool()
				p.redraw()
			})), view.Text("Hide names")),
		tool("gallery-csv", "Export CSV", none, func() {
			browser.Save("gallery.csv", "text/csv", []byte(s.CSV()))
			p.said = "gallery.csv is saved."
		}),
		tool("gallery-lines", "Save all results", none, func() {
			browser.Save("gallery.txt", "text/plain", []byte(s.Lines()))
			p.said = "gallery.txt is saved. Open it in another gallery to merge the two."
		}),
		tool("gallery-print", "Print", none, browser.Print),
		tool("gallery-clear", "Clear", none, func() {
			s.Clear()
			p.said = "The gallery is empty."
		}),
	)
}

// collecting is where results come in.
func (p *Page) collecting() app.UI {
	return view.H("section.ga__in;aria-label=Collect",
		view.T("label;for=gallery-paste", "Results, one on each line, and the link of your task"),
		view.H("textarea.field.mono;rows=1;spellcheck=false", view.ID(pasteID)),
		view.H("div.row",
			view.H("button#gallery-add.btn.btn--sm.btn--primary;type=button", view.Text("Add"), p.Click("add", func() {
				p.bring(browser.Field(pasteID))
				browser.SetField(pasteID, "")
			})),
			view.H("button#gallery-open.btn.btn--sm;type=button", view.Text("Open a file"), p.Click("open", func() {
				browser.PickFile(".txt,text/plain", func(f browser.File) { p.Ctx.Dispatch(func(app.Context) { p.read(f) }) })
			})),
			p.scanButton(),
		),
		view.H("div.ga__v", view.ID(cameraID)),
	)
}

func (p *Page) scanButton() app.UI {
	text, do := "Scan codes", p.startScan
	if p.scan != nil {
		text, do = "Stop scanning", p.endScan
	}
	return view.H("button#gallery-scan.btn.btn--sm;type=button", view.Text(text), p.Click("scan", func() { do() }))
}

// verdict is what the room found, in a sentence each.
func (p *Page) verdict(best []int) app.UI {
	s := p.state
	met, losing := 0, 0
	var edge []string
	for _, i := range best {
		if s.entries[i].Judged.Met {
			met++
		}
		if s.entries[i].Lost > 0 {
			losing++
		}
		if s.Edge(i) {
			edge = append(edge, s.Name(i))
		}
	}
	cell := func(title, text string) app.UI { return view.H("div", view.T("small", title), view.T("b", text)) }
	top := "Nothing has been done again yet"
	switch {
	case losing > 0 && losing == len(best):
		top = "None yet: each design loses rows"
	case len(edge) > 0:
		top = words.List(edge)
	}
	if len(edge) > 3 {
		top = edge[0] + ", " + edge[1] + " and " + view.Number(len(edge)-2) + " others"
	}
	lost := "No design loses rows"
	if losing > 0 {
		lost = view.Count(losing, "design loses", "designs lose") + " rows"
	}
	return view.H("section.ga__c;aria-label=What the room found",
		cell("What the room found", s.found(best)),
		cell("The task", view.Number(met)+" of "+view.Number(len(best))+" reached the goal"),
		cell("Best of both, load and cost", top), cell("What more load costs", s.price(best)), cell("Rows", lost))
}

// reachedText says whether an entry reached the goal, and if not why.
func reachedText(e *Entry) string {
	switch o := &e.Judged; {
	case o.Met:
		return "Reached"
	case o.Broken != "":
		return o.Broken
	case o.Waiting != "":
		return o.Waiting
	}
	for _, t := range e.Judged.Terms {
		if !t.Met {
			live := t.Live
			if live == "" {
				live = "not there"
			}
			return "Not yet. " + t.Text + ", and it is " + live + "."
		}
	}
	return ""
}

// table says the same as the pictures.
func (p *Page) table() app.UI {
	titles := []string{"Participant", "PartitionKey", "RowKey", "Accepted/s", "Examined for each returned", "Rows lost", "What happens",
		"The task", "Beside mine"}
	cells := make([]app.UI, len(titles))
	for i, t := range titles {
		cells[i] = view.T("th;scope=col", t)
	}
	head := view.H("thead", view.H("tr", cells...))
	return view.H("section.card.ga__t",
		view.H("div.card__h", view.T("h2", "All designs"), view.T("span.sub", "those that keep all rows first, then by load")),
		view.H("div.ga__sc;tabindex=0;role=region;aria-label=All designs",
			view.H("table", append([]app.UI{head}, p.several(rowPiece)...)...)))
}

// someRows are those of a piece.
func (p *Page) someRows(list []int) app.UI {
	rows, marks := make([]app.UI, len(list)), p.state.marks()
	for n, i := range list {
		rows[n] = p.row(i, marks[i])
	}
	return view.H("tbody", rows...)
}

func (p *Page) row(i int, mark string) app.UI {
	s, e, look := p.state, p.state.entries[i], ""
	if i == s.Selected {
		look = "sel"
	}
	key, name := strconv.Itoa(i), s.Name(i)
	return view.H("tr", view.Attr("class", look),
		view.H("th;scope=row", drawnMark(mark), view.H("button.lk;type=button", view.ID("gallery-row-"+key),
			view.Flag("aria-pressed", i == s.Selected), view.Text(name), p.Click("row-"+key, func() { p.choose(i) })),
			app.If(e.Older && !s.Hidden, func() app.UI { return view.T("small", " older, handed in again") }),
			app.If(s.Edge(i), func() app.UI { return view.T("small", " on the edge") })),
		view.H("td", view.T("code", e.Keys[0])), view.H("td", view.T("code", e.Keys[1])),
		view.T("td.r", loadText(e)), view.T("td.r", eachText(e)), view.T("td.r", view.Number(e.Lost)), view.T("td", e.Happens()),
		view.T("td", reachedText(e)),
		view.H("td", view.H("button.btn.btn--sm;type=button", view.ID("gallery-open-"+key), view.Attr("aria-label", "Open "+name),
			view.Text("Open"), p.Click("open-"+key, func() { p.show(e) }))))
}

func loadText(e *Entry) string {
	if e.Accepted == 0 {
		return "none"
	}
	return view.Number(e.Accepted)
}

func eachText(e *Entry) string {
	if e.Each == 0 {
		return "none"
	}
	return strconv.FormatFloat(e.Each, 'f', 1, 64)
}

// show opens a result on its own screen, where the reader takes it as a branch
// beside another one.
func (p *Page) show(e *Entry) {
	p.tab.Arriving, p.tab.Filed = assign.Opened(e.Result.Work), true
	p.Ctx.Navigate(ui.Address(e.Result.Task.Screen))
}

// refusedCard lists what could not be done again, and the lines that are none.
func (p *Page) refusedCard() app.UI {
	var list []app.UI
	for i, e := range p.state.entries {
		if e.Reason != "" {
			list = append(list, view.T("li", p.state.Name(i)+": "+e.Reason))
		}
	}
	_, reasons := p.state.Refused()
	for _, r := range reasons {
		list = append(list, view.T("li", "A line: "+r))
	}
	if len(list) == 0 {
		return view.El("div;hidden=true")
	}
	return view.H("section.card.ga__r;aria-label=Refused", view.H("div.card__h", view.T("h2", "Refused")), view.H("ul", list...))
}
