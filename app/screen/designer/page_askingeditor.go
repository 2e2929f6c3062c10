package designer

import (
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/filter"
)

// editorKeys says how the editor is worked and left without a mouse.
func editorKeys() app.UI {
	return view.H("span",
		view.T("kbd", "Enter"), view.Text(" runs. "),
		view.T("kbd", "Ctrl+Space"), view.Text(" suggests, "), view.T("kbd", "↓"), view.Text(" and "), view.T("kbd", "Enter"),
		view.Text(" take a suggestion. "),
		view.T("kbd", "Esc"), view.Text(", then "), view.T("kbd", "Tab"), view.Text(" leaves the editor."),
	)
}

// showEditor asks for the editor once the cards are there and makes it show
// the filter.
func (p *request) showEditor(ctx app.Context) {
	text, fault := p.Store.Request.Filter()
	if p.editor != nil && p.editor.Lost() {
		p.dropEditor()
	}
	switch {
	case !p.Store.Rows.HasData():
		p.dropEditor()
		return
	case p.editor == nil && p.ready():
		p.editor = p.openEditor(ctx)
	}
	if p.editor == nil {
		browser.Refill(filterID, text)
		return
	}
	p.editor.Show(text, fault != nil)
}

func (p *request) dropEditor() {
	if p.editor != nil {
		p.editor.Stop()
		p.editor = nil
	}
}

func (p *request) openEditor(ctx app.Context) *browser.Editor {
	later := func(do func()) func() {
		return func() { ctx.Dispatch(func(ctx app.Context) { p.Gesture(ctx, do) }) }
	}
	return browser.OpenEditor(browser.EditorSource{
		Host: "filter-host", Field: filterID,
		Looks:   view.Looks,
		Suggest: p.suggestions,
		Changed: later(func() {
			p.badFilter = ""
			p.Store.Request.SetFilter(p.filterText())
		}),
		Most: filter.MaxLength,
		Refused: func(units int) {
			later(func() {
				p.badFilter = "The $filter was left as it was, because it would have had " + view.Number(units) +
					" characters. At most " + view.Number(filter.MaxLength) + " fit."
			})()
		},
		Run:  later(p.run),
		Mend: later(p.mend),
	}, later(func() {}))
}

// filterText is the filter as the reader sees it now.
func (p *request) filterText() string {
	if p.editor.Open() {
		return p.editor.Text()
	}
	return browser.Field(filterID)
}

// run sends the filter as the reader sees it.
func (p *request) run() {
	p.Store.Request.SetFilter(p.filterText())
	p.Store.Request.Run()
}

// suggestions answers the editor, which counts in UTF-16 units, on its own turn.
func (p *request) suggestions(text string, at int, asked bool) (from int, list []browser.Offering) {
	p.Guard(func() {
		units := utf16.Encode([]rune(text))
		before := string(utf16.Decode(units[:min(max(at, 0), len(units))]))
		if before == "" && !asked {
			return
		}
		start, found := p.Store.Hints.Suggest(text, len(before))
		from = len(utf16.Encode([]rune(text[:start])))
		for _, s := range found {
			list = append(list, browser.Offering{Label: view.Shorten(s.Label, 60), Detail: s.Detail, Look: view.TokenLook(s.Kind), Text: s.Text})
		}
	})
	return from, list
}

// mend takes the way out of a mistake and goes on behind it.
func (p *request) mend() {
	caret, ok := p.Store.Hints.Mend()
	if !ok {
		p.Store.Hints.MendSelect()
		return
	}
	text, _ := p.Store.Request.Filter()
	p.Ctx.Defer(func(app.Context) {
		if p.editor != nil {
			p.editor.Show(text, false)
			p.editor.Place(text, caret)
			return
		}
		browser.Focus(filterID)
		browser.SetCaret(filterID, caret)
	})
}

// wayOutOfMistake is the button that repairs the filter, below what is wrong
// with it, or the word about a name that no entity has.
func (p *request) wayOutOfMistake(text string) app.UI {
	about, label, mend := p.strays(text)
	return view.H("div.row",
		view.H("span;role=status", about),
		view.H("span", app.If(label != "", func() app.UI {
			return view.H("button#mend.btn.btn--sm;type=button;aria-keyshortcuts=Control+.", view.Icon("wand-sparkles"), view.Text(label),
				view.T("kbd", "Ctrl+."),
				p.Click("mend/"+label, mend),
			)
		})),
	)
}

// strays tells of a name that no entity has, in the filter or else in $select,
// or of a value of another type than its column, and returns what mends it: a label, "" for none, and the gesture.
func (p *request) strays(text string) (about app.UI, label string, mend func()) {
	_, fault := p.Store.Request.Filter()
	if repair, ok := p.Store.Hints.Repair(text, fault); ok {
		label, mend = repair.Label, p.mend
	}
	if about := desk.StrayIn(&p.Desk, text); fault == nil && about != nil {
		return about, label, mend
	}
	name, nearest := p.Store.Hints.StraySelect()
	if label != "" || name == "" {
		return view.El("span;hidden=true"), label, mend
	}
	if nearest != "" {
		label, mend = "Write "+nearest, p.Store.Hints.MendSelect
	}
	return desk.StrayName(name, " in $select is the name of no column. The service returns null for it."), label, mend
}
