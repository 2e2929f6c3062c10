package settings

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
)

// Page is the page of choices for this device, and of the work that is
// saved on it.
type Page struct {
	app.Compo
	gestures
	tab *workspace.Tab

	saved    []workspace.SavedWork
	said     string
	failed   bool
	clearing bool // the question whether to clear was asked
}

// OnInit finds or makes the work before the first drawing.
func (s *Page) OnInit() {
	s.Save = s.tab.Save
	s.tab.Table()
}

// OnMount asks what is saved.
func (s *Page) OnMount(ctx app.Context) {
	s.Ctx = ctx
	s.tab.KeepFor(ctx, s.look)
	if !s.tab.Opening {
		s.look()
	}
}

// look lists what is saved again.
func (s *Page) look() {
	if s.tab.Storage == nil {
		return
	}
	s.tab.List(func(all []workspace.SavedWork) { s.Ctx.Dispatch(func(app.Context) { s.saved = all }) })
}

func (s *Page) say(text string, failed bool) {
	s.Ctx.Dispatch(func(app.Context) { s.said, s.failed = text, failed })
}

// Render draws the page.
func (s *Page) Render() app.UI {
	look := "set__s"
	if s.failed {
		look = "set__s bad"
	}
	return ui.Shell("/settings", true, view.H("main#main;tabindex=-1", view.H("div.wrap.set",
		view.T("h1", "Settings"),
		view.H("div", app.If(s.Crash != "", s.CrashNotice)),
		view.H("section;aria-labelledby=set-keys",
			view.T("h2#set-keys", "Keyboard, colours and motion"),
			view.H("label.set__c",
				view.H("input#shortcuts;type=checkbox", view.Flag("checked", browser.Shortcuts()), preference(browser.ShortcutsKey),
					s.On("change", "shortcuts", func(_ app.Context, e app.Event) {
						browser.SetShortcuts(e.Get("target").Get("checked").Bool())
					})),
				view.Text("Single characters are shortcuts: Space, full stop, [ and ], B, U, H and P. Ctrl and Z works either way."),
			),
			s.colours(),
			s.motion(),
		),
		view.H("section;aria-labelledby=set-work",
			view.T("h2#set-work", "Your work"),
			view.T("p", s.storageState()),
			view.H("p;role=status", view.Attr("class", look), view.Text(s.said)),
			view.H("div.row",
				view.H("button#export.btn;type=button", view.Text("Export to a file"), s.Click("export", s.export)),
				view.H("button#import-work.btn;type=button", view.Text("Import from a file"), s.Click("import", s.importFile)),
			),
			view.H("p", view.Text("What you did in the lessons is kept apart: "), view.H("a", view.Attr("href", ui.Address("/lessons#progress")),
				view.Text("export or import your progress")), view.Text(".")),
			s.list(),
			s.clear(),
		),
	)))
}

// storageState says in words whether the work is saved.
func (s *Page) storageState() string {
	switch {
	case s.tab.Problem != "":
		return workspace.NotKept(s.tab)
	case s.tab.Lost != "":
		return s.tab.Lost + " New work is saved beside it."
	case s.tab.Storage == nil:
		return "The storage of this browser is being opened."
	}
	return "Every gesture is saved on this device, and nothing leaves it. At most 20 pieces of work are kept, each with 2,000 gestures and " +
		"64 branches."
}

// colours chooses the theme.
func (s *Page) colours() app.UI {
	options := make([][2]string, len(ui.Themes))
	for i, t := range ui.Themes {
		options[i] = [2]string{string(t.Theme), t.Choice}
	}
	return s.choice("colours", browser.ThemeKey, "Colours", options, string(browser.SavedTheme()), func(v string) {
		browser.SetTheme(browser.Theme(v))
	})
}

// motion chooses how much moves.
func (s *Page) motion() app.UI {
	return s.choice("motion", browser.MotionKey, "Motion", [][2]string{
		{string(browser.AsSystem), "As the system says"}, {string(browser.Calm), "Reduced"}, {string(browser.Full), "Full"},
	}, string(browser.SavedMotion()), func(v string) { browser.SetMotion(browser.Motion(v)) })
}

// choice is a list of values with their texts, the present one chosen.
func (s *Page) choice(id, key, label string, values [][2]string, now string, set func(string)) app.UI {
	return view.H("label.set__c", view.Text(label), s.Pick("select", id, ui.Options(now, values), set, view.ID(id), preference(key)))
}

// preference names what the page's script keeps of a choice that is made before
// the program runs.
func preference(key string) app.UI { return view.Attr("data-preference", key) }

// list are the other pieces of work, each to be opened in this tab.
func (s *Page) list() app.UI {
	var items []app.UI
	for _, w := range s.saved {
		title := w.Head.Title
		if w.Head.Version != 1 {
			title = "Work that cannot be read here"
		}
		row := []app.UI{view.T("span", title), view.T("span.muted.num", w.When.Format("2 January 2006, 15:04"))}
		if w.Id == s.tab.Id {
			row = append(row, view.T("span.muted", "open in this tab"))
		} else {
			row = append(row, view.H("button.btn.btn--sm;type=button",
				view.Attr("aria-label", "Open "+title+" of "+w.When.Format("2 January, 15:04")), view.Text("Open"),
				s.Click("open/"+w.Id, func() { s.open(w.Id) }),
			))
		}
		items = append(items, view.H("li.row", row...))
	}
	if len(items) == 0 {
		return view.T("p.muted", "Nothing is saved yet.")
	}
	return view.H("ul.set__l;aria-label=Saved work", items...)
}

func (s *Page) open(id string) {
	s.tab.Open(id, func(err error) {
		if err != nil {
			s.say(err.Error(), true)
			return
		}
		s.say("The work is open. Go to the playground to continue.", false)
		s.look()
	})
}

// clear takes everything away that is saved and open nowhere else, after a
// question.
func (s *Page) clear() app.UI {
	if !s.clearing {
		return view.H("div", view.H("button#clear.btn;type=button", view.Icon("trash-2"), view.Text("Clear saved work"),
			s.Click("clear", func() { s.clearing = true }),
		))
	}
	return view.H("div.errbox;role=alert",
		view.Icon("circle-alert", "ic--20"),
		view.T("h2", "Clear all saved work?"),
		view.T("p", "This cannot be undone. Work that is open in another tab stays. Export what you want to keep."),
		view.H("div.row",
			view.H("button#clear-yes.btn.btn--sm;type=button", view.Text("Clear it"), s.Click("clear-yes", func() {
				s.clearing = false
				s.tab.Clear(func(n int) {
					s.say(view.Count(n, "piece of work is", "pieces of work are")+" gone.", false)
					s.look()
				})
			})),
			view.H("button.btn.btn--sm.btn--quiet;type=button", view.Text("Keep it"), s.Click("clear-no", func() { s.clearing = false })),
		),
	)
}

func (s *Page) export() {
	parts, need := s.tab.Work.Export(browser.Now())
	for _, text := range s.tab.Texts {
		parts = append(parts, []byte(text+"\n"))
	}
	s.tab.Bring(need, parts, func(parts [][]byte, missing int) {
		browser.NewBlob(parts, func(b *browser.Blob) {
			b.Save("keyrange-work.keyrange")
			if missing > 0 {
				s.say("The file lacks "+view.Count(missing, "data set", "data sets")+" that could not be read.", true)
				return
			}
			s.say("The file holds every gesture, and the data that you imported.", false)
		})
	})
}

func (s *Page) importFile() {
	browser.PickFile(".keyrange", func(f browser.File) {
		f.Read(browser.Reading{
			Done: func(data []byte) {
				s.tab.OpenFile(data, func(err error) {
					if err != nil {
						s.say(err.Error(), true)
						return
					}
					s.say("The work is open, as a piece of its own. Go to the playground to continue.", false)
					s.look()
				})
			},
			Failed: func(why string) { s.say(why, true) },
		})
	})
}

// New returns the page of a tab.
func New(tab *workspace.Tab) *Page { return &Page{tab: tab} }

// gestures is embedded under a name of its own, so that go-app does not take it for
// a field that a parent sets.
type gestures = ui.Gestures

// Register adds the screen to a site.
func Register(site *workspace.Registry) {
	site.Register(workspace.Entry{
		Path:  "/settings",
		Title: "Settings: shortcuts, motion and saved work · Keyrange",
		Description: "Single character shortcuts, reduced motion, and the work that this browser keeps: export it, import " +
			"it, open or clear it.",
		Instant: true,
		New:     func(tab *workspace.Tab) app.Composer { return New(tab) },
	})
}
