package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/view"
)

// shownVersions is how many versions the bar has room for.
const shownVersions = 9

// history is the bar of design versions with undo and redo.
func (p *Playground) history() app.UI {
	versions, now := p.store.History()
	first := max(0, min(now-shownVersions+3, len(versions)-shownVersions))
	last := min(len(versions), first+shownVersions)
	items := make([]app.UI, 0, last-first)
	for i := first; i < last; i++ {
		v := versions[i]
		button := view.El("button.v;type=button").Aria("label", "Version "+strconv.Itoa(i+1)+": "+v.Label).
			Title(v.Design.PartitionKey + "  " + v.Design.RowKey).Body(view.El("span").Text(v.Label)).
			OnClick(p.click("seek/"+strconv.Itoa(i), func() { p.ui.badName = ""; p.store.Seek(i) }))
		li := view.El("li")
		switch {
		case i == now:
			li, button = li.Class("cur"), button.Aria("current", "true")
		case i > now:
			li = li.Class("redo")
		}
		items = append(items, li.Body(button))
	}
	undo := iconButton("undo", "undo-2", "Undo", !p.store.CanUndo()).OnClick(p.click("undo", p.store.Undo))
	redo := iconButton("redo", "redo-2", "Redo", !p.store.CanRedo()).OnClick(p.click("redo", p.store.Redo))
	return view.El("div.hist;role=group;aria-label=Design history").Body(
		view.El("div.row").Body(undo, redo),
		view.El("ol").Body(items...),
	)
}

// iconButton is a button without a visible word. A disabled one keeps the focus:
// undoing the last step must not throw the keyboard back to the top of the page.
func iconButton(id, icon, label string, disabled bool) app.HTMLElem {
	return view.El("button").ID(id).Class("btn", "btn--icon").Attr("type", "button").Aria("label", label).Title(label).Aria("disabled", truth(disabled)).Body(view.Icon(icon))
}
