package workspace

import (
	"errors"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/design/draft"
)

// Other is work that another tab has open. It stays that tab's own: what is taken
// from it is a copy of what it has saved.
type Other struct {
	Title string // of its data
	id    string
}

// Copy makes a copy of it the work of a tab, under a name of its own.
func (o *Other) Copy(t *Tab, then func(error)) {
	if t.Storage == nil {
		then(errGone)
		return
	}
	t.Leave()
	t.Storage.Texts(headKey(o.id), headKey(o.id), 1, func(found []browser.Change, ok bool) {
		switch {
		case !ok:
			then(errUnread)
			return
		case len(found) == 0:
			t.Other = nil
			then(errGone)
			return
		}
		t.Other = nil
		r := draft.NewRestoring(found[0].Text, draft.FromStorage)
		t.moments(r, o.id, momentKey(o.id, 0), func() { t.exchange(r, then) })
	})
}

var (
	errGone   = errors.New("The work of the other tab is not saved any more.")
	errUnread = errors.New("The storage of this browser did not give the work of the other tab. Try again.")
)
