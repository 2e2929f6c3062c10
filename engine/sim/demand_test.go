package sim

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/table"
)

// Templates that cannot be kept in order are refused, with the place.
func TestTemplateErrors(t *testing.T) {
	users := demand.Entities{Kind: demand.Users, Count: 500, Scale: 1}
	for _, c := range []struct{ text, fragment, at string }{
		{"{Number}{At.time}", "begins with", "{Number}"},
		{"{Users}", "no column named Users", "Users"},
		{"{User}_{frob(User)}", "frob", "frob"},
		{"{rowNumber()}", "rowNumber", "{rowNumber()}"},
		{"x{Number+At.second}", "mixes", "{Number+At.second}"},
		{"{User", "", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			s := scenarioOf(t, "users")
			s.Entities, s.Template = users, c.text
			_, err := New(s)
			e, ok := err.(*Error)
			if !ok || e.Path != "template" || e.Within == nil || !strings.Contains(e.Message, c.fragment) {
				t.Fatalf("got %v, want an error of the template about %q", err, c.fragment)
			}
			if got := c.text[e.Within.Offset:e.Within.End]; c.at != "" && got != c.at {
				t.Errorf("it points at %q, want %q", got, c.at)
			}
		})
	}
}

type list3 []string

func (l list3) Value(row, column int) table.Value { return table.StringValue(l[row]) }

// Rows are replayed in their order, each once unless asked otherwise; a replay
// knows its keys only.
func TestReplay(t *testing.T) {
	rows := list3{"delta", "alpha", "echo", "bravo", "alpha"}
	c := scenarioOf(t, "guid")
	c.Template = "{Name}"
	c.Replay = &Replay{Columns: []keys.Column{{Name: "Name", Type: table.String}}, Rows: rows, Count: len(rows)}
	c.Groups = []Group{{"feed", demand.Open(service.Insert, 10, demand.NoRetry)}}
	s := must(t, c)
	var got []string
	s.state.service.Watch(service.Watch{Arrived: func(q service.Seen) { got = append(got, s.Key(q.Key)) }})
	s.Run(clock.Minute)
	if strings.Join(got, " ") != strings.Join(rows, " ") {
		t.Errorf("got %q, want %q", got, rows)
	}
	if total := s.Total(); total.Inserted != 5 || total.Sent != 5 {
		t.Errorf("got %d inserted and %d sent, want 5 and 5", total.Inserted, total.Sent)
	}
	c.Replay.Repeat = true
	s = must(t, c)
	s.Run(clock.Minute)
	if s.Total().Inserted < 300 {
		t.Errorf("got %d inserted in a minute of 10 per second, repeated", s.Total().Inserted)
	}
}

// Two designs under one seed see the same demand: the same entities in the same
// order for each thread.
func TestSameDemand(t *testing.T) {
	demand := func(template string) string {
		c := scenarioOf(t, "users")
		c.Template = template
		s := must(t, c)
		var users strings.Builder
		s.state.service.Watch(service.Watch{Arrived: func(q service.Seen) {
			key := s.Key(q.Key)
			users.WriteString(key[strings.Index(key, "user"):][:10])
		}})
		s.Run(3 * clock.Second)
		return users.String()
	}
	a, b := demand("{User}"), demand("{hash(User)%16:02}_{User}")
	if n := min(len(a), len(b), 100_000); a[:n] != b[:n] || n < 20_000 {
		t.Errorf("the demand differs within the first %d characters", n)
	}
}

// A run beside another one is the same run as one alone.
func TestNewLike(t *testing.T) {
	a := scenarioOf(t, "logging")
	first := must(t, a)
	for _, template := range []string{"{At.time}", "{Component}_{At.time}", "{hash(Id)%16:02}_{At.time}", "{Component}"} {
		c := a
		c.Template = template
		alone := must(t, c)
		beside, err := NewLike(c, first, noRest)
		if err != nil {
			t.Fatal(err)
		}
		alone.Run(20 * clock.Second)
		beside.Run(20 * clock.Second)
		differ(t, template, beside, alone)
	}
}
