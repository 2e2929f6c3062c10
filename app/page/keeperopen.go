package page

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
)

// open makes another piece of saved work the one of this tab. The one before
// stays saved.
func (t *Tab) open(id string, then func(error)) {
	t.leave()
	browser.Claim(id, func(ok bool) {
		if !ok {
			then(errOpenElsewhere)
			return
		}
		before, changed := t.id, t.changed
		t.id = id
		t.changed = func() {
			t.changed = changed
			browser.SetTabValue(workspaceKey, id)
			changed()
			then(nil)
		}
		t.read(func(err error) {
			t.id, t.changed = before, changed
			then(err)
		})
	})
}

// openFile makes the work of a file the one of this tab, under a new name.
func (t *Tab) openFile(data []byte, then func(error)) {
	t.leave()
	r, sets, err := store.ReadFile(data)
	if err != nil {
		then(err)
		return
	}
	var own []store.SavedSet
	for hash, bytes := range sets {
		own = append(own, store.SavedSet{Set: store.Set{Hash: hash}, Bytes: bytes})
	}
	t.blobs(own, nil, func(changes []browser.Change) {
		finish := func(string) { t.exchange(r, then) }
		if t.storage == nil || len(changes) == 0 {
			finish("")
			return
		}
		t.storage.Write(changes, finish)
	})
}

// exchange shows the work that was read in a workspace of its own.
func (t *Tab) exchange(r *store.Restoring, then func(error)) {
	var step func()
	step = func() {
		if r.Step() {
			browser.Soon(step)
			return
		}
		t.ctx.Dispatch(func(app.Context) {
			err := t.work.Finish(r)
			if err == nil {
				t.take(r.Screens())
				t.fresh()
			}
			then(err)
		})
	}
	step()
}

// bring adds data sets from the storage to the parts of a file, and counts
// those that are missing.
func (t *Tab) bring(need []string, parts [][]byte, then func(parts [][]byte, missing int)) {
	missing := 0
	var next func()
	next = func() {
		if len(need) == 0 || t.storage == nil {
			then(parts, missing+len(need))
			return
		}
		hash := need[0]
		need = need[1:]
		t.storage.Read(setKey(hash), browser.Reading{
			Done:   func(data []byte) { parts = append(parts, store.FileSet(hash, data)...); next() },
			Failed: func(string) { missing++; next() },
		})
	}
	next()
}

// clear takes all saved work away that no other tab has, and the data sets. The
// work of this tab stays on the page and is saved again with its next gesture.
func (t *Tab) clear(then func(n int)) {
	if t.storage == nil {
		browser.Spill(t.id, "")
		then(0)
		return
	}
	t.list(func(all []savedWork) {
		n := 0
		var next func()
		next = func() {
			if len(all) == 0 {
				t.forgotten()
				then(n)
				return
			}
			id := all[0].id
			all = all[1:]
			drop := func(ok bool) {
				if !ok {
					next()
					return
				}
				n++
				browser.Spill(id, "")
				t.storage.Write(gone(id), func(string) { next() })
			}
			if id == t.id {
				drop(true)
				return
			}
			browser.Claim(id, drop)
		}
		next()
	})
}

// stored reports whether the bytes of a data set lie in the storage.
func (t *Tab) stored(set store.Set) bool {
	_, spilled := t.spill0().Sets[set.Hash]
	return t.storage != nil && !spilled
}

var errOpenElsewhere = errors.New("This work is open in another tab.")
