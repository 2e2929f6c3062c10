package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// themeSwitch is the button that goes through the three themes. On a phone its
// place is in the settings.
type themeSwitch struct {
	app.Compo
	Now browser.Theme
}

// Themes are the choices in the order in which the button offers them.
var Themes = []struct {
	Theme  browser.Theme
	icon   string
	name   string
	Choice string // the name as a value of its own
}{
	{browser.System, "monitor", "as the system", "As the system says"},
	{browser.Light, "sun", "light", "Light"},
	{browser.Dark, "moon", "dark", "Dark"},
}

func (s *themeSwitch) place() int {
	for i, t := range Themes {
		if t.Theme == s.Now {
			return i
		}
	}
	return 0
}

// Render draws the button.
func (s *themeSwitch) Render() app.UI {
	now := Themes[s.place()]
	next := Themes[(s.place()+1)%len(Themes)]
	text := "Theme: " + now.name + ". Switch to " + next.name
	return view.H("button#theme.btn.btn--quiet.btn--icon;type=button",
		view.Attr("aria-label", text), view.Attr("title", text), view.Icon(now.icon), view.On("click", "", s.next))
}

func (s *themeSwitch) next(app.Context, app.Event) {
	s.Now = Themes[(s.place()+1)%len(Themes)].Theme
	browser.SetTheme(s.Now)
}
