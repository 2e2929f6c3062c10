package wizard

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// wizardStep is one of the nine steps: what it asks, why, and its body.
type wizardStep struct {
	title, why string
	body       func(p *Part, z draft.Wizard) []app.UI
}

var wizardSteps = [draft.WizardSteps]wizardStep{
	{"What is looked up", "Choose the properties that your app names when it looks for entities. The others are only carried along.",
		(*Part).stepUsed},
	{"What can be a key", "A good key property has a value in every row, and no value that most rows share. Take away what does not fit.",
		(*Part).stepCandidates},
	{"The dominant query", "Think of the question that is asked most, or that must be fast. Say for each property how it is known when the " +
		"question is asked.", (*Part).stepQuery},
	{"Order of importance", "The first property decides which part of the table is read. One that is known exactly narrows more than a range.",
		(*Part).stepOrder},
	{"Unique keys", "Two entities never have both keys in common. Where the key properties do not tell rows apart, add one that does.",
		(*Part).stepUnique},
	{"Two groups", "One property is the PartitionKey. Of two, the first is the PartitionKey and the second the RowKey. More are joined into " +
		"two groups.", (*Part).stepGroups},
	{"Partition sizes", "A partition is read quickly and changed in one transaction, and is never divided. Look for one that is far larger " +
		"than the rest.", (*Part).stepSizes},
	{"Stress test", "One server takes all requests to a partition. The last writes of your data, or all rows where their order of " +
		"writing is " +
		"not known, are repeated at your peak, and no partition may take more than its target.", (*Part).stepStress},
	{"Room to grow", "A key whose parts go from coarse to fine can take one more part later, and the old ranges still find old and new " +
		"entities.", (*Part).stepGrow},
}

// Part is the wizard that leads to keys in nine steps.
type Part struct{ desk.Desk }

const (
	wizardID     = "wizard-open"
	wizardHeadID = "wizard-step"
)

// Button opens and closes the wizard.
func (p *Part) Button() app.UI {
	if !p.Store.Rows.HasData() {
		return view.El("span;hidden=true")
	}
	return view.H("button.btn.btn--sm;type=button", view.ID(wizardID), view.Flag("aria-expanded", p.Store.Guide.Wizard().Open),
		view.Icon("wand-sparkles"), view.Text("Nine steps"), p.Click(wizardID, func() { p.lead(!p.Store.Guide.Wizard().Open) }))
}

// lead opens or closes the wizard and takes the focus along.
func (p *Part) lead(open bool) {
	p.Store.Guide.Lead(open)
	reveal, focus := wizardID, wizardID
	if open {
		reveal, focus = "wizard", wizardHeadID
	}
	p.Ctx.Defer(func(app.Context) { browser.Reveal(reveal); browser.Focus(focus) })
}

// Leave closes the wizard. Its answers stay.
func (p *Part) Leave() { p.lead(false) }

func (p *Part) walk(step int) {
	p.Store.Guide.WalkTo(step)
	p.Ctx.Defer(func(app.Context) { browser.Reveal("wizard"); browser.Focus(wizardHeadID) })
}

// Draw draws the nine steps beside the one that is being answered.
func (p *Part) Draw() app.UI {
	z := p.Store.Guide.Wizard()
	items := make([]app.UI, len(wizardSteps))
	for i, s := range wizardSteps {
		b := view.El("button;type=button").OnClick(p.ClickHandler("wizard/"+strconv.Itoa(i), func() { p.walk(i) }))
		if i == z.Step {
			b = b.Aria("current", "step")
		}
		items[i] = view.H("li", b.Body(view.T("span.num;aria-hidden=true", strconv.Itoa(i+1)), view.T("span", s.title)))
	}
	s := wizardSteps[z.Step]
	body := append([]app.UI{
		view.H("h3;tabindex=-1", view.ID(wizardHeadID), view.Text("Step "+strconv.Itoa(z.Step+1)+" of 9: "+s.title)),
		view.T("p", s.why),
	}, s.body(p, z)...)
	body = append(body, p.wizardWays(z))
	end := view.H("button.btn.btn--sm.btn--quiet.end;type=button", view.Text("Leave"), p.Click("wizard-leave", func() { p.lead(false) }))
	return desk.Card("wizard", "Nine steps to a key", end, view.H("div.wiz",
		view.H("ol.wiz__l;aria-label=Steps", items...),
		view.H("div.wiz__d", body...),
	))
}

// wizardWays go to the step before and the one after.
func (p *Part) wizardWays(z draft.Wizard) app.UI {
	var ways []app.UI
	if z.Step > 0 {
		ways = append(ways, view.H("button#wizard-back.btn.btn--sm;type=button", view.Text("Back"), p.Click("wizard-back"+strconv.Itoa(z.Step),
			func() { p.walk(z.Step - 1) })))
	}
	if z.Step < draft.WizardSteps-1 {
		ways = append(ways, view.H("button#wizard-next.btn.btn--sm.btn--primary;type=button", view.Text("Next: "+wizardSteps[z.Step+1].title),
			p.Click("wizard-next"+strconv.Itoa(z.Step), func() { p.walk(z.Step + 1) }),
		))
	} else {
		ways = append(ways, view.H("button#wizard-ask.btn.btn--sm.btn--primary;type=button", view.Text("Ask the dominant query"),
			view.Flag("aria-disabled", len(z.Keys) == 0),
			p.Click("wizard-ask", func() {
				if len(p.Store.Guide.Wizard().Keys) > 0 {
					p.Store.Guide.AskDominant()
					p.lead(false)
				}
			}),
		))
	}
	return view.H("div.row", ways...)
}

// wizardChoice is a button that is pressed or not, as part of a group.
func (p *Part) wizardChoice(key, text string, on bool, do func()) app.UI {
	return view.H("button;type=button", view.Flag("aria-pressed", on), view.Text(text), p.Click("wizard-choice/"+key, do))
}

// choices is a group of them.
func choices(label string, buttons ...app.UI) app.UI {
	return view.Around("div.seg;role=group", buttons, view.Attr("aria-label", label))
}

// wizardFigure is a number with what it counts.
func wizardFigure(number, text string) app.UI {
	return view.H("div.big.num", view.T("b", number), view.Text(text))
}

// unanswered is what a step shows that an earlier one has to answer first.
func (p *Part) unanswered() []app.UI {
	return []app.UI{view.T("p.wiz__n", "There is no key property yet. Say in step 3 how the dominant query knows a property."),
		view.H("div.row", view.H("button.btn.btn--sm;type=button", view.Text("Go to step 3"), p.Click("wizard-go-3", func() { p.walk(2) })))}
}

// wizardTable draws lines of cells, the first of each a row header.
func wizardTable(caption string, heads []string, lines [][]app.UI) app.UI {
	head := make([]app.UI, len(heads))
	for i, h := range heads {
		head[i] = view.T("th;scope=col", h)
	}
	rows := make([]app.UI, len(lines))
	for i, line := range lines {
		cells := make([]app.UI, len(line))
		for j, cell := range line {
			tag := "td"
			if j == 0 {
				tag = "th;scope=row"
			}
			cells[j] = view.H(tag, cell)
		}
		rows[i] = view.H("tr", cells...)
	}
	return view.H("div.scroll", view.H("table.wiz__t.num",
		view.T("caption.vh", caption), view.H("thead", view.H("tr", head...)), view.H("tbody", rows...),
	))
}
