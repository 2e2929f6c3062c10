package tokens

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// side has the loops to run and repair.
func (p *Page) side() app.UI {
	return view.H("aside.lab__r;aria-label=Loops",
		p.loops(),
		p.tree(),
	)
}

// treeWidth is that of the drawing beside the pages, and on a phone.
const treeWidth = 356

// tree is the index of the table, with the way down to the bookmark.
func (p *Page) tree() app.UI {
	v := p.Store.Reading.Tree()
	t := step.TreePicture(&v, "bm")
	text := "A token is a key, so the service finds its place as it finds any key: from the root down."
	if token, ok := p.Store.Reading.Marked(); ok {
		text += " " + view.Count(len(v.Path), "node leads", "nodes lead") + " to the bookmark " + words(token) + "."
	}
	t.Label = text
	return view.H("section;aria-labelledby=token-tree",
		view.T("h3#token-tree", "The bookmark in the tree"),
		view.H("p", view.Text(text+" "), view.H("a", view.Attr("href", ui.Address("/btree")), view.Text("More of the tree")), view.Text(".")),
		view.H("div.fig__d;tabindex=0;role=region;aria-label=Tree", t.Draw(treeWidth)),
		view.H("details.vh__d", view.T("summary", "The tree as a list"), t.List(v.Fanout)),
	)
}

// loops is one loop in four languages, its run over the table, and the lines to
// repair it with.
func (p *Page) loops() app.UI {
	now := p.Store.Loop.Chosen()
	var languages []app.UI
	var loops [][2]string
	for _, l := range Loops() {
		loops = append(loops, [2]string{l.ID, l.Title})
	}
	for n, name := range loopLanguages {
		languages = append(languages, view.H("button;type=button", view.Flag("aria-pressed", n == p.Store.Loop.Language), view.Text(name),
			p.Click("language/"+name, func() { p.Store.Loop.Language = n }),
		))
	}
	return view.H("section.tkr;aria-labelledby=token-loops",
		view.T("h2#token-loops", "A loop to repair"),
		p.Choice("loop", "Loop that", now.ID, loops, p.Store.Loop.Choose),
		view.H("div.seg;role=group;aria-label=Language", languages...),
		p.listing(),
		view.H("div.row",
			view.H("button.btn;type=button", view.Icon("play", "ic--14"), view.Text("Run the loop"), p.Click("run", p.Store.LoopRun)),
			view.H("button.btn;type=button", view.Icon("step-forward", "ic--14"), view.Text("One page"), p.Click("one", p.Store.LoopStep)),
		),
		p.verdict(),
		p.fixes(),
		view.T("p.tkr__h", loopHelp),
	)
}

// listing is the text of the loop, with the line to choose marked.
func (p *Page) listing() app.UI {
	lines, slot := p.Store.Loop.code(p.Store.Loop.Fix)
	wrong := p.Store.Loop.Fix == 0
	items := make([]app.UI, len(lines))
	for i, l := range lines {
		items[i] = view.T("li", l)
		if i == slot && wrong {
			items[i] = view.H("li.bug", view.Text(l), view.T("span.vh", " (the wrong line)"))
		} else if i == slot {
			items[i] = view.H("li.fix", view.Text(l), view.T("span.vh", " (the chosen line)"))
		}
	}
	return view.Around("ol.tkr__c;tabindex=0", items, view.Attr("aria-label", "Loop in "+loopLanguages[p.Store.Loop.Language]))
}

func (p *Page) verdict() app.UI {
	text, ok, done := p.Store.Loop.verdict(&p.Store.Reading)
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
func (p *Page) fixes() app.UI {
	items := []app.UI{view.T("legend", "Repair it: which line is right?")}
	for n := range 3 {
		id := "fix-" + strconv.Itoa(n)
		items = append(items, view.H("label", view.Attr("for", id),
			view.H("input;type=radio;name=fix", view.ID(id), view.Attr("value", strconv.Itoa(n)), view.Flag("checked", n == p.Store.Loop.Fix),
				p.On("change", id, func(app.Context, app.Event) { p.Store.Loop.Repair(n) })),
			view.T("code", p.Store.Loop.line(n)),
		))
	}
	return view.H("fieldset.tkr__f", items...)
}
