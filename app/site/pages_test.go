package site

import (
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/screen/figures"
	"github.com/keyrange/keyrange/app/screen/home"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/workspace"
)

// Every page says what it is for before any program runs.
func TestPagesWithoutTheProgram(t *testing.T) {
	t.Run("home", func(t *testing.T) {
		apptest.Contains(t, apptest.HTML(home.New().Render()), "<h1", `id="main"`, "Design your own keys", `id="race"`, "Device first", "Day first", "d-plan", "Eight marks", "Left out")
	})
	t.Run("published figures", func(t *testing.T) {
		apptest.Contains(t, apptest.HTML((&figures.Page{}).Render()), "The published figures", `id="figures"`, `href="/simulator"`)
	})
	t.Run("access", func(t *testing.T) {
		a := access.New(workspace.NewTab(&workspace.Registry{}))
		a.OnInit()
		apptest.Contains(t, apptest.HTML(a.Render()), "<h1", `id="main"`, "Text to sign", "empty line", "devstoreaccount1", "200 OK", "inside")
	})
	t.Run("missing", func(t *testing.T) {
		apptest.Contains(t, apptest.HTML((&ui.NotFound{}).Render()), "There is no page at this address", `id="main"`)
	})
}
