package workspace

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
)

// KeepFor makes a page the one that is told of changes, and begins once.
func (t *Tab) KeepFor(ctx app.Context, changed func()) {
	if app.IsServer {
		return
	}
	t.Table()
	t.ctx, t.changed, t.now = ctx, changed, nil
	if t.started {
		browser.Opening(t.Opening)
		ctx.Dispatch(func(app.Context) { t.flush() })
		return
	}
	t.started = true
	if browser.Embedded() {
		return // a picture on somebody's page leaves the reader's work alone
	}
	t.Opening = true
	browser.Opening(true)
	answered := false
	answer := func(s *browser.Storage, why string) {
		if !answered {
			answered = true
			t.begin(s, why)
		}
	}
	browser.OpenStorage(answer)
	ctx.Async(func() {
		time.Sleep(patience)
		answer(nil, "The browser's storage does not answer.")
	})
}

func (t *Tab) begin(s *browser.Storage, why string) {
	t.Storage, t.Problem = s, why
	if s == nil {
		t.withoutStorage()
		return
	}
	t.List(func(all []SavedWork) {
		t.tidy(all)
		t.choose(all)
	})
}

// withoutStorage continues with what was spilled.
func (t *Tab) withoutStorage() {
	t.Id = browser.TabValue(workspaceKey)
	if spill := t.spill0(); spill.Head != "" {
		t.finish(spill, draft.NewRestoring(spill.Head, draft.FromStorage), t.orFresh)
		return
	}
	t.fresh(nil)
}

// onPage does something as soon as there is a page that can show it: the one
// that was here may be gone before its turn comes.
func (t *Tab) onPage(do func()) {
	t.waiting = append(t.waiting, do)
	t.ctx.Dispatch(func(app.Context) { t.flush() })
}

func (t *Tab) flush() {
	for len(t.waiting) > 0 {
		do := t.waiting[0]
		t.waiting = t.waiting[1:]
		do()
	}
}

// WhenOpen does something at once, or after the saved work was opened: what comes
// from outside the page, such as a file, is not to be replaced by that.
func (t *Tab) WhenOpen(do func()) {
	if t.Opening {
		t.arrived = append(t.arrived, do)
		return
	}
	do()
}

// choose takes the workspace that this tab had, or the one saved last that no
// other tab has, or a new one.
func (t *Tab) choose(all []SavedWork) {
	had := browser.TabValue(workspaceKey)
	var first, rest []SavedWork
	for _, w := range all {
		if w.Id == had {
			first = append(first, w)
		} else {
			rest = append(rest, w)
		}
	}
	if had != "" && len(first) == 0 && browser.Spilled(had) != "" {
		first = append(first, SavedWork{Id: had})
	}
	t.claimOne(append(first, rest...))
}

func (t *Tab) claimOne(list []SavedWork) {
	if len(list) == 0 {
		t.fresh(nil)
		return
	}
	own := list[0].Id == browser.TabValue(workspaceKey)
	browser.Claim(list[0].Id, func(ok bool) {
		switch {
		case !ok && own && t.tries < maxTries:
			// The page that this tab showed before has not let go of it yet.
			t.tries++
			t.ctx.Async(func() {
				time.Sleep(100 * time.Millisecond)
				t.claimOne(list)
			})
			return
		case !ok:
			if w := list[0]; t.Other == nil && w.Head.Title != "" && w.Head.Title != draft.NoTitle {
				t.Other = &Other{id: w.Id, Title: w.Head.Title}
			}
			t.claimOne(list[1:])
			return
		}
		t.Id, t.Reloaded = list[0].Id, own
		browser.SetTabValue(workspaceKey, t.Id)
		t.read(nil)
	})
}

// fresh begins a workspace of its own for what the tab has. Once that is written, or
// cannot be, it calls then; nil for nothing.
func (t *Tab) fresh(then func()) {
	id := browser.NewName()
	browser.Claim(id, func(bool) {
		t.Id = id
		browser.SetTabValue(workspaceKey, id)
		t.forgotten()
		t.done()
		t.onPage(func() {
			t.Save()
			if then != nil {
				t.onceSaved(then)
			}
		})
	})
}

// done lets the page show what has changed, then what arrived meanwhile, and
// once that is drawn what the reader did.
func (t *Tab) done() {
	t.onPage(func() {
		t.Opening = false
		t.changed()
		arrived := t.arrived
		t.arrived = nil
		for _, do := range arrived {
			do()
		}
		t.ctx.Defer(func(app.Context) { browser.Opening(false) })
	})
}
