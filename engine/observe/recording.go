package observe

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/keyrange/keyrange/engine/text"
)

// The most that a recording may hold.
const (
	MaxRecording = 50 << 20 // bytes of the file
	MaxEvents    = 40_000
	MaxScenario  = 64 << 10 // bytes of the scenario that was measured
	mostMissing  = 16
)

// recordingFormat is what a recording calls itself in its first line.
const recordingFormat = "recording"

// Header is the first line of a recording: what it is, where it comes from and what
// it cannot tell.
type Header struct {
	Format  string   `json:"keyrange"`
	Version int      `json:"version"`
	Name    string   `json:"name,omitempty"`
	Source  string   `json:"source,omitempty"`  // who counted
	Missing []string `json:"missing,omitempty"` // whole sentences on what the counts leave out

	// Scenario is the file of the scenario whose clients sent the requests, where they
	// were sent to be held against a run of it.
	Scenario string `json:"scenario,omitempty"`
}

// Recording is the events of some time, in their order, as they lie in a file: a
// line with the Header, then one line for each event.
type Recording struct {
	Header
	Events []Event
	Cut    bool // the last line is not whole, as when its writer was stopped, and is left out
}

// AppendHeader writes the first line of a recording.
func AppendHeader(to []byte, name, source string, missing []string) []byte {
	return AppendMeasured(to, name, source, missing, "")
}

// AppendMeasured is AppendHeader for requests of the clients of a scenario.
func AppendMeasured(to []byte, name, source string, missing []string, scenario string) []byte {
	line, err := json.Marshal(Header{recordingFormat, Version, name, source, missing, scenario})
	if err != nil { // it has texts and a number alone
		panic("observe: " + err.Error())
	}
	return append(append(to, line...), '\n')
}

// AppendEvent writes the line of an event.
func AppendEvent(to []byte, e *Event) []byte { return append(append(to, Encode(e)...), '\n') }

// IsRecording reports whether a file begins as a recording does.
func IsRecording(data []byte) bool {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var h Header
	return len(line) <= MaxEvent && json.Unmarshal(line, &h) == nil && h.Format == recordingFormat
}

// ReadRecording reads a file that AppendHeader and AppendEvent wrote, or anything
// else that claims to be one. The error names the line. It calls turn between two
// lines with how many bytes of all are read, so that a page has its turn.
func ReadRecording(data []byte, turn func(done, of int)) (Recording, *Error) {
	var r Recording
	switch {
	case len(data) > MaxRecording:
		return r, refuse("The file has " + text.Number(len(data)) + " bytes. At most " + text.Number(MaxRecording) + " are read.")
	case !IsRecording(data):
		return r, &Error{1, "This is not a recording. Its first line would say so."}
	}
	line, events, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(line, &r.Header); err != nil {
		return Recording{}, &Error{1, "This is not a recording: " + jsonSentence(err)}
	}
	if broken := r.Header.broken(); broken != "" {
		return Recording{}, &Error{1, broken}
	}
	return r.lines(events, turn)
}

func (h *Header) broken() string {
	if h.Version != Version {
		return "The recording has form " + strconv.Itoa(h.Version) + ". This page reads form " + strconv.Itoa(Version) + "."
	}
	good := short(h.Name, longestNote) && short(h.Source, longestNote) && len(h.Missing) <= mostMissing && short(h.Scenario, MaxScenario)
	for _, m := range h.Missing {
		good = good && short(m, longestNote)
	}
	if !good {
		return "What the recording says of itself is too long."
	}
	return ""
}

// lines reads the events.
func (r Recording) lines(events []byte, turn func(done, of int)) (Recording, *Error) {
	last := int64(-1)
	all := len(events)
	for number := 2; len(events) > 0; number++ {
		turn(all-len(events), all)
		line, after, whole := bytes.Cut(events, []byte("\n"))
		events = after
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		e, err := Decode(line)
		switch {
		case err != nil && !whole:
			r.Cut = true
			continue
		case err != nil:
			return Recording{}, &Error{number, err.Message}
		case e.At < last:
			return Recording{}, &Error{number, "The event is older than the one before it."}
		case len(r.Events) == MaxEvents:
			return Recording{}, &Error{number, "There are more than " + text.Number(MaxEvents) + " events. Cut the file into pieces."}
		}
		last = e.At
		r.Events = append(r.Events, e)
	}
	if len(r.Events) == 0 {
		return Recording{}, refuse("The recording is empty.")
	}
	return r, nil
}
