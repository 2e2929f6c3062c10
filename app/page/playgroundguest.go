package page

import (
	"bytes"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// path is that of the page.
func (p *Playground) path() string { return workPath }

// moment is the work as a text; see screen.
func (p *Playground) moment(rows bool, room int) string { return p.store.Moment(rows, room) }

// receive opens a moment, work or a design beside the kept work; see screen.
func (p *Playground) receive(data []byte) (*guest, error) {
	own, fresh := p.tab.work, store.New(table.TicksOf(time.Now()))
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
			p.tab.work, fresh = fresh, p.tab.work
			p.tab.work.Follow(fresh)
		},
		adopt: func(branch bool) { p.tab.work.TakeOver(fresh, branch) },
	}, nil
}

// renew shows the work that is kept now; see screen.
func (p *Playground) renew(ctx app.Context) {
	p.work.cancelReading()
	p.store = p.tab.work
	p.ui.openColumn, p.ui.badName, p.ui.badTop = -1, "", ""
	p.ui.list, p.ui.menu, p.ui.plan, p.ui.planned = completion{}, slotMenu{}, store.PlanView{}, false
	p.after(ctx)
}

// extras are the panel that is seen, the rows, and the design as a file.
func (p *Playground) extras() (e extras) {
	if at := browser.Topmost(panelIDs); at != "" && at != panelID(firstCard) {
		e.panel = strings.TrimPrefix(at, panelIDs)
	}
	e.parts = p.store.MomentFile
	if !p.store.HasData() {
		return e
	}
	e.design = p.store.DesignFile
	if name, size, own := p.store.Rows(); own {
		e.rows = name + ", " + view.Count(size, "byte", "bytes")
	} else {
		e.named = "The data are named and not carried: " + p.store.Title() + " comes with this site."
	}
	return e
}
