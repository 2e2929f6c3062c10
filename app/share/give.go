package share

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/link"
)

// giving is the dialog that gives the moment away.
func (s *Dialog) giving() []app.UI {
	return []app.UI{
		s.title("Share this moment"),
		view.H("section",
			view.H("label", view.Attr("for", linkID), view.Text("Link")),
			view.H("div.dlg__f",
				view.H("input.field.mono;readonly=true", view.ID(linkID), view.Attr("value", s.link), view.Flag("disabled", s.link == "")),
				view.H("button#share-copy.btn.btn--sm.btn--primary;type=button", view.Flag("disabled", s.link == ""), view.Icon("copy"),
					view.Text("Copy link"),
					s.Click("share-copy", func() { s.copy(linkID, "The link") }),
				),
			),
			view.T("p.hint", s.count()),
			s.carried(),
			view.T("p.dlg__s;role=status", s.said),
		),
		view.H("section",
			view.H("label", view.Attr("for", embedID), view.Text("On another page")),
			view.H("div.dlg__f",
				view.H("textarea.field.mono;readonly=true;rows=3", view.ID(embedID), view.Flag("disabled", s.link == ""), view.Text(s.embed())),
				view.H("button#embed-copy.btn.btn--sm;type=button", view.Flag("disabled", s.link == ""), view.Icon("copy"), view.Text("Copy"),
					s.Click("embed-copy", func() { s.copy(embedID, "The element") }),
				),
			),
			s.tick("embed-chrome", "With the header and the navigation of the site", s.chrome, func(on bool) { s.chrome = on }),
		),
		view.H("section",
			view.T("h3", "For a class"),
			view.H("div.row", s.button("share-assign", "Set as a task", "", s.Assign),
				view.H("a.btn.btn--sm", view.Attr("href", ui.Address(GalleryPath)), view.Text("Collect results"))),
		),
		view.H("section",
			view.T("h3", "Pictures"),
			view.H("div", view.ID(pictures), view.Attr("data-link", s.link)),
		),
		view.H("section",
			view.T("h3", "Files"),
			view.H("div.row",
				s.button("share-file", "Save this moment", "", s.saveFile),
				app.If(s.extra.Design != nil, func() app.UI {
					return s.button("share-design", "Save the design as JSON", "", func() {
						browser.Save("design.json", "application/json", s.extra.Design())
						s.said = "design.json holds the keys, the columns and the questions, and no rows."
					})
				}),
				s.button("share-pick", "Open a file", "", s.pick),
			),
			view.H("label", view.Attr("for", pasteURL), view.Text("Open a link that somebody sent")),
			view.H("div.dlg__f",
				view.H("input.field.mono;autocomplete=off;spellcheck=false", view.ID(pasteURL), view.Attr("maxlength", strconv.Itoa(2*link.MaxText))),
				s.button("share-paste", "Open", "", func() { s.Open([]byte(browser.Field(pasteURL))) }),
			),
		),
	}
}

// carried lets the reader send the rows along, or says why that is not needed.
func (s *Dialog) carried() app.UI {
	switch {
	case s.extra.Named != "":
		return view.T("p.hint", s.extra.Named)
	case s.extra.Rows == "":
		return view.El("div;hidden=true")
	}
	return view.H("div",
		s.tick("share-rows", "Carry my rows: "+s.extra.Rows, s.rows, func(on bool) { s.rows = on }),
		view.T("p.hint", "Without them it holds the keys, the questions and the commands. Whoever opens it brings the same file."),
	)
}

// saveFile hands the moment over as a file.
func (s *Dialog) saveFile() {
	path := s.Tab.Here.Path()
	name := "moment-" + path[1:] + ".keyrange"
	done := func(b *browser.Blob) {
		b.Save(name)
		s.Ctx.Dispatch(func(app.Context) { s.said = name + " is saved." })
	}
	if s.extra.Parts == nil {
		browser.NewBlob([][]byte{[]byte(momentMagic + path + "\n" + s.Tab.Here.Moment(true, maxAddress))}, done)
		return
	}
	parts, need := s.extra.Parts(s.rows)
	s.Tab.Bring(need, parts, func(parts [][]byte, _ int) { browser.NewBlob(parts, done) })
}

// pick opens a file that the reader chooses.
func (s *Dialog) pick() {
	browser.PickFile(".keyrange,.json,.txt", func(f browser.File) {
		tell := func(do func()) {
			s.Ctx.Dispatch(func(app.Context) { s.Guard(func() { browser.Unhurried(do) }) })
		}
		f.Read(browser.Reading{
			Done:   func(data []byte) { tell(func() { s.open(data, true) }) },
			Failed: func(reason string) { tell(func() { s.refuse(reason) }) },
		})
	})
}

// Open takes a link, a moment, work or a design, here or on the screen that it
// belongs to.
func (s *Dialog) Open(data []byte) { s.open(data, false) }

// open is Open for what came in a file, or did not.
func (s *Dialog) open(data []byte, filed bool) {
	if t, err, ok := taskIn(data); ok {
		arriving{s}.receiveTask(t, err)
		return
	}
	s.pending = nil
	path, moment, err := MomentIn(s.Tab, data)
	now := s.Tab.Here.Path()
	switch {
	case path == "":
		s.refuse("This is no link and no file of this site.")
	case err != nil:
		s.refuse(err.Error())
	case path == now:
		s.receive(moment, filed)
	default:
		s.Tab.Arriving, s.Tab.Filed = moment, filed
		s.Ctx.Navigate(ui.Address(path))
	}
}

// offer asks what becomes of a moment from elsewhere.
func (s *Dialog) offer() []app.UI {
	g := s.guest
	choices := []app.UI{s.button("visit-look", "Look at it", "btn--primary", func() {
		s.close()
		s.Tab.Visiting = g
		s.Tab.Enter(g)
		s.Tab.Here.Renew(s.Ctx)
		s.takePending()
	})}
	choices = append(choices, s.taking(g)...)
	choices = append(choices, s.button("visit-leave", "Leave it", "btn--quiet", func() {
		s.pending = nil
		s.close()
	}))
	title, what := "Somebody shared a moment", g.Title
	if s.pending != nil {
		title, what = "Somebody set you a task", s.pending.Goal
	}
	return []app.UI{
		s.title(title),
		view.T("p.dlg__t", what),
		view.T("p", g.About),
		view.T("p", "Your own work stays as it is until you say otherwise."),
		view.H("div.row", choices...),
	}
}

// taking are the ways to make a moment one's own.
func (s *Dialog) taking(g *workspace.Guest) []app.UI {
	take := func(id, text string, do func()) app.UI {
		return s.button(id, text, "", func() {
			s.close()
			if s.Tab.Visiting == nil && g.Adopt == nil {
				s.Tab.Enter(g)
			} else if s.Tab.Visiting != nil && g.Adopt != nil {
				s.Tab.Leave()
			}
			do()
			s.Tab.Save()
			s.Tab.Here.Renew(s.Ctx)
			s.takePending()
		})
	}
	if g.Adopt == nil {
		return []app.UI{take("visit-take", "Take it instead of mine", func() { g.Stays, s.Tab.Visiting = true, g })}
	}
	return []app.UI{
		take("visit-branch", "Take it over as a new branch", func() { g.Adopt(true) }),
		take("visit-replace", "Replace mine, with a way back", func() { g.Adopt(false) }),
	}
}

// strip says that a moment of somebody else is shown, with the way back.
func (s *Dialog) strip() app.UI {
	g := s.Tab.Visiting
	text, back := "You look at a shared moment: "+g.Title+". Your own work is kept.", "Back to mine"
	buttons := s.taking(g)
	if g.Stays {
		text, back = "A shared moment has taken the place of your work: "+g.Title+".", "Bring mine back"
		buttons = []app.UI{s.button("visit-forget", "Close", "btn--quiet", func() { s.Tab.Visiting = nil })}
	}
	buttons = append([]app.UI{s.button("visit-back", back, "btn--primary", func() {
		s.Tab.Leave()
		s.Tab.Here.Renew(s.Ctx)
	})}, buttons...)
	return view.H("aside.visit;aria-label=Shared moment",
		view.H("p", view.Icon("share-2"), view.Text(text)),
		view.H("div.row", buttons...),
	)
}
