package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/table"
)

// momentOf is the moment of a step screen: a short text where there is little
// room, otherwise one with every branch.
func momentOf(s store.Screen, room int) string {
	if room > store.MaxLink {
		return s.Saved()
	}
	text := s.Moment()
	if len(text) > room {
		return ""
	}
	return text
}

// beside opens a moment in fresh, which takes the place of kept on exchange.
func beside[S store.Screen](kept *S, fresh S, path string, data []byte) (*guest, error) {
	none := fresh.Moment()
	if err := fresh.OpenMoment(string(data)); err != nil {
		return nil, err
	}
	return &guest{
		path: path, title: screenTitle(path), about: logSize(data),
		own: (*kept).Moment() != none, exchange: func() { *kept, fresh = fresh, *kept },
	}, nil
}

func logSize(data []byte) string {
	return "A log of " + view.Count(len(data), "character", "characters") + ". It carries no rows of a file."
}

func (c *Clients) path() string                   { return "/clients" }
func (c *Clients) moment(_ bool, room int) string { return momentOf(c.store, room) }
func (c *Clients) receive(data []byte) (*guest, error) {
	return beside(&keptClients, store.NewClients(), c.path(), data)
}

func (c *Clients) renew(ctx app.Context) {
	c.store = keptClients
	c.settle(ctx)
}

func (p *Tokens) path() string                   { return "/tokens" }
func (p *Tokens) moment(_ bool, room int) string { return momentOf(p.store, room) }
func (p *Tokens) receive(data []byte) (*guest, error) {
	return beside(&keptTokens, store.NewTokens(), p.path(), data)
}

func (p *Tokens) renew(ctx app.Context) {
	p.store, p.told, p.filled = keptTokens, "", [2]string{}
	p.settle(ctx)
}

func (b *Batch) path() string                   { return "/transactions" }
func (b *Batch) moment(_ bool, room int) string { return momentOf(b.store, room) }
func (b *Batch) receive(data []byte) (*guest, error) {
	return beside(&keptBatch, store.NewBatch(), b.path(), data)
}

func (b *Batch) renew(ctx app.Context) {
	b.store = keptBatch
	b.settle(ctx)
}

func (a *Across) path() string                   { return "/across" }
func (a *Across) moment(_ bool, room int) string { return momentOf(a.store, room) }
func (a *Across) receive(data []byte) (*guest, error) {
	return beside(&keptAcross, store.NewAcross(), a.path(), data)
}

func (a *Across) renew(ctx app.Context) {
	a.store = keptAcross
	a.settle(ctx)
}

func (a *Access) path() string                   { return "/access" }
func (a *Access) moment(_ bool, room int) string { return momentOf(a.store, room) }
func (a *Access) receive(data []byte) (*guest, error) {
	return beside(&keptAccess, store.NewAccess(), a.path(), data)
}

func (a *Access) renew(ctx app.Context) {
	a.store = keptAccess
	a.settle(ctx)
}

func (x *Index) path() string                   { return "/btree" }
func (x *Index) moment(_ bool, room int) string { return momentOf(x.index, room) }

// receive opens a moment over the table that it names. One of the example takes
// the place of the example, and the reader's own table waits meanwhile.
func (x *Index) receive(data []byte) (*guest, error) {
	g := &guest{path: x.path(), title: screenTitle(x.path()), about: logSize(data), work: true, own: kept != nil && kept.Own()}
	fresh := store.New(table.TicksOf(time.Now()))
	err := fresh.Index().OpenMoment(string(data))
	if err != store.ErrExampleMoment {
		g.exchange = func() {
			kept, fresh = fresh, kept
			if kept != nil && fresh != nil {
				kept.Follow(fresh)
			}
		}
		return g, err
	}
	fresh = newIndexExample()
	var waits *store.Playground // in the place of the reader's own table
	g.exchange = func() {
		keptExample, fresh = fresh, keptExample
		kept, waits = waits, kept
	}
	return g, fresh.Index().OpenMoment(string(data))
}

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
	setSource(set)(browser.Reading{
		Done: func(data []byte) { then(func() { p.Provide(set, data, keep.stored(set)) }) },
		Failed: func(why string) {
			then(func() {
				p.Missing(set, why)
				sharer.undo("The rows of this table are neither in the link nor on this device. Ask for a file of the playground that carries them.")
			})
		},
	})
}
