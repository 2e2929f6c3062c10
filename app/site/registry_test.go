package site

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/apptest"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/app/screen/access"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/script"
)

// tinyState is a screen that shows its log and nothing else.
type tinyState struct{ step.Log }

func newTinyState() *tinyState {
	return &tinyState{step.Log{Live: script.New(1, 1, nil)}}
}

func (s *tinyState) Seek(n int)         { s.GoTo(n) }
func (s *tinyState) Switch(name string) { s.Fail(s.TurnTo(name)) }
func (s *tinyState) Fork()              { s.Fail(s.BranchOff()) }
func (s *tinyState) Label(int) string   { return "a step" }
func (s *tinyState) Saved() string      { return s.MomentText("tiny", moment.Notes{}) }

func (s *tinyState) Moment(rest func()) string {
	return s.MomentLink("tiny", moment.Notes{}, rest)
}

func (s *tinyState) OpenMoment(t string, rest func()) error {
	_, _, err := moment.OpenMoment(t, "tiny", rest)
	return err
}

type tinyBase = step.Page[*tinyState]

type tinyPage struct {
	app.Compo
	tinyBase
}

func (p *tinyPage) OnInit() { p.Begin("tiny", newTinyState, func(app.Context) {}) }

func (p *tinyPage) Render() app.UI {
	return p.Draw(func() app.UI { return view.T("h1", "Tiny, at step "+p.Store.Label(0)) })
}

// A screen is one folder and one registration: with them it stands in the
// navigation of every other one, and its moments are found.
func TestAddingAScreen(t *testing.T) {
	r := registry()
	r.Register(workspace.Entry{Path: "/tiny", Name: "Tiny", Bench: true, Title: "Tiny", New: func(tab *workspace.Tab) app.Composer {
		p := &tinyPage{}
		p.Tab = tab
		return p
	}})
	tab := workspace.NewTab(r)
	p := r.Entries()[len(r.Entries())-1].New(tab).(*tinyPage)
	p.OnInit()
	apptest.Contains(t, apptest.HTML(p.Render()), "Tiny, at step a step", `id="bench-here"`, `href="/access"`, "Share this moment")
	other := access.New(tab)
	other.OnInit()
	apptest.Contains(t, apptest.HTML(other.Render()), `href="/tiny"`)
	if at := tab.ScreenAt("https://example.org/some/where/tiny"); at != "/tiny" {
		t.Errorf("an address of the screen leads to %q", at)
	}
}
