package logs

import (
	"bytes"
	"sort"
	"strings"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/text"
)

// The most that is read.
const (
	MaxBytes = 200 << 20
	MaxLines = 2_000_000
	maxLine  = 1 << 20
)

// eachCompared is how many comparisons of a sort lie between two rests.
const eachCompared = 1024

// ofEachSecond is how many requests of a second stay as they came.
const ofEachSecond = 400

// request is one line: when it was, in microseconds since 1970, and what it was.
type request struct {
	micros int64
	observe.Operation
}

// form reads the lines of one form.
type form struct {
	name    string
	missing []string
	line    func(line []byte) (r request, ok bool)
	own     bool // a list of one's own in JSON, whose first line may be anything
}

// Is reports whether a file begins as a recording or as a log that Open reads.
func Is(data []byte) bool {
	if observe.IsRecording(data) {
		return true
	}
	f, lines, err := formOf(bytes.TrimPrefix(data, mark))
	first, _, _ := bytes.Cut(lines, []byte("\n"))
	return err == nil && (!f.own || timed(first[:min(len(first), maxLine)]))
}

// Open reads a recording as it is, and makes one of anything else, as Read does.
func Open(data []byte, turn func(done, of int)) (r observe.Recording, leftOut int, err error) {
	if !observe.IsRecording(data) {
		return Read(data, turn)
	}
	r, broken := observe.ReadRecording(data, turn)
	if broken != nil {
		return r, 0, broken
	}
	return r, 0, nil
}

// Endings are those of the files that Open reads, as a browser's dialog wants them.
const Endings = ".recording,.jsonl,.ndjson,.json,.csv,.log,.txt"

// Said is what a reader is told of a file that is open: how much of it was left out, and
// what it cannot tell.
func Said(name string, leftOut int, missing []string) string {
	said := name + " is open."
	if leftOut > 0 {
		said += " " + text.Count(leftOut, "line is no request and is", "lines are no requests and are") + " left out."
	}
	return strings.Join(append([]string{said}, missing...), " ")
}

// mark is what some editors put before a text.
var mark = []byte("\ufeff")

// Read makes a recording of a log. The error is a sentence, with the line where one is
// to blame; leftOut is how many lines are no request to an entity or a table. It calls
// turn again and again with how much of the work is done, so that a page has its turn.
func Read(data []byte, turn func(done, of int)) (r observe.Recording, leftOut int, err error) {
	if len(data) > MaxBytes {
		return r, 0, &observe.Error{Message: "The file has " + text.Number(len(data)) + " bytes. At most " + text.Number(MaxBytes) + " are read."}
	}
	f, left, err := formOf(bytes.TrimPrefix(data, mark))
	if err != nil {
		return r, 0, err
	}
	requests, leftOut, err := lines(left, f, func(bytes int) { turn(bytes, 2*len(left)) })
	if err != nil {
		return r, leftOut, err
	}
	if len(requests) == 0 {
		return r, leftOut, &observe.Error{Message: "The file has " + text.Count(leftOut, "line", "lines") +
			", and none is a request to a table as " + f.name + " has it."}
	}
	r = count(requests, func(i int) { turn(len(requests)+i, 2*len(requests)) })
	r.Source, r.Missing = f.name, f.missing
	return r, leftOut, nil
}

// formOf tells the form of a file by its beginning, and returns its lines.
func formOf(data []byte) (form, []byte, error) {
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	line := strings.TrimSpace(string(first[:min(len(first), maxLine)]))
	switch {
	case strings.HasPrefix(line, "1.0;") || strings.HasPrefix(line, "2.0;"):
		return analytics(), data, nil
	case strings.HasPrefix(line, "{"):
		return objects(line), data, nil
	}
	if f, ok := listed(line); ok {
		return f, rest, nil
	}
	return form{}, nil, &observe.Error{Line: 1, Message: "This is no recording, and none of the forms of logs: " +
		"a Storage Analytics log begins with 1.0; or 2.0;, StorageTableLogs and lists in JSON with {, " +
		"and a CSV file with a header that names time and PartitionKey."}
}

// lines reads each line. It calls turn with how many bytes are read.
func lines(data []byte, f form, turn func(bytes int)) (out []request, leftOut int, err error) {
	all := len(data)
	for number := 1; len(data) > 0; number++ {
		turn(all - len(data))
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if number > MaxLines || len(line) > maxLine {
			return nil, leftOut, &observe.Error{Line: number, Message: "At most " + text.Number(MaxLines) + " lines of " +
				text.Number(maxLine) + " bytes are read."}
		}
		r, ok := f.line(line)
		if !ok || r.micros <= 0 {
			leftOut++
			continue
		}
		out = append(out, r)
	}
	return out, leftOut, nil
}

// count puts requests into their order and counts them second by second. It calls turn
// with how many are counted.
func count(requests []request, turn func(counted int)) (r observe.Recording) {
	compared := 0
	sort.SliceStable(requests, func(i, j int) bool {
		if compared++; compared%eachCompared == 0 {
			turn(0)
		}
		return requests[i].micros < requests[j].micros
	})
	const second, longestGap = 1_000_000, 3600
	limits := observe.Usual()
	limits.Sample = ofEachSecond
	o := observe.New(limits)
	start := requests[0].micros / second * second
	next := int64(second)
	tick := func() {
		e := o.Tick(next)
		e.Start = start / 1000
		r.Events = append(r.Events, e)
		next += second
	}
	for i := range requests {
		turn(i)
		at := requests[i].micros - start
		if (at-next)/second > longestGap { // a night without a request is an hour long
			start += at - next - longestGap*second
			at = requests[i].micros - start
		}
		for at >= next && len(r.Events) < observe.MaxEvents {
			turn(i)
			tick()
		}
		if len(r.Events) == observe.MaxEvents {
			break
		}
		requests[i].At = at
		o.Add(&requests[i].Operation)
	}
	tick()
	return r
}
