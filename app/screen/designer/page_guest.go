package designer

import (
	"bytes"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/table"
)

// Path is that of the page.
func (p *Page) Path() string { return workspace.WorkPath }

// Moment is the work as a text; see screen.
func (p *Page) Moment(rows bool, room int) string { return p.Store.Moment(rows, room, browser.Rest) }

// Judged is the work as tasks ask about it.
func (p *Page) Judged() workspace.Judged { return p.Store }

// Receive opens a moment, work or a design beside the kept work; see screen.
func (p *Page) Receive(data []byte) (*workspace.Guest, error) {
	own, fresh := p.Tab.Work, design.New(table.TicksOf(time.Now()))
	var at []byte
	var err error
	if design.IsDesign(data) {
		fresh, err = own.OpenDesign(data)
	} else {
		if !draft.IsWork(data) { // but the text of a link
			data, at, _ = bytes.Cut(data, []byte(workspace.LandingMark))
		}
		err = fresh.OpenMoment(data, browser.Rest)
	}
	if err != nil {
		return nil, err
	}
	return &workspace.Guest{
		Path: workspace.WorkPath, At: string(at), Title: fresh.Edit.Title(), About: fresh.About(), Own: own.Edit.Own(), Work: true,
		Exchange: func() {
			p.Tab.Work, fresh = fresh, p.Tab.Work
			p.Tab.Work.Follow(fresh)
		},
		Adopt: func(branch bool) { p.Tab.Work.TakeOver(fresh, branch) },
	}, nil
}

// Renew shows the work that is kept now; see screen.
func (p *Page) Renew(ctx app.Context) {
	p.loader.CancelReading()
	p.show(p.Tab.Work)
	p.columns.close()
	p.templates.list, p.templates.menu = completion{}, slotMenu{}
	p.request.forgive()
	p.request.plan, p.request.planned = model.PlanView{}, false
	p.after(ctx)
}

// Extras are the panel that is seen, the rows, and the design as a file.
func (p *Page) Extras() (e workspace.Extras) {
	if at := browser.Topmost(panelIDs); at != "" && at != panelID(firstCard) {
		e.Panel = strings.TrimPrefix(at, panelIDs)
	}
	e.Parts = p.Store.MomentFile
	if !p.Store.Rows.HasData() {
		return e
	}
	e.Design = p.Store.DesignFile
	if name, size, own := p.Store.OwnRows(); own {
		e.Rows = name + ", " + view.Count(size, "byte", "bytes")
	} else {
		e.Named = "The data are named and not carried: " + p.Store.Edit.Title() + " comes with this site."
	}
	return e
}
