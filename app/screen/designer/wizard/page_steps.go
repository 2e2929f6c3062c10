package wizard

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
)

func (p *Part) stepUsed(z draft.Wizard) []app.UI {
	var lines [][]app.UI
	for _, c := range p.Store.Rows.Columns() {
		used := slices.Contains(z.Used, c.Name)
		box := view.H("label.wiz__c",
			view.H("input;type=checkbox", view.Flag("checked", used), p.On("change", "wizard-use/"+c.Name, func(_ app.Context, e app.Event) {
				p.Store.Guide.Name(c.Name, e.Get("target").Get("checked").Bool())
			})),
			view.T("code", c.Name),
		)
		lines = append(lines, []app.UI{box, view.Text(distinct(c.Distinct)), view.Text(missing(c.Missing)), view.Text(c.Sample)})
	}
	return []app.UI{wizardTable("Properties of the data", []string{"Property", "Different values", "Missing", "For example"}, lines)}
}

func distinct(n int) string {
	if n > dataset.DistinctCap {
		return view.Number(dataset.DistinctCap) + "+"
	}
	return view.Number(n)
}

func missing(n int) string {
	if n == 0 {
		return "none"
	}
	return view.Count(n, "row", "rows")
}

func (p *Part) stepCandidates(z draft.Wizard) []app.UI {
	if len(z.Used) == 0 {
		return []app.UI{view.T("p.wiz__n", "No property is chosen yet. Go back to step 1 and choose what queries name.")}
	}
	var lines [][]app.UI
	looked := 0
	for _, name := range z.Used {
		c := p.Store.Guide.Candidate(name)
		looked = c.Rows
		lines = append(lines, []app.UI{
			view.T("code", name), view.Text(distinct(c.Distinct)), view.Text(missing(c.Missing)), view.Text(view.Share(c.Largest)),
			view.Text(verdict(c)),
			view.H("button.btn.btn--sm;type=button", view.Attr("aria-label", "Take "+name+" away"), view.Text("Take away"),
				p.Click("wizard-drop/"+name, func() { p.Store.Guide.Name(name, false) })),
		})
	}
	return []app.UI{
		wizardTable("Candidates for keys", []string{"Property", "Different values", "Missing", "Most frequent", "As a PartitionKey", ""}, lines),
		view.T("p.muted", "The most frequent value was counted over "+view.Count(looked, "row", "rows")+" taken evenly."),
	}
}

// verdict says what a property would be as the PartitionKey.
func verdict(c design.Candidate) string {
	switch {
	case c.Distinct <= 1:
		return "One partition for everything."
	case c.Largest > .5:
		return "One partition would hold most of the table."
	case c.Largest*float64(c.Rows) < 2.5:
		return "Nearly every entity is alone in its partition."
	case c.Missing > 0:
		return "Divides the table. Missing values become Unknown."
	}
	return "Divides the table."
}

func (p *Part) stepQuery(z draft.Wizard) []app.UI {
	if len(z.Used) == 0 {
		return p.stepCandidates(z)
	}
	var lines [][]app.UI
	for _, name := range z.Used {
		how := z.Known(name)
		var buttons []app.UI
		for k, text := range [...]string{"Not asked", "Known exactly", "A range or prefix"} {
			known := draft.Known(k)
			buttons = append(buttons, p.wizardChoice("know/"+name+text, text, how == known, func() { p.Store.Guide.Know(name, known) }))
		}
		lines = append(lines, []app.UI{view.T("code", name), choices("How "+name+" is known", buttons...)})
	}
	return []app.UI{wizardTable("How the dominant query knows each property", []string{"Property", "When the question is asked"}, lines),
		p.dominant()}
}

// dominant is the dominant query as a request, with what it costs now.
func (p *Part) dominant() app.UI {
	q, ok := p.Store.Guide.DominantQuery()
	if !ok {
		return view.T("p.wiz__n", "Nothing is known yet, so the question reads the whole table.")
	}
	parts := []app.UI{view.T("span", q.Title+", as a request: "), view.H("code", view.Inked(view.FilterInk(q.Filter, view.NoWrong))...)}
	if cost, ok := p.Store.Guide.DominantCost(); ok {
		parts = append(parts, view.H("span.wiz__q", view.Class(cost.Kind),
			view.Text(view.Count(cost.Cost.Examined, "entity", "entities")+" examined, "+view.Count(cost.Cost.Pages, "round trip", "round trips"))))
	} else {
		parts = append(parts, view.T("span.muted", "The table is being built."))
	}
	return view.H("div.wiz__r;role=status", parts...)
}

func (p *Part) stepOrder(z draft.Wizard) []app.UI {
	if len(z.Keys) == 0 {
		return p.unanswered()
	}
	items := make([]app.UI, len(z.Keys))
	advice := "Properties known exactly stand before ranges."
	for i, k := range z.Keys {
		how := "known exactly"
		if k.Range {
			how = "a range or prefix"
			if i+1 < len(z.Keys) {
				advice = k.Name + " is a range, so what stands behind it does not narrow what is read."
			}
		}
		items[i] = view.H("li", view.T("code", k.Name), view.T("span.muted", how),
			view.H("button.btn.btn--sm;type=button", view.Attr("aria-label", "Move "+k.Name+" forward"), view.Flag("aria-disabled", i == 0),
				view.Text("Move forward"),
				p.Click("wizard-raise/"+strconv.Itoa(i), func() { p.Store.Guide.Raise(i) }),
			))
	}
	return []app.UI{view.H("ol.wiz__o;aria-label=Key properties by importance", items...), view.T("p", advice), p.dominant()}
}

func (p *Part) stepUnique(z draft.Wizard) []app.UI {
	if len(z.Keys) == 0 {
		return p.unanswered()
	}
	buttons := []app.UI{p.wizardChoice("id/", "Nothing more", z.Identity == "", func() { p.Store.Guide.Identify("") })}
	for _, name := range p.Store.Guide.Identities() {
		text := name
		if name == "rowNumber()" {
			text = "The row's number"
		}
		buttons = append(buttons, p.wizardChoice("id/"+name, text, z.Identity == name, func() { p.Store.Guide.Identify(name) }))
	}
	repeated, rows := p.Store.Guide.Repeats()
	says := "Every row has a key of its own."
	if repeated > 0 {
		says = "of " + view.Count(rows, "row", "rows") + " repeat the key of an earlier one, and a table keeps one of them."
		return []app.UI{p.live(wizardFigure(view.Number(repeated), says)), choices("What makes keys unique", buttons...)}
	}
	return []app.UI{p.live(wizardFigure("0", "rows repeat a key. "+says)), choices("What makes keys unique", buttons...)}
}

// live marks figures that belong to an earlier design while the next is built.
func (p *Part) live(body ...app.UI) app.UI {
	d := view.El("div;role=status")
	if p.Store.Keys.Stale() {
		d = d.Class("wiz__stale")
	}
	return d.Body(body...)
}

func (p *Part) stepGroups(z draft.Wizard) []app.UI {
	if len(z.Keys) == 0 {
		return p.unanswered()
	}
	var groups, separators []app.UI
	for i, text := range z.Groups() {
		groups = append(groups, p.wizardChoice("split/"+text, text, z.Split == i+1, func() { p.Store.Guide.SplitAt(i + 1) }))
	}
	for _, s := range []string{"_", "-", ";"} {
		separators = append(separators, p.wizardChoice("sep/"+s, s, z.Separator == s, func() { p.Store.Guide.Separate(s) }))
	}
	d := draft.Design{PartitionKey: p.Store.Keys.Template(draft.PartitionKey).Text, RowKey: p.Store.Keys.Template(draft.RowKey).Text}
	return []app.UI{
		view.T("p", "PartitionKey | RowKey:"), choices("Groups of key properties", groups...),
		view.T("p", "Between two properties:"), choices("Separator", separators...),
		view.Templates(d), p.dominant(),
	}
}

func (p *Part) stepSizes(z draft.Wizard) []app.UI {
	return append([]app.UI{}, p.live(desk.Sizes(&p.Desk)...), p.dominant())
}

func (p *Part) stepStress(z draft.Wizard) []app.UI {
	if len(z.Keys) == 0 {
		return p.unanswered()
	}
	var peaks, targets, buckets []app.UI
	for _, n := range []int{100, 1000, 5000, 20000} {
		peaks = append(peaks, p.wizardChoice("peak/"+strconv.Itoa(n), view.Number(n), z.Peak == n,
			func() { p.Store.Guide.Load(n, p.Store.Guide.Wizard().Target) }))
	}
	for _, n := range draft.Targets() {
		targets = append(targets, p.wizardChoice("target/"+strconv.Itoa(n), view.Number(n), z.Target == n,
			func() { p.Store.Guide.Load(p.Store.Guide.Wizard().Peak, n) }))
	}
	for _, n := range []int{0, 4, 16, 64} {
		text := view.Number(n) + " buckets"
		if n == 0 {
			text = "No buckets"
		}
		buckets = append(buckets, p.wizardChoice("buckets/"+strconv.Itoa(n), text, z.Buckets == n, func() { p.Store.Guide.Spread(n) }))
	}
	return []app.UI{
		view.T("p", "Entities written per second at the peak:"), choices("Peak", peaks...),
		view.T("p", "Target of one partition, today or in the documents of 2010:"), choices("Target", targets...),
		p.live(p.stressed(z)...),
		view.T("p", "A finer PartitionKey, by buckets at its end:"), choices("Buckets", buckets...),
	}
}

// stressed is the outcome of the test.
func (p *Part) stressed(z draft.Wizard) []app.UI {
	s, ok := p.Store.Guide.Stress()
	if !ok {
		return []app.UI{view.T("p.muted", "No entity has a key yet.")}
	}
	sign := view.T("span.st.st--bad", "Does not pass")
	if s.Passed {
		sign = view.T("span.st.st--ok", "Passes")
	}
	of := "last writes"
	if !s.Timed {
		of = "rows, whose order of writing is not known"
	}
	lines := []app.UI{view.H("div.row", sign, view.H("span",
		view.PartitionKeyChip(s.Partition), view.Text(" takes "+view.Share(s.Share)+" of the "+of+": "+view.Number(
			s.Rate)+" entities per second. The target is "+view.Number(z.Target)+"."),
	))}
	if s.Needed > 0 {
		lines = append(lines, view.T("p", "About "+view.Count(s.Needed, "bucket", "buckets")+" would bring it below the target. A question "+
			"about all of them then takes a range."))
	}
	if s.Arrival != nil {
		lines = append(lines, view.T("p", s.Arrival.Title+". "+s.Arrival.Detail))
		if fix := s.Arrival.Fix; fix != nil && s.Arrival.Severity != check.Passed {
			lines = append(lines, view.H("button.btn.btn--sm;type=button", view.Attr("title", fix.Template), view.Icon("wand-sparkles"),
				view.Text(fix.Label),
				p.Click("wizard-arrival/"+fix.Template, func() { p.Store.Keys.Fix(*fix) }),
			))
		}
	}
	return lines
}

func (p *Part) stepGrow(z draft.Wizard) []app.UI {
	if len(z.Keys) == 0 {
		return p.unanswered()
	}
	e := p.Store.Guide.Extension()
	sizes := p.Store.Table.Sizes(model.LargestSizes)
	return []app.UI{
		view.H("p", view.Text("A key of today is "), view.PartitionKeyChip(e.Now), view.Text(". With one more part it is "),
			view.PartitionKeyChip(e.Later), view.Text(" and sorts right behind it.")),
		view.H("p", view.Text("One range finds both: "), view.H("code", view.Inked(view.FilterInk(e.Range, view.NoWrong))...)),
		p.live(wizardFigure(view.Number(sizes.Partitions), desk.Plural(sizes.Partitions, "partition", "partitions")+", "+view.Share(
			sizes.LargestShare)+" of the entities in the largest")),
		p.dominant(),
	}
}
