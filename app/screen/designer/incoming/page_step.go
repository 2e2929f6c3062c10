package incoming

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/table"
)

// stepColumns is how many columns the import step shows at a time.
const stepColumns = 25

// importWays shows how the bytes were read. What is changed is read again at once; undo
// takes it back.
func (p *Part) importWays(read *model.ReadAs) app.UI {
	o := read.Options
	fields := []app.UI{
		p.way("read-format", "Format", formatOptions(o.Format), func(v string) {
			o.Format = dataset.Format(atoi(v))
			p.Store.Correction.Correct(o)
		}),
		p.way("read-encoding", "Encoding", encodingOptions(o.Encoding),
			func(v string) { o.Encoding = dataset.Encoding(atoi(v)); p.Store.Correction.Correct(o) }),
	}
	if o.Format == dataset.CSV {
		fields = append(fields, p.way("read-delimiter", "Fields separated by", delimiterOptions(o.Delimiter),
			func(v string) { o.Delimiter = byte(atoi(v)); p.Store.Correction.Correct(o) }))
	}
	if len(read.Records) > 1 {
		fields = append(fields, p.way("read-records", "Rows from", recordOptions(read.Records, o.Records),
			func(v string) { o.Records = v; p.Store.Correction.Correct(o) }))
	}
	if read.Rows > read.Kept {
		fields = append(fields, p.way("read-sample", "Of too many rows", sampleOptions(o.Even),
			func(v string) { o.Even = v == "1"; p.Store.Correction.Correct(o) }))
	}
	return view.H("div.readas__w", fields...)
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// way is one choice of how to read.
func (p *Part) way(id, label string, options []app.UI, choose func(value string)) app.UI {
	return view.H("label", view.T("span", label), p.Pick("select", id, options, choose, view.ID(id)))
}

func choice(value int, text string, now bool) app.UI {
	return ui.Option(strconv.Itoa(value), text, now)
}

func formatOptions(now dataset.Format) (list []app.UI) {
	for _, f := range []dataset.Format{dataset.CSV, dataset.JSON, dataset.JSONLines} {
		list = append(list, choice(int(f), f.String(), f == now))
	}
	return list
}

func encodingOptions(now dataset.Encoding) (list []app.UI) {
	for _, e := range dataset.Encodings() {
		list = append(list, choice(int(e), e.String(), e == now))
	}
	return list
}

func delimiterOptions(now byte) (list []app.UI) {
	for _, d := range dataset.Delimiters() {
		list = append(list, choice(int(d), dataset.DelimiterName(d), d == now))
	}
	return list
}

func recordOptions(paths []string, now string) (list []app.UI) {
	for _, path := range paths {
		list = append(list, ui.Option(path, path, path == now))
	}
	return list
}

func sampleOptions(even bool) []app.UI {
	return []app.UI{choice(1, "an even sample", even), choice(0, "the first rows", !even)}
}

// stepTable lists the columns: whether they are kept, their type, and what the
// first rows have.
func (p *Part) stepTable() app.UI {
	columns, _, typed := p.Store.Correction.Preview()
	x := &p.importing
	shown := min(len(columns), max(x.columns, stepColumns))
	rows := make([]app.UI, shown)
	for i, c := range columns[:shown] {
		rows[i] = p.stepRow(c, typed)
	}
	if len(columns) == 0 {
		return view.T("p.muted", "Nothing can be shown as it is read now. Choose another way above.")
	}
	return view.H("div",
		view.H("div.scroll", view.H("table.readas__t",
			view.T("caption.vh", "Columns of the file"),
			view.H("thead", view.H("tr", desk.HeadCell("Keep"), desk.HeadCell("Column"), desk.HeadCell("Type"), desk.HeadCell("First rows"))),
			view.H("tbody", rows...),
		)),
		view.H("div.row",
			app.If(shown < len(columns), func() app.UI {
				return view.H("button.btn.btn--sm;type=button", view.Text("Show more of the "+view.Number(len(columns))+" columns"),
					p.Click("step-more", func() { x.columns = shown + stepColumns }),
				)
			}),
			app.If(x.keep != nil, func() app.UI { return p.keepButton(columns) }),
		),
	)
}

// kept reports whether a column is ticked.
func (x *importUI) kept(c model.ColumnPreview) bool {
	if x.keep == nil {
		return c.Column >= 0
	}
	return x.keep[c.Place]
}

// keepButton reads the file again with the columns that are ticked.
func (p *Part) keepButton(columns []model.ColumnPreview) app.UI {
	x := &p.importing
	var places []int
	for _, c := range columns {
		if x.kept(c) {
			places = append(places, c.Place)
		}
	}
	b := view.H("button#keep-columns.btn.btn--sm.btn--primary;type=button",
		view.Text("Read again with "+view.Count(len(places), "column", "columns")),
		p.Click("keep-columns", func() {
			x.keep = nil
			p.Store.Correction.KeepColumns(places)
		}),
	)
	if len(places) == 0 || len(places) > dataset.MaxColumns {
		return view.T("span.bad;role=status", "Keep from 1 to "+view.Number(dataset.MaxColumns)+" columns.")
	}
	return b
}

func (p *Part) stepRow(c model.ColumnPreview, typed bool) app.UI {
	x := &p.importing
	key := "step/" + strconv.Itoa(c.Place)
	texts := make([]app.UI, len(c.Texts))
	for i, t := range c.Texts {
		texts[i] = view.T("code", view.Shorten(t, 24))
	}
	var kind app.UI = view.T("span.muted", "not kept")
	if c.Column >= 0 && typed {
		kind = p.typePicker("step-type-"+strconv.Itoa(c.Place), "Type of "+c.Source, c.Column)
	} else if c.Column >= 0 {
		kind = view.T("span.muted", "no row is read")
	}
	return view.H("tr",
		view.H("td", view.H("input;type=checkbox", view.Attr("aria-label", "Keep "+c.Source), view.Flag("checked", x.kept(c)),
			p.On("change", key, func(app.Context, app.Event) { p.tick(c) }),
		)),
		view.H("td", view.T("b", c.Source), p.inKeys(c.Column)),
		view.H("td", kind),
		view.H("td.readas__p", texts...),
	)
}

// tick changes whether a column is to be kept.
func (p *Part) tick(c model.ColumnPreview) {
	x := &p.importing
	if x.keep == nil {
		x.keep = map[int]bool{}
		columns, _, _ := p.Store.Correction.Preview()
		for _, other := range columns {
			x.keep[other.Place] = other.Column >= 0
		}
	}
	x.keep[c.Place] = !x.keep[c.Place]
}

// typePicker chooses the type of a column of the data, and the form in which the
// texts write it.
func (p *Part) typePicker(id, label string, col int) app.UI {
	columns := p.Store.Correction.PreviewColumns()
	if col >= len(columns) {
		return view.El("span;hidden=true")
	}
	c := &columns[col]
	return view.H("span",
		p.Pick("select", id, desk.TypeOptions(c), func(v string) {
			desk.ChosenType(v, func(t table.EdmType, f dataset.Form) { p.Store.Correction.SetPreviewForm(col, t, f) })
		}, view.ID(id), view.Attr("aria-label", label)),
		view.T("span.bad;role=status", desk.Misfits(c, p.Store.Correction.PreviewMisfits(col))),
	)
}
