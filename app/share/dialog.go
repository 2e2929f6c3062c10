package share

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/lessons/assign"
)

// Dialog is on every screen: the dialog that gives its moment away, the one
// that asks what becomes of a moment from elsewhere, and the strip over the page
// while such a moment is looked at.
//
// What always holds: a moment is opened beside the reader's own work and checked
// before anything is shown, and takes its place only when the reader says so.
type Dialog struct {
	app.Compo
	gestures
	Tab *workspace.Tab

	mode  shareMode
	drawn bool             // the dialog of the mode was opened in the page
	guest *workspace.Guest // that is offered
	shown *workspace.Guest // that took the place of nothing
	fault string           // why what was opened is not, a sentence

	rows   bool             // the reader's rows go along
	chrome bool             // the embedded page has header and navigation
	link   string           // of the moment, empty when it needs a file
	extra  workspace.Extras // of the screen, as it was when the dialog was opened
	seen   string           // the panel that the reader looks at, to which the link leads
	said   string           // what became of the last gesture

	form    taskForm     // the task that is being set
	pending *assign.Task // that begins with the moment that is offered, nil for none
	alias   string       // what the participant is called
	result  string       // what is handed in, one line; empty where there is none
}

// shareMode is which dialog is open.
type shareMode uint8

const (
	shareClosed shareMode = iota
	shareGive
	shareOffer
	shareFault
	shareAssign
	shareHandIn
)

// IDs of the elements of the dialogs.
const (
	shareID  = "share"
	linkID   = "share-link"
	embedID  = "share-embed"
	pasteURL = "share-open"
	pictures = "share-pictures"
)

// shareButton opens the dialog from the header.
func shareButton(tab *workspace.Tab) app.UI {
	return view.H("button#share-open-dialog.btn.btn--quiet.btn--icon;type=button;aria-label=Share this "+
		"moment;title=Share;aria-haspopup=dialog", view.Icon("share-2"),
		view.On("click", "", func(app.Context, app.Event) {
			if tab.Sharer != nil && tab.Here != nil {
				tab.Sharer.Give()
			}
		}),
	)
}

// OnMount takes what the address holds.
func (s *Dialog) OnMount(ctx app.Context) {
	s.Ctx, s.Save, s.Tab.Sharer = ctx, s.Tab.Save, s
	arriving{s}.keptTask()
	s.arrive(ctx)
}

// OnNav takes what another address of the same page holds.
func (s *Dialog) OnNav(ctx app.Context) { s.arrive(ctx) }

// arrive opens the moment that came from elsewhere, once the reader's own work
// is there.
func (s *Dialog) arrive(ctx app.Context) {
	data := s.Tab.Arriving
	fragment, linked := strings.CutPrefix(browser.Fragment(), momentFragment)
	if task := browser.Fragment(); data == nil && strings.HasPrefix("#"+task, assign.TaskMark) {
		data = []byte("#" + task)
	}
	if linked = linked && data == nil; linked {
		data = []byte(fragment)
	}
	if data == nil || s.Tab.Here == nil {
		return
	}
	if s.Tab.Work == nil && s.Tab.Here.Path() == "/btree" { // whose table is the reader's own
		s.Tab.KeepFor(ctx, func() { s.Tab.Here.Renew(ctx) })
	}
	if s.Tab.Opening {
		ctx.After(50*time.Millisecond, s.arrive)
		return
	}
	s.Tab.Arriving = nil
	browser.DropFragment()
	s.Guard(func() {
		if linked && len(data) > maxFragment {
			s.refuse(link.TooLong.Error())
			return
		}
		if t, err, ok := taskIn(data); ok {
			arriving{s}.receiveTask(t, err)
			return
		}
		s.pending = nil
		filed := s.Tab.Filed && !linked
		browser.Unhurried(func() { s.receive(data, filed) })
	})
}

// receive checks a moment of the screen that is shown, and asks where that is
// needed. filed says that it came in a file.
func (s *Dialog) receive(data []byte, filed bool) {
	if s.Tab.Visiting != nil {
		s.Tab.Leave()
		s.Tab.Here.Renew(s.Ctx)
	}
	g, err := s.Tab.Here.Receive(data)
	if filed {
		err = moment.FromFile(err)
	}
	switch {
	case err != nil:
		s.refuse(err.Error())
	case g.Own && !browser.Embedded():
		s.guest = g
		s.show(shareOffer)
	default: // there is nothing that it could replace
		s.close()
		s.Tab.Enter(g)
		s.shown = g
		if g.Work {
			s.Tab.Work.Forgotten() // all of it is saved as the reader's own from now on
		}
		s.Tab.Save()
		s.Tab.Here.Renew(s.Ctx)
		s.takePending()
	}
}

// takePending takes up the task whose beginning has been opened, if there is one.
func (s *Dialog) takePending() {
	if s.pending != nil {
		arriving{s}.take(s.pending)
	}
}

// Undo takes a moment away that turns out to lack something, and says what.
func (s *Dialog) Undo(why string) {
	if s.Tab.Visiting == nil && s.shown != nil {
		s.shown.Exchange()
	}
	s.shown = nil
	s.Tab.Leave()
	s.Tab.Here.Renew(s.Ctx)
	s.refuse(why)
}

// refuse says why what was opened is not.
func (s *Dialog) refuse(why string) {
	s.fault, s.pending = why, nil
	s.show(shareFault)
}

func (s *Dialog) show(mode shareMode) {
	s.mode, s.drawn = mode, false
	s.Ctx.Dispatch(func(ctx app.Context) {
		ctx.Defer(func(app.Context) { // once it is drawn
			if s.mode != mode { // it was closed, or became another, before that
				return
			}
			s.drawn = true
			browser.Modal(shareID)
			browser.Focus([...]string{shareGive: linkID, shareOffer: "visit-look", shareFault: "share-fault", shareAssign: taskID,
				shareHandIn: aliasID}[mode])
			if mode == shareGive {
				browser.ShowPictures(pictures)
			}
		})
	})
}

// close is also what follows Escape.
func (s *Dialog) close() {
	s.mode, s.drawn, s.guest, s.said, s.form.code = shareClosed, false, nil, "", false
	browser.CloseModal(shareID)
}

// Give opens the dialog with the link of what is shown now.
func (s *Dialog) Give() {
	s.Guard(func() {
		s.rows, s.chrome, s.said, s.seen = false, false, "", ""
		if s.extra = s.Tab.Here.Extras(); s.extra.Panel != "" {
			s.seen = workspace.LandingMark + s.extra.Panel
		}
		s.compose()
		s.show(shareGive)
	})
}

// compose makes the link anew.
func (s *Dialog) compose() {
	path := s.Tab.Here.Path()
	base := browser.Address(ui.Address(path)) + "#" + momentFragment
	s.link = ""
	if text := s.Tab.Here.Moment(s.rows, moment.MaxLink-len(base)-len(s.seen)); text != "" {
		s.link = base + text + s.seen
	}
}

// embed is the element that shows the moment on another page.
func (s *Dialog) embed() string {
	if s.link == "" {
		return ""
	}
	link := s.link
	if !s.chrome {
		link = strings.Replace(link, "#", "?embed#", 1)
	}
	path := s.Tab.Here.Path()
	return `<iframe src="` + link + `" title="Keyrange: ` + s.Tab.ScreenName(path) +
		`" width="100%" height="640" loading="lazy" allow="clipboard-write"></iframe>`
}

// Render draws what is open.
func (s *Dialog) Render() app.UI {
	body := []app.UI{}
	switch s.mode {
	case shareGive:
		body = s.giving()
	case shareOffer:
		body = s.offer()
	case shareAssign:
		body = setting{s}.assigning()
	case shareHandIn:
		body = handing{s}.handingIn()
	case shareFault:
		body = []app.UI{
			s.title("This cannot be opened"),
			view.T("p;role=alert", s.fault),
			view.T("p", "Your own work is as it was."),
			view.H("div.row", s.button("share-fault", "Close", "btn--primary", s.close)),
		}
	}
	dialog := view.El("dialog.dlg;aria-labelledby=share-title").ID(shareID).On("close", func(app.Context, app.Event) {
		if s.drawn && !browser.ModalIsOpen(shareID) { // not that of a dialog before
			s.close()
		}
	})
	return view.H("div", dialog.Body(body...), app.If(s.Tab.Visiting != nil && s.mine(), s.strip))
}

// mine reports whether what is looked at belongs to this screen.
func (s *Dialog) mine() bool {
	return s.Tab.Here != nil && s.Tab.Visiting.Path == s.Tab.Here.Path()
}

func (s *Dialog) title(text string) app.UI {
	return view.H("div.dlg__h",
		view.T("h2#share-title", text),
		view.H("button.btn.btn--quiet.btn--icon;type=button;aria-label=Close", view.Icon("x"), s.Click("share-close", s.close)),
	)
}

func (s *Dialog) button(id, text, look string, do func()) app.HTMLElem {
	return view.El("button.btn.btn--sm;type=button").ID(id).Class(look).Text(text).OnClick(s.ClickHandler(id, do))
}

func (s *Dialog) tick(id, text string, on bool, set func(on bool)) app.UI {
	return view.H("label.dlg__c",
		view.H("input;type=checkbox", view.ID(id), view.Flag("checked", on), s.On("change", id, func(_ app.Context, e app.Event) {
			set(e.Get("target").Get("checked").Bool())
			s.compose()
		})),
		view.T("span", text),
	)
}

// copy puts the text of a field on the clipboard. Where the browser refuses, the
// text is selected for the reader to copy.
func (s *Dialog) copy(id, what string) {
	browser.CopyField(id, func(ok bool) {
		s.Ctx.Dispatch(func(app.Context) {
			s.said = what + " is selected, because this browser does not let the page copy. Press Ctrl and C, or Command and C on a Mac."
			if ok {
				s.said = what + " is copied."
			}
		})
	})
}

// count says how long the link is.
func (s *Dialog) count() string {
	if s.extra.Cannot != "" {
		return s.extra.Cannot
	}
	if s.link == "" {
		return "This moment is larger than a link of 2,000 characters, which is what programs that pass links on let through. Save it as " +
			"a file " +
			"and send that."
	}
	return view.Number(len(s.link)) + " of 2,000 characters. Nothing leaves this page until you send it."
}

// Frame is the frame around a page whose moment can be shared: with the button
// in the header, the dialog and the strip over the page.
func Frame(tab *workspace.Tab, here string, main app.UI) app.UI {
	return ui.Framed(here, tab.Benches(), shareButton(tab), &Dialog{Tab: tab},
		view.H("div", notKept(tab)), &TaskStrip{Tab: tab, Fresh: func() {}}, main)
}

// notKept says that the work is not saved, or could not be opened.
func notKept(tab *workspace.Tab) app.UI {
	text := workspace.NotKept(tab)
	if text == "" {
		return view.El("span;hidden=true")
	}
	return view.H("div.kept;role=status", view.Icon("circle-alert"), view.T("span", text),
		view.H("a", view.Attr("href", ui.Address("/settings")), view.Text("Settings")))
}

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures
