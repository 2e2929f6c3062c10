package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// screen is a page whose moment can be shared.
type screen interface {
	// path is that of the page.
	path() string
	// moment returns what it shows as a text for an address, or an empty one when
	// that would be longer than room.
	moment(rows bool, room int) string
	// receive opens a moment beside the reader's own work, which stays as it is.
	receive(data []byte) (*guest, error)
	// renew shows the work that is kept now, after another one was.
	renew(ctx app.Context)
	// extras are what the dialog says and offers for this screen besides.
	extras() extras
}

// extras are what the dialog of a screen has besides the link and the file of a
// moment. The zero value stands for nothing.
type extras struct {
	cannot string // why there is no link at all, a sentence
	panel  string // behind landingMark: the panel that the reader looks at
	named  string // what is said of data that need not be carried
	rows   string // the reader's own rows, which may go along, in words
	design func() []byte
	parts  func(rows bool) (parts [][]byte, need []string) // a file made of parts and data sets
}

// sharer is the dialog as a screen reaches for it.
type sharer interface {
	// give opens the dialog.
	give()
	// open takes a link, a moment, work or a design.
	open(data []byte)
	// undo takes a moment away that turns out to lack something, and says what.
	undo(why string)
}

// guest is a moment from elsewhere, opened beside the reader's own work.
type guest struct {
	path, title, about string
	at                 string // number of the panel to look at, empty for none

	own      bool              // there is work of the reader's own that it would replace
	work     bool              // it takes the place of kept, which is saved
	exchange func()            // lets it and the own work change places
	adopt    func(branch bool) // makes it gestures of the own work, nil where there is no journal
	stays    bool              // the reader took it instead of the own work
}

// landingMark stands in a moment before the panel that its reader shall see. A
// text of a moment never holds it.
const landingMark = "&at="

// enter shows a guest, where its sender was.
func (t *Tab) enter(g *guest) {
	g.exchange()
	t.landing = g.at
}

// leave shows the reader's own work again.
func (t *Tab) leave() {
	if t.visiting != nil {
		t.visiting.exchange()
		t.visiting = nil
		t.save()
	}
}
