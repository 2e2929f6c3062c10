package designer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// typeIcons are the icons of the property types.
var typeIcons = map[table.EdmType]string{
	table.String: "type", table.Int32: "hash", table.Int64: "hash", table.Double: "hash",
	table.DateTime: "calendar", table.Boolean: "toggle-left", table.Guid: "fingerprint", table.Binary: "binary",
}

// columns is what keys can be made of: the columns of the data, and functions.
type columns struct {
	desk.Desk
	templates *templates
	more      func(more bool) // says whether some are still to be drawn

	openColumn int              // the column whose settings are open, -1 for none
	badName    string           // why a new column name is refused
	drawn      int              // how many of the columns are there
	of         *dataset.Dataset // of which data
}

// close forgets what is open of them.
func (p *columns) close() { p.openColumn, p.badName = -1, "" }

// aside lists what keys can be made of.
func (p *columns) aside() app.UI {
	if !p.Store.Rows.HasData() { // keeps the place of what follows: the bar may be playing
		return view.El("aside;hidden=true")
	}
	columns := p.Store.Rows.Columns()
	inPartitionKey, inRowKey := p.Store.Keys.Uses(draft.PartitionKey), p.Store.Keys.Uses(draft.RowKey)
	items := make([]app.UI, p.unfold(p.Store.Rows.Data(), len(columns)))
	for i := range items {
		c := &columns[i]
		items[i] = p.column(i, c, slices.Contains(inPartitionKey, c.Name), slices.Contains(inRowKey, c.Name))
	}
	return view.H("aside#columns.pg__src;aria-label=Source columns",
		view.H("h2", view.Text("Columns"), view.T("span.num", view.Number(len(columns)))),
		view.H("ul.cols", items...),
		arrival(&p.Desk),
		view.T("h2.fn-h", "Functions"),
		view.H("div.fns", p.functions()...),
	)
}

// columnsAtOnce is how many columns more are drawn in one turn of the page: the
// elements of 250 at once would hold it up.
const columnsAtOnce = 24

// unfold returns how many of the columns of some data are drawn now. The panel is
// drawn again until all are.
func (u *columns) unfold(data *dataset.Dataset, all int) int {
	if app.IsServer {
		return all
	}
	if data != u.of {
		u.of, u.drawn = data, 0
	}
	u.drawn = min(all, u.drawn+columnsAtOnce)
	u.more(u.drawn < all)
	return u.drawn
}

// column is one source column; it opens to insert, rename or retype it.
func (p *columns) column(i int, c *dataset.Column, inPK, inRK bool) app.UI {
	open := p.openColumn == i
	key := "column/" + strconv.Itoa(i) + c.Name
	distinct := view.Number(c.Distinct)
	if c.ManyDistinct() {
		distinct = view.Number(dataset.DistinctCap) + "+"
	}
	settings := "column-" + strconv.Itoa(i)
	li := view.El("li.col")
	if open {
		li = li.Class("col--open")
	}
	return li.Body(
		view.H("button.col__b;type=button", view.Flag("aria-expanded", open), view.Attr("aria-controls", settings),
			view.Icon(typeIcons[c.Type]),
			view.H("b", view.H("span", view.Attr("title", c.Name), view.Text(c.Name)), usedIn(inPK, inRK)),
			view.H("span.num;title=different values", view.Text(distinct), view.T("span.vh", " different values")),
			view.T("small", c.Sample), p.Click(key, func() {
				p.badName = ""
				if open {
					p.openColumn = -1
				} else {
					p.openColumn = i
				}
			})),
		view.H("div", view.ID(settings), app.If(open, func() app.UI { return p.columnSettings(i, c, key) })),
	)
}

func usedIn(inPK, inRK bool) app.UI {
	var marks []app.UI
	if inPK {
		marks = append(marks, view.El("span.p;title=in PartitionKey"))
	}
	if inRK {
		marks = append(marks, view.El("span.r;title=in RowKey"))
	}
	return view.H("span.inuse", marks...)
}

func (p *columns) columnSettings(i int, c *dataset.Column, key string) app.UI {
	return view.H("div.col__e",
		view.H("span", view.Text(columnFacts(c))),
		view.H("button.btn.btn--sm;type=button", view.Text("Add {"+c.Name+"} to "+draft.Part(p.templates.editing).String()),
			p.On("click", key+"add", func(ctx app.Context, _ app.Event) { p.templates.insert(ctx, "{"+c.Name+"}", len(c.Name)+2) }),
		),
		view.H("label", view.T("span", "Property type"), p.Pick("select", key+"type", desk.TypeOptions(c), func(v string) {
			desk.ChosenType(v, func(t table.EdmType, f dataset.Form) { p.Store.Rows.SetForm(i, t, f) })
		})),
		view.T("span.bad;role=status", desk.Misfits(c, p.Store.Rows.Misfits(i))),
		view.H("label", view.Attr("for", renameID), view.Text("Property name")),
		view.El("input").ID(renameID).Class("field", "mono").Attr("type", "text").Attr("value", c.Name).Spellcheck(false).Attr(
			"autocomplete", "off").Attr("maxlength", strconv.Itoa(table.MaxNameLength+1)).
			Aria("describedby", renameID+"-err").
			OnChange(p.Handler(key+"rename", func(app.Context, app.Event) { p.rename(i) })),
		view.H("span.bad;role=status", view.ID(renameID+"-err"), view.Text(p.badName)),
	)
}

// columnFacts says where a column comes from and what it lacks.
func columnFacts(c *dataset.Column) string {
	text := strings.TrimPrefix(c.Type.String(), "Edm.")
	if c.Form != dataset.Plain && c.Form.Type() == c.Type {
		text += ", " + c.Form.String()
	}
	if c.Renamed() {
		text += ", called “" + c.Source + "” in the file"
	}
	if c.Missing > 0 {
		text += ", missing in " + view.Count(c.Missing, "row", "rows")
	}
	return text + "."
}

func (p *columns) rename(i int) {
	p.badName = ""
	name := browser.Field(renameID)
	if name == p.Store.Rows.Columns()[i].Name {
		return
	}
	if err := p.Store.Questions.Rename(i, name); err != nil {
		p.badName = err.Error()
	}
}

// functions are buttons that put a function into the template that had the
// focus last, with the caret where its argument goes.
func (p *columns) functions() []app.UI {
	var buttons []app.UI
	for _, f := range keys.Functions() {
		text := "{" + f.Name + "()}"
		caret := len(f.Name) + 2
		if f.Signature == f.Name+"()" {
			caret = len(text)
		}
		buttons = append(buttons, view.H("button.fn;type=button",
			view.Attr("title", f.Signature+": "+f.Meaning+" For example "+f.Example+" gives "+f.Gives+"."),
			view.Text(f.Name), p.On("click", "function/"+f.Name, func(ctx app.Context, _ app.Event) { p.templates.insert(ctx, text, caret) })))
	}
	return buttons
}
