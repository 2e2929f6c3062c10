package live

import (
	"fmt"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/observe/logs"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// load is so many requests to each of some tenants in one second. What contoso asks for
// over 1,000 is refused.
func load(o *observe.Observer, sec, contoso int) (events []observe.Event) {
	for tick := range 5 {
		at := int64(sec)*second + int64(tick+1)*200_000
		for n := range contoso / 5 {
			op := observe.Operation{At: at, Kind: observe.Insert, Table: "Orders", PartitionKey: "contoso",
				RowKey: fmt.Sprintf("%04d%05d", sec*5+tick, n), Status: 204, Micros: 6000}
			if n >= 200 {
				op.Refused, op.Why, op.Status = true, record.RangeFull, 503
			}
			o.Add(&op)
		}
		for t := range 20 {
			o.Add(&observe.Operation{At: at, Kind: observe.Get, Table: "Orders", PartitionKey: fmt.Sprintf("tenant%02d", t), RowKey: "1", Status: 200, Micros: 2000})
		}
		events = append(events, o.Tick(at))
	}
	return events
}

// watched is what a screen shows after some seconds, and all that was sent.
func watched(t *testing.T, seconds int, contoso func(sec int) int) (*State, []observe.Event) {
	t.Helper()
	s, o := NewState(), observe.New(observe.Usual())
	var all []observe.Event
	for sec := range seconds {
		for _, e := range load(o, sec, contoso(sec)) {
			all = append(all, e)
			if !s.Take(observe.Encode(&e)) {
				t.Fatal(s.Why)
			}
		}
	}
	return s, all
}

func steady(n int) func(int) int { return func(int) int { return n } }

// The figures of any span are the sums of the events that were sent in it.
func TestSums(t *testing.T) {
	s, all := watched(t, 30, func(sec int) int { return 40 + sec*60 })
	if n := len(s.Columns()); n != 30 {
		t.Fatalf("%d columns of 30 s", n)
	}
	for _, span := range [][2]int{{0, 30}, {3, 4}, {25, 30}} {
		f := s.Sum(span[0], span[1])
		sent, refused, contoso := int64(0), int64(0), int64(0)
		for _, e := range all {
			if e.At > int64(span[0])*second && e.At <= int64(span[1])*second {
				sent += e.Total.Sent
				refused += e.Total.AllRefused()
				contoso += e.Keys[0].Sent
			}
		}
		if f.Total.Sent != sent || f.Total.AllRefused() != refused || f.Keys[0].Sent != contoso || f.Micros != int64(span[1]-span[0])*second {
			t.Errorf("%v: got %d sent, %d refused, %d of %s in %d µs; a recount gives %d, %d, %d", span, f.Total.Sent, f.Total.AllRefused(),
				f.Keys[0].Sent, f.Keys[0].Place, f.Micros, sent, refused, contoso)
		}
	}
}

// The picture has all requests of its columns, whatever rows they were counted in.
func TestGrid(t *testing.T) {
	s, _ := watched(t, 20, steady(600))
	var g grid
	for range 2 { // at once, and again with nothing new
		g.fill(s)
		for c := range s.Columns() {
			sent, bad := int64(0), int64(0)
			for b := range g.lows {
				sent, bad = sent+int64(g.sent[c*len(g.lows)+b]), bad+int64(g.bad[c*len(g.lows)+b])
			}
			if want := s.columns[c].Total; sent != want.Sent-want.Spread || bad != want.AllRefused() {
				t.Fatalf("column %d: %d sent and %d refused are drawn of %d and %d", c, sent, bad, want.Sent, want.AllRefused())
			}
		}
	}
	var step grid
	fresh := NewState()
	for i := range s.columns {
		fresh.add(s.columns[i])
		step.fill(fresh)
	}
	if len(step.sent) != len(g.sent) || fmt.Sprint(step.sent) != fmt.Sprint(g.sent) {
		t.Error("a picture that grew by columns differs from one that was made at once")
	}
}

// Under a hot key the screen says which one, since when, after which mark, and names a
// key that spreads it; without one it says how far the busiest is from the limit.
func TestFindings(t *testing.T) {
	s, _ := watched(t, 20, steady(300))
	if n := s.Findings()[0]; n.Problem || !strings.Contains(n.Text, "contoso is the busiest with 300 requests/s, 15.0% of what one range takes") {
		t.Errorf("got %+v", n)
	}
	s, all := watched(t, 20, func(sec int) int {
		if sec < 12 {
			return 300
		}
		return 1500
	})
	s.Seek(9)
	s.Mark()
	s.Toggle()
	if n := s.Findings()[0]; n.Template != "" {
		t.Errorf("%q is named before the keys were looked at", n.Template)
	}
	study, due := s.Study()
	if !due {
		t.Fatal("nobody is to look at the keys")
	}
	rested := 0
	s.Learn(study.Look(func() { rested++ }))
	if _, due := s.Study(); due || rested == 0 {
		t.Errorf("the keys are to be looked at again (%v) after one that rested %d times", due, rested)
	}
	n := s.Findings()[0]
	for _, want := range []string{"1,500 requests/s to one PartitionKey", "500/s get a 503", "It began 3 s after Mark 1"} {
		if !strings.Contains(n.Text, want) {
			t.Errorf("%q does not say %q", n.Text, want)
		}
	}
	if !n.Problem || !n.Try || n.Title != "contoso asks for more than one range can take" || !strings.Contains(n.Template, "hash(RowKey)") {
		t.Errorf("got %+v", n)
	}
	s.Seek(14)
	if n := s.Findings()[0]; n.Template != "" {
		t.Errorf("what holds later is said of an earlier second: %+v", n)
	}
	s.Toggle()
	since, refusing := s.RefusingSince(s.Place())
	first := 0
	for all[first].Total.AllRefused() == 0 {
		first++
	}
	if !refusing || since != int((all[first].At-1)/second) {
		t.Errorf("refusing since column %d, the first refusal is in second %d", since, (all[first].At-1)/second)
	}
}

// What is shown stays while it is paused, and what is damaged changes nothing.
func TestPause(t *testing.T) {
	s, all := watched(t, 10, steady(100))
	s.Toggle()
	was := s.ReadOut()
	next := all[len(all)-1]
	next.Seq, next.At = next.Seq+1, next.At+second
	next.Span = second
	s.Take(observe.Encode(&next))
	if s.Place() != 9 || s.Behind() != 1 || !strings.HasSuffix(s.ReadOut(), ", 1 s behind") {
		t.Errorf("at %d, %s after %s", s.Place(), s.ReadOut(), was)
	}
	for _, bad := range []string{"{}", "", `{"v":1}`, strings.Repeat("x", observe.MaxEvent+1)} {
		if s.Take([]byte(bad)) || len(s.columns) != 11 {
			t.Errorf("%.10q was taken", bad)
		}
	}
	if s.Refused != 4 || s.Why == "" {
		t.Errorf("%d refused, %q", s.Refused, s.Why)
	}
	s.Toggle()
	if !s.Follows() || s.Behind() != 0 {
		t.Error("it does not follow again")
	}
}

// After a new connection nothing is counted twice, and an endpoint that was started
// again goes on as a run of its own.
func TestAgain(t *testing.T) {
	s, all := watched(t, 5, steady(100))
	sent := s.Sum(0, 5).Total.Sent
	for _, e := range all[10:] {
		s.Take(observe.Encode(&e))
	}
	if got := s.Sum(0, len(s.columns)).Total.Sent; got != sent {
		t.Errorf("%d requests, want %d", got, sent)
	}
	other := all[0]
	other.Run = "b"
	s.Take(observe.Encode(&other))
	if len(s.columns) != 6 || s.runs != 1 || s.columns[5].At <= s.columns[4].At {
		t.Errorf("%d columns, %d further runs, at %d", len(s.columns), s.runs, s.columns[5].At)
	}
	if err := open(NewState(), s.Save()); err != nil {
		t.Errorf("two runs cannot be opened again: %v", err)
	}
}

// Memory is bounded: old columns go, and the place that is shown stays on its second.
func TestKept(t *testing.T) {
	s, all := watched(t, 1, steady(100))
	s.Seek(0)
	e := all[0]
	for n := range Kept + 100 {
		e.Seq, e.At, e.Span = uint64(n+10), int64(n+2)*second, second
		s.Take(observe.Encode(&e))
		if n == 100 {
			s.Seek(50)
		}
	}
	if len(s.columns) != Kept || s.gone != 101 || s.Place() != 0 {
		t.Errorf("%d columns, %d gone, at %d", len(s.columns), s.gone, s.Place())
	}
}

// open shows a file, as the page does.
func open(s *State, data []byte) error {
	r, _, err := logs.Open(data, func(int, int) {})
	if err == nil {
		s.Open(&r)
	}
	return err
}

// A recording that is saved opens as it was.
func TestSave(t *testing.T) {
	s, _ := watched(t, 12, steady(1300))
	s.Mark()
	again := NewState()
	if err := open(again, s.Save()); err != nil {
		t.Fatal(err)
	}
	if a, b := again.Sum(0, 12), s.Sum(0, 12); fmt.Sprint(a.Total, a.Keys) != fmt.Sprint(b.Total, b.Keys) || again.Link != Replayed || len(again.columns[11].Marks) != 1 {
		t.Errorf("got %+v, want %+v", a, b)
	}
	if err := open(again, []byte("{}")); err == nil || len(again.columns) != 12 {
		t.Errorf("%v, %d columns: a file that is refused must leave what was there", err, len(again.columns))
	}
}

func TestEventsAt(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:10002":                "http://127.0.0.1:10002/keyrange/live",
		" http://localhost:9/anything ":  "http://localhost:9/keyrange/live",
		"localhost":                      "",
		"127.0.0.1:0":                    "",
		"127.0.0.1:99999":                "",
		"example.com:80":                 "",
		"127.0.0.1.example.com:80":       "",
		"http://127.0.0.1@example.com:1": "",
		"https://127.0.0.1:10002":        "",
		"file:///etc/passwd":             "",
		"192.168.0.1:80":                 "",
		"":                               "",
	} {
		if got, why := EventsAt(address); got != want || (why == "") != (want != "") {
			t.Errorf("%q: got %q, %q, want %q", address, got, why, want)
		}
	}
}
