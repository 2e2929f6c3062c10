package endpoint

import (
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// pipes is a listener whose connections lie in memory, so that the time of a test
// goes on while they wait.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	p.conns <- there
	return here, nil
}

// visitors are the simulated clients of a scenario in front of an endpoint: what they
// ask for goes over HTTP, and time is that of the test.
type visitors struct {
	t       *testing.T
	clock   clock.Clock
	ledger  record.Ledger
	clients demand.Clients
	source  *demand.Source
	client  *http.Client
	began   time.Time
	told    chan func()
	rows    int
	refused int
}

// Arrive sends a request. What becomes of it is told when the answer comes.
func (v *visitors) Arrive(q service.Request) service.Answer {
	v.rows++
	body := fmt.Sprintf(`{"PartitionKey":%q,"RowKey":"%d"}`, v.source.Text(q.Key), v.rows)
	go func() {
		status := v.send("POST", "/Tab", body)
		v.told <- func() {
			if status == http.StatusCreated {
				v.clients.Done(q.Ticket)
			} else {
				v.refused++
				v.clients.Dropped(q.Ticket, record.RangeFull)
			}
		}
	}()
	return service.Answer{Verdict: service.Admitted, At: v.clock.Now}
}

func (v *visitors) send(method, path, body string) int {
	r, err := http.NewRequest(method, "http://127.0.0.1:1/"+access.DevelopmentAccount+path, strings.NewReader(body))
	if err != nil {
		v.t.Error(err)
		return 0
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json;odata=nometadata")
	resp, err := v.client.Do(r)
	if err != nil {
		v.t.Error(err)
		return 0
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		v.t.Error(err)
	}
	return resp.StatusCode
}

// run lets the clients do what they do for so long.
func (v *visitors) run(span int64) {
	for {
		next := span
		if v.clock.Due(span) {
			next = v.clock.First().Time()
		}
		wait := time.NewTimer(time.Duration(next)*time.Microsecond - time.Since(v.began))
		select {
		case tell := <-v.told:
			wait.Stop()
			v.clock.Now = time.Since(v.began).Microseconds()
			tell()
			continue
		case <-wait.C:
		}
		if !v.clock.Due(span) {
			return
		}
		e := v.clock.Pop()
		v.clients.Handle(e.Kind(), e)
	}
}

// outcome is what a run came to.
type outcome struct {
	done, refused float64 // requests
	splits        []string
}

// headless runs a scenario in the simulator.
func headless(t *testing.T, c sim.Scenario) outcome {
	t.Helper()
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(c.Span)
	total := s.Total()
	o := outcome{done: float64(total.Done), refused: float64(total.Refused.Sum())}
	for _, n := range s.Notes() {
		if n.Kind == record.SplitNote || n.Kind == record.NoSplitNote {
			o.splits = append(o.splits, fmt.Sprintf("%v at %d s: %s", n.Kind, n.At/clock.Second, splitKey(n.Kind, s.Key(n.Key))))
		}
	}
	return o
}

// splitKey leaves out where a range lies that is not split.
func splitKey(k record.NoteKind, key string) string {
	if k == record.NoSplitNote {
		return ""
	}
	return key
}

// overHTTP runs the clients of a scenario against an endpoint with the same model.
func overHTTP(t *testing.T, c sim.Scenario) (o outcome) {
	t.Helper()
	run, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s := frontdoor.Setting{Params: c.Params.Params, Seed: c.Seed}
		for _, r := range run.Ranges()[1:] {
			s.Layout.Bounds = append(s.Layout.Bounds, r.Low)
		}
		door := frontdoor.New(s, nil)
		e, err := New(Options{Open: true, Door: door})
		if err != nil {
			t.Fatal(err)
		}
		l := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
		server := &http.Server{Handler: e}
		go server.Serve(l)
		transport := &http.Transport{DialContext: l.dial, MaxIdleConnsPerHost: 1000, Proxy: func(*http.Request) (*url.URL, error) { return nil, nil }}
		v := &visitors{t: t, source: run.Source(), client: &http.Client{Transport: transport}, began: time.Now(), told: make(chan func(), 1000)}
		if status := v.send("POST", "/Tables", `{"TableName":"Tab"}`); status != http.StatusCreated {
			t.Fatalf("the table is answered with %d", status)
		}
		v.begin(c)
		v.run(c.Span)
		o = v.outcome(door.Notes())
		time.Sleep(time.Minute) // what is under way ends
		transport.CloseIdleConnections()
		server.Close()
		for len(v.told) > 0 {
			<-v.told
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return o
}

// begin lets the clients of a scenario begin.
func (v *visitors) begin(c sim.Scenario) {
	r := record.New([]uint64{0})
	r.Ledger = &v.ledger
	v.clients.Attach(&v.clock, r, v.source, nil)
	v.clients.Through(v)
	var loads []demand.Load
	for _, g := range c.Groups {
		loads = append(loads, g.Load)
	}
	v.clients.Begin(c.Params.Delays, c.Seed, loads, 0)
}

func (v *visitors) outcome(notes []keyed.Note) outcome {
	o := outcome{done: float64(v.ledger.Done), refused: float64(v.refused)}
	for _, n := range notes {
		if n.Kind == record.SplitNote || n.Kind == record.NoSplitNote {
			o.splits = append(o.splits, fmt.Sprintf("%v at %d s: %s", n.Kind, n.At/clock.Second, splitKey(n.Kind, n.Key.PartitionKey)))
		}
	}
	return o
}

// slow is a preset on a service that is ten times as slow and decides quickly, so that
// much happens in few requests.
func slow(t *testing.T, preset string) sim.Scenario {
	t.Helper()
	c, err := sim.FromPreset(preset)
	if err != nil {
		t.Fatal(err)
	}
	if preset == "bucket" {
		c.Template, c.Ranges = strings.Replace(c.Template, "%16", "%4", 1), 4
	}
	p := &c.Params.Params
	p.Teach()
	p.InsertBase, p.InsertEach, p.LogBase, p.QueueLimit = 10*p.InsertBase, 10*p.InsertEach, 10*p.LogBase, p.QueueLimit/10
	p.LowWatermark = c.Ranges // a table keeps as many as it begins with
	c.Groups[0].Load.VMs = 10
	c.Span = 72 * clock.Second
	return c
}

// The model behind the endpoint is the model: the same clients get the same through
// HTTP as in the simulator. The accepted rate is within 2 %, the refused share within
// a percentage point, and ranges are split in the same order, at the same keys or
// beside them, in the same look of the manager.
func TestSameModel(t *testing.T) {
	for _, preset := range []string{"append", "single", "bucket", "hotkey"} {
		t.Run(preset, func(t *testing.T) {
			c := slow(t, preset)
			want, got := headless(t, c), overHTTP(t, c)
			t.Logf("done %.0f and %.0f, refused %.0f and %.0f, %d splits", got.done, want.done, got.refused, want.refused, len(want.splits))
			if math.Abs(got.done/want.done-1) > 0.02 {
				t.Errorf("%.0f requests were done, want %.0f", got.done, want.done)
			}
			if a, b := got.refused/(got.done+got.refused), want.refused/(want.done+want.refused); math.Abs(a-b) > 0.01 {
				t.Errorf("%.1f %% were refused, want %.1f %%", 100*a, 100*b)
			}
			if len(want.splits) == 0 || !slices.Equal(got.splits, want.splits) {
				t.Errorf("got the splits %q, want %q", got.splits, want.splits)
			}
		})
	}
}
