package file

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/text"
)

// MaxFile is the longest scenario file that is read, in bytes.
const MaxFile = 1 << 20

// scenarioFile is what a file says; what it leaves out is nil or empty.
type scenarioFile struct {
	Name           string        `json:"name,omitempty"`
	Lesson         string        `json:"lesson,omitempty"`
	Preset         string        `json:"preset,omitempty"`
	Seed           *uint64       `json:"seed,omitempty"`
	For            string        `json:"for,omitempty"`
	Template       *string       `json:"template,omitempty"`
	Entities       *entitiesFile `json:"entities,omitempty"`
	Targets        string        `json:"targets,omitempty"`
	Decisions      string        `json:"decisions,omitempty"`
	Guard          string        `json:"guard,omitempty"`
	Manager        *bool         `json:"manager,omitempty"`
	EnforceAccount *bool         `json:"enforceAccount,omitempty"`
	Ranges         *int          `json:"ranges,omitempty"`
	Bounds         []string      `json:"bounds,omitempty"`
	Packed         *bool         `json:"packed,omitempty"`
	Stored         *int64        `json:"stored,omitempty"`
	Servers        *int          `json:"servers,omitempty"`
	Cores          *int          `json:"cores,omitempty"`
	Background     *int64        `json:"background,omitempty"`
	LowWatermark   *int          `json:"lowWatermark,omitempty"`
	HighWatermark  *int          `json:"highWatermark,omitempty"`
	SplitsPerTick  *int          `json:"splitsPerTick,omitempty"`
	Repeat         *bool         `json:"repeat,omitempty"`
	Groups         *[]groupFile  `json:"groups,omitempty"`
	Commands       []commandFile `json:"commands,omitempty"`

	Tick          string   `json:"tick,omitempty"`
	Sustain       []string `json:"sustain,omitempty"`
	Offline       []string `json:"offline,omitempty"`
	Pause         string   `json:"pause,omitempty"`
	ServerSustain string   `json:"serverSustain,omitempty"`
	ColdSustain   string   `json:"coldSustain,omitempty"`
	RoundTrip     string   `json:"roundTrip,omitempty"`
	LogBase       string   `json:"logBase,omitempty"`
	ErrorWait     string   `json:"errorWait,omitempty"`
}

type entitiesFile struct {
	Kind   demand.Kind `json:"kind,omitempty"`
	Count  *int        `json:"count,omitempty"`
	Zipf   int         `json:"zipf,omitempty"`
	Hot    int64       `json:"hot,omitempty"`
	Season string      `json:"season,omitempty"`
	Scale  *int64      `json:"scale,omitempty"`
}

type groupFile struct {
	Name    string           `json:"name,omitempty"`
	VMs     int              `json:"vms,omitempty"`
	Threads *int             `json:"threads,omitempty"`
	Size    string           `json:"size,omitempty"`
	Rate    int64            `json:"rate,omitempty"`
	Batch   *int             `json:"batch,omitempty"`
	Mix     map[string]int64 `json:"mix,omitempty"`
	Retry   string           `json:"retry,omitempty"`
	Think   string           `json:"think,omitempty"`
	Sticky  bool             `json:"sticky,omitempty"`
	From    string           `json:"from,omitempty"`
	To      string           `json:"to,omitempty"`
	Once    bool             `json:"once,omitempty"`
	Paused  bool             `json:"paused,omitempty"`
}

type commandFile struct {
	At     string     `json:"at,omitempty"`
	Do     sim.Action `json:"do,omitempty"`
	Group  string     `json:"group,omitempty"`
	Load   *groupFile `json:"load,omitempty"`
	Key    string     `json:"key,omitempty"`
	Server int        `json:"server,omitempty"`
	On     bool       `json:"on,omitempty"`
	Share  int64      `json:"share,omitempty"`
}

// Parse reads a scenario from a file. What the file leaves out is taken
// from the preset that it names, else from the calibrated model. The rows that a
// scenario replays are not in the file: give them as replay, or nil. The error is
// a *sim.Error with the line and column.
func Parse(data []byte, replay *sim.Replay) (sim.Scenario, error) {
	c, err := parseScenario(data, replay)
	if err == nil {
		_, err = sim.New(c)
	}
	return c, place(err, data)
}

// Read is Parse that leaves it to sim.New to find out whether the scenario can be
// run.
func Read(data []byte, replay *sim.Replay) (sim.Scenario, error) {
	c, err := parseScenario(data, replay)
	return c, place(err, data)
}

func parseScenario(data []byte, replay *sim.Replay) (sim.Scenario, error) {
	if len(data) > MaxFile {
		message := "The file has " + text.Number(int64(len(data))) + " bytes. At most " + text.Number(MaxFile) + " are read."
		return sim.Scenario{}, &sim.Error{Message: message}
	}
	var f scenarioFile
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return sim.Scenario{}, syntax(err, decoder.InputOffset(), data)
	}
	if rest := bytes.TrimLeft(data[decoder.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return sim.Scenario{}, &sim.Error{Message: "The scenario ends before this.", Offset: len(data) - len(rest), End: len(data)}
	}
	return f.scenario(replay)
}

// syntax turns an error of the JSON decoder into one with a plain sentence.
func syntax(err error, at int64, data []byte) error {
	switch e := err.(type) {
	case *json.SyntaxError:
		return &sim.Error{Message: "This is not JSON: " + e.Error() + ".", Offset: max(0, int(e.Offset)-1), End: int(e.Offset)}
	case *json.UnmarshalTypeError:
		end := int(e.Offset)
		return &sim.Error{Message: "Here belongs " + wanted(e.Type.Kind()) + ", not " + e.Value + ".", Offset: max(0, end-1), End: end}
	}
	if _, name, found := strings.Cut(err.Error(), "unknown field "); found {
		name = strings.Trim(name, `"`)
		e := &sim.Error{Message: "There is nothing named " + name + " in a scenario."}
		e.Offset = max(0, bytes.Index(data, []byte(`"`+name+`"`)))
		e.End = e.Offset + len(name) + 2
		return e
	}
	return &sim.Error{Message: "This is not JSON: the file ends too early.", Offset: len(data), End: len(data)}
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
	e, ok := err.(*sim.Error)
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
