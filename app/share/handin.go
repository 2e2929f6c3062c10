package share

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/lessons/assign"
)

// GalleryPath is the page that collects what was handed in.
const GalleryPath = "/gallery"

// IDs of the elements of the dialog.
const (
	aliasID  = "result-alias"
	resultID = "result-line"
)

// aliasKey is the name under which a tab keeps what its reader is called.
const aliasKey = "alias"

// handing is the part of the dialog that hands a result in, arriving the one that
// takes a task up.
type (
	handing  struct{ *Dialog }
	arriving struct{ *Dialog }
)

// HandIn opens the dialog with the result of the task.
func (s *Dialog) HandIn() {
	s.Guard(func() {
		s.said, s.result, s.form.code = "", "", false
		s.alias = browser.TabValue(aliasKey)
		handing{s}.makeResult()
		s.show(shareHandIn)
	})
}

// makeResult makes the line of the result anew.
func (s handing) makeResult() {
	j := workspace.Judging(s.Tab)
	if s.result, s.fault, s.form.code = "", "", false; j == nil || s.Tab.Task == nil || line(s.alias) == "" {
		return
	}
	r := assign.Result{Task: *s.Tab.Task, Alias: line(s.alias), Work: j.Given(true)}
	text, err := r.Pack(browser.Rest)
	if err != nil { // the journal is too long: what it came to is enough
		r.Work = j.Given(false)
		text, err = r.Pack(browser.Rest)
	}
	if err != nil {
		s.fault = "What you did is too large for one line: " + err.Error()
		return
	}
	s.result = browser.Address(ui.Address(GalleryPath)) + assign.ResultMark + text
}

// handingIn is the dialog that hands a result in.
func (s handing) handingIn() []app.UI {
	none := s.result == ""
	return []app.UI{
		s.title("Hand in your result"),
		view.H("section",
			view.T("label;for=result-alias", "Name or alias, as the others shall see it"),
			view.H("div.dlg__f",
				view.H("input.field;autocomplete=off;maxlength=40", view.ID(aliasID), view.Attr("value", s.alias), s.On("change", aliasID,
					func(app.Context, app.Event) {
						s.alias = browser.Field(aliasID)
						browser.SetTabValue(aliasKey, line(s.alias))
						s.makeResult()
					})),
				s.button("result-make", "Make the line", "", func() {
					s.alias = browser.Field(aliasID)
					s.makeResult()
				}),
			),
			view.T("label;for=result-line", "Your result, one line"),
			view.H("div.dlg__f",
				view.H("textarea.field.mono;readonly=true;rows=3", view.ID(resultID), view.Flag("disabled", none), view.Text(s.result)),
				view.H("button#result-copy.btn.btn--sm.btn--primary;type=button", view.Flag("disabled", none), view.Icon("copy"), view.Text("Copy"),
					s.Click("result-copy", func() { s.copy(resultID, "The line") })),
			),
			view.T("p.hint", s.resultCount()),
			view.H("div.row",
				view.H("button#result-code.btn.btn--sm;type=button", view.Flag("disabled", none), view.Text("Show the QR code"),
					s.Click("result-code", func() { s.showCode(s.result) })),
				view.H("button#result-file.btn.btn--sm;type=button", view.Flag("disabled", none), view.Text("Save it as a file"),
					s.Click("result-file", func() {
						browser.Save("result.txt", "text/plain", []byte(s.result+"\n"))
						s.said = "result.txt is saved."
					})),
			),
			s.codeFrame(),
			view.T("p.dlg__s;role=status", s.said),
		),
	}
}

// resultCount says what the line holds, or why there is none.
func (s handing) resultCount() string {
	switch {
	case s.fault != "":
		return s.fault
	case s.result == "":
		return "Say what you are called, and the line appears."
	}
	text := view.Number(len(s.result)) + " characters: the task, your name and each step that you did. It holds no figure: whoever " +
		"collects it does your steps again. Nothing leaves this page until you send it."
	if len(s.result) > moment.MaxLink {
		text += " Some chats cut a line of more than 2,000 characters, so send the file."
	}
	return text
}

// taskIn finds a task in what a reader opened, a link or a file; ok is false where
// it is neither. A result is taken for neither: it belongs into the gallery.
func taskIn(data []byte) (t assign.Task, err error, ok bool) {
	text := string(data[:min(len(data), assign.MaxText)])
	if rest, ok := strings.CutPrefix(text, taskMagic); ok {
		t, err = assign.Parse(rest)
		return t, err, true
	}
	if _, after, ok := strings.Cut(text, assign.TaskMark); ok && !strings.Contains(strings.TrimSpace(text), "\n") {
		t, err = assign.Unpack(after, browser.Rest)
		return t, err, true
	}
	return t, nil, false
}

// receiveTask opens a task on its own screen, beside the reader's own work.
func (s arriving) receiveTask(t assign.Task, err error) {
	switch {
	case err != nil:
		s.refuse(err.Error())
		return
	case t.Screen != s.Tab.Here.Path():
		if e, ok := workspace.EntryAt(s.Tab, t.Screen); !ok || e.Replay == nil {
			s.refuse("This task is for a screen that this site does not have.")
			return
		}
		s.Tab.Arriving = []byte(taskMagic + t.String())
		s.Ctx.Navigate(ui.Address(t.Screen))
		return
	}
	if t.Start == "" {
		s.take(&t)
		return
	}
	if _, err := workspace.AspectsOf(s.Tab, &t, browser.Rest); err != nil {
		s.refuse("The moment that this task begins with cannot be opened. " + err.Error())
		return
	}
	s.pending = &t
	s.receive(assign.Opened(t.Start), false)
}

// take makes a task the one that is worked on.
func (s arriving) take(t *assign.Task) {
	s.pending = nil
	if err := workspace.Take(s.Tab, t, browser.Rest); err != nil {
		s.refuse(err.Error())
		return
	}
	keepTask(t)
	s.close()
	s.Tab.Here.Renew(s.Ctx)
}
