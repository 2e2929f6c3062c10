package designer

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/screen/designer/incoming"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
)

// presets is the panel of known designs: whether it is open, which one is looked
// at, and which column plays which role.
type presets struct {
	desk.Desk
	loader *incoming.Part
	focus  func(id string) // gives the focus to an element once it is drawn

	open   bool
	id     string
	chosen map[string]string
}

// presetsID is the button that opens the panel.
const presetsID = "presets-open"

func (p *presets) button() app.UI {
	return view.H("button.btn.btn--sm;type=button", view.ID(presetsID), view.Flag("aria-expanded", p.open),
		view.Icon("key-round"), view.Text("Presets"), p.Click(presetsID, p.toggle))
}

func (p *presets) toggle() {
	p.open = !p.open
	if p.id == "" {
		p.id = draft.Presets()[0].ID
	}
	focus := presetsID
	if p.open {
		focus = "preset-" + p.id
	}
	p.Ctx.Defer(func(app.Context) { browser.Frame(func() { browser.Reveal(focus); browser.Focus(focus) }) })
}

// panel is the known designs on one side, the one that is looked
// at on the other.
func (p *presets) panel() app.UI {
	var items []app.UI
	for _, s := range draft.Presets() {
		items = append(items, view.H("li",
			view.H("button;type=button", view.ID("preset-"+s.ID), view.Flag("aria-pressed", s.ID == p.id),
				view.T("b", s.Title), view.T("code", s.PartitionKey), p.Click("preset/"+s.ID,
					func() { p.id, p.chosen = s.ID, nil })),
		))
	}
	now, _ := draft.PresetByID(p.id)
	end := view.H("button.btn.btn--sm.btn--quiet.end;type=button", view.Text("Close"), p.Click("presets-close", p.toggle))
	return desk.Card("presets", "Presets", end, view.H("div.pre",
		view.H("ul.pre__l;aria-label=Known designs", items...),
		p.preset(now),
	))
}

// preset is one known design, over the present data where it fits, and over its
// own example.
func (p *presets) preset(s draft.Preset) app.UI {
	example, _ := draft.SampleByID(s.Example)
	shown := draft.Design{PartitionKey: s.PartitionKey, RowKey: s.RowKey}
	body := []app.UI{view.T("h3", s.Title), view.T("p", s.Why)}
	var use []app.UI
	if p.Store.Rows.HasData() {
		roles := p.Store.Presets.Roles(s, p.chosen)
		d, ok := p.Store.Presets.Fitted(s, roles)
		if ok {
			shown = d
			use = []app.UI{
				view.H("button.btn.btn--sm.btn--primary;type=button", view.Text("Use on "+p.Store.Rows.Source().Title),
					p.Click("preset-use/"+s.ID, func() { p.usePreset(s) }),
				),
				view.H("button.btn.btn--sm;type=button", view.Text("Compare as B"), p.Click("preset-b/"+s.ID+d.PartitionKey+d.RowKey, func() {
					p.open = false
					p.focus(desk.EditorIDs[desk.RivalPart])
					p.Store.Rival.Compare(d)
				})),
			}
		}
		body = append(body, view.Templates(shown), p.roles(s, roles), view.T("p.bad;role=status", unfit(roles)))
	} else {
		body = append(body, view.Templates(shown))
	}
	body = append(body, view.H("div.row", append(use,
		view.H("button.btn.btn--sm;type=button", view.Text("Load the example: "+example.Title), p.On("click", "preset-load/"+s.ID,
			func(ctx app.Context, _ app.Event) {
				p.open = false
				browser.Focus("main") // the button is about to go
				if p.Store.Rows.Source().SampleID == s.Example {
					p.Store.Presets.UsePreset(s, p.Store.Presets.Roles(s, nil))
					return
				}
				p.loader.Fetch(ctx, draft.PresetSample(s))
			})),
	)...), view.T("p.muted", example.About))
	return view.H("div.pre__d", body...)
}

func (p *presets) usePreset(s draft.Preset) {
	p.Store.Presets.UsePreset(s, p.Store.Presets.Roles(s, p.chosen))
	p.open = false
	p.focus(desk.EditorIDs[0])
}

// unfit says which roles nothing in the data can play.
func unfit(roles []design.Role) string {
	var lines []string
	for _, r := range roles {
		if r.Column == "" {
			lines = append(lines, "No column can stand for "+r.Name+": it takes "+r.Wants+".")
		}
	}
	return strings.Join(lines, " ")
}

// roles lets the reader choose which column stands for which.
func (p *presets) roles(s draft.Preset, roles []design.Role) app.UI {
	var fields []app.UI
	for _, r := range roles {
		if len(r.Options) == 0 {
			continue
		}
		var options []app.UI
		if r.Column == "" {
			options = append(options, view.T("option;value=;selected=;disabled=", "none"))
		}
		for _, o := range r.Options {
			options = append(options, ui.Option(o, o, o == r.Column))
		}
		fields = append(fields, view.H("label", view.T("span", r.Name+" is"),
			p.Pick("select", "role/"+s.ID+r.Name, options, func(v string) { p.chooseRole(r.Name, v) })))
	}
	return view.H("div.pre__r", fields...)
}

// chooseRole lets a column play a role.
func (p *presets) chooseRole(role, column string) {
	chosen := map[string]string{role: column}
	for r, c := range p.chosen {
		if r != role {
			chosen[r] = c
		}
	}
	p.chosen = chosen
}
