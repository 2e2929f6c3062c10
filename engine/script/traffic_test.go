package script

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// The traffic of a command tells the same story as its result: a request for
// each attempt, a response where the service was reached, and in it the code of
// the refusal or a success. Looking at it changes nothing.
func TestTraffic(t *testing.T) {
	r := newRandom(t)
	w := New(r.Uint64(), DefaultStart, testLibrary)
	for range 400 {
		if _, err := w.DoText(randomCommand(r)); err != nil {
			t.Fatal(err)
		}
	}
	w.Seek(w.Len() / 2)
	at, hash := w.Position(), w.Hash()
	seen := 0
	for n := range w.Len() {
		result, traffic := w.Result(n), w.Traffic(n)
		i := 0
		for _, x := range result.Exchanges {
			for _, a := range x.Attempts {
				agrees(t, result.Command, a.Arrived > 0, a.Answer, traffic[i])
				i++
			}
		}
		var late []client.Arrival
		for _, x := range result.Exchanges {
			own := map[int]bool{}
			for _, a := range x.Attempts {
				own[a.Number] = true
			}
			for _, arrival := range x.Late {
				if !own[arrival.Attempt] {
					late = append(late, arrival)
				}
			}
		}
		for _, late := range append(late, result.Late...) {
			agrees(t, result.Command, true, late.Answer, traffic[i])
			i++
		}
		if i != len(traffic) {
			t.Errorf("%s: %d messages, want %d", result.Command, len(traffic), i)
		}
		seen += i
	}
	if w.Position() != at || w.Hash() != hash {
		t.Error("Traffic moves the World")
	}
	if seen < 100 {
		t.Errorf("only %d messages, so that little is tested", seen)
	}
}

func agrees(t *testing.T, c command.Command, reached bool, answer client.Answer, m Message) {
	t.Helper()
	body := string(m.Response.Body)
	switch {
	case m.Request.Method == "" || m.Reached != reached:
		t.Errorf("%s: got %+v, want reached %v", c, m, reached)
	case !reached:
		if m.Response.Status != 0 {
			t.Errorf("%s: a request that was lost has the response %d", c, m.Response.Status)
		}
	case answer.Refusal != nil:
		if !strings.Contains(body, `"`+string(answer.Refusal.Code)+`"`) {
			t.Errorf("%s: got %d %s, want the code %s", c, m.Response.Status, body, answer.Refusal.Code)
		}
	case m.Response.Status < 200 || m.Response.Status > 299 || strings.Contains(body, "HTTP/1.1 4"):
		t.Errorf("%s: got %d %s, want a success\n%s %s", c, m.Response.Status, body, m.Request.Method, m.Request.URL)
	case answer.ETag != "" && m.Response.Header.Get("ETag") != string(answer.ETag):
		t.Errorf("%s: got ETag %s, want %s", c, m.Response.Header.Get("ETag"), answer.ETag)
	case strings.Count(body, `"PartitionKey":`) != len(answer.Entities) && c.Verb != command.Insert && len(m.Call.Query.Select) == 0 && m.Call.Verb == client.Query:
		t.Errorf("%s: got %s, want %d entities", c, body, len(answer.Entities))
	}
}

// The first change that is at fault decides, in the result and on the wire: a
// bad property name in an earlier change comes before a change of another table
// or of another partition, and after one in a later change.
func TestTrafficOfBatches(t *testing.T) {
	for want, tracked := range map[string][]string{
		"0:The property name is invalid.":                                  {"Movies a/1 bad-name=1", "Posts a/2"},
		"1:The property name is invalid.":                                  {"Movies a/1", "Movies a/2 bad-name=1", "Posts b/2"},
		"1:All commands in a batch must operate on same entity group.":     {"Movies a/1", "Posts a/2 bad-name=1", "Posts b/3"},
		"2:All commands in a batch must operate on same entity group.":     {"Movies a/1", "Movies a/2", "Movies b/2", "Posts a/4 bad-name=1"},
		"1:The 'PartitionKey' parameter of value 'a#' is out of range.":    {"Movies a/1", "Movies 'a#'/2", "Posts a/3"},
		"1:The batch request contains multiple changes with same row key.": {"Movies a/1", "movies a/1", "Posts a/1"},
	} {
		for _, tables := range [][]string{{"create table Movies", "create table Posts"}, nil} {
			w := New(1, DefaultStart, nil)
			script := tables
			for _, entity := range tracked {
				script = append(script, "A: track add "+entity)
			}
			for _, text := range append(script, "A: save batch") {
				if _, err := w.DoText(text); err != nil {
					t.Fatal(err)
				}
			}
			last := w.Len() - 1
			answer, _ := w.Result(last).Exchanges[0].Answer()
			if answer.Refusal == nil || !strings.HasPrefix(answer.Refusal.Message, want) {
				t.Errorf("%v: the answer is %+v, want %s", tracked, answer.Refusal, want)
				continue
			}
			if body := string(w.Traffic(last)[0].Response.Body); !strings.Contains(body, want) || !strings.Contains(body, string(answer.Refusal.Code)) {
				t.Errorf("%v: got %s, want %s", tracked, body, want)
			}
		}
	}
}

// A late request is in the traffic of the command during which it arrives, also
// while another client waits for its own answer.
func TestTrafficLate(t *testing.T) {
	w := New(1, DefaultStart, nil)
	for _, text := range []string{"create table Movies", "fault delayed 40s", "A: insert Movies a/1", "fault request-lost", "B: get Movies a/2"} {
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	list := w.Traffic(w.Len() - 1)
	if len(list) != 2 || list[0].Reached || list[1].Sent != 0 || list[1].Call.Verb != client.Insert || list[1].Response.Status != 201 {
		t.Errorf("got %d messages: %+v", len(list), list)
	}
}

// Two requests of one kind that arrive at the same moment, one of them late,
// keep their own responses.
func TestTrafficAtOnce(t *testing.T) {
	together := func(delay table.Ticks) (*World, []Message) {
		w := New(1, DefaultStart, nil)
		for _, text := range []string{"create table Movies", "fault delayed " + command.FormatDuration(delay), "A: batch Movies { insert a/1; delete a/2 }", "B: batch Movies { insert b/1 bad-name=1 }"} {
			if _, err := w.DoText(text); err != nil {
				t.Fatal(err)
			}
		}
		return w, w.Traffic(w.Len() - 1)
	}
	w, list := together(table.Day)
	sent := w.Traffic(w.Len() - 2)[0].Sent
	_, list = together(list[0].At - sent - client.DefaultTravel)
	if len(list) != 2 || list[0].At != list[1].At {
		t.Fatalf("got %d messages: %+v, want two that arrive together", len(list), list)
	}
	for i, want := range []string{"0:The property name is invalid.", "1:The specified resource does not exist."} {
		if body := string(list[i].Response.Body); !strings.Contains(body, want) {
			t.Errorf("message %d got %s, want %s", i, body, want)
		}
	}
}

// The HTTP form of a few commands, whole.
func TestTrafficText(t *testing.T) {
	const golden = "testdata/traffic.txt"
	w := New(1, DefaultStart, nil)
	script := []string{
		"create table Movies",
		`insert Movies 'O''Brien & Söhne'/'100%' Year=1960 Votes=5L Rating=8.0 At=datetime'1960-09-08' Poster=X'00ff' Void=null Text="a \"b\"\n"`,
		"query Movies top 1 select Year from 'O''Brien & Söhne'/1 where PartitionKey ge 'A' and Year gt 1950",
		"merge Movies 'O''Brien & Söhne'/'100%' Year=1961 if seen",
		"batch Movies { insert a/1 n=1; delete a/2 }",
		"fault busy",
		"A: delete Movies 'O''Brien & Söhne'/'100%'",
		"fault response-lost",
		"A: drop table Movies",
	}
	var b strings.Builder
	for _, text := range script {
		if _, err := w.DoText(text); err != nil {
			t.Fatal(err)
		}
	}
	for n := range w.Len() {
		for _, m := range w.Traffic(n) {
			fmt.Fprintf(&b, "> %s\n%s", w.Command(n), httpText(m))
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func httpText(m Message) string {
	field := func(h wire.Header) (s string) {
		for _, f := range h {
			s += f.Name + ": " + f.Value + "\n"
		}
		return s
	}
	s := fmt.Sprintf("%s %s\n%s\n%s\n", m.Request.Method, m.Request.URL, field(m.Request.Header), m.Request.Body)
	if m.Reached {
		s += fmt.Sprintf("%d %s\n%s\n%s\n", m.Response.Status, m.Response.Reason, field(m.Response.Header), m.Response.Body)
	}
	return strings.ReplaceAll(s, "\r", "") + fmt.Sprintf("heard: %v\n\n", m.Heard)
}
