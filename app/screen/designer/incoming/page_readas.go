package incoming

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// importUI is what is open of the import step.
type importUI struct {
	closed  draft.Set    // the data set whose summary was closed
	step    bool         // the ways to read are shown
	fresh   bool         // the rows came in just now: their types and their time are asked for
	columns int          // how many columns the step shows
	keep    map[int]bool // places of columns, as ticked and not yet read; nil for those that are kept
	keepOf  draft.Set    // the data set that was ticked
}

// readAs says how the user's own data were read, asks what has two meanings, and
// lets everything be corrected.
func (p *Part) readAs() app.UI {
	read, ok := p.Store.Correction.ReadAs()
	busy := p.Store.Phase() == design.Reading
	set := p.Store.Edit.Work().Set
	x := &p.importing
	own := p.Store.Correction.OwnPreview()
	if !ok || busy && !x.step || own && x.closed == set && !x.step && !x.fresh {
		return view.El("span;hidden=true")
	}
	if x.keepOf != set {
		x.keep, x.keepOf = nil, set
	}
	return view.H("section#read-as.card.readas;aria-labelledby=read-as-title",
		view.H("div.card__h",
			view.T("h2#read-as-title", "Read as "+read.String()),
			view.H("span.row.end",
				view.H("button#correct.btn.btn--sm;type=button;aria-controls=import-ways", view.Flag("aria-expanded", x.step), view.Text("Correct"),
					p.Click("correct", func() { x.step = !x.step }),
				),
				view.H("button.btn.btn--sm.btn--quiet;type=button", view.Text("Close"),
					p.Click("read-as-close", func() { x.step, x.fresh, x.closed = false, false, set }),
				),
			),
		),
		view.H("div.card__b",
			p.readFacts(&read, own),
			p.questionsOfImport(own),
			view.H("div#import-ways", app.If(x.step, func() app.UI { return p.importWays(&read) })),
			view.H("div", app.If(x.step || x.fresh, func() app.UI { return p.keyed(own) })),
			view.H("div#import-step.readas__g", p.askArrival(own), app.If(x.step || x.fresh, p.stepTable)),
		),
	)
}

// readFacts are what the reader of the site should know of the reading.
func (p *Part) readFacts(read *model.ReadAs, own bool) app.UI {
	var items []app.UI
	add := func(text string) { items = append(items, view.T("li", text)) }
	if s := read.Sample(); s != "" {
		add("More rows than the " + view.Number(dataset.MaxRows) + " that are kept: every figure comes " + s + ".")
	}
	if n := read.LeftOut(); n > 0 || read.More {
		text := view.Count(n, "column is", "columns are") + " left out. An entity has at most " + view.Number(dataset.MaxColumns) + " properties."
		if read.More {
			text = "More than " + text
		}
		add(text)
	}
	if read.Invalid > 0 {
		add(view.Count(read.Invalid, "character", "characters") + " cannot be read as " + read.Options.Encoding.String() +
			" and became �. Another encoding may fit.")
	}
	if forms := p.Store.Correction.Forms(); own && len(forms) > 0 {
		add("Recognised: " + strings.Join(forms, ", ") + ".")
	}
	if len(items) == 0 {
		return view.El("ul;hidden=true")
	}
	return view.H("ul.readas__f", items...)
}

// listedOffers bounds how many columns with two meanings are asked about at once.
const listedOffers = 3

// questionsOfImport asks what the file does not say: the order of day and month, and
// whether a number is an instant.
func (p *Part) questionsOfImport(own bool) app.UI {
	var items []app.UI
	if own && p.Store.Phase() == design.Ready {
		columns := p.Store.Rows.Columns()
		offers := p.Store.Correction.Offers()
		for _, o := range offers[:min(len(offers), listedOffers)] {
			items = append(items, p.askForm(o, &columns[o.Column]))
		}
	}
	if len(items) == 0 {
		return view.El("ul;hidden=true")
	}
	return view.H("ul.readas__q", items...)
}

// askForm asks what the texts of a column mean.
func (p *Part) askForm(o model.Offer, c *dataset.Column) app.UI {
	ways := []app.UI{}
	for _, f := range o.Forms {
		ways = append(ways, view.H("button.btn.btn--sm;type=button", view.Text(readsAs(c.Sample, f)),
			p.Click("offer/"+c.Source+strconv.Itoa(int(f)), func() { p.Store.Rows.SetForm(o.Column, f.Type(), f) }),
		))
	}
	return view.H("li",
		view.H("span", view.Text("What does "), view.T("code", c.Sample),
			view.Text(" in "+c.Name+" mean? It is read as "+typeName(c.Type)+" now.")),
		view.H("span.row", ways...),
	)
}

// readsAs is what a text means in a form, as a button says it.
func readsAs(sample string, f dataset.Form) string {
	v, ok := dataset.ParseForm(sample, f)
	if !ok {
		return f.String()
	}
	text := v.String()
	if v.Type() == table.DateTime {
		text = v.Ticks().Time().Format("2 January 2006 15:04")
		text = strings.TrimSuffix(text, " 00:00")
	}
	return text + " (" + f.String() + ")"
}

func typeName(t table.EdmType) string {
	if t == table.String {
		return "text"
	}
	return strings.TrimPrefix(t.String(), "Edm.")
}
