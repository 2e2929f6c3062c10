package questions

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
)

// DrawTransactions draws what the application changes together, each with whether
// entity group transactions can hold it.
func (p *Part) DrawTransactions() app.UI {
	a, b := p.Store.Score.Groupings(score.A), []score.Grouping(nil)
	if p.Store.Rival.Comparing() {
		b = p.Store.Score.Groupings(score.B)
	}
	var rows []app.UI
	for i := range a {
		rows = append(rows, p.transactionBody(i, &a[i], b))
	}
	var list app.UI = view.T("p.empty", "Say which entities must change together, such as an order and its lines. An entity group "+
		"transaction holds at most 100 entities of one PartitionKey.")
	if len(rows) > 0 {
		list = view.H("div.sc__t", view.H("table.qt.sc__q", append([]app.UI{
			view.T("caption.vh", "Transactions with whether a design can hold them"),
			view.H("thead", view.H("tr", desk.HeadCell("Design"), desk.HeadCell("Can it be held"), view.T("th.r;scope=col", "Groups that fit"))),
		}, rows...)...))
	}
	return view.H("section.card.sc;aria-labelledby=transactions",
		view.H("div.card__h",
			view.T("h2#transactions", "Transactions"),
			view.T("span.muted.hide-sm;style=font-size:var(--fs-13)", "What must change together or not at all, tried on the rows."),
			view.H("span.end", view.H("button#add-transaction.btn.btn--sm;type=button", view.Icon("plus"), view.Text("Add a transaction"),
				p.Click("add-transaction", func() {
					if i := p.Store.Questions.AddTransaction(); i >= 0 {
						p.opened = opened{transaction: i + 1, Focus: "t-title"}
					}
				}))),
		),
		list,
	)
}

func (p *Part) transactionBody(i int, a *score.Grouping, others []score.Grouping) app.UI {
	open := p.transaction == i+1
	by := "Choose the columns in which the rows agree"
	if len(a.By) > 0 {
		by = "rows with the same " + strings.Join(a.By, " and ")
	}
	cell := []app.UI{view.T("b", a.Title), view.T("small", by)}
	var rows []app.UI
	if others == nil {
		rows = []app.UI{view.H("tr", append([]app.UI{designCell("A", a.Title, false)}, groupingCells(a)...)...)}
	} else {
		b := &others[i]
		d := score.DifferOver(a, b)
		if d.Sentence != "" {
			cell = append(cell, view.T("span.sc__diff", d.Sentence))
		}
		rows = []app.UI{
			view.H("tr", append([]app.UI{designCell("A", a.Title, d.Better < 0)}, groupingCells(a)...)...),
			view.H("tr.sc__b", append([]app.UI{designCell("B", b.Title, d.Better > 0)}, groupingCells(b)...)...),
		}
	}
	head := view.H("tr.sc__h", view.H("td.q;colspan=3", view.H("div.sc__name",
		view.H("div", cell...),
		view.H("button.btn.btn--sm.btn--icon;type=button;title=Edit", view.ID("edit-transaction-"+strconv.Itoa(i)),
			view.Attr("aria-label", "Edit transaction "+strconv.Itoa(i+1)+": "+a.Title), view.Flag("aria-expanded", open), view.Icon("pencil"),
			p.Click("edit-transaction/"+strconv.Itoa(i), func() {
				if p.opened = (opened{transaction: i + 1, Focus: "t-title"}); open {
					p.opened = opened{Focus: "edit-transaction-" + strconv.Itoa(i)}
				}
			}),
		),
	)))
	return view.H("tbody", append(append([]app.UI{head}, rows...), p.transactionEditor(i, a))...)
}

func groupingCells(g *score.Grouping) []app.UI {
	if g.Stale && g.Groups == 0 {
		return []app.UI{view.T("td.muted", "–"), view.T("td.r", "–")}
	}
	answer := view.T("span.st.st--ok", "Yes")
	if !g.Holds() {
		answer = view.T("span.st.st--bad", "No")
	}
	cell := []app.UI{answer, view.T("span.sc__say", g.Sentence())}
	if len(g.By) == 0 {
		cell = cell[1:]
	}
	if g.Code != "" {
		cell = append(cell, view.H("small", view.Text("The service says "), view.T("code", string(g.Code)), view.Text(": "+g.Reason)))
	}
	return []app.UI{view.H("td.sc__can", cell...), view.T("td.r;data-l=Groups that fit", view.Number(g.Fits)+" of "+view.Number(g.Groups))}
}

// transactionEditor is the row under a transaction in which it is changed.
func (p *Part) transactionEditor(i int, g *score.Grouping) app.UI {
	row := view.El("tr.sc__edit")
	if p.transaction != i+1 {
		return row.Hidden(true)
	}
	key := "/" + strconv.Itoa(i)
	var boxes []app.UI
	for n, c := range p.Store.Rows.Columns() {
		boxes = append(boxes, p.checkbox("t-by-"+strconv.Itoa(n), c.Name, strings.Contains("\x00"+strings.Join(g.By, "\x00")+"\x00",
			"\x00"+c.Name+"\x00"), key, func(on bool) { p.Store.Questions.SetBy(i, c.Name, on) }))
	}
	return row.Body(view.H("td;colspan=3", view.H("div.sc__form;role=group", view.Attr("aria-label", "Transaction "+strconv.Itoa(i+1)),
		view.H("label.sc__f", view.T("span", "Sentence"), view.H("input#t-title.field;type=text;autocomplete=off;maxlength=200",
			p.On("input", "t-title"+key, func(app.Context, app.Event) { p.Store.Questions.NameTransaction(i, browser.Field("t-title")) }),
		)),
		view.H("fieldset.sc__wide.sc__set", append([]app.UI{view.T("legend", "Rows that change together agree in")}, boxes...)...),
		view.H("div.row.sc__wide",
			view.H("button#t-done.btn.btn--sm.btn--primary;type=button", view.Text("Close the editor"), p.Click("t-done"+key,
				func() { p.opened = opened{Focus: "edit-transaction-" + strconv.Itoa(i)} })),
			view.H("button#t-remove.btn.btn--sm;type=button", view.Icon("trash-2"), view.Text("Remove the transaction"), p.Click("t-remove"+key,
				func() {
					p.Store.Questions.RemoveTransaction(i)
					p.opened = opened{Focus: "add-transaction"}
				})),
		),
	)))
}

// checkbox is a native check box with its label.
func (p *Part) checkbox(id, label string, on bool, key string, set func(on bool)) app.UI {
	return view.H("label.sc__box",
		view.H("input;type=checkbox", view.ID(id), view.Flag("checked", on), p.On("change", id+key+label,
			func(_ app.Context, e app.Event) { set(e.Get("target").Get("checked").Truthy()) })),
		view.Text(label))
}
