package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
	"github.com/keyrange/keyrange/engine/table"
)

// keepFor makes a page the one that is told of changes, and begins once.
func keepFor(ctx app.Context, changed func()) {
	if app.IsServer {
		return
	}
	if kept == nil {
		kept = store.New(table.TicksOf(time.Now()))
	}
	keep.ctx, keep.changed, keep.now = ctx, changed, nil
	if keep.started {
		browser.Opening(keep.opening)
		ctx.Dispatch(func(app.Context) { keep.flush() })
		return
	}
	keep.started = true
	if browser.Embedded() {
		return // a picture on somebody's page leaves the reader's work alone
	}
	keep.opening = true
	browser.Opening(true)
	answered := false
	answer := func(s *browser.Storage, why string) {
		if !answered {
			answered = true
			keep.begin(s, why)
		}
	}
	browser.OpenStorage(answer)
	ctx.Async(func() {
		time.Sleep(patience)
		answer(nil, "The browser's storage does not answer. Your work is here until the tab is closed.")
	})
}

func (k *keeper) begin(s *browser.Storage, why string) {
	k.storage, k.problem = s, why
	if s == nil {
		k.withoutStorage()
		return
	}
	k.list(func(all []savedWork) {
		k.tidy(all)
		k.choose(all)
	})
}

// withoutStorage continues with what was spilled.
func (k *keeper) withoutStorage() {
	k.id = browser.TabValue(workspaceKey)
	if spill := k.spill0(); spill.Head != "" {
		k.finish(spill, store.NewRestoring(spill.Head), k.orFresh)
		return
	}
	k.fresh()
}

// onPage does something as soon as there is a page that can show it: the one
// that was here may be gone before its turn comes.
func (k *keeper) onPage(do func()) {
	k.waiting = append(k.waiting, do)
	k.ctx.Dispatch(func(app.Context) { k.flush() })
}

func (k *keeper) flush() {
	for len(k.waiting) > 0 {
		do := k.waiting[0]
		k.waiting = k.waiting[1:]
		do()
	}
}

// whenOpen does something at once, or after the saved work was opened: what comes
// from outside the page, such as a file, is not to be replaced by that.
func (k *keeper) whenOpen(do func()) {
	if k.opening {
		k.arrived = append(k.arrived, do)
		return
	}
	do()
}

// choose takes the workspace that this tab had, or the one saved last that no
// other tab has, or a new one.
func (k *keeper) choose(all []savedWork) {
	had := browser.TabValue(workspaceKey)
	var first, rest []savedWork
	for _, w := range all {
		if w.id == had {
			first = append(first, w)
		} else {
			rest = append(rest, w)
		}
	}
	if had != "" && len(first) == 0 && browser.Spilled(had) != "" {
		first = append(first, savedWork{id: had})
	}
	k.claimOne(append(first, rest...))
}

func (k *keeper) claimOne(list []savedWork) {
	if len(list) == 0 {
		k.fresh()
		return
	}
	own := list[0].id == browser.TabValue(workspaceKey)
	browser.Claim(list[0].id, func(ok bool) {
		switch {
		case !ok && own && k.tries < maxTries:
			// The page that this tab showed before has not let go of it yet.
			k.tries++
			k.ctx.Async(func() {
				time.Sleep(100 * time.Millisecond)
				k.claimOne(list)
			})
			return
		case !ok:
			k.claimOne(list[1:])
			return
		}
		k.id, k.reloaded = list[0].id, own
		browser.SetTabValue(workspaceKey, k.id)
		k.read(nil)
	})
}

// fresh begins a workspace of its own for what the tab has.
func (k *keeper) fresh() {
	id := browser.NewName()
	browser.Claim(id, func(bool) {
		k.id = id
		browser.SetTabValue(workspaceKey, id)
		k.forgotten()
		k.done()
		k.onPage(k.save)
	})
}

// done lets the page show what has changed, then what arrived meanwhile, and
// once that is drawn what the reader did.
func (k *keeper) done() {
	k.onPage(func() {
		k.opening = false
		k.changed()
		arrived := k.arrived
		k.arrived = nil
		for _, do := range arrived {
			do()
		}
		k.ctx.Defer(func(app.Context) { browser.Opening(false) })
	})
}
