package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// simReport is what a run comes to: the figures that the page shows too.
type simReport struct {
	Name     string             `json:"name"`
	Seed     uint64             `json:"seed"`
	Template string             `json:"template"`
	Seconds  float64            `json:"seconds"`
	Hash     string             `json:"hash"`
	Totals   simRow             `json:"totals"`
	Figures  map[string]float64 `json:"figures"`
	Minutes  []simRow           `json:"minutes"`
	Notes    []simNote          `json:"notes"`
	Map      []simRange         `json:"map"`
	Skipped  int                `json:"skippedRows"`
}

// simRow is the counts of a minute or of the whole run.
type simRow struct {
	From             float64 `json:"from"` // seconds
	Sent             uint64  `json:"sent"`
	Done             uint64  `json:"done"`
	Entities         uint64  `json:"entities"`
	Throttled        uint64  `json:"throttled"`
	Unavailable      uint64  `json:"unavailable"`
	AccountThrottled uint64  `json:"accountThrottled"`
	// Refused counts the requests of the three above by cause, by the Name of a
	// record.Cause; InFlight are those that are sent and neither done nor refused.
	Refused    map[string]uint64 `json:"refused"`
	InFlight   uint64            `json:"inFlight"`
	Failed     uint64            `json:"failed"`
	Billed     uint64            `json:"billed"`
	Pages      uint64            `json:"pages"`
	EmptyPages uint64            `json:"emptyPages"`
	Scanned    uint64            `json:"scanned"`
	P50        float64           `json:"p50"` // milliseconds
	P90        float64           `json:"p90"`
	P99        float64           `json:"p99"`
	Ranges     int               `json:"ranges"`
}

type simNote struct {
	At   float64 `json:"at"` // seconds
	Kind string  `json:"kind"`
	Text string  `json:"text"`
}

type simRange struct {
	Low    string  `json:"low"`
	High   string  `json:"high,omitempty"` // none for the last range
	Server int     `json:"server"`
	State  string  `json:"state"`
	Rate   int64   `json:"rate"`   // entities per second
	Target float64 `json:"target"` // that rate in percent of a partition's target
	Stored int64   `json:"stored"`
}

// figureUnits are the figures that a condition can be about, and their units.
var figureUnits = map[string]string{
	"throttled": "%", "unavailable": "%", "accountThrottled": "%", "failed": "%",
	"rangeFull": "%", "serverCrowded": "%", "rangePaused": "%", "rangeMoving": "%", "serverFailed": "%", "accountLimit": "%",
	"p50": "ms", "p90": "ms", "p99": "ms", "rate": "", "ranges": "",
}

var figureNames = []string{"throttled", "unavailable", "accountThrottled", "rangeFull", "serverCrowded", "rangePaused", "rangeMoving",
	"serverFailed",
	"accountLimit", "failed", "p50", "p90", "p99", "rate", "ranges"}

// newReport runs a simulation to its end, minute by minute.
func newReport(s *sim.Simulation, c sim.Scenario) *simReport {
	r := &simReport{Name: c.Name, Seed: c.Seed, Template: c.Template, Seconds: seconds(c.Span), Skipped: s.Source().Skipped(),
		Minutes: []simRow{}, Notes: []simNote{}}
	before := s.Total()
	for from := int64(0); from < c.Span; from += clock.Minute {
		s.Run(min(from+clock.Minute, c.Span))
		now := s.Total()
		part := now.Sub(&before)
		r.Minutes = append(r.Minutes, row(s, from, &part))
		before = now
	}
	r.Totals = row(s, 0, &before)
	r.Hash = fmt.Sprintf("%016x", s.Hash())
	for _, n := range s.Notes() {
		r.Notes = append(r.Notes, simNote{seconds(n.At), n.Kind.String(), s.Sentence(n)})
	}
	for _, x := range s.Ranges() {
		r.Map = append(r.Map, simRange{x.Low, x.High, x.Server, x.Phase.String(), x.Rate, float64(x.Target) / 10, x.Stored})
	}
	r.Figures = r.figures()
	return r
}

func seconds(micros int64) float64 { return float64(micros) / float64(clock.Second) }

func row(s *sim.Simulation, from int64, t *record.Totals) simRow {
	refused := map[string]uint64{}
	for why, n := range t.Refused {
		refused[record.Cause(why).Name()] = n
	}
	ms := func(permil uint64) float64 { return float64(t.Latency.Quantile(permil)) / float64(clock.Millisecond) }
	return simRow{
		From: seconds(from), Sent: t.Sent, Done: t.Done, Entities: t.Entities, Throttled: t.Throttled, Unavailable: t.Unavailable,
		AccountThrottled: t.AccountThrottled, Refused: refused, InFlight: t.InFlight, Failed: t.Failed, Billed: t.Billed(), Pages: t.Pages,
		EmptyPages: t.Empty, Scanned: t.Scanned,
		P50: ms(500), P90: ms(900), P99: ms(990), Ranges: s.Map().Len(),
	}
}

func (r *simReport) figures() map[string]float64 {
	t := r.Totals
	share := func(n uint64) float64 { return 100 * float64(n) / float64(max(1, t.Sent)) }
	figures := map[string]float64{
		"throttled": share(t.Throttled), "unavailable": share(t.Unavailable), "accountThrottled": share(t.AccountThrottled),
		"failed": share(t.Failed),
		"p50":    t.P50, "p90": t.P90, "p99": t.P99, "rate": float64(t.Entities) / r.Seconds, "ranges": float64(t.Ranges),
	}
	for name, n := range t.Refused {
		figures[name] = share(n)
	}
	return figures
}

func (r *simReport) print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d, %g s, PartitionKey %s\n\n", r.Name, r.Seed, r.Seconds, r.Template)
	fmt.Fprintf(&b, "%8s %12s %12s %12s %12s %12s %12s %9s %9s %7s\n", "minute", "entities/s", "throttled/s", "moving/s", "failed/s",
		"account/s", "sent/s", "p50 ms", "p99 ms", "ranges")
	for i, m := range r.Minutes {
		length := min(60, r.Seconds-m.From)
		fmt.Fprintf(&b, "%8d %12.1f %12.1f %12.1f %12.1f %12.1f %12.1f %9.1f %9.1f %7d\n", i, float64(m.Entities)/length,
			float64(m.Throttled)/length,
			float64(m.Refused["rangeMoving"])/length,
			float64(m.Refused["serverFailed"])/length, float64(m.AccountThrottled)/length, float64(m.Sent)/length, m.P50, m.P99, m.Ranges)
	}
	b.WriteByte('\n')
	for _, n := range r.Notes {
		if n.Kind != "online" && n.Kind != "offline" {
			fmt.Fprintf(&b, "%8.1f s  %s\n", n.At, n.Text)
		}
	}
	b.WriteByte('\n')
	for _, name := range figureNames {
		fmt.Fprintf(&b, "%-17s %.4g %s\n", name, r.Figures[name], figureUnits[name])
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// judge returns an error that names every condition that is met.
func (r *simReport) judge(conditions []condition) error {
	var met []string
	for _, c := range conditions {
		if value := r.Figures[c.figure]; c.met(value) {
			met = append(met, fmt.Sprintf("%s (it is %.4g%s)", c.text, value, figureUnits[c.figure]))
		}
	}
	if len(met) > 0 {
		return errors.New("keyrange simulate: " + strings.Join(met, ", "))
	}
	return nil
}
