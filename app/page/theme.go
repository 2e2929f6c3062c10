package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// themeSwitch is the button that goes through the three themes.
type themeSwitch struct {
	app.Compo
	theme browser.Theme
}

// themes are the choices in the order in which the button offers them.
var themes = []struct {
	theme browser.Theme
	icon  string
	name  string
}{
	{browser.System, "monitor", "as the system"},
	{browser.Light, "sun", "light"},
	{browser.Dark, "moon", "dark"},
}

// OnInit reads the choice before the first drawing, so that nothing flashes.
func (s *themeSwitch) OnInit() { s.theme = browser.SavedTheme() }

func (s *themeSwitch) place() int {
	for i, t := range themes {
		if t.theme == s.theme {
			return i
		}
	}
	return 0
}

// Render draws the button.
func (s *themeSwitch) Render() app.UI {
	now := themes[s.place()]
	next := themes[(s.place()+1)%len(themes)]
	text := "Theme: " + now.name + ". Switch to " + next.name
	return view.El("button#theme.btn.btn--quiet.btn--icon;type=button").
		Aria("label", text).Title(text).Body(view.Icon(now.icon)).OnClick(s.next)
}

func (s *themeSwitch) next(app.Context, app.Event) {
	s.theme = themes[(s.place()+1)%len(themes)].theme
	browser.SetTheme(s.theme)
}
