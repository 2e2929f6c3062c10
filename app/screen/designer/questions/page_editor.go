package questions

import (
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/score"
	"github.com/keyrange/keyrange/app/screen/designer/desk"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/query"
)

func (p *Part) toggleQuestion(i int) {
	if p.question == i+1 {
		p.opened = opened{Focus: "edit-question-" + strconv.Itoa(i)}
		return
	}
	p.Edit(i)
}

// questionEditor is the row under a question in which it is changed.
func (p *Part) questionEditor(i, columns int, s *score.Score) app.UI {
	row := view.El("tr.sc__edit.rises")
	if p.question != i+1 {
		return row.Hidden(true)
	}
	return row.Body(view.H("td", view.Attr("colspan", strconv.Itoa(columns)),
		view.H("div.sc__form;role=group", view.Attr("aria-label", "Question "+strconv.Itoa(i+1)),
			p.questionField(i, "q-title", "Sentence", func(q *draft.Query, text string) { q.Title = text }),
			p.questionFilter(i, s),
			p.questionTop(i),
			p.questionSort(i, s.Query),
			p.questionTimes(i, s.Query),
			p.questionButtons(i),
		),
	))
}

// questionField is a text field of the editor. Every keystroke changes the
// question, and those in a row are one gesture.
func (p *Part) questionField(i int, id, label string, set func(*draft.Query, string)) app.UI {
	return view.H("label.sc__f", view.T("span", label),
		view.H("input.field;type=text;autocomplete=off;maxlength=200", view.ID(id), p.On("input", id+"/"+strconv.Itoa(i),
			func(app.Context, app.Event) {
				p.Store.Questions.EditQuestion(i, label, true, func(q *draft.Query) { set(q, browser.Field(id)) })
			})))
}

// questionFilter is the $filter with the service's refusal and its place.
func (p *Part) questionFilter(i int, s *score.Score) app.UI {
	wrong := view.NoWrong
	box := view.El("div#q-filter-err.ed__err")
	if bad := p.badFilter; bad != "" {
		box = box.Attr("role", "alert").Body(view.Icon("circle-alert"), view.T("span", bad))
	} else if s.Fault != nil {
		wrong = view.Wrong{From: s.Fault.Offset, To: s.Fault.End}
		box = box.Attr("role", "alert").Body(view.Icon("circle-alert"), view.H("span",
			view.T("b", "Character "+strconv.Itoa(place(s.Filter, s.Fault.Offset))+": "), view.Text(desk.FaultSentence(s.Fault)),
		), view.T("pre.mono;aria-hidden=true", view.Caret(s.Filter, s.Fault.Offset)))
	} else if about := desk.StrayIn(&p.Desk, s.Filter); about != nil {
		box = box.Style("color", "var(--ink-2)").Body(view.Icon("circle-alert"), about)
	} else {
		box = box.Body(view.El("span"), view.T("span.muted", "Over properties, such as "+p.exampleFilter()+". Each design adds the bounds on "+
			"the keys that follow from it."))
	}
	return view.H("div.sc__f.sc__wide",
		view.T("label;for=q-filter", "$filter of the question"),
		view.H("div.ed",
			view.H("pre.ed__ink;aria-hidden=true", view.Inked(view.FilterInk(s.Filter, wrong))...),
			view.H("textarea#q-filter;rows=1;autocomplete=off;autocapitalize=off;autocorrect=off;aria-describedby=q-filter-err;spellcheck=false",
				view.Flag("aria-invalid", s.Fault != nil || p.badFilter != ""),
				view.Attr("maxlength", strconv.Itoa(draft.MaxQuestionFilter+1)),
				p.On("input", "q-filter/"+strconv.Itoa(i), func(app.Context, app.Event) { typeFilter(p, i, browser.Field("q-filter")) }),
			),
		),
		box, p.questionRepair(i, s), desk.Rests(s.Rests), desk.BarrierList(&p.Desk, "q", s.Barriers, true),
	)
}

// typeFilter takes the $filter of a question as typed. One that is too long is left
// as it was, and the field with it.
func typeFilter(p *Part, i int, text string) {
	if p.badFilter = ""; len(text) > draft.MaxQuestionFilter {
		p.badFilter = "The $filter of this question was left as it was, because a question holds at most " +
			view.Number(draft.MaxQuestionFilter) + " bytes of $filter."
		return
	}
	p.Store.Questions.EditQuestion(i, "$filter", true, func(q *draft.Query) { q.Filter = text })
}

// questionRepair is the button that mends the filter of a question.
func (p *Part) questionRepair(i int, s *score.Score) app.UI {
	r, ok := p.Store.Hints.Repair(s.Filter, s.Fault)
	if !ok {
		return view.El("div;hidden=true")
	}
	return view.H("div.row", view.H("button#q-mend.btn.btn--sm;type=button", view.Icon("wand-sparkles"), view.Text(r.Label),
		p.Click("q-mend/"+strconv.Itoa(i)+r.Text, func() {
			p.Focus = "q-filter"
			p.Store.Questions.EditQuestion(i, "$filter", false, func(q *draft.Query) { q.Filter = r.Text })
		}),
	))
}

// exampleFilter is a filter over the first column of texts.
func (p *Part) exampleFilter() string {
	for _, c := range p.Store.Rows.Columns() {
		if c.Type.String() == "Edm.String" {
			return c.Name + " eq '" + c.Sample + "'"
		}
	}
	return "PartitionKey eq 'A'"
}

func (p *Part) questionTop(i int) app.UI {
	return p.numberField("q-top", "$top", "none", p.badTop, "q-top/"+strconv.Itoa(i), func(text string) {
		n, err := query.ParseTop(text)
		if err != nil || n == 0 {
			p.badTop = "A whole number from 1 to 1,000, such as 10, or nothing."
			return
		}
		p.badTop = ""
		p.Store.Questions.EditQuestion(i, "$top", true, func(q *draft.Query) { q.Top = max(0, n) })
	})
}

// numberField is a field for a whole number that says what is wrong with it.
func (p *Part) numberField(id, label, placeholder, bad, key string, take func(text string)) app.UI {
	return view.H("label.sc__f.sc__n", view.T("span", label),
		view.H("input.field;type=text;inputmode=numeric;autocomplete=off;maxlength=20", view.ID(id), view.Attr("placeholder", placeholder),
			view.Flag("aria-invalid", bad != ""),
			p.On("input", key, func(app.Context, app.Event) { take(browser.Field(id)) }),
		),
		view.T("small.sc__bad;role=status", bad))
}

// questionSort chooses the order in which the entities are wanted.
func (p *Part) questionSort(i int, q draft.Query) app.UI {
	options := []app.UI{view.H("option;value=", view.Text("any order"), view.Flag("selected", q.Sort == ""))}
	for _, c := range p.Store.Rows.Columns() {
		for _, newest := range []bool{false, true} {
			sign := "+"
			if newest {
				sign = "-"
			}
			options = append(options, ui.Option(sign+c.Name, c.Name+", "+p.direction(c.Name, newest), q.Sort == c.Name && q.Newest == newest))
		}
	}
	return view.H("label.sc__f", view.T("span", "Wanted in the order of"),
		p.Pick("select#q-sort", "q-sort/"+strconv.Itoa(i), options, func(v string) {
			p.Store.Questions.EditQuestion(i, "Order", false, func(q *draft.Query) {
				q.Sort, q.Newest = "", v != "" && v[0] == '-'
				if v != "" {
					q.Sort = v[1:]
				}
			})
		}))
}

func (p *Part) questionTimes(i int, q draft.Query) app.UI {
	var options []app.UI
	for _, per := range []draft.Per{draft.PerSecond, draft.PerMinute, draft.PerHour, draft.PerDay} {
		options = append(options, ui.Option(strconv.Itoa(int(per)), "per "+per.String(), q.Per == per))
	}
	return view.H("div.sc__f.sc__row",
		p.numberField("q-times", "How often", "1", p.badTimes, "q-times/"+strconv.Itoa(i), func(text string) {
			n, err := strconv.Atoi(text)
			if text == "" {
				n, err = 1, nil
			}
			if err != nil || n < 1 || n > draft.MaxTimes {
				p.badTimes = "A whole number from 1 to " + view.Number(draft.MaxTimes) + "."
				return
			}
			p.badTimes = ""
			p.Store.Questions.EditQuestion(i, "Frequency", true, func(q *draft.Query) { q.Times = n })
		}),
		p.Pick("select#q-per;aria-label=In the time of", "q-per/"+strconv.Itoa(i), options, func(v string) {
			if n, err := strconv.Atoi(v); err == nil {
				p.Store.Questions.EditQuestion(i, "Frequency", false, func(q *draft.Query) { q.Per = draft.Per(n) })
			}
		}),
	)
}

// questionButtons move and remove the question.
func (p *Part) questionButtons(i int) app.UI {
	key := "/" + strconv.Itoa(i)
	move := func(id, icon, label string, by int) app.UI {
		return ui.IconButton(id, icon, label, i+by < 0 || i+by >= len(p.Store.Questions.Questions()), p.Click(id+key, func() {
			if p.Store.Questions.MoveQuestion(i, by) {
				p.question, p.Focus = i+by+1, id
			}
		}))
	}
	return view.H("div.row.sc__wide",
		view.H("button#q-done.btn.btn--sm.btn--primary;type=button", view.Text("Close the editor"), p.Click("q-done"+key,
			func() { p.toggleQuestion(i) })),
		move("q-up", "arrow-up", "Move up", -1), move("q-down", "arrow-down", "Move down", 1),
		view.H("button#q-remove.btn.btn--sm;type=button", view.Icon("trash-2"), view.Text("Remove the question"), p.Click("q-remove"+key, func() {
			p.Store.Questions.RemoveQuestion(i)
			p.opened = opened{Focus: "add-question"}
		})),
	)
}

// place is the number of a character, from 1, at a byte of a text.
func place(text string, offset int) int {
	return utf8.RuneCountInString(text[:min(offset, len(text))]) + 1
}

// Settle brings the fields of the open editors up to date and moves the
// focus to what was just drawn.
func (p *Part) Settle() {
	questions, transactions := p.Store.Questions.Questions(), p.Store.Questions.Transactions()
	u := &p.opened
	if u.question > len(questions) {
		u.question = 0
	}
	if u.transaction > len(transactions) {
		u.transaction = 0
	}
	if u.question > 0 {
		q := questions[u.question-1]
		browser.Refill("q-title", q.Title)
		browser.Refill("q-filter", q.Filter)
		if u.badTop == "" {
			browser.Refill("q-top", desk.TopText(q.Top))
		}
		if u.badTimes == "" && (q.Times > 1 || browser.Peek("q-times") != "") {
			browser.Refill("q-times", strconv.Itoa(max(1, q.Times)))
		}
	}
	if u.transaction > 0 {
		browser.Refill("t-title", transactions[u.transaction-1].Title)
	}
	if p.Store.Rival.Comparing() {
		for part, id := range desk.EditorIDs[desk.RivalPart:] {
			browser.Refill(id, p.Store.Rival.RivalTemplate(draft.Part(part)).Text)
		}
	}
	if id := u.Focus; id != "" && browser.Has(id) {
		u.Focus = ""
		browser.Frame(func() { browser.Focus(id) }) // now it would make the browser lay out the page
	}
}
