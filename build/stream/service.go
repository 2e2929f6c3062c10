package stream

import (
	"fmt"

	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// maxNotes is how many notes an event tells.
const maxNotes = 32

// serviceOf is what the model behind a door says of itself after so many microseconds.
func serviceOf(d *frontdoor.Door, span int64) *observe.Service {
	v := d.Look()
	s := &observe.Service{Capacity: v.Params.Capacity()}
	if v.Params.EnforceAccount {
		s.Account = v.Params.AccountLimit
	}
	if v.Quick {
		s.Decisions = "quick"
	}
	for i, r := range v.Ranges {
		low := ""
		if i > 0 {
			low = r.From.Place()
		}
		away := r.Phase == service.Offline || r.Phase == service.Draining && r.Change == service.Moving
		s.Ranges = append(s.Ranges, observe.Range{Low: low, Server: int(r.Server), Away: away})
	}
	for _, worked := range v.Worked {
		s.Servers = append(s.Servers, min(1000, worked*1000/max(1, span*int64(v.Params.Cores))))
	}
	for _, n := range v.Notes[max(0, len(v.Notes)-maxNotes):] {
		s.Notes = append(s.Notes, cut(sentence(n)))
	}
	return s
}

// cut keeps a sentence within what an event holds.
func cut(text string) string {
	const most = 500
	if len(text) <= most {
		return text
	}
	for i := range text {
		if i > most-4 {
			return text[:i] + "…"
		}
	}
	return text
}

// sentence says what the model did.
func sentence(n keyed.Note) string {
	key := fmt.Sprintf("%q", n.Key.Place())
	switch n.Kind {
	case record.SplitNote:
		return fmt.Sprintf("The range on server %d is split at %s.", n.Server, key)
	case record.NoSplitNote:
		return fmt.Sprintf("The hot range from %s on has no key to split it at: %s.", key, n.Split.Reason)
	case record.MoveNote:
		return fmt.Sprintf("The range from %s on goes from server %d to server %d.", key, n.Server, n.To)
	case record.OfflineNote:
		return fmt.Sprintf("The range from %s on is away for %d s on its way to server %d.", key, n.For/1_000_000, n.Server)
	case record.OnlineNote:
		return fmt.Sprintf("Server %d serves the range from %s on.", n.Server, key)
	case record.MergeNote:
		return fmt.Sprintf("Two cold ranges become one at %s.", key)
	case record.FailNote:
		return fmt.Sprintf("Server %d fails. Its ranges go to the others.", n.Server)
	case record.ReviveNote:
		return fmt.Sprintf("Server %d is back.", n.Server)
	}
	return n.Kind.String()
}
