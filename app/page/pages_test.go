package page

import (
	"testing"

	"github.com/keyrange/keyrange/app/apptest"
)

// Every page says what it is for before any program runs.
func TestPagesWithoutTheProgram(t *testing.T) {
	t.Run("home", func(t *testing.T) {
		apptest.Contains(t, apptest.HTML(NewHome(&LoadDuel{}).Render()), "<h1", `id="main"`, "Open the playground", "Device first", "Day first", "d-plan", "Eight marks", "Left out")
	})
	t.Run("published figures", func(t *testing.T) {
		apptest.Contains(t, apptest.HTML((&Figures{}).Render()), "The published figures", `id="figures"`, `href="/simulator"`)
	})
	t.Run("access", func(t *testing.T) {
		a := NewAccess(NewTab())
		a.OnInit()
		apptest.Contains(t, apptest.HTML(a.Render()), "<h1", `id="main"`, "Text to sign", "empty line", "devstoreaccount1", "200 OK", "inside")
	})
	t.Run("missing", func(t *testing.T) {
		apptest.Contains(t, apptest.HTML((&NotFound{}).Render()), "There is no page at this address", `id="main"`)
	})
}
