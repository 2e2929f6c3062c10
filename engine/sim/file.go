package sim

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// MaxFile is the longest scenario file that is read, in bytes.
const MaxFile = 1 << 20

// The file holds a scenario as people write it: lengths of time as "1h30m",
// policies by name, keys as text.
type scenarioFile struct {
	Name           string        `json:"name"`
	Lesson         string        `json:"lesson"`
	Preset         string        `json:"preset"`
	Seed           *uint64       `json:"seed"`
	For            string        `json:"for"`
	Template       *string       `json:"template"`
	Entities       *entitiesFile `json:"entities"`
	Targets        string        `json:"targets"`
	Decisions      string        `json:"decisions"`
	Guard          string        `json:"guard"`
	Manager        *bool         `json:"manager"`
	EnforceAccount *bool         `json:"enforceAccount"`
	Ranges         *int          `json:"ranges"`
	Bounds         []string      `json:"bounds"`
	Packed         *bool         `json:"packed"`
	Stored         *int64        `json:"stored"`
	Servers        *int          `json:"servers"`
	Cores          *int          `json:"cores"`
	Background     *int64        `json:"background"`
	LowWatermark   *int          `json:"lowWatermark"`
	HighWatermark  *int          `json:"highWatermark"`
	SplitsPerTick  *int          `json:"splitsPerTick"`
	Repeat         *bool         `json:"repeat"`
	Groups         *[]groupFile  `json:"groups"`
	Commands       []commandFile `json:"commands"`

	Tick          string   `json:"tick"`
	Sustain       []string `json:"sustain"`
	Offline       []string `json:"offline"`
	Pause         string   `json:"pause"`
	ServerSustain string   `json:"serverSustain"`
	ColdSustain   string   `json:"coldSustain"`
	RoundTrip     string   `json:"roundTrip"`
	LogBase       string   `json:"logBase"`
	ErrorWait     string   `json:"errorWait"`
}

type entitiesFile struct {
	Kind   EntityKind `json:"kind"`
	Count  *int       `json:"count"`
	Zipf   int        `json:"zipf"`
	Hot    int64      `json:"hot"`
	Season string     `json:"season"`
	Scale  *int64     `json:"scale"`
}

type groupFile struct {
	Name    string           `json:"name"`
	VMs     int              `json:"vms"`
	Threads *int             `json:"threads"`
	Size    string           `json:"size"`
	Rate    int64            `json:"rate"`
	Batch   *int             `json:"batch"`
	Mix     map[string]int64 `json:"mix"`
	Retry   string           `json:"retry"`
	Think   string           `json:"think"`
	Sticky  bool             `json:"sticky"`
	From    string           `json:"from"`
	To      string           `json:"to"`
	Once    bool             `json:"once"`
	Paused  bool             `json:"paused"`
}

type commandFile struct {
	At     string     `json:"at"`
	Do     Action     `json:"do"`
	Group  string     `json:"group"`
	Load   *groupFile `json:"load"`
	Key    string     `json:"key"`
	Server int        `json:"server"`
	On     bool       `json:"on"`
	Share  int64      `json:"share"`
}

// ParseScenario reads a scenario from a file. What the file leaves out is taken
// from the preset that it names, else from the calibrated model. The rows that a
// scenario replays are not in the file: give them as replay, or nil. The error is
// an *Error with the line and column.
func ParseScenario(data []byte, replay *Replay) (Scenario, error) {
	c, err := parseScenario(data, replay)
	if err == nil {
		_, err = New(c)
	}
	return c, place(err, data)
}

func parseScenario(data []byte, replay *Replay) (Scenario, error) {
	if len(data) > MaxFile {
		return Scenario{}, &Error{Message: "The file has " + count(int64(len(data))) + " bytes. At most " + count(MaxFile) + " are read."}
	}
	var f scenarioFile
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return Scenario{}, syntax(err, decoder.InputOffset(), data)
	}
	if rest := bytes.TrimLeft(data[decoder.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return Scenario{}, &Error{Message: "The scenario ends before this.", Offset: len(data) - len(rest), End: len(data)}
	}
	return f.scenario(replay)
}

// syntax turns an error of the JSON decoder into one with a plain sentence.
func syntax(err error, at int64, data []byte) error {
	switch e := err.(type) {
	case *json.SyntaxError:
		return &Error{Message: "This is not JSON: " + e.Error() + ".", Offset: max(0, int(e.Offset)-1), End: int(e.Offset)}
	case *json.UnmarshalTypeError:
		end := int(e.Offset)
		return &Error{Message: "Here belongs " + wanted(e.Type.Kind()) + ", not " + e.Value + ".", Offset: max(0, end-1), End: end}
	}
	if _, name, found := strings.Cut(err.Error(), "unknown field "); found {
		name = strings.Trim(name, `"`)
		e := &Error{Message: "There is nothing named " + name + " in a scenario."}
		e.Offset = max(0, bytes.Index(data, []byte(`"`+name+`"`)))
		e.End = e.Offset + len(name) + 2
		return e
	}
	return &Error{Message: "This is not JSON: the file ends too early.", Offset: len(data), End: len(data)}
}

func wanted(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a text in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list in brackets"
	case reflect.Struct, reflect.Map:
		return "a group of values in braces"
	}
	return "a whole number"
}

// place adds line and column to an error.
func place(err error, data []byte) error {
	e, ok := err.(*Error)
	if !ok || e.Line > 0 {
		return err
	}
	if e.Path != "" {
		e.Offset, e.End = find(data, e.Path)
		if e.Within != nil { // the value is a text in quotes, of which this is a part
			e.Offset, e.End = e.Offset+1+e.Within.Offset, e.Offset+1+e.Within.End
		}
	}
	before := data[:min(e.Offset, len(data))]
	e.Line = bytes.Count(before, []byte("\n")) + 1
	e.Column = len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
	return e
}
