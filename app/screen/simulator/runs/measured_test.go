package runs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/file"
	"github.com/keyrange/keyrange/engine/sim/record"
)

const measuredScenario = `{"preset":"append","for":"12s","groups":[{"name":"a","rate":400,"batch":1,"mix":{"insert":1},"retry":"none"}]}`

// answers is what each second of a measurement had: requests that were done and
// refused, and the milliseconds that each took.
type answers struct{ done, refused, millis int }

// measurement is the recording of such seconds.
func measurement(scenario string, seconds []answers) *observe.Recording {
	o, r := observe.New(observe.Usual()), &observe.Recording{}
	r.Name, r.Scenario = "Measured at acc", scenario
	for sec, of := range seconds {
		for n := range of.done + of.refused {
			o.Add(&observe.Operation{Kind: observe.Insert, Table: "T", PartitionKey: "a", RowKey: fmt.Sprint(n), Status: 204, Refused: n >= of.done,
				Why: record.RangeFull, Micros: int64(of.millis) * 1000})
		}
		r.Events = append(r.Events, o.Tick(int64(sec+1)*clock.Second))
	}
	return r
}

// alone is the same scenario run by itself, second by second: how many requests were
// done, and the time within which 99 % were.
func alone(t *testing.T, seconds int) (done []int, p99 []int) {
	t.Helper()
	c, err := file.Parse([]byte(measuredScenario), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	before := s.Total()
	for sec := range seconds {
		s.Run(int64(sec+1)*clock.Second - 1) // what happens at its end is of the next one
		now := s.Total()
		part := now.Sub(&before)
		done, p99, before = append(done, int(part.Done)), append(p99, int(part.Latency.Quantile(990)/1000)), now
	}
	return done, p99
}

// Where a measurement and a run part is where a recount of both, made without either,
// says so: in the fifth second half as much is done, in the seventh a third is refused,
// and in the ninth it takes three times as long.
func TestPart(t *testing.T) {
	done, p99 := alone(t, 12)
	var seconds []answers
	for i := range 10 { // of twelve
		seconds = append(seconds, answers{done[i], 0, max(1, p99[i])})
	}
	seconds[4].done /= 2
	seconds[6].refused = seconds[6].done / 2
	seconds[8].millis *= 3
	s := NewState(FirstPreset)
	if why := OpenMeasured(s, measurement(measuredScenario, seconds)); why != "" {
		t.Fatal(why)
	}
	r := s.Play.Runs()[0]
	m := MeasuredOf(s, r)
	if m == nil || len(m.Columns) != 12 {
		t.Fatalf("measured %+v, want 12 columns", m)
	}
	if p := Part(m, r); p.Compared != 0 || p.Throughput.Column != -1 {
		t.Errorf("before anything has run: %+v", p)
	}
	s.Play.Finish()
	s.Play.Advance(0, func() bool { return true })
	for i := range 12 {
		if c := Simulated(r, i); int(c.Done) != done[i] {
			t.Errorf("second %d: the run has %d done, the recount %d", i, c.Done, done[i])
		}
	}
	p := Part(m, r)
	if want := (Parting{4, int64(done[4] / 2), int64(done[4])}); p.Compared != 10 || p.Throughput != want {
		t.Errorf("compared %d, throughput %+v; want 10, %+v", p.Compared, p.Throughput, want)
	}
	if want := int64(1000 * seconds[6].refused / (seconds[6].refused + seconds[6].done)); p.Throttled != (Parting{6, want, 0}) {
		t.Errorf("throttled %+v, want column 6, %d and 0", p.Throttled, want)
	}
	if p.Latency.Column != 8 || p.Latency.Measured < 2*p.Latency.Simulated {
		t.Errorf("latency %+v, want column 8", p.Latency)
	}
}

// A measurement lies over the run of its own scenario alone, and what cannot be run is
// refused in words.
func TestOpenMeasured(t *testing.T) {
	s := NewState(FirstPreset)
	before := s.Scenario()
	for _, scenario := range []string{"{", `{"preset":"none"}`, strings.Repeat("[", 1000)} {
		if why := OpenMeasured(s, measurement(scenario, []answers{{1, 0, 1}})); !strings.HasPrefix(why, "The scenario in the recording cannot be run: ") {
			t.Errorf("%.20q: got %q", scenario, why)
		}
	}
	if after := s.Scenario(); after.Name != before.Name || after.Template != before.Template {
		t.Error("a recording that was refused changed the run")
	}
	if why := OpenMeasured(s, measurement(measuredScenario, slices.Repeat([]answers{{100, 0, 5}}, 60))); why != "" {
		t.Fatal(why)
	}
	if m := MeasuredOf(s, s.Play.Runs()[0]); m == nil || len(m.Columns) != 12 || m.Columns[11].Sent != 100 {
		t.Errorf("a measurement that is longer than its scenario: %+v", m)
	}
	s.UsePreset("bucket")
	if MeasuredOf(s, s.Play.Runs()[0]) != nil {
		t.Error("the measurement lies over the run of another scenario")
	}
}
