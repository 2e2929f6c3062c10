package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/engine/table"
)

// path is that of the page.
func (x *Index) path() string { return "/btree" }

// moment is the index as it is looked at; see screen.
func (x *Index) moment(_ bool, room int) string { return momentOf(x.index, room) }

// receive opens a moment over the table that it names. One of the example takes
// the place of the example, and the reader's own table waits meanwhile.
func (x *Index) receive(data []byte) (*guest, error) {
	g := &guest{path: x.path(), title: screenTitle(x.path()), about: logSize(data), work: true, own: x.tab.work != nil && x.tab.work.Own()}
	fresh := store.New(table.TicksOf(time.Now()))
	err := fresh.Index().OpenMoment(string(data))
	if err != store.ErrExampleMoment {
		g.exchange = func() {
			x.tab.work, fresh = fresh, x.tab.work
			if x.tab.work != nil && fresh != nil {
				x.tab.work.Follow(fresh)
			}
		}
		return g, err
	}
	fresh = newIndexExample()
	var waits *store.Playground // in the place of the reader's own table
	g.exchange = func() {
		fresh = Exchange(x.tab, exampleName, fresh)
		x.tab.work, waits = waits, x.tab.work
	}
	return g, fresh.Index().OpenMoment(string(data))
}

// renew shows the table that is kept now; see screen.
func (x *Index) renew(ctx app.Context) {
	x.find()
	clear(x.filled)
	x.follow(ctx)
	x.bring(ctx)
}

// bring fetches the data set that a moment names.
func (x *Index) bring(ctx app.Context) {
	p := x.store
	set, wanted := p.Wanted()
	if !wanted {
		return
	}
	then := func(do func()) {
		ctx.Dispatch(func(ctx app.Context) {
			x.guard(do)
			x.follow(ctx)
		})
	}
	x.tab.source(set)(browser.Reading{
		Done: func(data []byte) { then(func() { p.Provide(set, data, x.tab.stored(set)) }) },
		Failed: func(why string) {
			then(func() {
				p.Missing(set, why)
				x.tab.sharer.undo("The rows of this table are neither in the link nor on this device. Ask for a file of the playground that carries them.")
			})
		},
	})
}

// extras are none; see screen.
func (x *Index) extras() extras { return extras{} }
