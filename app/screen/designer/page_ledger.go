package designer

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// IDs of elements of the ledger.
const (
	ledgerID     = "ledger"
	ledgerBodyID = "ledger-body"
	entityID     = "entity"
	valueID      = "entity-value"
	typeID       = "entity-type"
	nameID       = "entity-name"
)

// ledger is the table as a sorted list, with the entity that is open in it.
type ledger struct {
	desk.Desk
	shown  func() bool // whether its panel is there
	behind func() bool // whether its panel does not show yet what there is

	grid    *browser.Grid
	rev     int
	lines   *view.Ledger
	editing string // the property whose value is being edited
	adding  bool   // a new property is being written
	bad     string // why the value as typed is refused
	focus   bool   // the entity that was opened gets the focus once it is drawn
}

// card is the table as a sorted list, with the entity that is open.
func (p *ledger) card() app.UI {
	l := p.Store.Ledger()
	l.Refresh()
	body := p.ledgerGrid(l)
	if !l.Ready() {
		text := "Reading the table."
		if p.Store.Index().Gone() {
			text = "The table is gone here. Step back, and it is here again."
		}
		body = view.H("div.lg", view.T("p.muted", text))
	}
	return view.H("section.card;aria-labelledby=ledger-title",
		view.H("div.card__h",
			view.T("h2#ledger-title", "Ledger"),
			view.T("span.muted.num;style=font-size:var(--fs-13)", ledgerText(l)),
			view.H("button#ledger-find.btn.btn--sm.end;type=button", view.Icon("bookmark"), view.Text("Show what was read"),
				p.Click("ledger-find", func() { p.revealRead() }),
			),
		),
		body,
	)
}

func ledgerText(l *design.Ledger) string {
	if !l.Ready() {
		return "Every entity in key order"
	}
	return view.Count(l.Entities(), "entity", "entities") + " in key order, in " + view.Count(len(l.Cuts())+1, "range", "ranges") +
		". This is the table as the console has it now; queries read it as it was built."
}

func (p *ledger) revealRead() {
	l := p.Store.Ledger()
	if line := l.ToLive(); line >= 0 && p.grid != nil {
		p.grid.Reveal(line)
		browser.Focus(ledgerID)
	}
}

// ledgerGrid is the frame of the lines and, beside it, the open entity.
func (p *ledger) ledgerGrid(l *design.Ledger) app.UI {
	properties := p.ledgerProperties()
	shown := properties[:min(len(properties), view.LedgerProperties)]
	head := []app.UI{gridHead(0, "Range", "sr"), gridHead(1, "PartitionKey", "t t--pk"), gridHead(2, "RowKey", "t t--rk")}
	for i, x := range shown {
		head = append(head, gridHead(i+3, x.Name, "p "+x.Class()))
	}
	head = append(head, gridHead(len(shown)+3, "Last query", "st"))
	lines := 0
	if l.Ready() {
		lines = l.Items()
	}
	grid := view.El("div").ID(ledgerID).Class("grid lg__g").Attr("role", "grid").TabIndex(0).Aria("labelledby", "ledger-title").
		Aria("rowcount", strconv.Itoa(lines+1)).Aria("colcount", strconv.Itoa(len(head))).Aria("readonly", "true").
		Style("--props", view.LedgerColumns(properties)).Style("height",
		strconv.Itoa(min(max(lines, 3), shownRows)*view.RowHeight+view.RowHeight+18)+"px")
	if len(l.Cuts()) > 0 {
		grid = grid.Class("ranged")
	}
	var side app.UI = view.El("div.lg__e;hidden=true")
	class := "lg"
	if o := l.Opened(); o != nil {
		side, class = p.entity(o), "lg lg--open"
	}
	return view.El("div").Class(class).Body(
		grid.Body(
			view.H("div;role=rowgroup", view.H("div.grid__h.lg__h;role=row;aria-rowindex=1", head...)),
			view.H("div.grid__b;role=rowgroup", view.ID(ledgerBodyID)),
		),
		side,
	)
}

// ledgerProperties are those beside the keys, which have columns of their own.
func (p *ledger) ledgerProperties() []view.Property {
	return slices.DeleteFunc(properties(&p.Desk), func(x view.Property) bool { return slices.Contains(view.Keys(), x) })
}

// show follows the elements of the ledger and draws its lines after every
// change of the table or of the answer.
func (p *ledger) show(ctx app.Context) {
	u := p
	l := p.Store.Ledger()
	if !p.Store.Rows.HasData() || !p.shown() || !l.Ready() {
		u.stop()
		return
	}
	if u.focus && !p.behind() {
		u.focus = false
		browser.Focus(entityID)
	}
	if u.grid == nil {
		u.grid = browser.NewGrid(browser.GridSource{
			Scroller: ledgerID, Body: ledgerBodyID, Height: view.RowHeight, RowID: view.LineID, Rows: p.ledgerLines,
			Open: func(line int) {
				ctx.Dispatch(func(ctx app.Context) { p.Gesture(ctx, func() { p.openLine(line) }) })
			},
		})
		u.rev = -1
	}
	if u.rev != p.Store.Edit.Rev() && !p.behind() {
		u.rev, u.lines = p.Store.Edit.Rev(), nil
		l.Refresh()
		u.grid.Show(l.Items())
	}
}

func (u *ledger) stop() {
	if u.grid != nil {
		u.grid.Stop()
		u.grid = nil
	}
}

// ledgerLines writes the visible lines. Like gridRows it guards itself.
func (p *ledger) ledgerLines(first, count, active int) (html string) {
	p.Guard(func() {
		l := p.Store.Ledger()
		if !l.Ready() {
			return
		}
		if p.lines == nil {
			p.lines = view.NewLedger(l, p.ledgerProperties())
		}
		last := l.Items()
		first, count = min(first, last), min(count, max(0, last-first))
		html = p.lines.HTML(first, count, active)
	})
	return html
}

// openLine opens the entity of a line and puts the keyboard on it.
func (p *ledger) openLine(line int) {
	l := p.Store.Ledger()
	if !l.Ready() || line >= l.Items() {
		return
	}
	place, cut := l.Item(line)
	if cut != nil {
		return
	}
	l.Open(l.Row(place).Key())
	p.editing, p.adding, p.bad = "", false, ""
	p.focus = true
}
