package page

import (
	"bytes"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/engine/table"
)

// screen is a page whose moment can be shared. The one that is mounted is here.
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
}

// here is the screen that is shown, nil before the first.
var here screen

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

// enter shows the guest, where its sender was.
func (g *guest) enter() {
	g.exchange()
	landing = g.at
}

// landing is the panel that comes into view once the page is whole. Behind
// landingMark an address names it; a text of a moment never holds that.
var landing string

const landingMark = "&at="

// visiting is the guest that is shown in place of the reader's own work, nil for
// none.
var visiting *guest

// leave shows the reader's own work again.
func leave() {
	if visiting != nil {
		visiting.exchange()
		visiting = nil
		keep.save()
	}
}

// The forms in which a moment comes: behind the # of an address, and as a file
// that begins with the path of its screen.
const (
	momentFragment = "m="
	momentMagic    = "keyrange.moment 1 "
	workPath       = "/playground"
)

// arriving is a moment that was opened on another screen than its own, and goes
// to that.
var arriving []byte

// momentIn finds a moment in what a reader opened: an address, a file of a
// moment, of work or of a design. path is empty when there is none.
func momentIn(data []byte) (path string, moment []byte) {
	text := string(data[:min(len(data), maxAddress)])
	if address, fragment, ok := strings.Cut(strings.TrimSpace(text), "#"+momentFragment); ok && !strings.Contains(address, "\n") {
		address, _, _ = strings.Cut(address, "?")
		return screenOf(strings.TrimSuffix(strings.TrimSuffix(address, "/"), ".html")), []byte(fragment)
	}
	if rest, ok := strings.CutPrefix(text, momentMagic); ok {
		head, _, _ := strings.Cut(rest, "\n")
		return screenOf(head), data[min(len(data), len(momentMagic)+len(head)+1):]
	}
	if store.IsDesign(data) || store.IsWork(data) {
		return workPath, data
	}
	return "", nil
}

// maxAddress is how much of a file is looked at for an address.
const maxAddress = 512 << 10

// screenOf returns the screen at whose path an address ends.
func screenOf(address string) string {
	for _, l := range append(benchPlaces[:len(benchPlaces):len(benchPlaces)], places[2]) {
		if strings.HasSuffix(address, l.path) {
			return l.path
		}
	}
	return ""
}

func (p *Playground) path() string { return workPath }

func (p *Playground) moment(rows bool, room int) string { return p.store.Moment(rows, room) }

func (p *Playground) receive(data []byte) (*guest, error) {
	own, fresh := kept, store.New(table.TicksOf(time.Now()))
	var at []byte
	var err error
	if store.IsDesign(data) {
		fresh, err = own.OpenDesign(data)
	} else {
		if !store.IsWork(data) { // but the text of a link
			data, at, _ = bytes.Cut(data, []byte(landingMark))
		}
		err = fresh.OpenMoment(data)
	}
	if err != nil {
		return nil, err
	}
	return &guest{
		path: workPath, at: string(at), title: fresh.Title(), about: fresh.About(), own: own.Own(), work: true,
		exchange: func() {
			kept, fresh = fresh, kept
			kept.Follow(fresh)
		},
		adopt: func(branch bool) { kept.TakeOver(fresh, branch) },
	}, nil
}

func (p *Playground) renew(ctx app.Context) {
	p.work.cancelReading()
	p.store = kept
	p.ui.openColumn, p.ui.badName, p.ui.badTop = -1, "", ""
	p.ui.list, p.ui.menu, p.ui.plan, p.ui.planned = completion{}, slotMenu{}, store.PlanView{}, false
	p.after(ctx)
}

// screenTitle is the name of a screen in the navigation.
func screenTitle(path string) string {
	for _, l := range benchPlaces {
		if l.path == path {
			return l.title
		}
	}
	return places[2].title
}
