package load

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/stream"
	"github.com/keyrange/keyrange/engine/observe"
)

// holdData tells a test process that it is an endpoint with the given log.
const holdData = "KEYRANGE_HOLD_DATA"

// TestHoldServer is no test but the endpoint that TestHold kills. It listens at the
// port that stands after the flags.
func TestHoldServer(t *testing.T) {
	name := os.Getenv(holdData)
	if name == "" {
		t.Skip("only run by TestHold")
	}
	e, err := endpoint.New(endpoint.Options{Data: name, Local: true, AdminToken: "token", Stream: stream.New(nil)})
	if err != nil {
		t.Fatal(err)
	}
	l, err := endpoint.Listen("127.0.0.1:" + flag.Arg(0))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("Tables at http://%s/devstoreaccount1\n", l.Addr())
	endpoint.Serve(context.Background(), l, e, endpoint.Bounds{})
}

// An endpoint that is killed under load and started again has every change that it
// acknowledged.
func TestHold(t *testing.T) {
	data := filepath.Join(t.TempDir(), "tables.log")
	var out strings.Builder
	s := HoldSetting{For: 1200 * time.Millisecond, Kill: 500 * time.Millisecond, Clients: 4, Growth: 10}
	h := newHold(s, "token", &out, func(port string) (*target, error) {
		return programWith([]string{holdData + "=" + data}, oursName, "-test.run=^TestHoldServer$", "--", port)
	})
	if err := h.run(t.Context()); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if h.kills != 3 || h.checked != 3*4*holderParts*holderRows || h.acknowledged() == 0 {
		t.Errorf("killed %d times, %d keys read, %d changes", h.kills, h.checked, h.acknowledged())
	}
	for _, want := range []string{"4 clients write", "token", "changes lost", "viewer 2"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	t.Logf("size of the load: %d changes", h.acknowledged())
}

// What an endpoint forgets is found, named, and told as a failure.
func TestHoldFindsLosses(t *testing.T) {
	c := newHolder(7)
	first := served(t)
	conn, err := dial(first.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.close()
	for key := range 5 {
		if err := c.change(conn, first, key); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.check(first); err != nil || c.losses != 0 {
		t.Fatalf("an endpoint that kept everything: got %v, %d lost", err, c.losses)
	}
	if err := c.check(served(t)); err != nil || c.losses != 5 || len(c.lost) != mostLostNamed {
		t.Fatalf("an endpoint that kept nothing: got %v, %d lost", err, c.losses)
	}
	if want := "client007-000/00 has change 0 instead of 1"; c.lost[0] != want {
		t.Errorf("got %q, want %q", c.lost[0], want)
	}
	h := newHold(HoldSetting{For: time.Second}, "", io.Discard, nil)
	h.clients, h.back = []*holder{c}, []time.Duration{1}
	if err := h.tell(); !errors.Is(err, errLost) {
		t.Errorf("got %v", err)
	}
}

// served is an endpoint in this process that has the table and nothing in it.
func served(t *testing.T) *target {
	e, err := endpoint.New(endpoint.Options{Open: true})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(e)
	t.Cleanup(s.Close)
	to := &target{name: "test", address: s.Listener.Addr().String(), signature: signature()}
	if err := to.make(holdTable); err != nil {
		t.Fatal(err)
	}
	return to
}

// A change that was not answered may be there or not; nothing else may.
func TestHoldCompares(t *testing.T) {
	for _, c := range []struct {
		name string
		entry
		got  int
		lost bool
	}{
		{"kept", entry{acknowledged: 5}, 5, false},
		{"an older one", entry{acknowledged: 5}, 4, true},
		{"one that nobody tried", entry{acknowledged: 5}, 6, true},
		{"gone", entry{acknowledged: 5}, 0, true},
		{"tried and there", entry{acknowledged: 5, tried: 6, open: true}, 6, false},
		{"tried and not there", entry{acknowledged: 5, tried: 6, open: true}, 5, false},
		{"tried, and neither is there", entry{acknowledged: 5, tried: 6, open: true}, 3, true},
		{"a delete that was tried", entry{acknowledged: 5, open: true}, 0, false},
		{"a delete that came back", entry{}, 5, true},
	} {
		h := newHolder(0)
		h.keys[0] = c.entry
		h.compare(0, c.got)
		if lost := h.losses == 1; lost != c.lost {
			t.Errorf("%s: lost is %t", c.name, lost)
		}
		if h.keys[0] != (entry{acknowledged: c.got, tried: c.tried}) {
			t.Errorf("%s: goes on from %+v", c.name, h.keys[0])
		}
	}
}

// Memory that rises after every start and then stays is flat; one that rises all the
// time is not, however often the endpoint is killed.
func TestHoldGrowth(t *testing.T) {
	const life, whole = 300 * time.Second, 1800 * time.Second
	for _, c := range []struct {
		name   string
		bytes  func(at, age float64) float64
		judged bool
		want   float64 // percent, to a half
	}{
		{"flat", func(_, age float64) float64 { return 100e6 - 50e6/(1+age) }, true, 0},
		{"a saw that settles", func(_, age float64) float64 { return 60e6 + min(age, 90)*1e6 }, true, 0},
		{"ever more", func(at, _ float64) float64 { return 100e6 + at*1e5/2 }, true, 45e6 / 167.5e6 * 100},
		{"not known", func(_, _ float64) float64 { return 0 }, false, 0},
	} {
		h := newHold(HoldSetting{For: whole, Kill: life, Growth: 10}, "", io.Discard, nil)
		for at := time.Duration(0); at < whole; at += 5 * time.Second {
			age := at % life
			h.memory = append(h.memory, sample{at, age, int(c.bytes(at.Seconds(), age.Seconds()))})
		}
		share, known := h.grown()
		if known != c.judged || share*100 < c.want-0.5 || share*100 > c.want+1 {
			t.Errorf("%s: got %.2f %%, %t, want %.2f", c.name, share*100, known, c.want)
		}
		failed := h.tellMemory(func(string, string, ...any) {}) != nil
		if want := c.want > h.Growth; failed != want {
			t.Errorf("%s: failed is %t", c.name, failed)
		}
	}
}

// A viewer counts what it was told, what it missed within a run, and not what a new
// run begins with.
func TestHoldViewer(t *testing.T) {
	var text strings.Builder
	for _, e := range []observe.Event{{Run: "a", Seq: 4}, {Run: "a", Seq: 5}, {Run: "a", Seq: 8}, {Run: "b"}, {Run: "b", Seq: 1}} {
		e.Version, e.At, e.Total.Sent, e.Rows = observe.Version, 1, 10, []observe.Row{{Sent: 10}}
		e.Total.Kinds[observe.Insert] = 10
		fmt.Fprintf(&text, "id: %s-%d\ndata: %s\n\n", e.Run, e.Seq, observe.Encode(&e))
	}
	v := viewer{last: time.Now()}
	v.readEvents(bufio.NewReader(strings.NewReader(text.String())))
	if v.events != 5 || v.told != 50 || v.missed != 2 || v.runs != 2 || v.id != "b-1" || v.refusals != 0 {
		t.Errorf("got %+v", v)
	}
}

// A hold that cannot be is refused in one sentence.
func TestHoldSetting(t *testing.T) {
	good := HoldSetting{For: time.Minute, Kill: time.Second, Clients: 1, Growth: 1}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(s *HoldSetting){
		"-for is": func(s *HoldSetting) { s.For = 0 }, "-kill is": func(s *HoldSetting) { s.Kill = -1 },
		"-clients is 1001": func(s *HoldSetting) { s.Clients = 1001 }, "-growth is": func(s *HoldSetting) { s.Growth = 0 },
	} {
		s := good
		change(&s)
		if err := s.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
