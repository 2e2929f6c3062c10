package runs

import (
	"math"

	"github.com/keyrange/keyrange/engine/observe"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/file"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// Measured is what a load test got of a scenario's clients from a real account, by the
// columns of a run of that scenario.
type Measured struct {
	Name    string
	Columns []Counted
	of      sim.Scenario
}

// Counted is the requests of one column, measured or simulated.
type Counted struct {
	Micros              int64 // how much of its time is known
	Sent, Done, Refused uint64
	Latency             record.Histogram // of requests that were not refused
}

// OpenMeasured runs the scenario that a recording carries, and lays what was measured
// over it. It says in a sentence why it cannot.
func OpenMeasured(s *State, r *observe.Recording) (why string) {
	c, err := file.Parse([]byte(r.Scenario), nil)
	if err != nil {
		return "The scenario in the recording cannot be run: " + err.Error()
	}
	s.gesture("Measurement", func() {
		s.preset = ""
		s.open(c)
		s.designs[0].Title = "Simulated"
		s.restart()
	})
	if s.Play.problem != nil {
		return s.Play.problem.Message
	}
	s.measured = &Measured{Name: r.Name, Columns: columnsOf(r.Events, windowOf(c.Span), c.Span), of: c}
	return ""
}

// columnsOf sums up what was measured by the columns of a run. What came after the
// run's end is of its last column's requests, and belongs to none.
func columnsOf(events []observe.Event, window, span int64) []Counted {
	out := make([]Counted, (span+window-1)/window)
	for i := range events {
		e := &events[i]
		at := max(0, e.At-1) / window
		if at >= int64(len(out)) || e.At > span {
			break
		}
		c := &out[at]
		c.Micros = e.At - at*window
		refused := e.Total.AllRefused()
		c.Sent, c.Refused = c.Sent+uint64(e.Total.Sent), c.Refused+uint64(refused)
		c.Done += uint64(e.Total.Sent - refused - e.Total.Failed)
		e.AddLatency(&c.Latency)
	}
	return out
}

// MeasuredOf is what was measured of a run's scenario, nil where nothing was or the run
// is one of other keys, clients or requests by now.
func MeasuredOf(s *State, r *Run) *Measured {
	m := s.measured
	if m == nil {
		return nil
	}
	c := r.sim.Scenario()
	if c.Name != m.of.Name || c.Template != m.of.Template || c.Seed != m.of.Seed || c.Span != m.of.Span || len(c.Groups) != len(m.of.Groups) {
		return nil
	}
	for i := range c.Groups {
		if c.Groups[i] != m.of.Groups[i] {
			return nil
		}
	}
	return m
}

// Simulated is what a run has in a column.
func Simulated(r *Run, column int) Counted {
	c := r.Counts(column, column+1)
	return Counted{Micros: c.Micros, Sent: c.Sent, Done: c.Done, Refused: c.Refused.Sum(), Latency: c.Latency}
}

// PerSecond is how many requests were done in a second.
func (c *Counted) PerSecond() int64 { return perSecond(int64(c.Done), c.Micros) }

// Throttled is the share of what was answered that was refused, in thousandths.
func (c *Counted) Throttled() int64 { return int64(c.Refused * 1000 / max(1, c.Refused+c.Done)) }

// Parting is where a measurement and a run first differ by more than chance and detail
// explain, or -1.
type Parting struct {
	Column              int
	Measured, Simulated int64 // what each has there
}

// Partings are where the two part: in the requests that are done in a second, in the
// thousandths that are throttled, and in the microseconds within which 99 % are
// answered. Compared is how many columns both have from the start.
type Partings struct {
	Compared                       int
	Throughput, Throttled, Latency Parting
}

// What is a difference: a fifth of the larger rate that is also three times the spread
// of counts by chance, ten percentage points, and a latency twice as long. Shares and
// latencies of fewer requests say nothing.
const (
	spreads      = 3
	sharePermil  = 100
	fewRequests  = 20
	fewLatencies = 100
)

// Part compares what was measured with a run as far as both go.
func Part(m *Measured, r *Run) Partings {
	p := Partings{0, Parting{Column: -1}, Parting{Column: -1}, Parting{Column: -1}}
	for i := range m.Columns {
		a, b := &m.Columns[i], Simulated(r, i)
		if a.Micros < r.window || b.Micros < r.window {
			break
		}
		p.Compared++
		if larger := float64(max(a.Done, b.Done)); math.Abs(float64(a.Done)-float64(b.Done)) > max(larger/5, spreads*math.Sqrt(larger)) {
			p.Throughput.at(i, a.PerSecond(), b.PerSecond())
		}
		if min(a.Sent, b.Sent) >= fewRequests && abs(a.Throttled()-b.Throttled()) > sharePermil {
			p.Throttled.at(i, a.Throttled(), b.Throttled())
		}
		if min(a.Latency.Count(), b.Latency.Count()) >= fewLatencies {
			if x, y := a.Latency.Quantile(990), b.Latency.Quantile(990); max(x, y) > 2*min(x, y) {
				p.Latency.at(i, x, y)
			}
		}
	}
	return p
}

// at keeps the first place.
func (p *Parting) at(column int, measured, simulated int64) {
	if p.Column < 0 {
		*p = Parting{column, measured, simulated}
	}
}

func abs(n int64) int64 { return max(n, -n) }
