package workspace

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
)

// Open makes another piece of saved work the one of this tab. The one before
// stays saved.
func (t *Tab) Open(id string, then func(error)) {
	t.Leave()
	browser.Claim(id, func(ok bool) {
		if !ok {
			then(errOpenElsewhere)
			return
		}
		before, changed := t.Id, t.changed
		t.Id = id
		t.changed = func() {
			t.changed = changed
			browser.SetTabValue(workspaceKey, id)
			changed()
			then(nil)
		}
		t.read(func(err error) {
			t.Id, t.changed = before, changed
			then(err)
		})
	})
}

// OpenFile makes the work of a file the one of this tab, under a new name.
func (t *Tab) OpenFile(data []byte, then func(error)) {
	t.Leave()
	r, sets, err := draft.ReadFile(data, draft.FromFile)
	if err != nil {
		then(err)
		return
	}
	var own []draft.SavedSet
	for hash, bytes := range sets {
		own = append(own, draft.SavedSet{Set: draft.Set{Hash: hash}, Bytes: bytes})
	}
	t.blobs(own, nil, func(changes []browser.Change) {
		finish := func(string) { t.exchange(r, then) }
		if t.Storage == nil || len(changes) == 0 {
			finish("")
			return
		}
		t.Storage.Write(changes, finish)
	})
}

// exchange shows the work that was read in a workspace of its own, and says so once
// it is written.
func (t *Tab) exchange(r *draft.Restoring, then func(error)) {
	var step func()
	step = func() {
		if r.Step() {
			browser.Soon(step)
			return
		}
		t.ctx.Dispatch(func(app.Context) {
			if err := t.Work.Finish(r); err != nil {
				then(err)
				return
			}
			t.take(r.Screens())
			t.fresh(func() { then(nil) })
		})
	}
	step()
}

// Bring adds data sets from the storage to the parts of a file, and counts
// those that are missing.
func (t *Tab) Bring(need []string, parts [][]byte, then func(parts [][]byte, missing int)) {
	missing := 0
	var next func()
	next = func() {
		if len(need) == 0 || t.Storage == nil {
			then(parts, missing+len(need))
			return
		}
		hash := need[0]
		need = need[1:]
		t.Storage.Read(setKey(hash), browser.Reading{
			Done:   func(data []byte) { parts = append(parts, draft.FileSet(hash, data)...); next() },
			Failed: func(string) { missing++; next() },
		})
	}
	next()
}

// Clear takes all saved work away that no other tab has, and the data sets. The
// work of this tab stays on the page and is saved again with its next gesture.
func (t *Tab) Clear(then func(n int)) {
	if t.Storage == nil {
		browser.Spill(t.Id, "")
		then(0)
		return
	}
	t.List(func(all []SavedWork) {
		n := 0
		var next func()
		next = func() {
			if len(all) == 0 {
				t.forgotten()
				then(n)
				return
			}
			id := all[0].Id
			all = all[1:]
			drop := func(ok bool) {
				if !ok {
					next()
					return
				}
				n++
				browser.Spill(id, "")
				t.Storage.Write(gone(id), func(string) { next() })
			}
			if id == t.Id {
				drop(true)
				return
			}
			browser.Claim(id, drop)
		}
		next()
	})
}

// Stored reports whether the bytes of a data set lie in the storage.
func (t *Tab) Stored(set draft.Set) bool {
	_, spilled := t.spill0().Sets[set.Hash]
	return t.Storage != nil && !spilled
}

var errOpenElsewhere = errors.New("This work is open in another tab.")
