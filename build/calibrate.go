package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/keyrange/keyrange/engine/study"
)

// calibration is one published claim and what the model makes of it.
type calibration struct {
	*study.Claim
	point    string // the figure and what is claimed
	measure  func(seed uint64) float64
	extremes bool // the band holds for every seed, not for the mean
}

// calibrate prints published measurements beside the simulated ones and fails
// when one is outside its band.
func calibrate(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	seeds := flags.Int("seeds", 10, "how many seeds")
	only := flags.String("only", "", "id of the only row to measure")
	if err := parseFlags("holds the simulator against published measurements", flags, args); err != nil {
		return fmt.Errorf("keyrange calibrate: %w", err)
	}
	if *seeds < 1 || *seeds > 1000 {
		return errors.New("keyrange calibrate: give -seeds from 1 to 1,000, or -only and the id of a row")
	}
	rows, err := calibrations()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%-4s %-82s %-29s %22s %18s  %s\n", "id", "point", "published", "simulated", "band", "ok")
	var outside []string
	for _, c := range rows {
		if *only != "" && c.ID != *only {
			continue
		}
		if !c.print(out, *seeds) {
			outside = append(outside, c.ID)
		}
	}
	if len(outside) > 0 {
		return errors.New("keyrange calibrate: outside the band: " + strings.Join(outside, ", "))
	}
	return nil
}

// calibrations are all claims of the study.
func calibrations() ([]calibration, error) {
	s, err := study.Parse(study.Text())
	if err != nil {
		return nil, fmt.Errorf("study.txt: %w", err)
	}
	counted := map[uint64][]study.Count{}
	var rows []calibration
	for i := range s.Figures {
		f := &s.Figures[i]
		for j := range f.Claims {
			c := &f.Claims[j]
			rows = append(rows, calibration{Claim: c, point: fmt.Sprintf("Figure %d. %s", f.Number, c.What), measure: func(seed uint64) float64 {
				return s.Simulated(f, c, counts(s, f, counted, seed))
			}})
		}
	}
	for i := range s.Elsewhere {
		c := &s.Elsewhere[i]
		how, name, _ := strings.Cut(c.How, " ")
		measure := behaviours[name]
		if measure == nil {
			return nil, fmt.Errorf("study.txt: nothing measures %q", name)
		}
		rows = append(rows, calibration{c, c.What, measure, how == "each"})
	}
	return rows, nil
}

// counts returns what the probes of a figure count under a seed. What other
// figures have counted already is in counted.
func counts(s *study.Study, f *study.Figure, counted map[uint64][]study.Count, seed uint64) []study.Count {
	all := counted[seed]
	if all == nil {
		all = make([]study.Count, len(s.Probes))
		counted[seed] = all
	}
	var missing []int
	for _, p := range f.Needs() {
		if all[p].Seeds == 0 {
			missing = append(missing, p)
		}
	}
	for _, p := range missing {
		all[p] = s.Probes[p].Count(seed)
	}
	return all
}

// print measures one row over all seeds, prints it and reports whether it is in
// the band that it has to keep.
func (c *calibration) print(out io.Writer, seeds int) bool {
	sum, least, most := 0.0, math.Inf(1), math.Inf(-1)
	for seed := range seeds {
		v := c.measure(uint64(seed + 1))
		sum += v
		least, most = min(least, v), max(most, v)
	}
	mean := sum / float64(seeds)
	kept, hit := c.Hold.Has(mean), c.Band.Has(mean)
	simulated := c.Amount(mean)
	if c.extremes {
		kept, hit = c.Hold.Has(least) && c.Hold.Has(most), c.Band.Has(least) && c.Band.Has(most)
		simulated = study.Short(least) + " to " + c.Amount(most)
	}
	word := "ok"
	switch {
	case !kept:
		word = "OUTSIDE"
	case !hit:
		word = "missed, but kept: " + c.Hold.String() + ". " + c.Why
	}
	fmt.Fprintf(out, "%-4s %-82s %-29s %22s %18s  %s\n", c.ID, c.point, c.Published, simulated, c.Band, word)
	return kept
}
