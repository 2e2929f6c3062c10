package simulator

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// designSection holds the template of each design.
func (p settings) designSection() app.UI {
	designs := p.sim.Designs()
	body := []app.UI{view.T("h2", "Design")}
	for i := range designs {
		body = append(body, p.designCard(i))
	}
	body = append(body, view.H("label.ctl",
		view.Text("Seed"),
		view.H("input.field.num;type=number;min=0;max=4294967295;id=seed", view.Attr("value", strconv.FormatUint(p.sim.Scenario().Seed, 10)),
			p.On("change", "seed", func(app.Context, app.Event) {
				if n, err := strconv.ParseUint(browser.Field("seed"), 10, 32); err == nil {
					p.sim.SetSeed(n)
				}
			})),
	))
	return view.H("section.designs", body...)
}

// templateColumns is how many characters of a template a line of its field holds.
const templateColumns = 30

func designID(i int) string { return "design-" + strconv.Itoa(i) }

func (p settings) designCard(i int) app.UI {
	d, id := p.sim.Designs()[i], designID(i)
	problem := p.sim.Play.Problem()
	bad := problem != nil && problem.Design == i
	take := func() { p.sim.SetTemplate(i, strings.NewReplacer("\n", "", "\r", "").Replace(browser.Field(id))) }
	field := view.H("textarea.field.mono;spellcheck=false;autocomplete=off;autocapitalize=off", view.ID(id), view.Attr("value", d.Template),
		view.Attr("maxlength", strconv.Itoa(keys.MaxTemplate+1)),
		view.Attr("rows", strconv.Itoa(1+(len(d.Template)-1)/templateColumns)),
		view.Attr("aria-label", "PartitionKey of "+d.Title), view.Flag("aria-invalid", bad), view.Attr("aria-describedby", id+"-err"),
		p.On("change", id, func(app.Context, app.Event) { take() }),
		view.On("keydown", id, func(ctx app.Context, e app.Event) {
			if e.Get("key").String() != "Enter" {
				ctx.PreventUpdate()
				return
			}
			e.PreventDefault() // a template is one line, however it is wrapped
			p.Do(take)
		}))
	fault := view.El("p.ctl__err").ID(id + "-err").Hidden(!bad)
	if bad {
		fault = fault.Text(problem.Message + " For example: " + problem.Example)
	}
	return view.H("div.dsg", view.T("b", d.Title), view.H("span.dsg__k", view.PartitionKeyTerm()), field, fault)
}

// figureSection is the run in numbers, those that a run without a screen gives.
func (p *Page) figureSection() app.UI {
	both := p.sim.Play.Runs()
	head := []app.UI{view.El("td")}
	totals := make([]record.Totals, len(both))
	for i, r := range both {
		head = append(head, view.T("th;scope=col", r.Title))
		totals[i] = r.Sim().Total()
	}
	rows := []app.UI{view.H("tr", head...)}
	line := func(name string, text func(t *record.Totals) string) {
		cells := []app.UI{view.T("th;scope=row", name)}
		for i := range totals {
			cells = append(cells, view.T("td.num", text(&totals[i])))
		}
		rows = append(rows, view.H("tr", cells...))
	}
	verdicts := make([]runs.Verdict, len(both))
	for i, r := range both {
		verdicts[i] = r.Verdict()
	}
	say := func(name string, text func(i int) string) {
		at := -1
		line(name, func(*record.Totals) string { at++; return text(at) })
	}
	say("Accepted of offered", func(i int) string {
		v := &verdicts[i]
		return PerSecond(v.Accepted, v.Span) + " of " + PerSecond(v.Offered, v.Span) + " entities/s"
	})
	say("Over the target", func(i int) string { return view.Span(verdicts[i].Over) })
	say("Servers that did the work", func(i int) string {
		return view.Number(verdicts[i].Working) + " of " + view.Number(verdicts[i].Servers)
	})
	say("Requests for a period", func(i int) string {
		c := both[i].Sim().Scenario()
		if n, ok := runs.StretchRequests(c.Template, c.Entities); ok {
			return view.Number(n)
		}
		return "the whole table"
	})
	line("Entities offered", func(t *record.Totals) string { return number(t.Wanted) })
	line("Entities accepted", func(t *record.Totals) string { return number(t.Entities) })
	line("Requests sent", func(t *record.Totals) string { return number(t.Sent) })
	line("Requests done", func(t *record.Totals) string { return number(t.Done) })
	line("Throttled", func(t *record.Totals) string { return number(t.Throttled) })
	for why := range record.Causes {
		line(refusedName(why), func(t *record.Totals) string { return number(t.Refused[why]) })
	}
	line("Still on their way", func(t *record.Totals) string { return number(t.InFlight) })
	line("Transactions billed", func(t *record.Totals) string { return number(t.Billed()) })
	if totals[0].Pages > 0 {
		line("Pages of scans", func(t *record.Totals) string { return number(t.Pages) + ", " + number(t.Empty) + " of them empty" })
	}
	line("Latency p50", func(t *record.Totals) string { return view.Millis(t.Latency.Quantile(500)) })
	line("Latency p90", func(t *record.Totals) string { return view.Millis(t.Latency.Quantile(900)) })
	line("Latency p99", func(t *record.Totals) string { return view.Millis(t.Latency.Quantile(990)) })
	return view.H("section.figs", view.T("h2", "Since the start"), view.H("div.scroll;tabindex=0;role=region;aria-label=Figures",
		view.H("table#run-figures.ab;aria-label=Figures since the start", view.H("tbody", rows...))))
}
