package live

import (
	"cmp"
	"slices"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/text"
)

// Link is how the screen stands to an endpoint.
type Link uint8

// The states of the link.
const (
	NotConnected Link = iota
	Connecting
	Connected
	Lost     // it was connected, and tries again
	Replayed // a recording is open, and there is no endpoint
)

const (
	second = 1_000_000 // microseconds

	// Kept is how many seconds stay: half an hour. Older ones go.
	Kept = 1800

	// atFirst is how many seconds the map shows.
	atFirst = 180

	// lately is how many seconds the figures of the present are about.
	lately = 5
)

// State is what was heard of an endpoint.
//
// What always holds: columns are in the order of their time, each of at most a
// second, at most Kept of them; cursor is the last column that is shown, or -1 to
// follow the newest; everything said about columns is recounted from them.
type State struct {
	Link    Link
	Address string
	Why     string // why there is no connection, or what was wrong with what arrived; a sentence
	Refused int    // events that were not taken, since the connection
	Zone    int64  // seconds that the reader's clock is ahead of UTC

	columns []observe.Event
	gone    int // columns that were dropped
	cursor  int
	window  int   // columns that the map shows
	runs    int   // how often another run was heard after the first
	shift   int64 // what is added to the times of the present run
	missing []string
	name    string // of the recording that is open
	source  string // and who counted
	marked  int    // marks set, to name the next one
	hint    hint
	from    origin
	rev     int
}

// origin is what is listened to.
type origin struct {
	url, token string
	here       bool // the endpoint answers at this site itself
}

// NewState returns a screen that has heard nothing.
func NewState() *State {
	return &State{Address: FirstAddress, cursor: -1, window: atFirst}
}

// Rev grows with every change of what is shown.
func (s *State) Rev() int { return s.rev }

// Take takes the text of an event. It reports whether it was taken: a damaged one is
// left out with a sentence in Why, and what was heard before stays.
func (s *State) Take(data []byte) bool {
	e, err := observe.Decode(data)
	if err != nil {
		s.Refused++
		s.Why = err.Error()
		s.rev++
		return false
	}
	s.add(e)
	return true
}

// add puts a tick at the end: into the second that it belongs to, or as a new one.
func (s *State) add(e observe.Event) {
	s.rev++
	if n := len(s.columns); n > 0 {
		last := &s.columns[n-1]
		if e.Run == last.Run && e.At+s.shift <= last.At && e.Seq <= last.Seq {
			return // heard before, as after a new connection
		}
		if e.Run != last.Run || e.At+s.shift < last.At { // its own time goes on after that of the run before
			s.runs++
			s.shift = last.At + second - (e.At - e.Span)
		}
		e.At, e.Start = e.At+s.shift, max(0, e.Start-s.shift/1000)
		if (e.At-1)/second == (last.At-1)/second && last.Join(&e) {
			return
		}
	}
	s.columns = append(s.columns, e)
	if drop := len(s.columns) - Kept; drop > 0 {
		s.columns = append(s.columns[:0], s.columns[drop:]...)
		s.gone += drop
		if s.cursor >= 0 {
			s.cursor = max(0, s.cursor-drop)
		}
	}
}

// Heard is the ID of the last event that was heard, "" before the first.
func (s *State) Heard() string {
	if len(s.columns) == 0 {
		return ""
	}
	last := &s.columns[len(s.columns)-1]
	return observe.ID(last.Run, last.Seq)
}

// Columns returns what was heard, one column for each second. It must not be
// changed.
func (s *State) Columns() []observe.Event { return s.columns }

// Place is the index of the last column that is shown, -1 when there is none.
func (s *State) Place() int {
	if s.cursor < 0 || s.cursor >= len(s.columns) {
		return len(s.columns) - 1
	}
	return s.cursor
}

// Follows reports whether the newest column is shown as it comes.
func (s *State) Follows() bool { return s.cursor < 0 }

// Seek shows what stood at a column, and stays there.
func (s *State) Seek(place int) {
	s.cursor = min(max(place, 0), len(s.columns)-1)
	s.rev++
}

// Toggle stays where it is, or follows the newest column again.
func (s *State) Toggle() {
	if s.Follows() {
		s.Seek(s.Place())
		return
	}
	s.cursor = -1
	s.rev++
}

// Behind is how many seconds lie between what is shown and the newest.
func (s *State) Behind() int { return len(s.columns) - 1 - s.Place() }

// Windows are the choices of how many seconds the map shows.
var Windows = [...]int{60, atFirst, 900, Kept}

// SetWindow shows so many seconds.
func (s *State) SetWindow(columns int) {
	s.window = min(max(columns, Windows[0]), Kept)
	s.rev++
}

// Window returns how many seconds the map shows.
func (s *State) Window() int { return s.window }

// Shown are the columns that the map shows, the first and the one after the last.
func (s *State) Shown() (from, to int) {
	to = s.Place() + 1
	return max(0, to-s.window), to
}

// Mark sets a mark at the column that is shown.
func (s *State) Mark() {
	if p := s.Place(); p >= 0 {
		s.marked++
		e := &s.columns[p]
		e.Marks = append(e.Marks, "Mark "+text.Number(s.marked))
		s.rev++
	}
}

// Forget begins again, for another endpoint or recording.
func (s *State) Forget() {
	*s = State{Link: s.Link, Address: s.Address, Why: s.Why, Zone: s.Zone, cursor: -1, window: s.window, from: s.from, rev: s.rev + 1}
}

// Save writes what was heard as a recording.
func (s *State) Save() []byte {
	missing := s.missing
	if missing == nil {
		missing = []string{"Counts by key, and a few requests of each second as they came: each of these stands for many."}
	}
	data := observe.AppendHeader(nil, s.Name(), cmp.Or(s.source, "the live screen"), missing)
	for i := range s.columns {
		data = observe.AppendEvent(data, &s.columns[i])
	}
	return data
}

// Name is what the screen shows as a recording is called.
func (s *State) Name() string {
	if s.Link == Replayed && s.name != "" {
		return s.name
	}
	return "Watched at " + s.Address
}

// Excerpt is the seconds that are shown as a recording.
func (s *State) Excerpt() observe.Recording {
	from, to := s.Shown()
	r := observe.Recording{Events: slices.Clone(s.columns[from:to])}
	r.Name, r.Missing = s.Name(), s.missing
	return r
}

// Open shows a recording.
func (s *State) Open(r *observe.Recording) {
	s.Forget()
	s.Link, s.Why, s.missing, s.name, s.source = Replayed, "", r.Missing, r.Name, r.Source
	for _, e := range r.Events {
		s.add(e)
	}
	if r.Cut {
		s.Why = "The last line of the file is not whole and is left out."
	}
}
