package page

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
)

// The bounds of what is kept and of reading it.
const (
	maxWorkspaces = 20
	readAtOnce    = 32 // records
	listedAtMost  = 200
)

// list finds all workspaces, the one saved last first.
func (k *keeper) list(then func([]savedWork)) {
	k.storage.Texts("head/", "head/"+keyEnd, listedAtMost, func(found []browser.Change, ok bool) {
		var all []savedWork
		for _, f := range found {
			h, _ := store.ReadHead(f.Text)
			all = append(all, savedWork{strings.TrimPrefix(f.Key, "head/"), h, time.UnixMilli(h.Saved), f.Text})
		}
		slices.SortStableFunc(all, func(a, b savedWork) int { return b.when.Compare(a.when) })
		then(all)
	})
}

// tidy drops the workspaces beyond the bound, those saved longest ago and open
// nowhere, and the data sets that no workspace uses.
func (k *keeper) tidy(all []savedWork) {
	for _, w := range all[min(len(all), maxWorkspaces):] {
		browser.Claim(w.id, func(ok bool) {
			if ok {
				k.storage.Write(gone(w.id), func(string) {})
			}
		})
	}
	used := map[string]bool{}
	for _, w := range all {
		if w.head.Version != 1 {
			return // nobody knows what it uses
		}
		for _, hash := range w.head.Sets {
			used[setKey(hash)] = true
		}
	}
	k.storage.Texts("set/", "set/"+keyEnd, listedAtMost, func(found []browser.Change, ok bool) {
		var drop []browser.Change
		for _, f := range found {
			if !used[f.Key] {
				drop = append(drop, browser.Change{Key: f.Key})
			}
		}
		if len(drop) > 0 {
			k.storage.Write(drop, func(string) {})
		}
	})
}

// gone are the changes that take a workspace away.
func gone(id string) []browser.Change {
	return []browser.Change{{Key: headKey(id)}, {Key: momentKey(id, 0), To: "moment/" + id + "/" + keyEnd}}
}

// read opens the workspace that this tab has taken. failed is called when that
// cannot be done, nil for a workspace of its own.
func (k *keeper) read(failed func(err error)) {
	if failed == nil {
		failed = k.orFresh
	}
	spill := k.spill0()
	k.storage.Texts(headKey(k.id), headKey(k.id), 1, func(found []browser.Change, ok bool) {
		head := ""
		if len(found) == 1 {
			head = found[0].Text
		}
		saved, _ := store.ReadHead(head)
		if later, ok := store.ReadHead(spill.Head); ok && later.Sequence > saved.Sequence {
			head = spill.Head
		} else {
			spill = spilled{}
		}
		if head == "" {
			k.fresh()
			return
		}
		k.moments(store.NewRestoring(head), momentKey(k.id, 0), spill, failed)
	})
}

// orFresh begins a workspace of its own when saved work cannot be opened.
func (k *keeper) orFresh(err error) {
	k.lost = err.Error()
	k.fresh()
}

// spill0 returns what was spilled for the workspace.
func (k *keeper) spill0() (s spilled) {
	_ = json.Unmarshal([]byte(browser.Spilled(k.id)), &s)
	return s
}

// moments reads a few moments on each turn of the page.
func (k *keeper) moments(r *store.Restoring, from string, spill spilled, failed func(error)) {
	k.storage.Texts(from, "moment/"+k.id+"/"+keyEnd, readAtOnce, func(found []browser.Change, ok bool) {
		for _, f := range found {
			r.Add(f.Text)
			from = f.Key + "\x00"
		}
		if len(found) == readAtOnce {
			k.moments(r, from, spill, failed)
			return
		}
		k.finish(spill, r, failed)
	})
}

// finish works the moments out in slices and makes them the work of the page,
// unless the storage took so long that the user went on without it and something
// would be replaced: that becomes a workspace of its own.
func (k *keeper) finish(spill spilled, r *store.Restoring, failed func(error)) {
	for _, text := range spill.Moments {
		r.Add(text)
	}
	var step func()
	step = func() {
		if r.Step() {
			browser.Soon(step)
			return
		}
		k.onPage(func() {
			screens := r.Screens()
			if _, saved := screens[k.name]; k.opening && (kept.Journal().Len() > 0 || saved && k.touched()) {
				k.fresh()
				return
			}
			if err := kept.Finish(r); err != nil {
				failed(err)
				return
			}
			k.take(screens)
			if spill.Head != "" {
				k.spilled = true
				k.forgotten()
			}
			k.done()
		})
	}
	step()
}

// provide brings the data set that the work wants, where it is not a sample.
func (k *keeper) provide(set store.Set, r browser.Reading) (cancel func()) {
	if text, ok := k.spill0().Sets[set.Hash]; ok {
		r.Done([]byte(text))
		return func() {}
	}
	if k.storage == nil {
		r.Failed("The data of this work are not saved here. Import the file again, or step back to other data.")
		return func() {}
	}
	return k.storage.Read(setKey(set.Hash), r)
}
