package workspace

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/engine/observe/replay"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons/assign"
)

// Tab is what one tab of the browser works on: the reader's table with every
// gesture, the states of the screens, and a shared moment that is looked at
// beside them. It saves them after each gesture and opens them again. The site
// makes one and hands it to every page.
//
// What always holds:
//   - a workspace is written by one tab alone, which holds its name
//   - a gesture is written with everything that it refers to, or not at all;
//     what cannot be written is spilled beside the storage, and tried again
//     with the next gesture
//   - what cannot be read is left as it is
//   - while the saved work is being opened the page says so to web/app.js, which
//     holds gestures back until it is there
type Tab struct {
	entries []Entry // the pages of the site

	Work *design.Playground // the reader's table; nil before a page needs it
	kept map[string]any     // states of the screens that were shown, by name

	Here     screen        // the screen that is shown, nil before the first
	Visiting *Guest        // the guest that is shown in place of the reader's own work, nil for none
	Landing  string        // the panel that comes into view once the page is whole
	Arriving []byte        // a moment that was opened on another screen than its own, and goes to that
	Filed    bool          // it came in a file
	Carried  *replay.Trial // what one screen hands to another to be run, nil for nothing
	Sharer   sharer        // the dialog that is mounted, nil before the first

	Task  *assign.Task      // that the reader works on, nil for none
	Begun map[string]string // the aspects of the moment that it began with

	ctx     app.Context // of the page that is shown
	changed func()      // what that page does after the work was exchanged

	started  bool
	Reloaded bool // the workspace is the one that this tab had
	Storage  *browser.Storage
	Id       string // of the workspace, empty while none is taken
	Other    *Other // work that another tab has, and that may be copied; nil for none
	Problem  string // why nothing is saved, a plain sentence; empty if all is
	Lost     string // why saved work could not be opened
	spilled  bool
	busy     bool     // something is being written
	again    bool     // and more is to be
	saved    []func() // to be done once it is written
	Opening  bool
	tries    int      // to claim the workspace that this tab had
	waiting  []func() // for a page on which they can be done
	arrived  []func() // what came while the saved work was being opened
	screensKept
}

// NewTab returns a tab of a site in which nothing was done yet.
func NewTab(site *Registry) *Tab {
	return &Tab{entries: site.Entries(), kept: map[string]any{}, screensKept: screensKept{Texts: map[string]string{},
		unsaved: map[string]bool{}, opened: map[string]bool{}}}
}

// Kept returns the state of a screen that a tab keeps under a name, and makes it
// where there is none.
func Kept[S any](t *Tab, name string, fresh func() S) S {
	if s, ok := t.kept[name].(S); ok {
		return s
	}
	s := fresh()
	t.kept[name] = s
	return s
}

// Exchange keeps another state under a name and returns the one before.
func Exchange[S any](t *Tab, name string, s S) (before S) {
	before, _ = t.kept[name].(S)
	t.kept[name] = s
	return before
}

// Table returns the reader's table, which begins empty.
func (t *Tab) Table() *design.Playground {
	if t.Work == nil {
		t.Work = design.New(table.TicksOf(time.Now()))
	}
	return t.Work
}
