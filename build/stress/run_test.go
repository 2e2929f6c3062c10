package stress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/keyrange/keyrange/build/endpoint"
	"github.com/keyrange/keyrange/build/frontdoor"
	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/file"
)

// direct is a client without a network: it calls the endpoint.
type direct struct {
	http.Handler
	table   string
	sent    int // entities, which the test reads when nothing is on its way
	broken  error
	created func()
	stuck   bool // the table cannot be deleted
}

func (d *direct) ask(ctx context.Context, method, path, contentType, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, method, "http://127.0.0.1/"+developmentName+path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:1234"
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Accept", "application/json;odata=nometadata")
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w
}

func (d *direct) Create(ctx context.Context) error {
	w := d.ask(ctx, "POST", "/Tables", "application/json", fmt.Sprintf(`{"TableName":%q}`, d.table))
	if w.Code == http.StatusConflict {
		return ErrTaken
	}
	if w.Code != http.StatusCreated {
		return errors.New(w.Body.String())
	}
	if d.created != nil {
		d.created()
	}
	return d.broken
}

func (d *direct) Delete(ctx context.Context) error {
	if d.stuck {
		return errors.New("service busy")
	}
	if w := d.ask(ctx, "DELETE", "/Tables('"+d.table+"')", "application/json", ""); w.Code != http.StatusNoContent && w.Code != http.StatusNotFound {
		return errors.New(w.Body.String())
	}
	return nil
}

func (d *direct) Send(ctx context.Context, q Request) Answer {
	var w *httptest.ResponseRecorder
	if q.Verb == Get {
		w = d.ask(ctx, "GET", fmt.Sprintf("/%s(PartitionKey='%s',RowKey='%s')", d.table, q.PartitionKey, q.RowKeys[0]), "", "")
	} else {
		w = d.ask(ctx, "POST", "/"+d.table, "application/json", fmt.Sprintf(`{"PartitionKey":%q,"RowKey":%q}`, q.PartitionKey, q.RowKeys[0]))
	}
	var told struct {
		Error struct{ Code string } `json:"odata.error"`
	}
	if w.Code >= 400 {
		json.Unmarshal(w.Body.Bytes(), &told)
	}
	return Answer{Status: w.Code, Code: told.Error.Code}
}

// slow is the append preset on a service that is ten times as slow and decides
// quickly, so that much happens in few requests.
func slow(t *testing.T, span time.Duration) sim.Scenario {
	t.Helper()
	c, err := sim.FromPreset("append")
	if err != nil {
		t.Fatal(err)
	}
	p := &c.Params.Params
	p.Teach()
	p.InsertBase, p.InsertEach, p.LogBase, p.QueueLimit = 10*p.InsertBase, 10*p.InsertEach, 10*p.LogBase, p.QueueLimit/10
	c.Groups[0].Load.VMs, c.Span = 10, span.Microseconds()
	return c
}

func planOf(t *testing.T, c sim.Scenario, entities int64) *Plan {
	t.Helper()
	p := &Plan{Account: Account{URL: developmentURL}, Table: "KeyrangeStress1", Scenario: c, Entities: entities}
	if err := p.fit(time.Hour); err != nil {
		t.Fatal(err)
	}
	return p
}

// driven is what a run leaves.
type driven struct {
	recording observe.Recording
	said      string
	err       error
	took      time.Duration
	tables    string // of the account in the end
}

// drive runs a plan against our endpoint behind the model of the scenario, in the time
// of a test. change may set up what goes wrong.
func drive(t *testing.T, p *Plan, change func(ctx context.Context, cancel func(), d *direct)) (out driven) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		door := frontdoor.New(frontdoor.Setting{Params: p.Scenario.Params.Params, Seed: p.Scenario.Seed}, nil)
		e, err := endpoint.New(endpoint.Options{Open: true, Door: door})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		client := &direct{Handler: e, table: p.Table}
		if change != nil {
			change(ctx, cancel, client)
		}
		var recording, said bytes.Buffer
		began := time.Now()
		out.err = Run(ctx, p, client, &recording, &said)
		out.took, out.said = time.Since(began), said.String()
		out.tables = client.ask(context.Background(), "GET", "/Tables", "", "").Body.String()
		if recording.Len() > 0 {
			var broken *observe.Error
			if out.recording, broken = observe.ReadRecording(recording.Bytes(), func(int, int) {}); broken != nil && !strings.Contains(broken.Message, "empty") {
				t.Error(broken)
			}
		}
		time.Sleep(time.Minute)
	})
	return out
}

func (d *driven) totals() (t observe.Totals) {
	for i := range d.recording.Events {
		t.Plus(&d.recording.Events[i].Total)
	}
	return t
}

// The endpoint behind the model takes as many requests of the append scenario's
// clients as the simulator says: within 5 %, and the throttled share within two
// percentage points. The recording opens, has a tick for each second, and carries a
// scenario that runs.
func TestRun(t *testing.T) {
	c := slow(t, 30*time.Second)
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(c.Span)
	want := s.Total()
	got := drive(t, planOf(t, c, mostRequests), nil)
	if got.err != nil || len(got.recording.Events) < 30 {
		t.Fatalf("%v, %d ticks", got.err, len(got.recording.Events))
	}
	got.recording.Events = got.recording.Events[:30] // later answers are to requests of the last second
	total := got.totals()
	done, refused := float64(total.Sent-total.AllRefused()-total.Failed), float64(total.AllRefused())
	t.Logf("%.0f done of %d, %d in the simulator\n%s", done, total.Sent, want.Done, got.said)
	if math.Abs(done/float64(want.Done)-1) > 0.05 || total.Failed > 0 {
		t.Errorf("%.0f requests were done and %d failed, want %d", done, total.Failed, want.Done)
	}
	simulated := float64(want.Refused.Sum()) / float64(want.Done+want.Refused.Sum())
	if share := refused / (done + refused); math.Abs(share-simulated) > 0.02 {
		t.Errorf("%.3f of the requests were throttled, want %.3f", share, simulated)
	}
	if at := got.recording.Events[29].At; at != 30*clock.Second {
		t.Errorf("the thirtieth tick ends at %d s, want one a second", at/clock.Second)
	}
	if k := got.recording.Events[5].Keys; len(k) == 0 || len(k[0].Latency) != 3 || k[0].Latency[0] > k[0].Latency[2] {
		t.Errorf("the busiest key of a second is %+v, want one with three percentiles", k)
	}
	again, err := file.Parse([]byte(got.recording.Scenario), nil)
	if err != nil || again.Span != c.Span {
		t.Errorf("the scenario of the recording: %v, %d s", err, again.Span/clock.Second)
	}
	if strings.Contains(got.tables, "KeyrangeStress1") || !strings.Contains(got.said, "is deleted") {
		t.Errorf("the account has %s", got.tables)
	}
}

// A run sends no more than it may, and lasts no longer.
func TestBounds(t *testing.T) {
	got := drive(t, planOf(t, slow(t, 30*time.Second), 100), nil)
	if n := got.totals().Entities; got.err != nil || n != 100 || !strings.Contains(got.said, "used up") {
		t.Errorf("%d requests, %v\n%s", n, got.err, got.said)
	}
	c := slow(t, time.Hour)
	p := &Plan{Account: Account{URL: developmentURL}, Table: "KeyrangeStress1", Scenario: c, Entities: mostRequests}
	if err := p.fit(3 * time.Second); err != nil {
		t.Fatal(err)
	}
	if got := drive(t, p, nil); got.err != nil || got.took > 3*time.Second+patience {
		t.Errorf("took %v, %v", got.took, got.err)
	}
}

// The table goes whatever becomes of the run; one that was there before stays.
func TestCleansUp(t *testing.T) {
	plan := func() *Plan { return planOf(t, slow(t, 30*time.Second), mostRequests) }
	got := drive(t, plan(), func(_ context.Context, cancel func(), d *direct) {
		d.created = func() { time.AfterFunc(4*time.Second, cancel) }
	})
	if got.err != nil || got.took > 5*time.Second || !strings.Contains(got.said, "interrupted") || strings.Contains(got.tables, "KeyrangeStress1") {
		t.Errorf("interrupted: %v after %v, the account has %s", got.err, got.took, got.tables)
	}
	if n := len(got.recording.Events); n < 4 {
		t.Errorf("interrupted: the recording has %d ticks", n)
	}
	got = drive(t, plan(), func(_ context.Context, _ func(), d *direct) { d.broken = errors.New("connection lost") })
	if got.err == nil || !strings.Contains(got.err.Error(), "connection lost") || strings.Contains(got.tables, "KeyrangeStress1") {
		t.Errorf("failed after the table was made: %v, the account has %s", got.err, got.tables)
	}
	got = drive(t, plan(), func(ctx context.Context, _ func(), d *direct) {
		if err := d.Create(ctx); err != nil {
			t.Fatal(err)
		}
	})
	if !errors.Is(got.err, ErrTaken) || !strings.Contains(got.tables, "KeyrangeStress1") {
		t.Errorf("another's table: %v, the account has %s", got.err, got.tables)
	}
	got = drive(t, plan(), func(_ context.Context, cancel func(), d *direct) {
		d.stuck, d.created = true, cancel
	})
	if got.err == nil || !strings.Contains(got.err.Error(), "deleted by hand") || got.took > deletionTime+time.Second {
		t.Errorf("a table that cannot be deleted: %v after %v", got.err, got.took)
	}
}

// A recording that cannot be written is told, and the table goes.
func TestFullDisk(t *testing.T) {
	p := planOf(t, slow(t, 2*time.Second), 50)
	synctest.Test(t, func(t *testing.T) {
		e, err := endpoint.New(endpoint.Options{Open: true})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		var said bytes.Buffer
		err = Run(t.Context(), p, &direct{Handler: e, table: p.Table}, full{}, &said)
		if err == nil || !strings.Contains(err.Error(), "recording cannot be written") || !strings.Contains(said.String(), "is deleted") {
			t.Errorf("got %v\n%s", err, said.String())
		}
	})
}

// The same through the official client, which is a module of its own.
func TestOfficialClient(t *testing.T) {
	cmd := exec.Command("go", "-C", "official", "test", "-count=1", ".")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// scenarioFile writes a scenario.
func scenarioFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "scenario.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
