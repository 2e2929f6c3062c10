package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/study"
)

func simulated(t *testing.T, args ...string) (simReport, error) {
	t.Helper()
	var out strings.Builder
	err := simulate(append(args, "-json"), &out)
	var r simReport
	if out.Len() > 0 {
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
			t.Fatal(err)
		}
	}
	return r, err
}

// A preset prints its figures, and the same ones again.
func TestSimulate(t *testing.T) {
	r, err := simulated(t, "-preset", "single", "-for", "90s", "-seed", "7")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := simulated(t, "-preset", "single", "-for", "90s", "-seed", "7")
	other, _ := simulated(t, "-preset", "single", "-for", "90s", "-seed", "8")
	if r.Hash != again.Hash || r.Hash == other.Hash || r.Seed != 7 {
		t.Errorf("hashes: %s, %s again, %s with another seed", r.Hash, again.Hash, other.Hash)
	}
	if len(r.Minutes) != 2 || r.Minutes[0].Sent+r.Minutes[1].Sent != r.Totals.Sent || len(r.Map) != 1 {
		t.Errorf("got %d minutes, %d ranges, totals %+v", len(r.Minutes), len(r.Map), r.Totals)
	}
	if rate := r.Figures["rate"]; rate < 950 || rate > 1050 {
		t.Errorf("got %v entities per second from one partition", rate)
	}
}

// Each cause of a refusal is counted apart, by minute and in all, and the counts
// add up.
func TestSimulateCauses(t *testing.T) {
	for _, c := range []struct{ preset, length, cause string }{
		{"failure", "4m", "serverFailed"}, {"account", "1m", "accountLimit"}, {"newtable", "1m", "rangeFull"}, {"noisy", "3m", "serverCrowded"},
	} {
		r, err := simulated(t, "-preset", c.preset, "-for", c.length)
		if err != nil {
			t.Fatal(err)
		}
		sum := map[string]uint64{}
		for _, m := range append(r.Minutes, r.Totals) {
			all := uint64(0)
			for name, n := range m.Refused {
				sum[name] += n
				all += n
			}
			if all != m.Throttled+m.Unavailable+m.AccountThrottled {
				t.Errorf("%s: %v of %d, %d and %d", c.preset, m.Refused, m.Throttled, m.Unavailable, m.AccountThrottled)
			}
		}
		for name, n := range r.Totals.Refused {
			if sum[name] != 2*n {
				t.Errorf("%s: %d %s in all, %d by minute", c.preset, n, name, sum[name]-n)
			}
			if name != c.cause && n > 0 || name == c.cause && n == 0 {
				t.Errorf("%s: %d %s", c.preset, n, name)
			}
		}
		if got := r.Totals.Sent - r.Totals.Done - r.Totals.InFlight; got != r.Totals.Refused[c.cause] || r.Figures[c.cause] <= 0 {
			t.Errorf("%s: %d of %d requests are neither done nor on their way, %d refused", c.preset, got, r.Totals.Sent, r.Totals.Refused[c.cause])
		}
	}
}

// A condition that is met is an error that names the figure.
func TestFailIf(t *testing.T) {
	for _, c := range []struct {
		condition string
		fails     bool
	}{{"throttled > 0.01%", true}, {"throttled > 5 %", false}, {"p99 < 1000 ms", true}, {"rate<900", false}, {"ranges >= 0", true}} {
		_, err := simulated(t, "-preset", "single", "-for", "1m", "-fail-if", c.condition)
		if (err != nil) != c.fails {
			t.Errorf("%s: got %v, want failure: %v", c.condition, err, c.fails)
		}
		if c.fails && !strings.Contains(err.Error(), c.condition) {
			t.Errorf("%q does not name %q", err, c.condition)
		}
	}
}

// Mistakes are one plain line.
func TestSimulateErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte("{\n  \"preset\": \"guid\",\n  \"template\": \"{hush(Id)}\"\n}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, fragment string }{
		{"", "-list shows the presets"},
		{"-preset nothing", "no preset named nothing"},
		{"-preset guid -for tomorrow", "not a length of time"},
		{"-preset guid -for -1s", "from 1 s to 24 h"},
		{"-preset guid -seed x", "seed"},
		{"-preset guid -fail-if speed>1", `no figure "speed"`},
		{"-preset guid -fail-if throttled", "compares nothing"},
		{"-preset guid -fail-if throttled>many", "not a number"},
		{"-scenario " + bad, "line 3, column 17"},
		{"-scenario " + filepath.Join(dir, "none"), "no such file"},
		{"-preset guid more", "not understood"},
	} {
		_, err := simulated(t, strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.fragment) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q", c.args, err, c.fragment)
		}
	}
}

// The rows of a file are replayed in their order by the template.
func TestSimulateRows(t *testing.T) {
	dir := t.TempDir()
	rows, scenario := filepath.Join(dir, "rows.csv"), filepath.Join(dir, "scenario.json")
	text := "Device,Value\n" + strings.Repeat("a,1\nb,2\nc,3\n", 40)
	if err := os.WriteFile(rows, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(scenario, []byte(`{"template": "{Device}", "for": "1m", "ranges": 3, "groups": [{"name": "feed", "rate": 50}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := simulated(t, "-scenario", scenario, "-data", rows)
	if err != nil {
		t.Fatal(err)
	}
	if r.Totals.Entities != 120 || len(r.Map) != 3 || r.Map[1].Low != "b" || r.Map[2].Low != "c" {
		t.Errorf("got %d entities and the map %+v", r.Totals.Entities, r.Map)
	}
}

// Cheap rows of the calibration are in their bands, and the table says so. The
// rest is for make calibrate.
func TestCalibrate(t *testing.T) {
	for _, id := range []string{"Q07", "Q09", "Q36"} {
		var out strings.Builder
		if err := calibrate([]string{"-seeds", "1", "-only", id}, &out); err != nil || !strings.Contains(out.String(), "  ok\n") {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
	none := study.Band{Low: 1, High: 2}
	wrong := calibration{Claim: &study.Claim{ID: "Q00", Number: 1, Band: none, Hold: none}, measure: func(uint64) float64 { return 3 }}
	var out strings.Builder
	if wrong.print(&out, 2) || !strings.Contains(out.String(), "OUTSIDE") {
		t.Errorf("a value outside its band is printed as %q", out.String())
	}
}
