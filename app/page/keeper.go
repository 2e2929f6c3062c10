package page

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/store"
)

// keeper saves the work of this tab after each gesture and opens it again.
//
// What always holds:
//   - a workspace is written by one tab alone, which holds its name
//   - a gesture is written with everything that it refers to, or not at all;
//     what cannot be written is spilled beside the storage, and tried again
//     with the next gesture
//   - what cannot be read is left as it is
//   - while the saved work is being opened the page says so to web/app.js, which
//     holds gestures back until it is there
type keeper struct {
	ctx     app.Context // of the page that is shown
	changed func()      // what that page does after the work was exchanged

	started  bool
	reloaded bool // the workspace is the one that this tab had
	storage  *browser.Storage
	id       string // of the workspace, empty while none is taken
	problem  string // why nothing is saved, a plain sentence; empty if all is
	lost     string // why saved work could not be opened
	spilled  bool
	busy     bool // something is being written
	again    bool // and more is to be
	opening  bool
	tries    int      // to claim the workspace that this tab had
	waiting  []func() // for a page on which they can be done
	arrived  []func() // what came while the saved work was being opened
	screensKept
}

// maxTries is how often that is tried, ten times a second.
const maxTries = 15

// patience is how long the browser may take to open its storage.
const patience = 5 * time.Second

// keep is the keeper of this tab.
var keep = keeper{screensKept: screensKept{texts: map[string]string{}, unsaved: map[string]bool{}, opened: map[string]bool{}}}

const workspaceKey = "workspace"

// save writes what the last gestures changed.
func (k *keeper) save() {
	if k.opening || k.id == "" || kept == nil || visiting != nil && visiting.work {
		return
	}
	if k.busy {
		k.again = true
		return
	}
	k.note()
	if kept.Journal().Len() == 0 && len(kept.Journal().Branches()) == 1 && len(k.texts) == 0 {
		return // nothing was made yet
	}
	s, ok := kept.Unsaved(browser.Now())
	if !ok {
		return
	}
	texts := k.takeUnsaved()
	if k.storage == nil {
		k.notSaved(s, texts)
		return
	}
	k.busy = true
	id := k.id
	k.blobs(s.Sets, nil, func(changes []browser.Change) { k.write(id, s, texts, changes) })
}

// blobs hands the user's own data over to the browser.
func (k *keeper) blobs(sets []store.SavedSet, changes []browser.Change, then func([]browser.Change)) {
	if len(sets) == 0 {
		then(changes)
		return
	}
	browser.NewBlob([][]byte{sets[0].Bytes}, func(b *browser.Blob) {
		k.blobs(sets[1:], append(changes, browser.Change{Key: setKey(sets[0].Set.Hash), Blob: b}), then)
	})
}

func (k *keeper) write(id string, s store.Saving, texts map[string]string, changes []browser.Change) {
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
	k.storage.Write(changes, func(why string) {
		k.busy = false
		before := k.problem
		k.problem = why
		switch {
		case why != "":
			k.notSaved(s, texts)
		case k.spilled:
			browser.Spill(k.id, "")
			k.spilled = false
		}
		if before != why {
			k.ctx.Dispatch(func(app.Context) {})
		}
		if k.again {
			k.again = false
			k.save()
		}
	})
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
func (k *keeper) notSaved(s store.Saving, texts map[string]string) {
	kept.NotSaved(s)
	out := spilled{Head: s.Head, Sets: map[string]string{}}
	for name, text := range texts {
		k.unsaved[name] = true
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
	k.spilled = err == nil && browser.Spill(k.id, string(text))
	if !k.spilled {
		k.problem += " Export it from Settings before you close the tab."
	}
}

// Keys of the records of a workspace.
func headKey(id string) string { return "head/" + id }

func momentKey(id string, n int) string { return fmt.Sprintf("moment/%s/%012d", id, n) }

// screenKey lies behind the keys of all moments.
func screenKey(id, name string) string { return "moment/" + id + "/" + name }

func setKey(hash string) string { return "set/" + hash }

// keyEnd sorts after every key that begins as it does.
const keyEnd = "\uffff"

// savedWork is a workspace in the storage.
type savedWork struct {
	id   string
	head store.Head
	when time.Time
	text string
}
