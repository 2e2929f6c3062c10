package designer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/keys"
)

// slotMenu is the menu of one chip, or the one that adds a part.
type slotMenu struct {
	open bool
	part draft.Part
	slot int // of the template, addPart for the button behind the last
	at   int // the item with the focus
}

// addPart stands for the button that adds a part.
const addPart = -1

// menuItem is one line of a menu: what it does and what comes of it.
type menuItem struct {
	label, gives string
	key          string // tells its handler from others
	do           func()
}

// chipWidth is how many characters of a value a chip shows.
const chipWidth = 18

// chips is a template as its parts, each with what it gives for one row. The
// text above them is the same template; a change in one is a change in both.
func (p *templates) chips(part draft.Part) app.UI {
	pieces := p.Store.Keys.Pieces(part)
	if pieces == nil {
		return view.El("div;hidden=true")
	}
	class := "k--pk"
	if part == draft.RowKey {
		class = "k--rk"
	}
	items := make([]app.UI, 0, len(pieces)+1)
	for i, piece := range pieces {
		if piece.Literal {
			items = append(items, view.H("li", view.T("span.chips__l", piece.Text)))
			continue
		}
		gives := view.Shorten(desk.Named(piece.Gives), chipWidth)
		chip := p.menuButton(part, i, class, piece.Text+" gives "+gives).Title(piece.Text).Body(view.Text(gives),
			view.Icon("chevron-down", "ic--12"))
		items = append(items, view.H("li", chip))
	}
	add := p.menuButton(part, addPart, "chips__add", "Add a part to "+part.String()).Body(view.Icon("plus", "ic--14"))
	items = append(items, view.H("li", add))
	return view.H("div.chips",
		view.Around("ul", items, view.Attr("aria-label", "Parts of "+part.String())),
		view.H("div", app.If(p.menu.open && p.menu.part == part, p.chipMenu)),
	)
}

func menuButtonID(part draft.Part, slot int) string {
	return desk.EditorIDs[part] + "-part-" + strconv.Itoa(slot)
}

func (p *templates) menuButton(part draft.Part, slot int, class, label string) app.HTMLElem {
	id := menuButtonID(part, slot)
	isOpen := func() bool { return p.menu.open && p.menu.part == part && p.menu.slot == slot }
	return view.El("button.k;type=button;aria-haspopup=menu").ID(id).Class(class).Aria("label", label).Aria("expanded", ui.Truth(isOpen())).
		OnClick(p.Handler(id, func(ctx app.Context, _ app.Event) {
			if isOpen() {
				p.closeMenu()
			} else {
				p.openMenu(part, slot)
			}
		})).
		OnKeyDown(p.Handler(id+"/key", func(ctx app.Context, e app.Event) {
			if e.Get("key").String() == "ArrowDown" {
				e.PreventDefault()
				p.openMenu(part, slot)
			}
		}))
}

// openMenu shows the menu and gives its first item the focus once it is drawn.
func (p *templates) openMenu(part draft.Part, slot int) {
	p.list.open = false
	p.menu = slotMenu{open: true, part: part, slot: slot}
	p.focusItem(0)
}

func (p *templates) closeMenu() {
	p.menu.open = false
	id := menuButtonID(p.menu.part, p.menu.slot)
	p.Ctx.Defer(func(app.Context) { browser.Focus(id) })
}

func (p *templates) focusItem(i int) {
	p.menu.at = i
	p.Ctx.Defer(func(app.Context) { browser.Focus(menuItemID(i)) })
}

// menuItems begins the ID of every item of a menu.
const menuItems = "menu-item-"

func menuItemID(i int) string { return menuItems + strconv.Itoa(i) }

func (p *templates) menuItems() []menuItem {
	m := p.menu
	var items []menuItem
	if m.slot == addPart {
		for _, c := range p.Store.Rows.Columns() {
			items = append(items, menuItem{c.Name, "{" + c.Name + "}", m.part.String(), func() { p.Store.Keys.AddPart(m.part, c.Name) }})
		}
		return items
	}
	items = append(items, menuItem{"Edit as text", "", m.part.String(), func() { p.editSlot(m.part, m.slot) }})
	for _, e := range p.Store.Keys.Edits(m.part, m.slot) {
		items = append(items, menuItem{e.Label, e.Text, m.part.String() + e.Fix.Template, func() { p.Store.Keys.Fix(e.Fix) }})
	}
	return items
}

// editSlot puts the caret before the closing brace of a placeholder.
func (p *templates) editSlot(part draft.Part, slot int) {
	if pieces := p.Store.Keys.Pieces(part); slot < len(pieces) {
		p.Ctx.Defer(func(app.Context) {
			browser.Focus(desk.EditorIDs[part])
			browser.SetCaret(desk.EditorIDs[part], pieces[slot].End-1)
		})
	}
}

func (p *templates) chipMenu() app.UI {
	items := p.menuItems()
	lines := make([]app.UI, len(items))
	for i, item := range items {
		lines[i] = view.H("li;role=none",
			view.H("button.menu__i;type=button;role=menuitem;tabindex=-1", view.ID(menuItemID(i)), view.T("span", item.label),
				view.T("code", item.gives),
				p.On("click", "menu/"+strconv.Itoa(p.menu.slot)+item.label+item.key, func(ctx app.Context, _ app.Event) {
					if i > 0 || p.menu.slot == addPart {
						p.closeMenu()
					}
					p.menu.open = false
					item.do()
				}),
			),
		)
	}
	label := "Functions of this part"
	if p.menu.slot == addPart {
		label = "Columns"
	}
	return view.Around("ul.menu;role=menu", lines, view.Attr("aria-label", label),
		p.On("keydown", "menu/key"+strconv.Itoa(len(items)), func(ctx app.Context, e app.Event) { p.menuKey(ctx, len(items), e) }),
		p.On("mousedown", "menu/press", func(ctx app.Context, e app.Event) { e.PreventDefault() }),
		view.On("focusout", "", func(_ app.Context, e app.Event) { p.leaveMenu(e) }))
}

// leaveMenu closes the menu when the focus goes to something else.
func (p *templates) leaveMenu(e app.Event) {
	to := e.Get("relatedTarget")
	if to.Truthy() {
		// The button that opened the menu closes it with its own press.
		if id := to.Get("id").String(); strings.HasPrefix(id, menuItems) || id == menuButtonID(p.menu.part, p.menu.slot) {
			return
		}
	}
	p.menu.open = false
}

// menuKey moves through the menu.
func (p *templates) menuKey(ctx app.Context, n int, e app.Event) {
	at := p.menu.at
	switch e.Get("key").String() {
	case "ArrowDown":
		p.focusItem((at + 1) % n)
	case "ArrowUp":
		p.focusItem((at + n - 1) % n)
	case "Home":
		p.focusItem(0)
	case "End":
		p.focusItem(n - 1)
	case "Escape":
		p.closeMenu()
	case "Tab":
		p.menu.open = false
		return
	default:
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
}

// slotKey lets the caret step over a placeholder as one thing: the first press
// selects it, the next goes on. Backspace and Delete take all of it. It reports
// whether it took the key. It runs on the browser's turn, because a handler that
// waits for the work under way comes too late to keep the browser from moving
// the caret or deleting one character.
func (p *templates) slotKey(k browser.Key) bool {
	part := slices.Index(desk.EditorIDs[:], k.Target)
	back := k.Name == "arrowleft" || k.Name == "backspace"
	if part < 0 || part == int(desk.SelectPart) || p.list.open || !back && k.Name != "arrowright" && k.Name != "delete" || k.Shift || k.Alt ||
		k.Command {
		return false
	}
	from, to := browser.Selection(k.Target)
	t, err := keys.Parse(browser.Peek(k.Target))
	if from != to || err != nil {
		return false
	}
	for _, s := range t.Slots() {
		if s.Literal || back && s.End != from || !back && s.Offset != from {
			continue
		}
		if k.Name == "backspace" || k.Name == "delete" {
			browser.Erase(k.Target, s.Offset, s.End)
		} else {
			browser.Select(k.Target, s.Offset, s.End)
		}
		return true
	}
	return false
}

// openSelected opens the menu of the placeholder that is selected as a whole.
func (p *templates) openSelected(part draft.Part) {
	from, to := browser.Selection(desk.EditorIDs[part])
	for i, piece := range p.Store.Keys.Pieces(part) {
		if !piece.Literal && piece.Offset == from && piece.End == to {
			p.openMenu(part, i)
		}
	}
}
