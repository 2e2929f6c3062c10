package designer

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/keys/form"
)

// ownKeys stands beside the store.Parts for the user's own sample keys.
const ownKeys = 2

// ownKeysID is the field in which they are typed.
const ownKeysID = "own-keys"

// findings is the cards that say what the present keys come to.
type findings struct {
	desk.Desk
	which    int  // which keys the anatomy shows: a store.Part, or ownKeys
	unfolded bool // the anatomy shows its keys though nothing is wrong with them
}

// anatomy is the card with the ruler: sample keys in the order of the table,
// beside the order that was meant, and what to do where the two part.
func (p *findings) anatomy() app.UI {
	rulers := [...]check.Ruler{p.Store.Keys.Anatomy(draft.PartitionKey), p.Store.Keys.Anatomy(draft.RowKey), p.Store.Keys.OwnAnatomy()}
	names := [...]string{"PartitionKey", "RowKey", "Own keys"}
	seg := make([]app.UI, len(names))
	for i, name := range names {
		body := []app.UI{view.Text(name)}
		if n := len(rulers[i].Findings); n > 0 {
			body = append(body, view.T("span.num", strconv.Itoa(n)), view.T("span.vh", " "+desk.Plural(n, "trap", "traps")))
		}
		seg[i] = view.Around("button;type=button", body, view.Flag("aria-pressed", p.which == i),
			p.Click("ruler/"+name, func() { p.which = i }))
	}
	r := rulers[p.which]
	end := view.H("div.seg.end;role=group;aria-label=Keys to look at", seg...)
	if p.which != ownKeys && len(rulers[0].Findings)+len(rulers[1].Findings) == 0 && !p.unfolded {
		return desk.Card("anatomy", "Key anatomy", unfoldKeys(p), p.traps(r)...)
	}
	return desk.Card("anatomy", "Key anatomy", end, view.H("div.anat",
		view.H("div",
			view.H("div", app.If(p.which == ownKeys, p.ownKeysField)),
			p.ruler(r),
		),
		view.H("div", p.traps(r)...),
	))
}

// unfoldKeys shows the keys of an anatomy in which nothing is wrong.
func unfoldKeys(p *findings) app.UI {
	return view.H("button#anatomy-open.btn.btn--sm.end;type=button;aria-expanded=false", view.Text("Show the keys"),
		p.Click("anatomy/open", func() { p.unfolded = true }))
}

// ruler is the sample keys and what follows from them.
func (p *findings) ruler(r check.Ruler) app.UI {
	if len(r.Keys) == 0 {
		return view.T("p.muted", p.noKeys())
	}
	class := [...]string{"rul--pk", "rul--rk", ""}[p.which]
	return view.H("div", view.Ruler(r, class), view.T("p.rul__s", rulerSays(r)))
}

func (p *findings) noKeys() string {
	if p.which == ownKeys {
		return "Type two to nine keys, one per line, in the order that you mean. The table sorts them here."
	}
	return "No row gives a key yet."
}

// rulerSays tells the outcome in a sentence.
func rulerSays(r check.Ruler) string {
	longest, moved := 0, 0
	for i, k := range r.Keys {
		longest = max(longest, form.Length(k.Key))
		if k.Meant != i {
			moved++
		}
	}
	order := "The table has them in the order that you mean."
	if moved > 0 {
		order = strconv.Itoa(moved) + " of " + strconv.Itoa(len(r.Keys)) + " keys are not where you mean them."
	}
	return order + " The longest of them has " + view.Number(longest) + " of " + view.Number(form.MaxKey) + " characters."
}

// traps is what was found, each with its fix and the keys that press it.
func (p *findings) traps(r check.Ruler) []app.UI {
	findings := r.Findings
	if len(findings) == 0 {
		return []app.UI{view.H("p.anat__ok",
			view.H("span.chk.chk--done;role=img;aria-label=Passed", view.Icon("check", "ic--12")),
			view.T("span", "No trap in these keys. "+p.looked(r)),
		)}
	}
	items := make([]app.UI, len(findings))
	n := 0
	for i, f := range findings {
		shortcut := 0
		if f.Fix != nil {
			n++
			shortcut = n
		}
		items[i] = p.trap(f, shortcut)
	}
	return []app.UI{view.H("ul.lint;aria-label=Traps", items...)}
}

// looked says what was looked at, and over how many rows.
func (p *findings) looked(r check.Ruler) string {
	if p.which == ownKeys {
		return "Padding, separators, case, length and characters were looked at."
	}
	rows := p.Store.Table.Report().Rows
	if r.Looked < rows {
		return "So far " + view.Number(r.Looked) + " of " + view.Count(rows, "row", "rows") + " were looked at."
	}
	return "Padding, separators, case, length and characters were looked at in all " + view.Count(rows, "row", "rows") + "."
}

func (p *findings) trap(f check.Finding, shortcut int) app.UI {
	sign := view.T("span.bang;role=img;aria-label=Problem", "!")
	if f.Severity != check.Problem {
		sign = view.H("span.inf;role=img;aria-label=Note", view.Icon("circle-help", "ic--20"))
	}
	body := []app.UI{view.T("h3", f.Title), view.T("p", f.Detail)}
	if f.Fix != nil {
		button := view.El("button.btn.btn--sm;type=button").Title(f.Fix.Template).Body(view.Icon("wand-sparkles"), view.Text(f.Fix.Label))
		if shortcut <= 9 {
			key := strconv.Itoa(shortcut)
			button = button.Aria("keyshortcuts", "Alt+"+key).Body(view.Icon("wand-sparkles"), view.Text(f.Fix.Label),
				view.T("kbd.hide-sm;aria-hidden=true", "Alt "+key))
		}
		id := "trap-" + strconv.Itoa(shortcut)
		body = append(body, button.Aria("describedby", id).OnClick(p.ClickHandler("trap/"+f.Fix.Label+f.Fix.Template, func() { p.cure(*f.Fix) })))
		if p.which == ownKeys {
			body = append(body, view.H("span;hidden=true", view.ID(id)))
		} else {
			body = append(body, p.tried(id, *f.Fix))
		}
	}
	return view.H("li", sign, view.H("div", body...))
}

// cure applies a fix to what the ruler shows.
func (p *findings) cure(f keys.Fix) {
	if p.which == ownKeys {
		p.Store.Keys.FixOwnKeys(f)
	} else {
		p.Store.Keys.Fix(f)
	}
}

// fixByKey applies the fix with a number. It reports whether there is one.
func (p *findings) fixByKey(ctx app.Context, n int) bool {
	findings := p.Store.Keys.OwnAnatomy().Findings
	if p.which != ownKeys {
		findings = p.Store.Keys.Anatomy(draft.Part(p.which)).Findings
	}
	for _, f := range findings {
		if f.Fix == nil {
			continue
		}
		if n--; n == 0 {
			ctx.Dispatch(func(ctx app.Context) { p.Gesture(ctx, func() { p.cure(*f.Fix) }) })
			return true
		}
	}
	return false
}

func (p *findings) ownKeysField() app.UI {
	return view.H("div.own",
		view.H("label", view.Attr("for", ownKeysID), view.Text("Your own keys, one per line, in the order that you mean")),
		view.H("textarea.mono;spellcheck=false;autocomplete=off;autocapitalize=off", view.ID(ownKeysID),
			view.Attr("maxlength", strconv.Itoa(draft.MaxOwnKeys)),
			view.Attr("rows", strconv.Itoa(check.TypedKeys)),
			p.On("input", "own-keys", func(app.Context, app.Event) { p.Store.Keys.SetOwnKeys(browser.Field(ownKeysID)) }),
		),
	)
}
