package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// giving is the dialog that gives the moment away.
func (s *Sharing) giving() []app.UI {
	return []app.UI{
		s.title("Share this moment"),
		view.H("section",
			view.H("label", view.Attr("for", linkID), view.Text("Link")),
			view.H("div.dlg__f",
				view.H("input.field.mono;readonly=true", view.ID(linkID), view.Attr("value", s.link), view.Flag("disabled", s.link == "")),
				view.H("button#share-copy.btn.btn--sm.btn--primary;type=button", view.Flag("disabled", s.link == ""), view.Icon("copy"), view.Text("Copy link"),
					s.click("share-copy", func() { s.copy(linkID, "The link") }),
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
					s.click("embed-copy", func() { s.copy(embedID, "The element") }),
				),
			),
			s.tick("embed-chrome", "With the header and the navigation of the site", s.chrome, func(on bool) { s.chrome = on }),
		),
		view.H("section",
			view.T("h3", "Pictures"),
			view.H("div", view.ID(pictures), view.Attr("data-link", s.link)),
		),
		view.H("section",
			view.T("h3", "Files"),
			view.H("div.row",
				s.button("share-file", "Save this moment", "", s.saveFile),
				app.If(s.extra.design != nil, func() app.UI {
					return s.button("share-design", "Save the design as JSON", "", func() {
						browser.Save("design.json", "application/json", s.extra.design())
						s.said = "design.json holds the keys, the columns and the questions, and no rows."
					})
				}),
				s.button("share-pick", "Open a file", "", s.pick),
			),
			view.H("label", view.Attr("for", pasteURL), view.Text("Open a link that somebody sent")),
			view.H("div.dlg__f",
				view.H("input.field.mono;autocomplete=off;spellcheck=false", view.ID(pasteURL)),
				s.button("share-paste", "Open", "", func() { s.open([]byte(browser.Field(pasteURL))) }),
			),
		),
	}
}

// carried lets the reader send the rows along, or says why that is not needed.
func (s *Sharing) carried() app.UI {
	switch {
	case s.extra.named != "":
		return view.T("p.hint", s.extra.named)
	case s.extra.rows == "":
		return view.El("div;hidden=true")
	}
	return view.H("div",
		s.tick("share-rows", "Carry my rows: "+s.extra.rows, s.rows, func(on bool) { s.rows = on }),
		view.T("p.hint", "Without them it holds the keys, the questions and the commands. Whoever opens it brings the same file."),
	)
}

// saveFile hands the moment over as a file.
func (s *Sharing) saveFile() {
	path := s.Tab.here.path()
	name := "moment-" + path[1:] + ".keyrange"
	done := func(b *browser.Blob) {
		b.Save(name)
		s.ctx.Dispatch(func(app.Context) { s.said = name + " is saved." })
	}
	if s.extra.parts == nil {
		browser.NewBlob([][]byte{[]byte(momentMagic + path + "\n" + s.Tab.here.moment(true, maxAddress))}, done)
		return
	}
	parts, need := s.extra.parts(s.rows)
	s.Tab.bring(need, parts, func(parts [][]byte, _ int) { browser.NewBlob(parts, done) })
}

// pick opens a file that the reader chooses.
func (s *Sharing) pick() {
	browser.PickFile(".keyrange,.json,.txt", func(f browser.File) {
		tell := func(do func()) {
			s.ctx.Dispatch(func(app.Context) { s.guard(do) })
		}
		f.Read(browser.Reading{
			Done:   func(data []byte) { tell(func() { s.open(data) }) },
			Failed: func(reason string) { tell(func() { s.refuse(reason) }) },
		})
	})
}

// open takes a link, a moment, work or a design, here or on the screen that it
// belongs to.
func (s *Sharing) open(data []byte) {
	path, moment := momentIn(data)
	now := s.Tab.here.path()
	switch path {
	case "":
		s.refuse("This is no link and no file of this site.")
	case now:
		s.receive(moment)
	default:
		s.Tab.arriving = moment
		s.ctx.Navigate(address(path))
	}
}

// offer asks what becomes of a moment from elsewhere.
func (s *Sharing) offer() []app.UI {
	g := s.guest
	choices := []app.UI{s.button("visit-look", "Look at it", "btn--primary", func() {
		s.close()
		s.Tab.visiting = g
		s.Tab.enter(g)
		s.Tab.here.renew(s.ctx)
	})}
	choices = append(choices, s.taking(g)...)
	choices = append(choices, s.button("visit-leave", "Leave it", "btn--quiet", s.close))
	return []app.UI{
		s.title("Somebody shared a moment"),
		view.T("p.dlg__t", g.title),
		view.T("p", g.about),
		view.T("p", "Your own work stays as it is until you say otherwise."),
		view.H("div.row", choices...),
	}
}

// taking are the ways to make a moment one's own.
func (s *Sharing) taking(g *guest) []app.UI {
	take := func(id, text string, do func()) app.UI {
		return s.button(id, text, "", func() {
			s.close()
			if s.Tab.visiting == nil && g.adopt == nil {
				s.Tab.enter(g)
			} else if s.Tab.visiting != nil && g.adopt != nil {
				s.Tab.leave()
			}
			do()
			s.Tab.save()
			s.Tab.here.renew(s.ctx)
		})
	}
	if g.adopt == nil {
		return []app.UI{take("visit-take", "Take it instead of mine", func() { g.stays, s.Tab.visiting = true, g })}
	}
	return []app.UI{
		take("visit-branch", "Take it over as a new branch", func() { g.adopt(true) }),
		take("visit-replace", "Replace mine, with a way back", func() { g.adopt(false) }),
	}
}

// strip says that a moment of somebody else is shown, with the way back.
func (s *Sharing) strip() app.UI {
	g := s.Tab.visiting
	text, back := "You look at a shared moment: "+g.title+". Your own work is kept.", "Back to mine"
	buttons := s.taking(g)
	if g.stays {
		text, back = "A shared moment has taken the place of your work: "+g.title+".", "Bring mine back"
		buttons = []app.UI{s.button("visit-forget", "Close", "btn--quiet", func() { s.Tab.visiting = nil })}
	}
	buttons = append([]app.UI{s.button("visit-back", back, "btn--primary", func() {
		s.Tab.leave()
		s.Tab.here.renew(s.ctx)
	})}, buttons...)
	return view.H("aside.visit;aria-label=Shared moment",
		view.H("p", view.Icon("share-2"), view.Text(text)),
		view.H("div.row", buttons...),
	)
}
