package designer

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// top is what stays at the top: the tools and, once there are data, what the keys
// come to.
func (p *Page) top() app.UI {
	return view.H("div.pg__top", toolbar(p), outcome(p))
}

// columnsButton opens the drawer of what keys can be made of.
func columnsButton(p *Page) app.UI {
	if !p.Store.Rows.HasData() {
		return view.El("span;hidden=true")
	}
	return view.H("button.btn.btn--sm;type=button;aria-controls=columns", view.ID(columnsOpenID),
		view.Flag("aria-expanded", p.ui.drawer),
		view.Icon("table-2"), view.Text("Columns"), p.Click("columns", func() { p.ui.drawer = !p.ui.drawer }))
}

// loadTest leads to the simulator, with the rows as demand under the present keys.
func loadTest(p *Page) app.UI {
	if !p.Store.Rows.HasData() {
		return view.El("span;hidden=true")
	}
	return view.H("a#load-test.btn.btn--sm", view.Attr("href", ui.Address("/simulator#rows")), view.Icon("zap"), view.Text("Load test"))
}

// toolbar names the data set and lets the reader take another one.
func toolbar(p *Page) app.UI {
	return view.H("div.tool",
		view.Icon("table-2"),
		view.T("h1", p.title()),
		view.T("span.sub.num", p.subtitle()),
		view.El("span.grow.hide-sm"),
		p.samplePicker(),
		p.designPicker(),
		columnsButton(p),
		p.presets.button(),
		p.guide.Button(),
		loadTest(p),
		view.El("button").ID(chooseID).Class("btn", "btn--sm").Attr("type", "button").
			Body(view.Icon("upload"), view.Text("Import")).OnClick(p.Handler("import", p.loader.Choose)),
		view.H("button#paste.btn.btn--sm;type=button", view.Flag("aria-expanded", p.loader.Pasting),
			view.Icon("clipboard-paste"), view.Text("Paste"), p.On("click", "paste", p.loader.TogglePaste)),
	)
}

func (p *Page) title() string {
	if !p.Store.Rows.HasData() {
		return "Key designer"
	}
	return p.Store.Rows.Source().Title
}

func (p *Page) subtitle() string {
	if !p.Store.Rows.HasData() {
		return "Keys over your own data, in this tab"
	}
	text := view.Count(p.Store.Table.Entities(), "entity", "entities") + " from " + p.Store.Rows.Source().Name
	if s := p.Store.Correction.Sample(); s != "" {
		text += ", " + s
	}
	return text
}

// samplePicker is a native select: it works with every keyboard and reader.
func (p *Page) samplePicker() app.UI {
	now := p.Store.Rows.Source().SampleID
	options := []app.UI{view.H("option;value=;disabled=true", view.Text("Choose a sample"), view.Flag("selected", now == ""))}
	for _, s := range draft.Samples() {
		options = append(options, ui.Option(s.ID, s.Title+" sample", s.ID == now))
	}
	for _, s := range draft.Examples() {
		options = append(options, ui.Option(s.ID, s.Title+" example", s.ID == now))
	}
	return p.Pick("select#sample;aria-label=Sample data set", "sample", options, func(v string) {
		if s, ok := draft.SampleByID(v); ok {
			p.loader.Fetch(p.Ctx, s)
		}
	})
}

// designPicker offers the ready designs of a sample.
func (p *Page) designPicker() app.UI {
	sample, ok := draft.SampleByID(p.Store.Rows.Source().SampleID)
	if !ok {
		return view.El("span;hidden=true")
	}
	versions, now := p.Store.Edit.History()
	own := true
	var options []app.UI
	for i, d := range sample.Designs {
		same := d.PartitionKey == versions[now].Design.PartitionKey && d.RowKey == versions[now].Design.RowKey
		own = own && !same
		options = append(options, ui.Option(string(rune('0'+i)), d.Title, same))
	}
	options = append(options, view.H("option;value=;disabled=true", view.Text("Your design"), view.Flag("selected", own)))
	return p.Pick("select#design;aria-label=Key design", "design/"+sample.ID, options, func(v string) {
		if len(v) == 1 && int(v[0]-'0') < len(sample.Designs) {
			p.Store.Keys.UseDesign(sample.Designs[v[0]-'0'])
		}
	})
}

// belowBar opens the panels below the cards.
func belowBar(p *Page) app.UI {
	if p.ui.cards < cardCount {
		return view.El("div;hidden=true")
	}
	var buttons []app.UI
	for _, place := range belowCards {
		c := belowCaptions[place]
		buttons = append(buttons, view.H("button.btn.btn--sm;type=button", view.ID("below-"+panelID(place)),
			view.Attr("aria-controls", panelID(place)), view.Flag("aria-expanded", p.ui.below[place]), view.Icon(c.icon), view.Text(c.title),
			p.Click("below/"+c.title, func() { p.ui.below[place] = !p.ui.below[place] })))
	}
	return view.Around("div.below;role=group;aria-label=More about this table", buttons)
}

// showExchange opens what goes over the wire, or closes it.
func showExchange(p *Page) {
	if open := &p.ui.below[workbenchPanel]; !*open {
		*open, p.console.Drawer = true, true
		return
	}
	p.console.ToggleDrawer()
}
