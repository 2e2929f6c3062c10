package fault

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

func op(kind wire.Kind, name, partition string) wire.Operation {
	return wire.Operation{Kind: kind, Table: name, Key: table.Key{PartitionKey: partition}, HasKey: partition != ""}
}

func book(t *testing.T, text string, seed uint64) *Book {
	t.Helper()
	rules, err := ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	return NewBook(rules, seed)
}

// A rule takes the requests that it names and no others.
func TestDecide(t *testing.T) {
	for rule, cases := range map[string]map[string]wire.Operation{
		"503 op=insert":              {"+": op(wire.InsertEntity, "Tab", "a"), "-": op(wire.GetEntity, "Tab", "a")},
		"503 op=write":               {"+": op(wire.EntityGroupTransaction, "", ""), "-": op(wire.QueryEntities, "Tab", "")},
		"503 op=upsert":              {"+": op(wire.InsertOrMergeEntity, "Tab", "a"), "-": op(wire.MergeEntity, "Tab", "a")},
		"503 table=tab":              {"+": op(wire.QueryEntities, "Tab", ""), "-": op(wire.QueryEntities, "Table", "")},
		"503 from=b to=d":            {"+": op(wire.GetEntity, "Tab", "b"), "-": op(wire.GetEntity, "Tab", "d")},
		"503 from=b":                 {"+": op(wire.GetEntity, "Tab", "z"), "-": op(wire.QueryEntities, "Tab", "")},
		"503 to=b":                   {"+": op(wire.GetEntity, "Tab", "a"), "-": op(wire.GetEntity, "Tab", "b")},
		"503 share=0\n500 op=delete": {"+": op(wire.DeleteEntity, "Tab", "a"), "-": op(wire.GetEntity, "Tab", "a")},
	} {
		b := book(t, rule, 1)
		for want, o := range cases {
			if r, met := b.Decide(o); met != (want == "+") {
				t.Errorf("%s for %+v: got %v %v, want %s", rule, o, r, met, want)
			}
		}
	}
}

// A rule begins after some requests and ends after some faults; the next one then
// takes over.
func TestCounts(t *testing.T) {
	b := book(t, "reset after=2 count=3 op=get\n503 op=get", 1)
	var got []string
	for range 7 {
		r, _ := b.Decide(op(wire.GetEntity, "Tab", "a"))
		got = append(got, string(r.Kind))
	}
	if want := "503 503 reset reset reset 503 503"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if want := "# for 5 requests, 3 faults\nreset after=2 count=3 op=get\n# for 4 requests, 4 faults\n503 op=get\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	if again, err := ParseRules(b.String()); err != nil || len(again) != 2 {
		t.Errorf("what is listed is read as %v, %v", again, err)
	}
}

// A throttle takes the range that holds its key, wherever that ends now, and what is
// done to the model is done once.
func TestModelFaults(t *testing.T) {
	b := book(t, "throttle table=Tab key=b share=1\nfail-server server=3 after=1\n503 op=get", 1)
	last := "c"
	b.SameRange = func(name, x, y string) bool { return name == "Tab" && x <= last && y <= last }
	var got []string
	for _, key := range []string{"a", "c", "d", "d", "d", "c"} {
		if key == "c" && len(got) > 1 {
			last = "b"
		}
		r, _ := b.Decide(op(wire.GetEntity, "Tab", key))
		got = append(got, string(r.Kind))
	}
	if want := "throttle throttle 503 fail-server 503 503"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// The same seed gives the same faults, and another others; the share is met.
func TestShare(t *testing.T) {
	draw := func(seed uint64) string {
		b := book(t, "lost-response share=0.25", seed)
		var s strings.Builder
		for range 400 {
			if _, met := b.Decide(op(wire.InsertEntity, "Tab", "a")); met {
				s.WriteByte('x')
			} else {
				s.WriteByte('.')
			}
		}
		return s.String()
	}
	if draw(7) != draw(7) || draw(7) == draw(8) {
		t.Error("faults do not follow from the seed alone")
	}
	if n := strings.Count(draw(7), "x"); n < 60 || n > 140 {
		t.Errorf("a quarter of 400 requests are %d", n)
	}
}

// What is no rule is told in one sentence.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"boom":                       "is no fault: use lost-response",
		"503 op=fly":                 `there is no operation "fly"`,
		"503 share=2":                "share is a number from 0 to 1",
		"503 share=NaN":              "share is a number from 0 to 1",
		"503 count=-1":               "count is a number",
		"503 after=x":                "after is a number",
		"503 often":                  `"often" is not understood`,
		"delay":                      "needs for",
		"delay for=soon":             "for is a time",
		"delay for=-1s":              "a delay lasts up to",
		"delay for=11m":              "a delay lasts up to",
		"503 for=1s":                 "only delay and skew",
		"reset done":                 "only 500, 503 and timeout",
		"throttle table=Tab":         "needs a table and a key",
		"split key=a":                "needs a table and a key",
		"move table=Tab key=a":       "needs a server",
		"fail-server":                "needs a server",
		"503 server=3":               "only move, fail-server",
		"503 key=a":                  "only throttle, split",
		"\n# ok\n\nboom":             "line 4:",
		strings.Repeat("x", 70000):   "at most 65536 bytes",
		strings.Repeat("503\n", 101): "there can be 100 rules",
	} {
		if _, err := ParseRules(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.30q: got %v, want one line with %q", text, err, want)
		}
	}
	if _, err := ParseRule(" "); err == nil {
		t.Error("nothing passes for a rule")
	}
}
