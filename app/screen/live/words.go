package live

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/table"
)

// Time is the time at the end of a column: of the day where the endpoint says when it
// started, else since the start.
func (s *State) Time(e *observe.Event) string {
	if e.Start == 0 {
		return view.Clock(e.At)
	}
	millis := e.Start + e.At/1000
	day := (millis/1000 + s.Zone) % (24 * 3600)
	return two(day/3600) + ":" + two(day/60%60) + ":" + two(day%60)
}

func two(n int64) string {
	text := strconv.FormatInt(n, 10)
	if n < 10 {
		return "0" + text
	}
	return text
}

// Verdict is what the screen says first: since when it holds, and what holds.
func (s *State) Verdict() (small, title string, bad bool) {
	place := s.Place()
	if place < 0 {
		return "Connected", "Waiting for the first request", false
	}
	finding := s.Findings()[0]
	if since, refusing := s.RefusingSince(place); refusing {
		return "Refusing since " + s.Time(&s.columns[since]), finding.Title, true
	}
	from, to := s.Shown()
	return "The last " + view.Span(int64(to-from)*clock.Second), finding.Title, finding.Problem
}

// Status says in a sentence how the screen stands to the endpoint.
func (s *State) Status() string {
	switch s.Link {
	case Connecting:
		return "Asking " + s.Address + " …"
	case Connected:
		return "Connected to " + s.Address
	case Lost:
		text := "No answer from " + s.Address
		if n := len(s.columns); n > 0 {
			text += " since " + s.Time(&s.columns[n-1]) + ". What was recorded is safe"
		}
		return text + ". Trying again."
	case Replayed:
		return "A recording of " + view.Span(s.recorded())
	}
	return "Not connected"
}

// recorded is how long the columns are together.
func (s *State) recorded() (micros int64) {
	for i := range s.columns {
		micros += s.columns[i].Span
	}
	return micros
}

// ReadOut is the text beside the scrubber.
func (s *State) ReadOut() string {
	place := s.Place()
	if place < 0 {
		return "nothing recorded yet"
	}
	text := s.Time(&s.columns[place])
	if n := s.Behind(); n > 0 {
		return text + ", " + strconv.Itoa(n) + " s behind"
	}
	return text + ", " + view.Span(s.recorded()) + " recorded"
}

// RowSays is a row of a column in words: where it lies and what it was sent.
func (s *State) RowSays(column, row int) string {
	e := &s.columns[column]
	r := &e.Rows[row]
	span := max(1, e.Span)
	text := s.rowName(e, row) + " at " + s.Time(e) + ": " + view.Number(int((r.Sent-r.Refused)*second/span)) + "/s accepted"
	if r.Refused > 0 {
		text += ", " + view.Number(int(r.Refused*second/span)) + "/s refused"
	}
	return text
}

// rowName says which keys lie in a row. A row that begins right after a key was cut
// there.
func (s *State) rowName(e *observe.Event, row int) string {
	low := e.Rows[row].Low
	last := row+1 == len(e.Rows)
	if !last && e.Rows[row+1].Low == low+after {
		return s.KeyName(low)
	}
	text := s.KeyName(low)
	switch {
	case strings.HasSuffix(low, after):
		text = "after " + text
	case last || low == "":
		text = "from " + text
	}
	if last {
		return text + " on"
	}
	next := e.Rows[row+1].Low
	if strings.HasSuffix(next, after) {
		return text + " up to " + s.KeyName(next)
	}
	return text + " to before " + s.KeyName(next)
}

// after ends a place that is the first one after a key.
const after = "\x00"

// labelsFrom is how many seconds back a key is looked for that lies in a row: an event
// names the busiest alone.
const labelsFrom = 20

// rowLabel is the key that stands beside a row: the only one in it, else the busiest
// that was named lately and lies there, else where the row begins. It is "" where that is not
// known either.
func (s *State) rowLabel(place, row int) string {
	e := &s.columns[place]
	low := e.Rows[row].Low
	if row+1 < len(e.Rows) && e.Rows[row+1].Low == low+after {
		return s.KeyName(low)
	}
	for at := place; at >= max(0, place-labelsFrom); at-- {
		for i := range s.columns[at].Keys { // the busiest is first
			k := s.columns[at].Keys[i].Place
			if table.CompareUTF16(k, low) >= 0 && (row+1 == len(e.Rows) || table.CompareUTF16(k, e.Rows[row+1].Low) < 0) {
				return s.KeyName(k)
			}
		}
	}
	switch {
	case low == "":
		return ""
	case strings.HasSuffix(low, after):
		return "after " + s.KeyName(low)
	}
	return s.KeyName(low)
}
