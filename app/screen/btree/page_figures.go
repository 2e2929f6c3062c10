package btree

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/index"
	"github.com/keyrange/keyrange/engine/table"
)

// controls choose the fan-out and how much of the tree is drawn.
func (x *Page) controls() app.UI {
	if x.still {
		return view.El("div;hidden=true")
	}
	s := x.index.Shape()
	fanout := strconv.Itoa(x.index.Fanout())
	state := view.Count(s.Len, "entity", "entities") + ", " + view.Count(len(s.Levels), "level", "levels") + ", " +
		view.Count(s.Nodes(), "node", "nodes") + ", " +
		view.Percent(s.Len, s.Nodes()*(x.index.Shown()-1)) + " full"
	if p, busy := x.index.Progress(); busy {
		state = "Building with fan-out " + fanout + ": " + view.Number(p.Done) + " of " + view.Number(p.Total)
	}
	zoom := func(key, text string, whole bool) app.UI {
		return view.H("button;type=button", view.Flag("aria-pressed", x.index.View.Whole == whole), view.Text(text), x.Click(key,
			func() { x.index.View.Whole = whole }))
	}
	return view.H("div.bt__c.card",
		view.H("label", view.Attr("for", fanoutID), view.Text("Fan-out")),
		view.H("input;type=range;step=2", view.ID(fanoutID), view.Attr("min", strconv.Itoa(index.MinFanout)),
			view.Attr("max", strconv.Itoa(index.MaxFanout)),
			view.Attr("value", fanout), view.Attr("aria-valuetext", fanout+" children, "+strconv.Itoa(x.index.Fanout()-1)+" entities"),
			x.On("change", "fanout", func(app.Context, app.Event) {
				if n, err := strconv.Atoi(browser.Field(fanoutID)); err == nil {
					x.index.SetFanout(n)
					x.index.View.Steps = [3]int{design.LastStep, design.LastStep, design.LastStep}
				}
			})),
		view.H("output.num", view.Attr("for", fanoutID),
			view.Text(fanout+" children at most, so "+strconv.Itoa(x.index.Fanout()-1)+" entities in a node")),
		view.H("div.seg;role=group;aria-label=Zoom", zoom("zoom-way", "The way through", false), zoom("zoom-whole", "Whole tree", true)),
		view.T("p.num;role=status", state),
	)
}

// figure is the frame of one figure: title, cost, question, drawing, sentences.
type figureParts struct {
	id, title string
	cost      []app.UI
	question  app.UI
	drawing   app.UI
	list      app.UI
	sentences []string // each begins with words that stand out, up to a bar
}

func (x *Page) figure(f figureParts) app.UI {
	var said []app.UI
	for i, s := range f.sentences {
		lead, rest := cutBar(s)
		said = append(said, view.H("li", view.T("span.no;aria-hidden=true", strconv.Itoa(i+1)),
			view.H("span", view.T("b", lead), view.Text(" "+rest))))
	}
	return view.H("section.fig", view.Attr("aria-labelledby", f.id+"-title"),
		view.H("div.fig__h",
			view.H("h2", view.ID(f.id+"-title"), view.Text(f.title)),
			view.H("div.cost", f.cost...),
			f.question,
		),
		view.H("div.fig__d;tabindex=0;role=region", view.Attr("aria-label", "Drawing: "+f.title), f.drawing),
		view.H("div", f.list),
		view.H("ol.expl", said...),
	)
}

func cutBar(s string) (lead, rest string) {
	for i := range s {
		if s[i] == '|' {
			return s[:i], s[i+1:]
		}
	}
	return "", s
}

func costOf(n int, what string) app.UI {
	return view.H("div", view.T("b", view.Number(n)), view.Text(what))
}

// draw draws a tree as far as the zoom says, for the width there is. The page
// that is rendered ahead has it in two widths, of which one is shown.
func (x *Page) draw(t view.Tree) app.UI {
	one := func(width int) app.UI {
		if x.index.View.Whole {
			return t.DrawWhole(width)
		}
		return t.Draw(width)
	}
	if x.still {
		return view.H("div", view.H("div.hide-sm", one(defaultTreeWidth)), view.H("div.only-sm", one(view.PhoneWidth)))
	}
	return one(x.width)
}

func (x *Page) list(t view.Tree) app.UI {
	return view.H("details.fig__l", view.T("summary", "The drawing as a list"), t.List(x.index.Shown()))
}

// stepper goes through the steps of a figure, from 0 to last.
func (x *Page) stepper(figure int, name string, last int) app.UI {
	x.figures[figure] = steppedFigure{name, last}
	if x.still {
		return view.El("span;hidden=true")
	}
	at := min(x.index.View.Steps[figure], last)
	to := func(key string, n int) app.UI {
		return x.Click(key+strconv.Itoa(figure)+"/"+strconv.Itoa(n), func() { x.step(figure, min(n, last)) })
	}
	id := "step-" + strconv.Itoa(figure)
	return view.H("div.row.fig__s;role=group", view.Attr("aria-label", "Steps of the "+name),
		view.T("output.num", "Step "+strconv.Itoa(at)+" of "+strconv.Itoa(last)),
		ui.IconButton(id+"-back", "step-back", "Back in the "+name, at == 0, to("back/", at-1)),
		ui.IconButton(id+"-on", "step-forward", "On in the "+name, at == last, to("on/", at+1)),
	)
}

// keyFields are two fields for a key, with a button that takes it.
func (x *Page) keyFields(figure int, now table.Key, pk, rk, verb string, take func()) app.UI {
	if x.still {
		return view.H("span.row", view.PartitionKeyChip(now.PartitionKey), view.RowKeyChip(now.RowKey))
	}
	field := func(id, term, label string) app.UI {
		return view.H("label.kf", view.Attr("for", id),
			view.El("span").Class("t", term).Text(label),
			view.H("input.field.mono;type=text;maxlength=1024;spellcheck=false;autocomplete=off", view.ID(id),
				view.Attr("aria-label", label+" to "+verb),
				x.On("change", id, func(app.Context, app.Event) { x.step(figure, design.LastStep); take() })),
		)
	}
	return view.H("div.kfs", field(pk, "t--pk", "PartitionKey"), field(rk, "t--rk", "RowKey"))
}

// lookup is the figure of a search for one key.
func (x *Page) lookup() app.UI {
	v, s := x.index.Lookup(), x.index.Shape()
	at := min(x.index.View.Steps[0], len(v.Visits))
	path := v.Visits[:at]
	t := view.Tree{Shape: s, Key: x.index.Key, Path: path, Look: func(place int) string {
		if v.Found && place == v.Place && at == len(v.Visits) {
			return "hit"
		}
		return ""
	}}
	compared := 0
	for level := range s.Levels {
		whole, read := view.NodeSpan{}, view.NodeSpan{}
		if level < len(v.Visits) {
			whole = view.NodeSpan{First: v.Visits[level].Node, Last: v.Visits[level].Node + 1}
		} else if level > 0 { // below a key that was found
			whole.First = int(s.Levels[level-1][t.Whole[level-1].First].First)
			whole.Last = whole.First
		}
		if level < at {
			read = whole
			compared += len(v.Visits[level].Compared)
		}
		t.Whole, t.Read = append(t.Whole, whole), append(t.Read, read)
	}
	t.Label = "The tree, level by level. The search reads " + view.Count(at, "node", "nodes") + " of " + view.Number(s.Nodes()) +
		", one on each level."
	return x.figure(figureParts{
		id: "lookup", title: "Point query: straight down",
		cost: []app.UI{costOf(at, "nodes read, of "+view.Number(s.Nodes())), costOf(compared, "keys compared")},
		question: view.H("div.fig__q",
			x.keyFields(0, v.Key, findPK, findRK, "look up", func() { x.index.Find(fieldKey(findPK, findRK)) }),
			view.H("button#pick.btn.btn--sm;type=button", view.Text("Pick another key"), view.Flag("hidden", x.still), x.Click("pick",
				func() { x.step(0, design.LastStep); x.index.Pick() })),
			x.stepper(0, "lookup", len(v.Visits)),
		),
		drawing: x.draw(t), list: x.list(t),
		sentences: lookupSentences(v, s),
	})
}

func lookupSentences(v *design.LookupView, s *index.Shape) []string {
	end := "Not there.|The search ends in a leaf, and no other node can hold this key. It took " + view.Count(v.Compared, "comparison",
		"comparisons") + "."
	if v.Found {
		level := v.Visits[len(v.Visits)-1].Level
		where := "in a leaf"
		if !s.Leaf(level) {
			where = "in an inner node, so the leaves below are not read"
		}
		end = "Found|" + where + ", after " + view.Count(v.Compared, "comparison", "comparisons") + " among " +
			view.Count(s.Len, "entity", "entities") + "."
	}
	return []string{
		"Root.|The search begins in the one node at the top, and finds between which of its keys the wanted one sorts.",
		"One node on each level.|Between two keys lies one branch. Every other branch is left out at once.",
		end,
	}
}

// span is the figure of a range.
func (x *Page) span() app.UI {
	v, s := x.index.Range(), x.index.Shape()
	depth := len(v.Visits)
	last := depth + acrossSteps
	at := min(x.index.View.Steps[1], last)
	to, found := v.To, v.To > v.From
	if at < last {
		to = v.From + (v.To-v.From)*max(0, at-depth)/acrossSteps
	}
	t := view.Tree{Shape: s, Key: x.index.Key, Path: v.Visits[:min(at, depth)], Look: func(place int) string {
		switch {
		case place >= v.From && place < to:
			return "hit"
		case v.Stop && place == v.To && at == last:
			return "stop"
		}
		return ""
	}}
	nodes := 0
	for level := range s.Levels {
		var whole, read view.NodeSpan
		whole.First, whole.Last = v.Across(s, level, v.To)
		switch {
		case at > depth:
			read.First, read.Last = v.Across(s, level, to)
		case level < at:
			read = view.NodeSpan{First: v.Visits[level].Node, Last: v.Visits[level].Node + 1}
		}
		nodes += read.Last - read.First
		t.Whole, t.Read = append(t.Whole, whole), append(t.Read, read)
	}
	t.Label = "The tree, level by level. The range reads " + view.Count(nodes, "node", "nodes") + " of " + view.Number(s.Nodes()) +
		" and examines " + view.Count(max(0, to-v.From), "entity", "entities") + "."
	f := figureParts{
		id: "range", title: "Range query: down once, then across",
		cost:     []app.UI{costOf(nodes, "nodes read, of "+view.Number(s.Nodes())), costOf(max(0, to-v.From), "entities examined")},
		question: view.H("div.fig__q", x.classes(v), x.rangeField(v), x.stepper(1, "range", last)),
		drawing:  x.draw(t), list: x.list(t),
		sentences: rangeSentences(v, found),
	}
	if v.Fault != nil || depth == 0 {
		f.drawing, f.list = rangeTrouble(v), view.El("div;hidden=true")
	}
	return x.figure(f)
}

// acrossSteps is how many steps lead through a range after the descent.
const acrossSteps = 4

func rangeTrouble(v *design.RangeView) app.UI {
	text := "This filter asks for no key at all, so no node is read."
	if v.Fault != nil {
		text = v.Fault.Message
	}
	return view.H("div.empty", view.T("h2", "Nothing to read"), view.T("span", text))
}

func (x *Page) classes(v *design.RangeView) app.UI {
	if x.still {
		return view.H("code.filter", view.Inked(view.FilterInk(v.Filter, view.NoWrong))...)
	}
	var buttons []app.UI
	for c, name := range []string{"Row range", "Partition scan", "Table scan"} {
		buttons = append(buttons, view.H("button;type=button", view.Flag("aria-pressed", v.Class == draft.Class(c)), view.Text(name),
			x.Click("class/"+name, func() { x.step(1, design.LastStep); x.index.Read(draft.Class(c), "") }),
		))
	}
	return view.H("div.seg;role=group;aria-label=Class of the query", buttons...)
}

func (x *Page) rangeField(v *design.RangeView) app.UI {
	if x.still {
		return view.El("span;hidden=true")
	}
	return view.H("label.kf.kf--wide", view.Attr("for", rangeID),
		view.T("span.muted", "$filter="),
		view.H("input.field.mono;type=text;placeholder=no filter;spellcheck=false;autocomplete=off;aria-label=Filter of the range",
			view.ID(rangeID), view.Attr("maxlength", strconv.Itoa(filter.MaxLength)),
			view.Flag("aria-invalid", v.Fault != nil),
			x.On("change", rangeID, func(app.Context, app.Event) {
				x.step(1, design.LastStep)
				x.index.Read(draft.OwnRange, browser.Field(rangeID))
			})),
	)
}

func rangeSentences(v *design.RangeView, found bool) []string {
	if v.Fault != nil || len(v.Visits) == 0 {
		return nil
	}
	first := "One descent|finds the first key of the range."
	if v.From == 0 {
		first = "No lower end,|so the read starts at the first key of the table."
	}
	end := "To the end.|Nothing ends the range, so every node from here on is read."
	if v.Stop {
		end = "Stop|at the first key past the end. It is looked at, and not returned."
	}
	across := "Then across,|in key order: a leaf, the entity above it, the next leaf. " + view.Count(v.To-v.From, "entity is",
		"entities are") + " examined. What the keys do not say has to be checked on each."
	if !found {
		across = "Nothing lies between.|No key of the table is in the range, and one descent is enough to know."
	}
	return []string{first, across, end}
}
