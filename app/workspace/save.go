package workspace

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
)

// maxTries is how often that is tried, ten times a second.
const maxTries = 15

// patience is how long the browser may take to open its storage.
const patience = 5 * time.Second

const workspaceKey = "workspace"

// Save writes what the last gestures changed.
func (t *Tab) Save() {
	if t.Opening || t.Id == "" || t.Work == nil || t.Visiting != nil && t.Visiting.Work {
		return
	}
	if t.busy {
		t.again = true
		return
	}
	t.note()
	if t.Work.Edit.Journal().Len() == 0 && len(t.Work.Edit.Journal().Branches()) == 1 && len(t.Texts) == 0 {
		return // nothing was made yet
	}
	s, ok := t.Work.Unsaved(browser.Now())
	if !ok {
		return
	}
	texts := t.takeUnsaved()
	if t.Storage == nil {
		t.notSaved(s, texts)
		return
	}
	t.busy = true
	id := t.Id
	t.blobs(s.Sets, nil, func(changes []browser.Change) { t.write(id, s, texts, changes) })
}

// blobs hands the user's own data over to the browser.
func (t *Tab) blobs(sets []draft.SavedSet, changes []browser.Change, then func([]browser.Change)) {
	if len(sets) == 0 {
		then(changes)
		return
	}
	browser.NewBlob([][]byte{sets[0].Bytes}, func(b *browser.Blob) {
		t.blobs(sets[1:], append(changes, browser.Change{Key: setKey(sets[0].Set.Hash), Blob: b}), then)
	})
}

func (t *Tab) write(id string, s draft.Saving, texts map[string]string, changes []browser.Change) {
	for name, text := range texts {
		changes = append(changes, browser.Change{Key: screenKey(id, name), Text: text})
	}
	for n, text := range s.Moments {
		changes = append(changes, browser.Change{Key: momentKey(id, n), Text: text})
	}
	for _, n := range s.Gone {
		changes = append(changes, browser.Change{Key: momentKey(id, n)})
	}
	changes = append(changes, browser.Change{Key: headKey(id), Text: s.Head})
	t.Storage.Write(changes, func(why string) {
		t.busy = false
		before := t.Problem
		t.Problem = why
		switch {
		case why != "":
			t.notSaved(s, texts)
		case t.spilled:
			browser.Spill(t.Id, "")
			t.spilled = false
		}
		if before != why {
			t.ctx.Dispatch(func(app.Context) {})
		}
		if t.again {
			t.again = false
			t.Save()
		}
		if !t.busy {
			for _, do := range t.saved {
				t.onPage(do)
			}
			t.saved = nil
		}
	})
}

// onceSaved does something when nothing is being written any more: whoever is told
// that work is open may leave the page at once.
func (t *Tab) onceSaved(do func()) {
	if t.busy {
		t.saved = append(t.saved, do)
		return
	}
	do()
}

// spilled is what could not be written, as a text. Sets are those of the user's
// own data that are small enough.
type spilled struct {
	Head    string
	Moments []string
	Sets    map[string]string `json:",omitempty"`
}

// maxSpilledSet is how many bytes of a data set are spilled at most.
const maxSpilledSet = 1 << 20

// notSaved takes back that something was written, and spills it: it keeps it
// beside the storage, enough to continue after the page was loaded again.
func (t *Tab) notSaved(s draft.Saving, texts map[string]string) {
	t.Work.NotSaved(s)
	out := spilled{Head: s.Head, Sets: map[string]string{}}
	for name, text := range texts {
		t.unsaved[name] = true
		out.Moments = append(out.Moments, text)
	}
	for _, text := range s.Moments {
		out.Moments = append(out.Moments, text)
	}
	for _, set := range s.Sets {
		if len(set.Bytes) <= maxSpilledSet {
			out.Sets[set.Set.Hash] = string(set.Bytes)
		}
	}
	text, err := json.Marshal(out)
	t.spilled = err == nil && browser.Spill(t.Id, string(text))
}

// NotKept says why the work of a tab is not saved, or could not be opened, and what that
// means for it; empty when it is kept.
func NotKept(t *Tab) string {
	switch {
	case t.Problem == "":
		return t.Lost
	case t.Storage == nil:
		return t.Problem + " Your work is here until the tab is closed. Export it from Settings to keep it."
	case !t.spilled:
		return t.Problem + " Export it from Settings before you close the tab."
	}
	return t.Problem
}

// Keys of the records of a workspace.
func headKey(id string) string { return "head/" + id }

func momentKey(id string, n int) string { return fmt.Sprintf("moment/%s/%012d", id, n) }

// screenKey lies behind the keys of all moments.
func screenKey(id, name string) string { return "moment/" + id + "/" + name }

func setKey(hash string) string { return "set/" + hash }

// keyEnd sorts after every key that begins as it does.
const keyEnd = "\uffff"

// SavedWork is a workspace in the storage.
type SavedWork struct {
	Id   string
	Head draft.Head
	When time.Time
	text string
}
