package workspace

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// screen is a page whose moment can be shared.
type screen interface {
	// Path is that of the page.
	Path() string
	// Moment returns what it shows as a text for an address, or an empty one when
	// that would be longer than room.
	Moment(rows bool, room int) string
	// Receive opens a moment beside the reader's own work, which stays as it is.
	Receive(data []byte) (*Guest, error)
	// Renew shows the work that is kept now, after another one was.
	Renew(ctx app.Context)
	// Extras are what the dialog says and offers for this screen besides.
	Extras() Extras
}

// Extras are what the dialog of a screen has besides the link and the file of a
// moment. The zero value stands for nothing.
type Extras struct {
	Cannot string // why there is no link at all, a sentence
	Panel  string // behind landingMark: the panel that the reader looks at
	Named  string // what is said of data that need not be carried
	Rows   string // the reader's own rows, which may go along, in words
	Design func() []byte
	Parts  func(rows bool) (parts [][]byte, need []string) // a file made of parts and data sets
}

// sharer is the dialog as a screen reaches for it.
type sharer interface {
	// Give opens the dialog.
	Give()
	// HandIn opens the dialog with the result of the task.
	HandIn()
	// Open takes a link, a moment, work or a design.
	Open(data []byte)
	// Undo takes a moment away that turns out to lack something, and says what.
	Undo(why string)
}

// Guest is a moment from elsewhere, opened beside the reader's own work.
type Guest struct {
	Path, Title, About string
	At                 string // number of the panel to look at, empty for none

	Own      bool              // there is work of the reader's own that it would replace
	Work     bool              // it takes the place of kept, which is saved
	Exchange func()            // lets it and the own work change places
	Adopt    func(branch bool) // makes it gestures of the own work, nil where there is no journal
	Stays    bool              // the reader took it instead of the own work
}

// LandingMark stands in a moment before the panel that its reader shall see. A
// text of a moment never holds it.
const LandingMark = "&at="

// Enter shows a guest, where its sender was.
func (t *Tab) Enter(g *Guest) {
	g.Exchange()
	t.Landing = g.At
}

// Leave shows the reader's own work again.
func (t *Tab) Leave() {
	if t.Visiting != nil {
		t.Visiting.Exchange()
		t.Visiting = nil
		t.Save()
	}
}

// WorkPath is the path of the screen on which the reader's table is designed.
const WorkPath = "/playground"
