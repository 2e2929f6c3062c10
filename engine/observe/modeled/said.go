package modeled

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// maxNotes is how many notes an event tells.
const maxNotes = 32

// State is the model as it is after a tick.
type State struct {
	Quick  bool // it decides within seconds, which the service does not
	Params service.Params
	Ranges []keyed.Range
	Worked []int64 // microseconds of the cores of each server in the tick
	Notes  []keyed.Note
}

// Said is what an event tells of the model after a tick of so many microseconds. Of
// many notes it tells the last ones.
func Said(m *State, span int64) *observe.Service {
	s := &observe.Service{Capacity: m.Params.Capacity()}
	if m.Params.EnforceAccount {
		s.Account = m.Params.AccountLimit
	}
	if m.Quick {
		s.Decisions = "quick"
	}
	for i, r := range m.Ranges {
		low := ""
		if i > 0 {
			low = r.From.Place()
		}
		away := r.Phase == service.Offline || r.Phase == service.Draining && r.Change == service.Moving
		s.Ranges = append(s.Ranges, observe.Range{Low: low, Server: int(r.Server), Away: away})
	}
	for _, worked := range m.Worked {
		s.Servers = append(s.Servers, min(1000, worked*1000/max(1, span*int64(m.Params.Cores))))
	}
	for _, n := range m.Notes[max(0, len(m.Notes)-maxNotes):] {
		s.Notes = append(s.Notes, cut(sentence(&n)))
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
func sentence(n *keyed.Note) string {
	from := "The range from " + strconv.Quote(n.Key.Place()) + " on "
	server := "server " + strconv.Itoa(int(n.Server))
	switch n.Kind {
	case record.SplitNote:
		return "The range on " + server + " is split at " + strconv.Quote(n.Key.Place()) + "."
	case record.NoSplitNote:
		return "The hot range from " + strconv.Quote(n.Key.Place()) + " on has no key to split it at: " + n.Split.Reason.String() + "."
	case record.MoveNote:
		return from + "goes from " + server + " to server " + strconv.Itoa(int(n.To)) + "."
	case record.OfflineNote:
		return from + "is away for " + strconv.FormatInt(n.For/clock.Second, 10) + " s on its way to " + server + "."
	case record.OnlineNote:
		return "Server " + strconv.Itoa(int(n.Server)) + " serves the range from " + strconv.Quote(n.Key.Place()) + " on."
	case record.MergeNote:
		return "Two cold ranges become one at " + strconv.Quote(n.Key.Place()) + "."
	case record.FailNote:
		return "Server " + strconv.Itoa(int(n.Server)) + " fails. Its ranges go to the others."
	case record.ReviveNote:
		return "Server " + strconv.Itoa(int(n.Server)) + " is back."
	}
	return n.Kind.String()
}
