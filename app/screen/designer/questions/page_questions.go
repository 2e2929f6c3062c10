package questions

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// opened is what is open on the scorecard, and belongs to the page and not to the work:
// which editor is open and what is typed there and not yet right.
type opened struct {
	question    int    // from 1, 0 for none
	transaction int    // from 1, 0 for none
	badFilter   string // why the $filter as typed is not taken
	badTop      string
	badTimes    string
	Focus       string // what gets the focus once it is drawn
	more        bool   // the figures that a narrow pane leaves out are shown
}

// Part is the questions and the transactions of the application, each with
// what it takes.
type Part struct {
	desk.Desk
	opened
	// Box draws the field of a template.
	Box func(part draft.Part, preview model.Preview, slot string) []app.UI
	// Asked is what follows when a question is put into the editor of the request.
	Asked func()
}

// Draw draws what the application asks, each question with what it takes under the
// present design, and beside it under the one that it is compared with.
func (p *Part) Draw() app.UI {
	body := []app.UI{
		view.H("div.card__h",
			view.T("h2#questions", "Questions"),
			view.T("span.muted.sc__sub;style=font-size:var(--fs-13)", "What the application asks. Choose one to run it."),
			view.H("span.end.row", moreButton(p), p.comparePicker(),
				view.H("button#add-question.btn.btn--sm;type=button", view.Icon("plus"), view.Text("Add a question"),
					p.Click("add-question", p.addQuestion))),
		),
		view.H("div", app.If(p.Store.Rival.Comparing(), p.rivalPanel)),
		p.verdict(),
	}
	if len(p.Store.Questions.Questions()) == 0 {
		body = append(body, view.T("p.empty", "Add the questions that your application asks. Keys are only good or bad for a question."))
	} else {
		body = append(body, p.questionTable())
	}
	return view.H("section.card.sc;aria-labelledby=questions", append(body, p.secondCopy(), p.assumptions())...)
}

// verdict says which design suits the questions: the finding first, and after it
// what it rests on.
func (p *Part) verdict() app.UI {
	said := p.Store.Score.Verdict()
	line := view.El("p#verdict.sc__v;role=status")
	switch {
	case len(said) > 0:
		return line.Body(view.T("span", said[0]), view.T("small", strings.Join(said[1:], " ")))
	case len(p.Store.Questions.Questions()) > 0:
		return line.Body(view.Icon("loader"), view.Text("Asking the questions again. The figures below are being updated."))
	}
	return line
}

func (p *Part) addQuestion() {
	if i := p.Store.Questions.AddQuestion(); i >= 0 {
		p.Edit(i)
	}
}

// Edit opens the editor of a question.
func (p *Part) Edit(i int) {
	p.opened = opened{question: i + 1, Focus: "q-title", more: p.more}
}

// figureNames are the columns of figures.
var figureNames = []string{"Examined", "Returned", "Pages", "Round trips", "Ranges", "Requests an hour"}

// figureNotes say what a column counts, where its name alone leaves a doubt.
var figureNotes = []string{"", "", "a request each", "one after another", "", ""}

// figureClasses tell the figures that are always shown from those that a narrow
// pane leaves out, by their places among figureNames.
var figureClasses = [...]string{0: "r", 1: "r", 2: "r sc__more", 3: "r sc__more", 4: "r sc__more", 5: "r sc__last"}

func figureClass(i int) app.UI { return view.Attr("class", figureClasses[i]) }

// moreButton shows the figures that the pane has no room for.
func moreButton(p *Part) app.UI {
	return view.H("button#all-figures.btn.btn--sm;type=button", view.Flag("aria-pressed", p.more), view.Text("All figures"),
		p.Click("all-figures", func() { p.more = !p.more }))
}

// questionTable has one body for each question: a cell that names it, and one
// row of figures for each design beside it, or below it where there is no room.
func (p *Part) questionTable() app.UI {
	a, b := p.Store.Score.Scores(score.A), []score.Score(nil)
	head := []app.UI{view.T("th.q;scope=col", "Question"), desk.HeadCell("Class")}
	table := view.El("table.qt.sc__q")
	if p.Store.Rival.Comparing() {
		b, table = p.Store.Score.Scores(score.B), table.Class("sc__two")
		head = append(head[:1], desk.HeadCell("Design"), head[1])
	}
	if p.more {
		table = table.Class("sc__all")
	}
	for i, name := range figureNames {
		head = append(head, view.H("th;scope=col", figureClass(i), view.Text(name), view.T("small", figureNotes[i])))
	}
	edits := make([]*score.LastEdit, len(a))
	if b == nil {
		edits = p.Store.Score.LastEdits(a)
		head = append(head, view.H("th.r.sc__was;scope=col", view.Text("Last edit"), view.T("small", "of a key")))
	}
	for _, times := range score.Scales {
		head = append(head, view.H("th.r.sc__more;scope=col;title=An estimate, not a run", view.Text("At "+view.Number(times)+"×"),
			view.T("small", "estimate")))
	}
	bodies := []app.UI{
		view.T("caption.vh", "Questions with what each takes"),
		view.H("thead", view.H("tr", head...)),
	}
	for i := range a {
		bodies = append(bodies, p.questionBody(i, len(head), &a[i], b, edits[i]))
	}
	return view.H("div.sc__t", table.Body(bodies...))
}

// questionBody is one question: its name beside a row for each design, and its
// editor.
func (p *Part) questionBody(i, columns int, a *score.Score, others []score.Score, last *score.LastEdit) app.UI {
	open := p.question == i+1
	var b *score.Score
	if others != nil {
		b = &others[i]
	}
	name := view.El("th.q;scope=rowgroup").Body(
		view.H("div.sc__name",
			view.H("div", p.questionCell(i, a, b)...),
			view.H("button.btn.btn--sm.btn--icon;type=button;title=Edit", view.ID("edit-question-"+strconv.Itoa(i)),
				view.Attr("aria-label", "Edit question "+strconv.Itoa(i+1)+": "+a.Title), view.Flag("aria-expanded", open), view.Icon("pencil"),
				p.Click("edit-question/"+strconv.Itoa(i), func() { p.toggleQuestion(i) }),
			),
		),
	)
	var rows []app.UI
	if b == nil {
		rows = []app.UI{view.Around("tr", append([]app.UI{name}, scoreCells(a, lastEditCell(last))...), view.Attr("class", ""))}
	} else {
		better := score.Differ(a, b).Better
		rows = []app.UI{
			figureRow(a, "", name.Attr("rowspan", "2"), designCell("A", a.Title, better < 0)),
			figureRow(b, "sc__b", designCell("B", b.Title, better > 0)),
		}
	}
	return view.Around("tbody", append(rows, p.questionEditor(i, columns, a)), view.Attr("class", p.selected(a)))
}

func figureRow(s *score.Score, class string, first ...app.UI) app.UI {
	return view.Around("tr", append(first, scoreCells(s, nil)...), view.Attr("class", class))
}

// designCell is the letter of a design, with a word where it is the better one.
func designCell(letter, title string, better bool) app.UI {
	cell := []app.UI{view.T("b.sc__l", letter), view.T("span.vh", title)}
	if better {
		cell = append(cell, view.T("span.st.st--ok", "better"))
	}
	return view.H("th.sc__d;scope=row", cell...)
}

// selected marks the question that is in the editor of the request.
func (p *Part) selected(s *score.Score) string {
	text, _ := p.Store.Request.Filter()
	if p.Store.Hints.Select() != "" {
		return ""
	}
	if len(s.Requests) > 0 && s.Requests[0].Filter == text && s.Top == p.Store.Request.Top() || s.Own && s.Filter == text &&
		s.Top == p.Store.Request.Top() {
		return "sel"
	}
	return ""
}

// questionCell names the question, and says what is sent for it and how the
// designs differ.
func (p *Part) questionCell(i int, a, b *score.Score) []app.UI {
	cell := []app.UI{
		view.H("button;type=button", view.ID("question-"+strconv.Itoa(i)), view.Flag("aria-pressed", p.selected(a) != ""), view.Text(a.Title),
			p.Click("ask/"+strconv.Itoa(i)+a.Filter, func() {
				p.Asked()
				p.Store.Request.AskAndRun(a.Query)
			}),
		),
		view.H("code", asWritten(a.Query)...),
		view.T("small", p.wanted(a.Query)),
	}
	if a.Fault != nil {
		return append(cell, view.H("span.sc__bad", view.Icon("circle-alert", "ic--14"),
			view.Text("The service refuses this filter at character "+strconv.Itoa(place(a.Filter, a.Fault.Offset))+".")))
	}
	if b != nil {
		if d := score.Differ(a, b); d.Sentence != "" {
			cell = append(cell, view.T("span.sc__diff", d.Sentence))
		}
		cell = append(cell, p.turned(i))
	}
	return append(cell, p.reasons(i, a, b))
}

// turned offers to ask a question of columns that names the keys of one design,
// or says why that cannot be had.
func (p *Part) turned(i int) app.UI {
	t, ok := p.Store.Score.Turned(i)
	line := view.El("div.sc__turn")
	switch {
	case !ok:
		return line.Hidden(true)
	case t.Why != "":
		return line.Body(view.T("span", t.Why))
	}
	asked := draft.Query{Filter: t.Filter}
	return line.Body(
		view.H("span", append([]app.UI{view.Text("Under design " + t.Of.String() + " it means ")}, view.H("code", asWritten(asked)...))...),
		view.H("button.btn.btn--sm;type=button", view.ID("turn-"+strconv.Itoa(i)), view.Text("Ask this of both designs"),
			p.Click("turn/"+strconv.Itoa(i), func() {
				p.Store.Score.AskOfColumns(i)
				p.Focus = "question-" + strconv.Itoa(i)
			})),
	)
}

// wanted says in words how often a question is asked and in which order.
func (p *Part) wanted(q draft.Query) string {
	text := q.Often()
	if q.Sort != "" {
		text += ", " + p.direction(q.Sort, q.Newest) + " by " + q.Sort
	}
	return text
}

// direction names the order of a column as people do.
func (p *Part) direction(column string, greatest bool) string {
	names := [2]string{"smallest first", "largest first"}
	for _, c := range p.Store.Rows.Columns() {
		switch {
		case c.Name != column:
		case c.Type == table.DateTime:
			names = [2]string{"oldest first", "newest first"}
		case c.Type == table.String:
			names = [2]string{"A first", "Z first"}
		}
	}
	if greatest {
		return names[1]
	}
	return names[0]
}

// reasons are the requests that a question becomes and what the estimates rest
// on, for those who want to know.
func (p *Part) reasons(i int, a, b *score.Score) app.UI {
	body := []app.UI{view.T("summary", "Requests and estimates")}
	for _, s := range []*score.Score{a, b} {
		if s == nil || s.Stale && !s.Done {
			continue
		}
		if b != nil {
			letter := "A"
			if s == b {
				letter = "B"
			}
			body = append(body, view.T("b", "Design "+letter))
		}
		body = append(body, requestList(s), view.T("p", told(s)), desk.Rests(s.Rests),
			desk.BarrierList(&p.Desk, "why-"+strconv.Itoa(i), s.Barriers, s == a), view.T("p", "Estimates: "+s.Basis))
	}
	return view.Around("details.sc__w.unfolds", body, view.ID("why-"+strconv.Itoa(i)))
}

// shownRequests bounds the requests that are listed for a question.
const shownRequests = 3

func requestList(s *score.Score) app.UI {
	var items []app.UI
	for _, r := range s.Requests[:min(len(s.Requests), shownRequests)] {
		if r.Filter == "" {
			items = append(items, view.T("li", "No $filter, so every entity is read"))
			continue
		}
		items = append(items, view.H("li", view.H("code", view.Inked(view.FilterInk(r.Filter, view.NoWrong))...)))
	}
	if more := len(s.Requests) - len(items); more > 0 {
		items = append(items, view.T("li.muted", "and "+view.Count(more, "request", "requests")+" more like these, all sent at once"))
	}
	return view.H("ul", items...)
}

// told says how the design answers the question beyond the numbers.
func told(s *score.Score) string {
	text := ""
	if s.Own {
		text = "The question names the keys itself, so it is sent as it stands. "
	}
	if s.Sort != "" && s.Top > 0 {
		if s.InOrder {
			return text + "The entities come in the wanted order, so the first page of each request is enough."
		}
		return text + "The keys do not sort by " + s.Sort + ", so everything is read and sorted by the application."
	}
	return text + "Every page is read."
}

// lastEditCell says what the last change of a key did to a question.
func lastEditCell(e *score.LastEdit) app.UI {
	if e == nil {
		return view.T("td.r.sc__was.sc__none", "–")
	}
	class := [...]string{"sc__worse", "", "sc__better"}[e.Better+1]
	return view.H("td.r.sc__was", view.Attr("data-l", "Last edit"),
		view.T("span", view.Number(e.Before)+" → "+view.Number(e.After)), view.H("small", view.Attr("class", class), view.Text(e.Says)))
}

// scoreCells are the figures of one design, with the cell of the last edit where
// there is one.
func scoreCells(s *score.Score, last app.UI) []app.UI {
	figure := func(i int, value string) app.UI {
		return view.H("td", figureClass(i), view.Attr("data-l", figureNames[i]), view.Text(value))
	}
	if s.Fault != nil || s.Stale && !s.Done {
		cells := []app.UI{view.T("td.c.muted", "–")}
		for i := range figureNames {
			cells = append(cells, figure(i, "–"))
		}
		cells = withLast(cells, last)
		for _, times := range score.Scales {
			cells = append(cells, view.H("td.r.sc__more", view.Attr("data-l", "At "+view.Number(times)+"×"), view.Text("–")))
		}
		return cells
	}
	class := view.H("td.c", view.Class(s.Kind))
	if n := len(s.Requests); n > 1 {
		class = view.H("td.c", view.Class(s.Kind), view.T("small", view.Count(n, "query", "queries")+" at once"))
	}
	cells := []app.UI{class}
	for i, n := range []int{s.Cost.Examined, s.Cost.Returned, s.Cost.Pages, s.Trips, s.Cost.Ranges} {
		cells = append(cells, figure(i, view.Number(n)))
	}
	cells = withLast(append(cells, figure(5, score.Hourly(s.PagesPerDay()))), last)
	for i, e := range s.Estimates {
		cells = append(cells, view.H("td.r.sc__est.sc__more", view.Attr("data-l", "At "+view.Number(score.Scales[i])+"×"),
			view.Attr("title", view.Count(e.Ranges, "range", "ranges")),
			view.Text(strings.ReplaceAll("≈ "+pageRange(e.Pages, e.Most), " ", "\u00a0")+", "+view.Number(e.Examined)+"\u00a0read"),
		))
	}
	return cells
}

func withLast(cells []app.UI, last app.UI) []app.UI {
	if last == nil {
		return cells
	}
	return append(cells, last)
}

// pageRange is from how many to how many pages something takes.
func pageRange(least, most int) string {
	if least == most {
		return view.Count(least, "page", "pages")
	}
	return view.Number(least) + " to " + view.Count(most, "page", "pages")
}

// asWritten is a query as it goes into the fields.
func asWritten(q draft.Query) []app.UI {
	if q.Filter == "" {
		return []app.UI{view.Text("no $filter" + topSuffix(q.Top))}
	}
	return append(view.Inked(view.FilterInk(q.Filter, view.NoWrong)), view.Text(topSuffix(q.Top)))
}

func topSuffix(top int) string {
	if top == 0 {
		return ""
	}
	return ", $top=" + strconv.Itoa(top)
}
