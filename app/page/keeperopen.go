package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
)

// open makes another piece of saved work the one of this tab. The one before
// stays saved.
func (k *keeper) open(id string, then func(error)) {
	leave()
	browser.Claim(id, func(ok bool) {
		if !ok {
			then(errOpenElsewhere)
			return
		}
		before, changed := k.id, k.changed
		k.id = id
		k.changed = func() {
			k.changed = changed
			browser.SetTabValue(workspaceKey, id)
			changed()
			then(nil)
		}
		k.read(func(err error) {
			k.id, k.changed = before, changed
			then(err)
		})
	})
}

// openFile makes the work of a file the one of this tab, under a new name.
func (k *keeper) openFile(data []byte, then func(error)) {
	leave()
	r, sets, err := store.ReadFile(data)
	if err != nil {
		then(err)
		return
	}
	var own []store.SavedSet
	for hash, bytes := range sets {
		own = append(own, store.SavedSet{Set: store.Set{Hash: hash}, Bytes: bytes})
	}
	k.blobs(own, nil, func(changes []browser.Change) {
		finish := func(string) { k.exchange(r, then) }
		if k.storage == nil || len(changes) == 0 {
			finish("")
			return
		}
		k.storage.Write(changes, finish)
	})
}

// exchange shows the work that was read in a workspace of its own.
func (k *keeper) exchange(r *store.Restoring, then func(error)) {
	var step func()
	step = func() {
		if r.Step() {
			browser.Soon(step)
			return
		}
		k.ctx.Dispatch(func(app.Context) {
			err := kept.Finish(r)
			if err == nil {
				k.take(r.Screens())
				k.fresh()
			}
			then(err)
		})
	}
	step()
}

// bring adds data sets from the storage to the parts of a file, and counts
// those that are missing.
func (k *keeper) bring(need []string, parts [][]byte, then func(parts [][]byte, missing int)) {
	missing := 0
	var next func()
	next = func() {
		if len(need) == 0 || k.storage == nil {
			then(parts, missing+len(need))
			return
		}
		hash := need[0]
		need = need[1:]
		k.storage.Read(setKey(hash), browser.Reading{
			Done:   func(data []byte) { parts = append(parts, store.FileSet(hash, data)...); next() },
			Failed: func(string) { missing++; next() },
		})
	}
	next()
}

// clear takes all saved work away that no other tab has, and the data sets. The
// work of this tab stays on the page and is saved again with its next gesture.
func (k *keeper) clear(then func(n int)) {
	if k.storage == nil {
		browser.Spill(k.id, "")
		then(0)
		return
	}
	k.list(func(all []savedWork) {
		n := 0
		var next func()
		next = func() {
			if len(all) == 0 {
				k.forgotten()
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
				k.storage.Write(gone(id), func(string) { next() })
			}
			if id == k.id {
				drop(true)
				return
			}
			browser.Claim(id, drop)
		}
		next()
	})
}

// stored reports whether the bytes of a data set lie in the storage.
func (k *keeper) stored(set store.Set) bool {
	_, spilled := k.spill0().Sets[set.Hash]
	return k.storage != nil && !spilled
}
