package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
)

// side has the loops to run and repair.
func (p *Tokens) side() app.UI {
	return view.El("aside.lab__r;aria-label=Loops").Body(
		p.loops(),
		p.tree(),
	)
}

// tokenTreeWidth is that of the drawing beside the pages, and on a phone.
const tokenTreeWidth = 356

// tree is the index of the table, with the way down to the bookmark.
func (p *Tokens) tree() app.UI {
	v := p.store.Tree()
	t := lessonTree(&v, "bm")
	text := "A token is a key, so the service finds its place as it finds any key: from the root down."
	if token, ok := p.store.Marked(); ok {
		text += " " + view.Count(len(v.Path), "node leads", "nodes lead") + " to the bookmark " + tokenWords(token) + "."
	}
	t.Label = text
	return view.El("section;aria-labelledby=token-tree").Body(
		view.El("h3#token-tree").Text("The bookmark in the tree"),
		view.El("p").Body(app.Text(text+" "), view.El("a").Attr("href", address("/btree")).Text("More of the tree"), app.Text(".")),
		view.El("div.fig__d;tabindex=0;role=region;aria-label=Tree").Body(t.Draw(tokenTreeWidth)),
		view.El("details.vh__d").Body(view.El("summary").Text("The tree as a list"), t.List(v.Fanout)),
	)
}

// loops is one loop in four languages, its run over the table, and the lines to
// repair it with.
func (p *Tokens) loops() app.UI {
	now := p.store.Loop()
	var options, languages []app.UI
	for _, l := range store.TokenLoops() {
		options = append(options, view.El("option").Attr("value", l.ID).Text(l.Title).Attr("selected", l.ID == now.ID))
	}
	for n, name := range store.LoopLanguages {
		languages = append(languages, view.El("button;type=button").Aria("pressed", truth(n == p.store.LoopLanguage())).Text(name).
			OnClick(p.click("language/"+name, func() { p.store.SetLoopLanguage(n) })))
	}
	return view.El("section.tkr;aria-labelledby=token-loops").Body(
		view.El("h2#token-loops").Text("A loop to repair"),
		view.El("label.fld").Body(view.El("span").Text("Loop that"), view.El("span.pick").Body(
			view.El("select#loop").Body(options...).OnChange(p.on("loop", func(app.Context, app.Event) { p.store.SetLoop(browser.Field("loop")) })),
			view.Icon("chevron-down", "ic--14"),
		)),
		view.El("div.seg;role=group;aria-label=Language").Body(languages...),
		p.listing(),
		view.El("div.row").Body(
			view.El("button.btn;type=button").Body(view.Icon("play", "ic--14"), app.Text("Run the loop")).OnClick(p.click("run", p.store.LoopRun)),
			view.El("button.btn;type=button").Body(view.Icon("step-forward", "ic--14"), app.Text("One page")).OnClick(p.click("one", p.store.LoopStep)),
		),
		p.verdict(),
		p.fixes(),
		view.El("p.tkr__h").Text(store.LoopHelp),
	)
}

// listing is the text of the loop, with the line to choose marked.
func (p *Tokens) listing() app.UI {
	lines, slot := p.store.LoopCode()
	wrong := p.store.Fix() == 0
	items := make([]app.UI, len(lines))
	for i, l := range lines {
		items[i] = view.El("li").Text(l)
		if i == slot && wrong {
			items[i] = view.El("li.bug").Body(app.Text(l), view.El("span.vh").Text(" (the wrong line)"))
		} else if i == slot {
			items[i] = view.El("li.fix").Body(app.Text(l), view.El("span.vh").Text(" (the chosen line)"))
		}
	}
	return view.El("ol.tkr__c;tabindex=0").Aria("label", "Loop in "+store.LoopLanguages[p.store.LoopLanguage()]).Body(items...)
}

func (p *Tokens) verdict() app.UI {
	text, ok, done := p.store.LoopVerdict()
	line := view.El("p#token-verdict;role=status").Text(text)
	switch {
	case ok:
		line = line.Class("ok")
	case done:
		line = line.Class("bad")
	}
	return line
}

// fixes are the three lines to choose from.
func (p *Tokens) fixes() app.UI {
	items := []app.UI{view.El("legend").Text("Repair it: which line is right?")}
	for n := range 3 {
		id := "fix-" + strconv.Itoa(n)
		items = append(items, view.El("label").Attr("for", id).Body(
			view.El("input;type=radio;name=fix").ID(id).Attr("value", strconv.Itoa(n)).Attr("checked", n == p.store.Fix()).
				OnChange(p.click(id, func() { p.store.SetFix(n) })),
			view.El("code").Text(p.store.FixLine(n)),
		))
	}
	return view.El("fieldset.tkr__f").Body(items...)
}
