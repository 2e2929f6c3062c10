package frontdoor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/record"
	"github.com/keyrange/keyrange/engine/sim/service"
)

func setting(t *testing.T, load string) Setting {
	t.Helper()
	s, err := ReadSetting(load, "quick")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var order = keyed.Key{Table: "Orders", PartitionKey: "a"}

// A request waits for as long as the model takes, and no more than the account may
// do is let pass. Time is that of the test alone.
func TestPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := setting(t, Then)
		s.Params.AccountLimit = 3
		d := New(s, nil)
		defer d.Close()
		began := time.Now()
		for i := range 3 {
			if o := d.Pass(t.Context(), order, service.Insert, 1); o.Verdict != Served {
				t.Errorf("request %d: got %v", i, o)
			}
		}
		if took := time.Since(began); took < 3*time.Millisecond || took > 100*time.Millisecond {
			t.Errorf("three inserts took %v, want three flushes of the log", took)
		}
		if o := d.Pass(t.Context(), order, service.Insert, 1); o != (Outcome{Busy, record.AccountLimit}) {
			t.Errorf("more than the account may: got %v", o)
		}
		time.Sleep(time.Second)
		if o := d.Pass(t.Context(), order, service.Get, 1); o.Verdict != Served {
			t.Errorf("a second later: got %v", o)
		}
	})
}

// What a failed server held may have been done, what waited for a range that moves
// was not, and a range that is away refuses until it is back.
func TestLostRanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(setting(t, Then), nil)
		defer d.Close()
		d.Pass(t.Context(), order, service.Insert, 1)
		held := func(deed func()) (verdicts map[Outcome]int) {
			verdicts = map[Outcome]int{}
			var mu sync.Mutex
			var all sync.WaitGroup
			for range 50 {
				all.Go(func() {
					o := d.Pass(t.Context(), order, service.Insert, 1)
					mu.Lock()
					defer mu.Unlock()
					verdicts[o]++
				})
			}
			synctest.Wait()
			deed()
			all.Wait()
			return verdicts
		}
		moved := held(func() { must(t, d.Move(order, 7)) })
		if moved[Outcome{Busy, record.RangeMoving}] < 40 || moved[Outcome{TimedOut, record.ServerFailed}] > 0 {
			t.Errorf("a move: got %v", moved)
		}
		if o := d.Pass(t.Context(), order, service.Insert, 1); o != (Outcome{Busy, record.RangeMoving}) {
			t.Errorf("a range that is away: got %v", o)
		}
		time.Sleep(21 * time.Second)
		failed := held(func() { must(t, d.Fail(7)) })
		if failed[Outcome{TimedOut, record.ServerFailed}] != 50 {
			t.Errorf("a server that fails: got %v", failed)
		}
		if err := d.Fail(99); err == nil || !strings.Contains(err.Error(), "16 servers") {
			t.Errorf("a server that is not there: got %v", err)
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// A sender that goes away is forgotten, and what waits is bounded by what came at
// once; the model goes on through the days.
func TestGoneAndDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(setting(t, Then), nil)
		defer d.Close()
		for range 100 {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if o := d.Pass(ctx, order, service.Insert, 1); o.Verdict == Busy {
				t.Fatalf("got %v", o)
			}
			time.Sleep(time.Second)
		}
		if len(d.waiters) > 2 || len(d.free) != len(d.waiters) {
			t.Errorf("%d requests are remembered and %d are over, want at most 2", len(d.waiters), len(d.free))
		}
		d.Split(keyed.Key{Table: "Orders", PartitionKey: "m"})
		time.Sleep(time.Second)
		for range 3 {
			time.Sleep(20 * time.Hour)
			if o := d.Pass(t.Context(), order, service.Insert, 1); o.Verdict != Served {
				t.Errorf("on another day: got %v at %d: %+v", o, d.model.Now(), d.model.Ranges())
			}
		}
		if now := d.model.Now(); now > day {
			t.Errorf("the model's time is %d", now)
		}
	})
}

// -load names a model or the file of one, and mistakes are one line.
func TestReadSetting(t *testing.T) {
	today, err := ReadSetting(Today, "real")
	if p := today.Params; err != nil || p.AccountLimit != 20_000 || !p.EnforceAccount || p.SustainLow < 300_000_000 {
		t.Errorf("today: got %+v, %v", today, err)
	}
	if p := setting(t, Then).Params; p.AccountLimit != 5000 || p.SustainLow != 20_000_000 {
		t.Errorf("2010, quick: got %+v", p)
	}
	name := filepath.Join(t.TempDir(), "scenario.json")
	os.WriteFile(name, []byte(`{"preset": "bucket", "seed": 9, "servers": 3}`), 0o600)
	s, err := ReadSetting(name, "real")
	if err != nil || s.Params.Servers != 3 || s.Seed != 9 || len(s.Layout.Bounds) != 15 || !strings.HasPrefix(s.Layout.Bounds[4], "05_") {
		t.Errorf("a file: got %+v, %v", s, err)
	}
	os.WriteFile(name, []byte(`{"preset": "bucket", "servers": -1}`), 0o600)
	for want, args := range map[string][2]string{
		"use today, 2010, unl": {"yesterday", "real"}, "use real or quick": {Today, "fast"}, "erver": {name, "real"}, "is a directory": {t.TempDir(), "real"},
	} {
		if _, err := ReadSetting(args[0], args[1]); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: got %v, want one line with %q", args, err, want)
		}
	}
}
