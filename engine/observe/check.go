package observe

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/text"
)

// The most that an Event may hold. What comes from a stream or a file is held to it
// before anything else looks at it.
const (
	MaxEvent    = 1 << 20 // bytes of its text
	mostRows    = 1024
	mostKeys    = 64
	mostQueries = 64
	mostSeen    = 8192
	mostRanges  = 4096
	mostServers = 1024
	mostNotes   = 64
	mostMarks   = 32
	longestKey  = 3 * 1024 // bytes of a key: 1,024 UTF-16 code units
	longestNote = 512
	longestMark = 120
	mostCount   = 1 << 40
	longestTime = 10 * 365 * 24 * 3600 * 1_000_000 // microseconds
)

// Error is why an Event or a Recording cannot be read: a plain sentence, and the
// line of the file, counted from 1, or 0.
type Error struct {
	Line    int
	Message string
}

// Error returns the line and the sentence.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return "Line " + text.Number(e.Line) + ": " + e.Message
}

func refuse(message string) *Error { return &Error{Message: message} }

// Encode writes an Event as one line of JSON, without the end of the line.
func Encode(e *Event) []byte {
	data, err := json.Marshal(e)
	if err != nil { // it has numbers, texts and lists of these alone
		panic("observe: " + err.Error())
	}
	return data
}

// Decode reads an Event that Encode wrote, or anything else that claims to be one.
func Decode(data []byte) (Event, *Error) {
	var e Event
	if len(data) > MaxEvent {
		return e, refuse("The event has " + text.Number(len(data)) + " bytes. At most " + text.Number(MaxEvent) + " are read.")
	}
	if err := json.Unmarshal(data, &e); err != nil {
		return Event{}, refuse("This is not an event: " + jsonSentence(err))
	}
	if err := e.Check(); err != nil {
		return Event{}, err
	}
	return e, nil
}

// jsonSentence says what is wrong with a JSON text.
func jsonSentence(err error) string {
	if wrong, ok := err.(*json.UnmarshalTypeError); ok {
		return wrong.Field + " cannot be " + wrong.Value + "."
	}
	return strings.TrimPrefix(err.Error(), "json: ") + "."
}

// Check returns what an Event that comes from elsewhere breaks of what always holds.
func (e *Event) Check() *Error {
	if e.Version != Version {
		return refuse("The event has form " + strconv.Itoa(e.Version) + ". This page reads form " + strconv.Itoa(Version) +
			": the endpoint and the page must come from the same release.")
	}
	for _, rule := range [...]func(*Event) string{checkTimes, checkTotals, checkRows, checkLatency, checkKeys, checkQueries, checkSample,
		checkService, checkMarks} {
		if broken := rule(e); broken != "" {
			return refuse("The event is damaged: " + broken + ".")
		}
	}
	return nil
}

func counts(numbers ...int64) bool {
	for _, n := range numbers {
		if n < 0 || n > mostCount {
			return false
		}
	}
	return true
}

func short(s string, most int) bool { return len(s) <= most && utf8.ValidString(s) }

func checkTimes(e *Event) string {
	switch {
	case e.At < 0 || e.At > longestTime || e.Span < 0 || e.Span > e.At:
		return "its time is not one of a recording"
	case e.Start < 0 || e.Start > 1<<53:
		return "its start is not a time"
	case !short(e.Run, longestName):
		return "the name of its run is too long"
	}
	return ""
}

func checkTotals(e *Event) string {
	t := &e.Total
	sum := int64(0)
	for _, n := range t.Kinds {
		if !counts(n) {
			return "a kind of request is counted wrongly"
		}
		sum += n
	}
	for _, n := range t.Refused {
		if !counts(n) {
			return "its refusals are counted wrongly"
		}
	}
	switch {
	case !counts(t.Sent, t.Failed, t.Spread, t.Entities, t.Batches, t.Batched, t.Largest, t.Examined, t.Returned, t.Bytes):
		return "a total is not a count"
	case sum != t.Sent:
		return "the kinds of its requests do not add up"
	case t.AllRefused()+t.Failed > t.Sent || t.Spread > t.Sent:
		return "it refuses more requests than were sent"
	}
	return ""
}

func checkRows(e *Event) string {
	if len(e.Rows) == 0 || len(e.Rows) > mostRows || e.Rows[0].Low != "" {
		return "its rows are missing, too many or do not begin at the first key"
	}
	sum, refused := e.Total.Spread, int64(0)
	for i := range e.Rows {
		r := &e.Rows[i]
		switch {
		case !short(r.Low, longestPlace):
			return "row " + text.Number(i+1) + " begins at a key that is too long"
		case i > 0 && comparePlaces(e.Rows[i-1].Low, r.Low) >= 0:
			return "row " + text.Number(i+1) + " is out of order"
		case !counts(r.Sent, r.Refused, r.Entities) || r.Refused > r.Sent:
			return "row " + text.Number(i+1) + " is counted wrongly"
		}
		sum, refused = sum+r.Sent, refused+r.Refused
	}
	if sum != e.Total.Sent || refused > e.Total.AllRefused() {
		return "its rows do not add up to its total"
	}
	return ""
}

func checkLatency(e *Event) string {
	last := int64(-1)
	if len(e.Latency)%2 != 0 {
		return "its latencies are cut off"
	}
	for i := 0; i < len(e.Latency); i += 2 {
		step, n := e.Latency[i], e.Latency[i+1]
		if step <= last || step >= int64(len(record.Histogram{})) || n < 1 || n > 1<<26 {
			return "its latencies are counted wrongly"
		}
		last = step
	}
	return ""
}

func checkKeys(e *Event) string {
	if len(e.Keys) > mostKeys || !counts(e.Floor, e.QueryFloor) {
		return "it names too many keys"
	}
	for i := range e.Keys {
		k := &e.Keys[i]
		if !short(k.Place, longestPlace) || !counts(k.Sent, k.Error, k.Refused, k.Entities) || k.Error > k.Sent || k.Refused > k.Sent ||
			len(k.Latency) > 3 || !counts(k.Latency...) {
			return "key " + text.Number(i+1) + " is counted wrongly"
		}
	}
	return ""
}

func checkQueries(e *Event) string {
	if len(e.Queries) > mostQueries {
		return "it names too many queries"
	}
	for i := range e.Queries {
		q := &e.Queries[i]
		if !short(q.Table, longestName) || !short(q.Shape, longestNote) || !short(q.Filter, longestNote) || q.Plan < 0 ||
			q.Plan > int(query.TableScan) || !counts(q.Times, q.Examined, q.Returned, q.Slowest, q.Error) {
			return "query " + text.Number(i+1) + " is counted wrongly"
		}
	}
	return ""
}

func checkSample(e *Event) string {
	if len(e.Sample) > mostSeen {
		return "its sample is too large"
	}
	for i := range e.Sample {
		s := &e.Sample[i]
		_, known := kindOf(s.Kind)
		good := known && short(s.Table, longestName) && short(s.PartitionKey, longestKey) && short(s.RowKey, longestKey) &&
			s.At >= 0 && s.At <= longestTime && s.Entities >= 0 && s.Entities <= mostCount && len(s.Properties) <= mostShown
		for j := 0; good && j < len(s.Properties); j++ {
			p := &s.Properties[j]
			good = short(p.Name, longestName) && short(p.Type, longestName) && short(p.Text, longestText)
		}
		if !good {
			return "request " + text.Number(i+1) + " of its sample is not one"
		}
	}
	return ""
}

func checkService(e *Event) string {
	s := e.Service
	if s == nil {
		return ""
	}
	if len(s.Ranges) > mostRanges || len(s.Servers) > mostServers || len(s.Notes) > mostNotes || !counts(s.Capacity, s.Account) ||
		!short(s.Decisions, longestName) {
		return "what it says of the service is too much"
	}
	for i := range s.Ranges {
		r := &s.Ranges[i]
		if !short(r.Low, longestPlace) || r.Server < 0 || r.Server >= mostServers || i > 0 && comparePlaces(s.Ranges[i-1].Low, r.Low) >= 0 {
			return "range " + text.Number(i+1) + " is out of order"
		}
	}
	for i, busy := range s.Servers {
		if busy < 0 || busy > 1000 {
			return "the load of server " + text.Number(i+1) + " is not a share"
		}
	}
	for _, n := range s.Notes {
		if !short(n, longestNote) {
			return "a note is too long"
		}
	}
	return ""
}

func checkMarks(e *Event) string {
	if len(e.Marks) > mostMarks {
		return "it has too many marks"
	}
	for _, m := range e.Marks {
		if !short(m, longestMark) {
			return "a mark is too long"
		}
	}
	return ""
}

// longestPlace bounds a place: a table, a slash, a PartitionKey and the zero that
// ends a row of one key.
const longestPlace = longestName + longestKey + 2

// whole cuts a text to a number of bytes, between two characters.
func whole(s string, most int) string {
	if len(s) > most {
		s = s[:most]
		for len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
			s = s[:len(s)-1]
		}
		if len(s) > 0 && s[len(s)-1] >= utf8.RuneSelf {
			s = s[:len(s)-1]
		}
	}
	return strings.ToValidUTF8(strings.Clone(s), "\uFFFD")
}
