package desk

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Misfits says how many values a chosen type loses.
func Misfits(c *dataset.Column, fit *dataset.Fit) string {
	if fit == nil || fit.Count == 0 {
		return ""
	}
	first := fit.First[0]
	counts := " and count as missing, the first in row "
	if fit.Count == 1 {
		counts = " and counts as missing, in row "
	}
	text := view.Count(fit.Count, "value does", "values do") + " not fit " + c.Type.String() + counts +
		view.Number(first.Row+1) + ": “" + view.Shorten(first.Text, 24) + "”"
	for _, m := range fit.First[1:] {
		text += ", row " + view.Number(m.Row+1) + ": “" + view.Shorten(m.Text, 24) + "”"
	}
	if fit.Count > len(fit.First) {
		text += " and so on"
	}
	return text + "."
}

// ChosenType takes a type as its list names it, with the number of a form after a
// slash.
func ChosenType(value string, choose func(table.EdmType, dataset.Form)) {
	name, form, _ := strings.Cut(value, "/")
	n, _ := strconv.Atoi(form)
	if t, ok := table.ParseEdmType(name); ok && dataset.Form(n).Sound() {
		choose(t, dataset.Form(n))
	}
}

// TypeOptions are the types in every form. The value of a form that is not the
// plain one ends with its number.
func TypeOptions(c *dataset.Column) []app.UI {
	var options []app.UI
	for _, t := range table.EdmTypes() {
		for _, f := range dataset.Forms(t) {
			value, text := t.String(), t.String()
			if f != dataset.Plain {
				value, text = value+"/"+strconv.Itoa(int(f)), text+", "+f.String()
			}
			now := t == c.Type && (f == c.Form || f == dataset.Plain && c.Form.Type() != t)
			options = append(options, ui.Option(value, text, now))
		}
	}
	return options
}

// BadRows lists rows that could not be read, with their place and the reason.
func BadRows(bad []dataset.BadRow) app.UI {
	rows := make([]app.UI, 0, min(len(bad), listedBadRows))
	for _, b := range bad[:min(len(bad), listedBadRows)] {
		rows = append(rows, view.H("tr",
			view.T("td.num", view.Number(b.Line)),
			view.T("td", b.Reason),
			view.H("td", view.H("code", view.Attr("title", b.Text), view.Text(view.Shorten(b.Text, 60)))),
		))
	}
	return view.H("div.rep", view.H("table",
		view.T("caption.vh", "Rows that cannot be read"),
		view.H("thead", view.H("tr", HeadCell("Line"), HeadCell("Reason"), HeadCell("Text"))),
		view.H("tbody", rows...),
	), app.If(len(bad) > listedBadRows, func() app.UI {
		return view.T("p.muted", "The first "+strconv.Itoa(listedBadRows)+" are listed.")
	}))
}

// listedBadRows is how many bad rows a message lists.
const listedBadRows = 20
