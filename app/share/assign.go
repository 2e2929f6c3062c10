package share

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/assign"
)

// taskForm is a task as it is being set.
type taskForm struct {
	goal    string
	rows    []taskRow
	own     string // a condition as written by hand, empty for none
	may     []string
	hints   string // one on each line
	minutes string
	task    assign.Task
	link    string // of the task, empty where there is none
	problem string // why not, a sentence
	code    bool   // its QR code is shown
}

// taskRow is a condition that controls build.
type taskRow struct {
	figure           int // among those that are offered
	relation, number string
}

// IDs of the elements of the dialog.
const (
	taskID     = "task-goal"
	taskLinkID = "task-link"
	codeID     = "share-code"
)

// setting is the part of the dialog that sets a task.
type setting struct{ *Dialog }

// Assign opens the dialog that sets a task on what is shown now.
func (s *Dialog) Assign() {
	s.Guard(func() {
		s.said, s.form = "", taskForm{}
		if j := workspace.Judging(s.Tab); j != nil {
			s.form.rows = []taskRow{firstRow(j, 0)}
		}
		setting{s}.makeTask()
		s.show(shareAssign)
	})
}

func firstRow(j workspace.Judged, figure int) taskRow {
	f := assign.Offered(j.Kind())[figure]
	return taskRow{figure, f.Relation, f.Number}
}

// makeTask makes the task and its link anew.
func (s setting) makeTask() {
	f, j := &s.form, workspace.Judging(s.Tab)
	f.link, f.problem, f.code = "", "", false
	if j == nil {
		return
	}
	t, err := f.read(s.Tab.Here.Path(), j)
	if err != nil {
		f.problem = err.Error()
		return
	}
	f.task = t
	text, err := t.Pack(browser.Rest)
	if err != nil {
		f.problem = err.Error()
		return
	}
	link := browser.Address(ui.Address(t.Screen)) + assign.TaskMark + text
	if len(link) > moment.MaxLink {
		f.problem = "This task is larger than a link of 2,000 characters. Save it as a file and send that."
		return
	}
	f.link = link
}

// read makes a task of what the form holds.
func (f *taskForm) read(path string, j workspace.Judged) (assign.Task, error) {
	lines := []string{"screen: " + path, "goal: " + line(f.goal)}
	offered := assign.Offered(j.Kind())
	for _, r := range f.rows {
		lines = append(lines, "check: "+offered[r.figure].Ask+" "+r.relation+" "+line(r.number))
	}
	if own := line(f.own); own != "" {
		lines = append(lines, "check: "+own)
	}
	if len(f.may) > 0 {
		lines = append(lines, "may: "+strings.Join(f.may, ", "))
	}
	for hint := range strings.Lines(f.hints) {
		if hint = line(hint); hint != "" {
			lines = append(lines, "hint: "+hint)
		}
	}
	if minutes := line(f.minutes); minutes != "" {
		lines = append(lines, "minutes: "+minutes)
	}
	t, err := assign.Parse(strings.Join(append(lines, "start: "+j.Given(false)), "\n"))
	if wrong, ok := err.(*assign.Mistake); ok { // the form has no lines
		return t, taskProblem(wrong.Problem)
	}
	return t, err
}

// taskProblem is why a form is no task.
type taskProblem string

func (p taskProblem) Error() string { return string(p) }

// line is a text of the form without what would end its line.
func line(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}

// assigning is the dialog that sets a task.
func (s setting) assigning() []app.UI {
	j := workspace.Judging(s.Tab)
	if j == nil {
		return []app.UI{
			s.title("Set a task"),
			view.T("p", "No task can be set here: this screen has no figure that a condition could ask about, or it shows rows that stay in "+
				"this tab. Set it on the playground, the simulator, or a screen with steps."),
			view.H("div.row", s.button("task-close", "Close", "btn--primary", s.close)),
		}
	}
	f := &s.form
	return []app.UI{
		s.title("Set a task"),
		view.H("section",
			view.T("label;for=task-goal", "Goal, in your words"),
			s.textField(taskID, "input.field", f.goal, func(v string) { f.goal = v }),
			view.T("h3", "It is reached when all of this holds"),
			view.H("div.tset__c", s.conditions(j)...),
			view.T("label;for=task-own", "Or a condition in the language of the lessons"),
			s.textField("task-own", "input.field.mono", f.own, func(v string) { f.own = v }),
		),
		view.H("section", s.freedoms(j),
			view.T("label;for=task-hints", "Hints, one on each line, at most three"),
			s.textField("task-hints", "textarea.field;rows=2", f.hints, func(v string) { f.hints = v }),
			view.T("label;for=task-minutes", "Minutes, if it should not take longer"),
			s.textField("task-minutes", "input.field;inputmode=numeric", f.minutes, func(v string) { f.minutes = v }),
		),
		view.H("section",
			view.T("label;for=task-link", "Link"),
			view.H("div.dlg__f",
				view.H("input.field.mono;readonly=true", view.ID(taskLinkID), view.Attr("value", f.link), view.Flag("disabled", f.link == "")),
				view.H("button#task-copy.btn.btn--sm.btn--primary;type=button", view.Flag("disabled", f.link == ""), view.Icon("copy"),
					view.Text("Copy link"), s.Click("task-copy", func() { s.copy(taskLinkID, "The link") })),
			),
			view.T("p.hint", f.count()),
			view.H("div.row",
				view.H("button#task-code.btn.btn--sm;type=button", view.Flag("disabled", f.link == ""), view.Text("Show the QR code"),
					s.Click("task-code", func() { s.showCode(f.link) })),
				view.H("button#task-file.btn.btn--sm;type=button", view.Flag("disabled", f.task.Goal == ""), view.Text("Save the task as a file"),
					s.Click("task-file", s.saveTask)),
			),
			s.codeFrame(),
			view.T("p.dlg__s;role=status", s.said),
		),
	}
}

// count says how long the link is, or why there is none.
func (f *taskForm) count() string {
	if f.problem != "" {
		return f.problem
	}
	return view.Number(len(f.link)) + " of 2,000 characters. It opens this screen as it is now, with the task over it."
}

// textField is a field of the form. It is read when the reader leaves it.
func (s setting) textField(id, spec, now string, set func(string)) app.UI {
	parts := []app.UI{view.ID(id), s.On("change", id, func(app.Context, app.Event) {
		set(browser.Field(id))
		s.makeTask()
	})}
	if strings.HasPrefix(spec, "textarea") {
		return view.H(spec, append(parts, view.Text(now))...)
	}
	return view.H(spec+";autocomplete=off;maxlength=300", append(parts, view.Attr("value", now))...)
}

// conditions are the rows of what is to hold.
func (s setting) conditions(j workspace.Judged) (list []app.UI) {
	f, facts := &s.form, j.Facts()
	offered := assign.Offered(j.Kind())
	titles := make([][2]string, len(offered))
	for i, o := range offered {
		titles[i] = [2]string{strconv.Itoa(i), o.Title}
	}
	for i := range f.rows {
		r, n := &f.rows[i], strconv.Itoa(i)
		now := "not there yet"
		if c, problem := assign.ReadCheck(offered[r.figure].Ask + " = 0"); problem == "" {
			if live, ok := c.Live(facts); ok {
				now = live
			}
		}
		list = append(list, view.H("div.tset__r",
			s.Pick("select;aria-label=Figure", "task-figure-"+n, ui.Options(strconv.Itoa(r.figure), titles), func(v string) {
				at, _ := strconv.Atoi(v)
				*r = firstRow(j, max(0, min(at, len(offered)-1)))
				browser.SetField("task-number-"+n, r.number)
				s.makeTask()
			}, view.ID("task-figure-"+n)),
			s.Pick("select;aria-label=Relation", "task-relation-"+n, ui.Options(r.relation, [][2]string{
				{">=", "at least"}, {"<=", "at most"}, {"=", "exactly"}}), func(v string) {
				if slices.Contains(assign.Relations, v) {
					r.relation = v
				}
				s.makeTask()
			}, view.ID("task-relation-"+n)),
			s.textField("task-number-"+n, "input.field;inputmode=decimal;aria-label=Number", r.number, func(v string) { r.number = v }),
			view.T("span.hint", "now: "+now),
			s.button("task-drop-"+n, "Remove", "btn--quiet", func() {
				f.rows = slices.Delete(slices.Clone(f.rows), i, i+1)
				for k, left := range f.rows {
					browser.SetField("task-number-"+strconv.Itoa(k), left.number)
				}
				s.makeTask()
			}),
		))
	}
	return append(list, app.If(len(f.rows) < assign.MaxChecks-1, func() app.UI {
		return s.button("task-add", "Add a condition", "", func() {
			f.rows = append(f.rows, firstRow(j, min(len(f.rows), len(offered)-1)))
			s.makeTask()
		})
	}))
}

// freedomsOf lists what a task on a kind of screen can leave free.
func freedomsOf(k assign.Kind) []string {
	return [][]string{assign.Design: {"keys", "questions", "data"}, assign.Load: {"keys", "load", "splits"}, assign.Log: {"steps"}}[k]
}

// freedoms let the leader say what may be changed.
func (s setting) freedoms(j workspace.Judged) app.UI {
	list := []app.UI{view.T("legend", "What may be changed: tick nothing for everything")}
	for _, name := range freedomsOf(j.Kind()) {
		list = append(list, s.taskTick(name))
	}
	return view.H("fieldset.tset__m", list...)
}

func (s setting) taskTick(name string) app.UI {
	id, f := "task-may-"+name, &s.form
	return view.H("label.dlg__c",
		view.H("input;type=checkbox", view.ID(id), view.Flag("checked", slices.Contains(f.may, name)), s.On("change", id,
			func(_ app.Context, e app.Event) {
				f.may = slices.DeleteFunc(slices.Clone(f.may), func(m string) bool { return m == name })
				if e.Get("target").Get("checked").Bool() {
					f.may = append(f.may, name)
				}
				s.makeTask()
			})),
		view.T("span", "the "+name),
	)
}

// codeFrame is where the QR code comes.
func (s *Dialog) codeFrame() app.UI {
	return view.H("div.tset__q", view.ID(codeID), view.Flag("hidden", !s.form.code))
}

// showCode draws the QR code of a text.
func (s *Dialog) showCode(text string) {
	s.form.code = true
	s.Ctx.Defer(func(app.Context) { browser.ShowCode(codeID, text) })
}

func (s setting) saveTask() {
	browser.Save("task.txt", "text/plain", []byte(taskMagic+s.form.task.String()))
	s.said = "task.txt is saved. Whoever gets it opens it under Share, Open a file."
}

// taskMagic begins a file of a task.
const taskMagic = "keyrange.task 1\n"
