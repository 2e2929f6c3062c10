package btree

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/app/workspace"
	"github.com/keyrange/keyrange/engine/table"
)

// Path is that of the page.
func (x *Page) Path() string { return "/btree" }

// Moment is the index as it is looked at; see screen.
func (x *Page) Moment(_ bool, room int) string { return step.MomentOf(x.index, room) }

// Receive opens a moment over the table that it names. One of the example takes
// the place of the example, and the reader's own table waits meanwhile.
func (x *Page) Receive(data []byte) (*workspace.Guest, error) {
	g := &workspace.Guest{Path: x.Path(), Title: x.tab.ScreenName(x.Path()), About: step.LogSize(data), Work: true, Own: x.tab.Work != nil &&
		x.tab.Work.Edit.Own()}
	fresh := design.New(table.TicksOf(time.Now()))
	err := fresh.Index().OpenMoment(string(data), browser.Rest)
	if err != design.ErrExampleMoment {
		g.Exchange = func() {
			x.tab.Work, fresh = fresh, x.tab.Work
			if x.tab.Work != nil && fresh != nil {
				x.tab.Work.Follow(fresh)
			}
		}
		return g, err
	}
	fresh = newIndexExample()
	var waits *design.Playground // in the place of the reader's own table
	g.Exchange = func() {
		fresh = workspace.Exchange(x.tab, exampleName, fresh)
		x.tab.Work, waits = waits, x.tab.Work
	}
	return g, fresh.Index().OpenMoment(string(data), browser.Rest)
}

// Renew shows the table that is kept now; see screen.
func (x *Page) Renew(ctx app.Context) {
	x.find()
	clear(x.filled)
	x.follow(ctx)
	x.bring(ctx)
}

// bring fetches the data set that a moment names.
func (x *Page) bring(ctx app.Context) {
	p := x.store
	set, wanted := p.Incoming.Wanted()
	if !wanted {
		return
	}
	then := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			x.Guard(do)
			x.follow(ctx)
		})
	}
	x.tab.Source(set)(browser.Reading{
		Done: func(data []byte) { then(func() { p.Incoming.Provide(set, data, x.tab.Stored(set)) }) },
		Failed: func(why string) {
			then(func() {
				p.Incoming.Missing(set, why)
				x.tab.Sharer.Undo("The rows of this table are neither in the link nor on this device. Ask for a file of the playground that " +
					"carries them.")
			})
		},
	})
}

// Extras are none; see screen.
func (x *Page) Extras() workspace.Extras { return workspace.Extras{} }
