package questions

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys/check"
)

// comparePicker chooses the design that the present one is compared with: one
// that comes with the data, an earlier one, or a copy. Choosing alone does
// nothing, since the arrow keys choose every design on the way.
func (p *Part) comparePicker() app.UI {
	var options []app.UI
	for i, d := range p.Store.Rival.Rivals() {
		options = append(options, view.H("option", view.Attr("value", strconv.Itoa(i)), view.Text(d.Title)))
	}
	act := "Compare"
	if p.Store.Rival.Comparing() {
		act = "Use as B"
	}
	return view.H("span.row",
		view.H("span.pick", view.H("select#compare;aria-label=Design to compare with", options...), view.Icon("chevron-down", "ic--14")),
		view.H("button#compare-go.btn.btn--sm;type=button", view.Icon("arrow-left-right"), view.Text(act), p.Click("compare", func() {
			if i, err := strconv.Atoi(browser.Field("compare")); err == nil && i < len(p.Store.Rival.Rivals()) {
				p.Store.Rival.Compare(p.Store.Rival.Rivals()[i])
				p.Focus = desk.EditorIDs[desk.RivalPart]
			}
		})),
	)
}

// rivalPanel shows both designs: A is the one above, B is written here.
func (p *Part) rivalPanel() app.UI {
	return view.H("div.sc__r;role=group;aria-label=Two designs",
		view.H("div.sc__side",
			view.H("h3", view.T("b.sc__l", "A"), view.Text("The design above")),
			templateLine("PartitionKey", p.Store.Keys.Template(draft.PartitionKey).Text, "slot--pk"),
			templateLine("RowKey", p.Store.Keys.Template(draft.RowKey).Text, "slot--rk"),
			p.shape(p.Store.Table.Sizes(model.LargestSizes), p.Store.Table.Findings(), score.A),
		),
		view.H("div.sc__side",
			view.H("h3", view.T("b.sc__l", "B"), view.Text(p.Store.Rival.RivalDesign().Title)),
			p.rivalField(draft.PartitionKey, "slot--pk"), p.rivalField(draft.RowKey, "slot--rk"),
			p.shape(p.Store.Rival.RivalSizes(model.LargestSizes), p.Store.Rival.RivalFindings(), score.B),
		),
		view.H("div.row.sc__wide",
			view.H("button#swap.btn.btn--sm;type=button", view.Icon("arrow-left-right"), view.Text("Swap A and B"),
				p.Click("swap", p.Store.Rival.SwapRival)),
			view.H("button#keep-a.btn.btn--sm;type=button", view.Text("Keep A only"),
				p.Click("keep-a", p.endComparing(p.Store.Rival.StopComparing))),
			view.H("button#keep-b.btn.btn--sm;type=button", view.Text("Keep B only"), p.Click("keep-b", p.endComparing(p.Store.Rival.KeepRival))),
		),
	)
}

// endComparing does something after which the panel is gone, and with it the
// button that has the focus.
func (p *Part) endComparing(do func()) func() {
	return func() {
		do()
		p.Focus = "compare-go"
	}
}

func templateLine(key, text, slot string) app.UI {
	return view.H("p.sc__key", view.T("span", key), view.H("code", view.Inked(view.TemplateInk(text, slot, view.NoWrong))...))
}

// rivalField is one template of the second design.
func (p *Part) rivalField(part draft.Part, slot string) app.UI {
	id, v := desk.EditorIDs[desk.RivalPart+part], p.Store.Rival.RivalTemplate(part)
	note := view.El("small").ID(id + "-out").Text(v.Means)
	if v.Err != nil {
		note = view.El("small.sc__bad;role=alert").ID(id + "-err").Text("Character " + strconv.Itoa(place(v.Text, v.Err.Offset)) + ": " +
			v.Err.Message)
	} else if len(v.Keys) > 0 {
		note = note.Text(v.Means + ", such as " + v.Keys[0])
	}
	return view.H("div.sc__key",
		view.H("label", view.Attr("for", id), view.Text(part.String()+" of B")),
		view.H("div.ked__b", p.Box(desk.RivalPart+part, v, slot)...),
		note,
	)
}

// shape is what there is to compare beside the questions: the partitions, what
// was found about the keys, and the sums.
func (p *Part) shape(sizes check.Sizes, findings []check.Finding, at score.Side) app.UI {
	if sizes.Partitions == 0 {
		return view.T("p.muted", "The table is being built.")
	}
	problems := "none"
	for _, f := range findings {
		if f.Severity == check.Problem {
			if problems == "none" {
				problems = f.Title
			} else {
				problems += ". " + f.Title
			}
		}
	}
	items := []app.UI{
		term("Partitions", view.Number(sizes.Partitions)), term("Largest partition", view.Share(sizes.LargestShare)),
	}
	if t, ok := p.Store.Score.Totals(at); ok {
		items = append(items, term("Requests an hour", score.Hourly(t.Pages)), term("Examined an hour", score.Hourly(t.Examined)))
	}
	return view.H("dl.sc__dl", append(items, term("Problems", problems))...)
}

func term(name, value string) app.UI {
	return view.H("div", view.T("dt", name), view.T("dd", value))
}

// assumptions says what the figures rest on, and lets the reader change it.
func (p *Part) assumptions() app.UI {
	var boxes, options []app.UI
	for i, c := range p.Store.Rows.Columns() {
		boxes = append(boxes, p.checkbox("grows-"+strconv.Itoa(i), c.Name, p.Store.Questions.Grows(c.Name), "",
			func(on bool) { p.Store.Questions.SetGrows(c.Name, on) }))
	}
	for _, n := range []int{1, 4, 16, 64} {
		options = append(options, ui.Option(strconv.Itoa(n), view.Count(n, "range", "ranges"), n == p.Store.Questions.Ranges()))
	}
	return view.H("details.sc__a.unfolds",
		view.T("summary", "What the figures rest on"),
		view.T("p", "Every question is run on the engine to its last page, or to its $top where the entities come in the wanted order. A page "+
			"is one request. It holds at most 1,000 entities and ends where a range ends. Where a question becomes several queries, they are sent "+
			"at once. Estimates are worked out and not run: what the bounds on the keys hold keeps its size, the rest grows with the data. A page "+
			"also ends after five seconds. How many entities the service reads in them is not documented, so the estimates are "+
			"ranges: from "+view.Number(score.ReadsPerPage[1])+" entities a page down to "+view.Number(score.ReadsPerPage[0])+", the target for "+
			"one partition."),
		view.H("label.sc__f", view.T("span", "The table is cut into"),
			p.Pick("select#ranges", "ranges", options, func(v string) {
				if n, err := strconv.Atoi(v); err == nil {
					p.Store.Questions.SetRanges(n)
				}
			}), view.T("small", "of about equal size, at the borders of partitions")),
		view.H("fieldset.sc__set", append([]app.UI{view.T("legend", "These get new values as the data grow, as a date or a number does")},
			boxes...)...),
	)
}
