package workspace

import (
	"encoding/json"
	"sort"
	"strings"
	"time"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
)

// The bounds of what is kept and of reading it.
const (
	maxWorkspaces = 20
	readAtOnce    = 32 // records
	listedAtMost  = 200
)

// List finds all workspaces, the one saved last first.
func (t *Tab) List(then func([]SavedWork)) {
	t.Storage.Texts("head/", "head/"+keyEnd, listedAtMost, func(found []browser.Change, ok bool) {
		var all []SavedWork
		for _, f := range found {
			h, _ := draft.ReadHead(f.Text)
			all = append(all, SavedWork{strings.TrimPrefix(f.Key, "head/"), h, time.UnixMilli(h.Saved), f.Text})
		}
		sort.SliceStable(all, func(i, j int) bool { return all[i].When.After(all[j].When) })
		then(all)
	})
}

// tidy drops the workspaces beyond the bound, those saved longest ago and open
// nowhere, and the data sets that no workspace uses.
func (t *Tab) tidy(all []SavedWork) {
	for _, w := range all[min(len(all), maxWorkspaces):] {
		browser.Claim(w.Id, func(ok bool) {
			if ok {
				t.Storage.Write(gone(w.Id), func(string) {})
			}
		})
	}
	used := map[string]bool{}
	for _, w := range all {
		if w.Head.Version != 1 {
			return // nobody knows what it uses
		}
		for _, hash := range w.Head.Sets {
			used[setKey(hash)] = true
		}
	}
	t.Storage.Texts("set/", "set/"+keyEnd, listedAtMost, func(found []browser.Change, ok bool) {
		var drop []browser.Change
		for _, f := range found {
			if !used[f.Key] {
				drop = append(drop, browser.Change{Key: f.Key})
			}
		}
		if len(drop) > 0 {
			t.Storage.Write(drop, func(string) {})
		}
	})
}

// gone are the changes that take a workspace away.
func gone(id string) []browser.Change {
	return []browser.Change{{Key: headKey(id)}, {Key: momentKey(id, 0), To: "moment/" + id + "/" + keyEnd}}
}

// read opens the workspace that this tab has taken. failed is called when that
// cannot be done, nil for a workspace of its own.
func (t *Tab) read(failed func(err error)) {
	if failed == nil {
		failed = t.orFresh
	}
	spill := t.spill0()
	t.Storage.Texts(headKey(t.Id), headKey(t.Id), 1, func(found []browser.Change, ok bool) {
		head := ""
		if len(found) == 1 {
			head = found[0].Text
		}
		saved, _ := draft.ReadHead(head)
		if later, ok := draft.ReadHead(spill.Head); ok && later.Sequence > saved.Sequence {
			head = spill.Head
		} else {
			spill = spilled{}
		}
		if head == "" {
			t.fresh(nil)
			return
		}
		r := draft.NewRestoring(head, draft.FromStorage)
		t.moments(r, t.Id, momentKey(t.Id, 0), func() { t.finish(spill, r, failed) })
	})
}

// orFresh begins a workspace of its own when saved work cannot be opened.
func (t *Tab) orFresh(err error) {
	t.Lost = err.Error()
	t.fresh(nil)
}

// spill0 returns what was spilled for the workspace.
func (t *Tab) spill0() (s spilled) {
	_ = json.Unmarshal([]byte(browser.Spilled(t.Id)), &s)
	return s
}

// moments reads a few moments of a workspace on each turn of the page.
func (t *Tab) moments(r *draft.Restoring, id, from string, then func()) {
	t.Storage.Texts(from, "moment/"+id+"/"+keyEnd, readAtOnce, func(found []browser.Change, ok bool) {
		for _, f := range found {
			r.Add(f.Text)
			from = f.Key + "\x00"
		}
		if len(found) == readAtOnce {
			t.moments(r, id, from, then)
			return
		}
		then()
	})
}

// finish works the moments out in slices and makes them the work of the page,
// unless the storage took so long that the user went on without it and something
// would be replaced: that becomes a workspace of its own.
func (t *Tab) finish(spill spilled, r *draft.Restoring, failed func(error)) {
	for _, text := range spill.Moments {
		r.Add(text)
	}
	var step func()
	step = func() {
		if r.Step() {
			browser.Soon(step)
			return
		}
		t.onPage(func() {
			screens := r.Screens()
			if _, saved := screens[t.name]; t.Opening && (t.Work.Edit.Journal().Len() > 0 || saved && t.touched()) {
				t.fresh(nil)
				return
			}
			if err := t.Work.Finish(r); err != nil {
				failed(err)
				return
			}
			t.take(screens)
			if spill.Head != "" {
				t.spilled = true
				t.forgotten()
			}
			t.done()
		})
	}
	step()
}

// provide brings the data set that the work wants, where it is not a sample.
func (t *Tab) provide(set draft.Set, r browser.Reading) (cancel func()) {
	if text, ok := t.spill0().Sets[set.Hash]; ok {
		r.Done([]byte(text))
		return func() {}
	}
	if t.Storage == nil {
		r.Failed("The data of this work are not saved here. Import the file again, or step back to other data.")
		return func() {}
	}
	return t.Storage.Read(setKey(set.Hash), r)
}

// Source is where the bytes of a data set come from: this site, the program
// itself, or the storage of this device.
func (t *Tab) Source(set draft.Set) func(browser.Reading) (cancel func()) {
	return func(r browser.Reading) func() {
		s, sample := draft.SampleByID(set.Sample)
		if data, ok := s.Made(); ok && sample {
			r.Done(data)
			return func() {}
		}
		if sample {
			return browser.Fetch(SamplePath(s), r)
		}
		return t.provide(set, r)
	}
}

// SamplePath is where the site keeps the file of a sample.
func SamplePath(s draft.Sample) string { return "/web/data/" + s.File }
