package logs

import (
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// What no log of the service has.
var unlogged = []string{
	"The log has no keys of inserted entities: an insert is counted for its table alone.",
	"The log has no keys of the changes inside a batch: a batch is counted for its table alone.",
	"The log does not say how many entities a query examined, nor what an entity holds.",
}

// operations are the names that logs of the service give to requests.
var operations = map[string]observe.Kind{
	"InsertEntity": observe.Insert, "UpdateEntity": observe.Replace, "InsertOrReplaceEntity": observe.Replace, "MergeEntity": observe.Merge,
	"InsertOrMergeEntity": observe.Merge, "DeleteEntity": observe.Delete, "QueryEntity": observe.Get, "QueryEntities": observe.Query,
	"EntityGroupTransaction": observe.Batch,
}

// Places of the fields of a Storage Analytics log that are read.
const (
	startField = 1 + iota
	operationField
	statusField
	codeField
	endToEndField
)
const (
	serviceField = 10
	urlField     = 11
	analyticsMin = 30
)

// analytics is the classic log: fields between semicolons, quoted and HTML-encoded
// where they hold one.
func analytics() form {
	return form{name: "a Storage Analytics log", missing: unlogged, line: func(line []byte) (r request, ok bool) {
		f := fields(string(line))
		if len(f) < analyticsMin || f[serviceField] != "table" {
			return r, false
		}
		kind, known := operations[f[operationField]]
		if !known {
			return r, false
		}
		r.Kind, r.micros = kind, moment(f[startField])
		r.Status, _ = strconv.Atoi(f[codeField])
		millis, _ := strconv.ParseFloat(f[endToEndField], 64)
		r.Micros = bounded(millis)
		r.address(f[urlField])
		r.refusal(f[statusField])
		return r, true
	}}
}

// fields cuts a line at its semicolons but for those in quotes.
func fields(line string) (out []string) {
	for quoted, from, i := false, 0, 0; i <= len(line); i++ {
		switch {
		case i < len(line) && line[i] == '"':
			quoted = !quoted
		case i == len(line) || line[i] == ';' && !quoted:
			out = append(out, html.UnescapeString(strings.Trim(line[from:i], `"`)))
			from = i + 1
		}
	}
	return out
}

// moment reads a time; 0 is none.
func moment(s string) int64 {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
		"1/2/2006, 3:04:05.999 PM"} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() >= 1970 && t.Year() < 2200 {
			return t.UnixMicro()
		}
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil && f > 0 && f < 1e11 { // seconds
		return int64(f * 1e6)
	}
	return 0
}

// bounded turns milliseconds into microseconds that a histogram takes.
func bounded(millis float64) int64 {
	if !(millis > 0) {
		return 0
	}
	return int64(min(millis*1000, 1<<30))
}

// address finds the table, the key and the filter in the address of a request. One
// that names no PartitionKey is about no known key.
func (r *request) address(text string) {
	r.Spread = true
	u, err := url.Parse(text)
	if err != nil {
		return
	}
	path := u.Path[strings.LastIndexByte(u.Path, '/')+1:]
	if i := strings.IndexByte(u.Path, '('); i >= 0 { // a key may hold a slash
		path = u.Path[strings.LastIndexByte(u.Path[:i], '/')+1:]
	}
	table, key, _ := strings.Cut(path, "(")
	r.Table, r.Filter = table, u.Query().Get("$filter")
	if pk, ok := literal(key, "PartitionKey="); ok {
		r.PartitionKey, r.Spread = pk, false
		r.RowKey, _ = literal(key, "RowKey=")
	} else if pk, ok := literal(r.Filter, "PartitionKey eq "); ok && !strings.Contains(r.Filter, " or ") {
		r.PartitionKey, r.Spread = pk, false
	}
}

// literal reads the quoted text after a name.
func literal(s, name string) (value string, ok bool) {
	_, rest, found := strings.Cut(s, name+"'")
	for i := 0; found && i < len(rest); i++ {
		if rest[i] != '\'' {
			continue
		}
		if i+1 == len(rest) || rest[i+1] != '\'' {
			return strings.ReplaceAll(rest[:i], "''", "'"), true
		}
		i++
	}
	return "", false
}

// refusal tells whether a status means that the service had no room. A log does not
// say whose queue was full: it counts as the range's.
func (r *request) refusal(status string) {
	if strings.Contains(status, "ThrottlingError") || strings.Contains(status, "ServerBusy") || status == "" && r.Status == 503 {
		r.Refused, r.Why = true, record.RangeFull
	}
}

// listed is a CSV file by its header.
func listed(header string) (form, bool) {
	names, ok := values(header)
	lower := make([]string, len(names))
	for i, n := range names {
		lower[i] = strings.ToLower(strings.TrimSpace(n))
	}
	if !ok || !slices.Contains(lower, "time") || !slices.Contains(lower, "partitionkey") {
		return form{}, false
	}
	return form{name: "a list in CSV", line: func(line []byte) (r request, ok bool) {
		list, ok := values(string(line))
		if !ok || len(list) != len(names) {
			return r, false
		}
		for i, v := range list {
			r.set(lower[i], names[i], v)
		}
		return r, true
	}}, true
}

// values cuts a line of a CSV file at its commas but for those in quotes, where two
// quotes are one (RFC 4180). A quote inside of a value without them is none. Package
// encoding/csv reads the same, and would be a hundredth of the program in a browser.
func values(line string) (out []string, ok bool) {
	for {
		rest, quoted := strings.CutPrefix(line, `"`)
		if !quoted {
			value, after, more := strings.Cut(line, ",")
			if strings.Contains(value, `"`) {
				return nil, false
			}
			if out = append(out, value); !more {
				return out, true
			}
			line = after
			continue
		}
		value := ""
		for {
			piece, after, closed := strings.Cut(rest, `"`)
			if !closed {
				return nil, false
			}
			value += piece
			if rest, quoted = strings.CutPrefix(after, `"`); !quoted {
				rest = after
				break
			}
			value += `"`
		}
		out = append(out, value)
		if rest == "" {
			return out, true
		}
		if line, quoted = strings.CutPrefix(rest, ","); !quoted {
			return nil, false
		}
	}
}

// set gives a request the value of a field of a list.
func (r *request) set(lower, name, value string) {
	switch lower {
	case "time":
		r.micros = moment(value)
	case "operation":
		for k := range observe.Kinds {
			if strings.EqualFold(k.String(), value) {
				r.Kind = k
			}
		}
		if k, known := operations[value]; known {
			r.Kind = k
		}
	case "table":
		r.Table = value
	case "partitionkey":
		r.PartitionKey = value
	case "rowkey":
		r.RowKey = value
	case "status":
		r.Status, _ = strconv.Atoi(value)
		r.refusal("")
	case "milliseconds":
		millis, _ := strconv.ParseFloat(value, 64)
		r.Micros = bounded(millis)
	default:
		if value != "" {
			r.Properties = append(r.Properties, observe.Property{Name: name, Text: value})
		}
	}
}

// objects is a JSON object in each line: StorageTableLogs where it names an operation
// as these do, else a list of one's own.
func objects(first string) form {
	if strings.Contains(strings.ToLower(first), `"operationname"`) {
		return form{name: "an export of StorageTableLogs", missing: unlogged, line: exported}
	}
	return form{name: "a list in JSON", own: true, line: func(line []byte) (r request, ok bool) {
		var o map[string]any
		if json.Unmarshal(line, &o) != nil {
			return r, false
		}
		names := make([]string, 0, len(o))
		for name := range o {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			r.set(strings.ToLower(name), name, plain(o[name]))
		}
		return r, true
	}}
}

// timed reports whether a line is a JSON object with a time.
func timed(line []byte) bool {
	var o map[string]json.RawMessage
	if json.Unmarshal(line, &o) != nil {
		return false
	}
	for name := range o {
		if strings.EqualFold(name, "time") {
			return true
		}
	}
	return false
}

// plain is a JSON value as text; lists and objects have none.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// exported reads a line of StorageTableLogs. The names of its fields differ in their
// capitals between the export to an account and the one to a workspace.
func exported(line []byte) (r request, ok bool) {
	var o struct {
		TimeGenerated, Time, OperationName, StatusText, URI string
		StatusCode                                          any
		DurationMs                                          float64
		Properties                                          struct{ DurationMs float64 }
	}
	if json.Unmarshal(line, &o) != nil {
		return r, false
	}
	kind, known := operations[o.OperationName]
	if !known {
		return r, false
	}
	r.Kind, r.micros = kind, moment(o.TimeGenerated+o.Time)
	r.Status, _ = strconv.Atoi(plain(o.StatusCode))
	r.Micros = bounded(max(o.DurationMs, o.Properties.DurationMs))
	r.address(o.URI)
	r.refusal(o.StatusText)
	return r, true
}
