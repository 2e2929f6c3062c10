package file

import (
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/enginetest"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

const goodScenario = `{
  "name": "two kinds of clients",
  "seed": 7,
  "for": "30m",
  "template": "{hash(Id)%8:02}_{At.time}",
  "ranges": 8,
  "targets": "today",
  "guard": "balance",
  "offline": ["5s", "6s"],
  "groups": [
    {"name": "web", "vms": 4, "threads": 15, "mix": {"insert": 9, "get": 1}},
    {"name": "feed", "rate": 200, "retry": "library"}
  ],
  "commands": [
    {"at": "10m", "do": "load", "group": "feed", "load": {"rate": 2000}},
    {"at": "5m", "do": "kill", "server": 3},
    {"at": "20m", "do": "load", "group": "feed"}
  ]
}`

// A file says what the Scenario holds; what it leaves out is the calibrated model.
func TestParse(t *testing.T) {
	got, err := Parse([]byte(goodScenario), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := sim.Defaults()
	p.Today()
	p.Guard, p.OfflineLow, p.OfflineHigh = true, 5*clock.Second, 6*clock.Second
	web := demand.Load{VMs: 4, Threads: 15, Size: demand.ExtraLarge, Batch: 1}
	web.Mix = [service.Operations]int64{service.Insert: 9, service.Get: 1}
	feed := demand.Load{Rate: 200, Threads: 1, Size: demand.ExtraLarge, Batch: 1, Retry: demand.Library}
	feed.Mix[service.Insert] = 1
	more := feed
	more.Rate, more.Retry = 2000, demand.Wait
	want := sim.Scenario{Name: "two kinds of clients", Seed: 7, Span: 30 * clock.Minute, Params: p, Template: "{hash(Id)%8:02}_{At.time}", Entities: demand.Entities{Kind: demand.Nothing, Count: 1, Scale: 1}, Ranges: 8,
		Groups:   []sim.Group{{Name: "web", Load: web}, {Name: "feed", Load: feed}},
		Commands: []sim.Command{{At: 10 * clock.Minute, Do: sim.SetLoad, Group: 1, Load: more}, {At: 5 * clock.Minute, Do: sim.KillServer, Server: 3}, {At: 20 * clock.Minute, Do: sim.SetLoad, Group: 1, Load: demand.Load{Paused: true}}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// What a file says runs, through the last of its commands.
func TestParsedRuns(t *testing.T) {
	enginetest.NativeOnly(t)
	got, err := Parse([]byte(goodScenario), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(got)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(21 * clock.Minute)
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

// A mistake is told in plain words, with the line and column of the value.
func TestScenarioErrors(t *testing.T) {
	for _, c := range []struct{ name, old, new, fragment, at string }{
		{"unknown function", "hash(Id)", "hush(Id)", "hush", "hush"},
		{"unknown column", "hash(Id)", "hash(Ident)", "no column named Ident", "Ident"},
		{"zero rate", `"rate": 200`, `"rate": 0`, "Both are 0", `{"name": "feed"`},
		{"negative rate", `"rate": 200`, `"rate": -5`, "must be from 0 to 1,000,000", "-5"},
		{"negative time", `"at": "10m"`, `"at": "-10m"`, "from 0 µs to 24 h", `"-10m"`},
		{"no time", `"30m"`, `"thirty"`, "not a length of time", `"thirty"`},
		{"no span", `"30m"`, `"0s"`, "from 1 s to 24 h", `"0s"`},
		{"too many threads", `"threads": 15`, `"threads": 1000000000`, "1 to 20,000", "1000000000"},
		{"too many machines", `"vms": 4`, `"vms": 1000000000`, "1 to 20,000", "1000000000"},
		{"too many together", `"vms": 4, "threads": 15`, `"vms": 4000, "threads": 1500`, "1 to 20,000", "1500"},
		{"more than 64 bits", `"threads": 15`, `"threads": 99999999999999999999`, "whole number", ""},
		{"text for a number", `"vms": 4`, `"vms": "four"`, "whole number", ""},
		{"unknown name", `"guard"`, `"gard"`, "nothing named gard", `"gard"`},
		{"unknown policy", `"balance"`, `"ballance"`, "There are: none, balance", `"ballance"`},
		{"unknown size", `"name": "web",`, `"name": "web", "size": "huge",`, "xl, small", `"huge"`},
		{"unknown operation", `"get": 1`, `"got": 1`, "insert, get, delete, scan and purge", `{"insert": 9, "got": 1}`},
		{"empty mix", `{"insert": 9, "get": 1}`, `{"insert": 0}`, "does nothing", `{"insert": 0}`},
		{"scan at a rate", `"rate": 200,`, `"rate": 200, "mix": {"scan": 1},`, "needs vms and threads", "1}"},
		{"unknown command", `"kill"`, `"explode"`, "no command", `"explode"`},
		{"unknown server", `"server": 3`, `"server": 99`, "0 to 15", "99"},
		{"unknown group", `"group": "feed", "load"`, `"group": "fed", "load"`, "no group named", `"fed"`},
		{"times the wrong way round", `["5s", "6s"]`, `["7s", "6s"]`, "from 7 s", `["7s", "6s"]`},
		{"one time of two", `["5s", "6s"]`, `["5s"]`, "shortest and the longest", `["5s"]`},
		{"no ranges", `"ranges": 8`, `"ranges": 0`, "1 to 4,000", "0,"},
		{"not JSON", `"seed": 7,`, `"seed": 7 7,`, "not JSON", "7,\n  \"for"},
		{"no end", "\n  ]\n}", "", "ends too early", ""},
		{"something behind", "\n  ]\n}", "\n  ]\n} x", "ends before this", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(goodScenario, c.old, c.new, 1)
			if text == goodScenario {
				t.Fatalf("%q is not in the file", c.old)
			}
			_, err := Parse([]byte(text), nil)
			e, ok := err.(*sim.Error)
			if !ok || !strings.Contains(e.Message, c.fragment) {
				t.Fatalf("got %v, want %q", err, c.fragment)
			}
			lines := strings.Split(text, "\n")
			if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > len([]rune(lines[e.Line-1]))+1 {
				t.Fatalf("got line %d, column %d", e.Line, e.Column)
			}
			if got := text[e.Offset:]; !strings.HasPrefix(got, c.at) {
				t.Errorf("it points at %.40q, want %q", got, c.at)
			}
		})
	}
}

// Any file is taken without a panic, and what is taken can run.
func FuzzParse(f *testing.F) {
	f.Add([]byte(goodScenario))
	f.Add([]byte(`{"preset": "season", "decisions": "teaching"}`))
	f.Add([]byte(`{"groups": [{"rate": 1, "from": "a"}], "entities": {"kind": "users", "count": 3}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parseScenario(data, nil)
		if err != nil {
			if e, ok := place(err, data).(*sim.Error); !ok || e.Line < 1 || e.Message == "" {
				t.Fatalf("%v is not an error with a place", err)
			}
			return
		}
		c.Entities.Count = min(c.Entities.Count, 100)
		if s, err := sim.New(c); err == nil {
			s.RunBudget(clock.Minute, 300)
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
