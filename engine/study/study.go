package study

import "math"

// Study is the whole of a study file.
type Study struct {
	Source, Team, Date string
	Figures            []Figure // with the numbers of the source, ascending
	Elsewhere          []Claim  // what no figure shows; their How names a behaviour
	Probes             []Probe  // all runs of the figures, each once
}

// Figure is one of the published figures: charts and the claims about them.
type Figure struct {
	Number         int
	Section, Title string
	Setup, Note    string
	Charts         []Chart
	Claims         []Claim
}

// Measure is what a chart shows of the runs on it.
type Measure uint8

// The measures.
const (
	Rate      Measure = iota // entities done per second
	Throttled                // requests in percent
	Below                    // requests that were quicker than the place on the axis, in percent
	Request                  // milliseconds
	Entity                   // milliseconds for each entity of a request
)

// Chart is some curves over the same axes.
type Chart struct {
	Measure Measure
	X, Y    string // names of the axes
	Curves  []Curve
}

// Curve is a row of probes. X[i] is where the result of Probes[i] lies.
type Curve struct {
	Name   string
	X      []float64
	Probes []int // indexes of Study.Probes
}

// Claim is something that the source says about a figure, and how it is checked.
type Claim struct {
	ID, What  string
	Published string  // as the source says it, in short
	Number    float64 // the same as a number; NaN when it has none
	Unit      string
	How       string // how it is read off the curves
	refs      []ref
	X, Y      float64 // where it is drawn on its chart; NaN when it has no such place
	Band      Band    // of a hit
	Hold      Band    // that the mean of many seeds must keep
	Why       string  // why it is missed
}

// IsNumber reports whether the source gives a number that a simulated one can hit.
// Other claims are checks of an order, as "more" and "keeps rising", or of a bound:
// they hold or fail, and however far a value is on the right side of them, it hits
// nothing.
func (c *Claim) IsNumber() bool {
	return !math.IsNaN(c.Number) && !math.IsInf(c.Band.Low, 0) && !math.IsInf(c.Band.High, 0)
}

// Band is a closed interval; a side that is open is infinite.
type Band struct{ Low, High float64 }

// Has reports whether a value lies in the band.
func (b Band) Has(v float64) bool { return v >= b.Low && v <= b.High }

// ref is a point of a curve: its chart and curve from 0, and its place on the
// axis.
type ref struct {
	chart, curve int
	x            float64
}

// Value returns the value of the i-th point of a curve, NaN when its probe has not
// run.
func (s *Study) Value(c *Chart, curve, i int, counts []Count) float64 {
	line := &c.Curves[curve]
	n := line.Probes[i]
	if n >= len(counts) || counts[n].Seeds == 0 {
		return math.NaN()
	}
	return s.Probes[n].value(c.Measure, &counts[n], i)
}

// at returns the value of a point, NaN when there is none.
func (s *Study) at(f *Figure, r ref, counts []Count) float64 {
	if r.chart < len(f.Charts) && r.curve < len(f.Charts[r.chart].Curves) {
		c := &f.Charts[r.chart]
		for i, x := range c.Curves[r.curve].X {
			if x == r.x {
				return s.Value(c, r.curve, i, counts)
			}
		}
	}
	return math.NaN()
}

// Simulated returns what the runs make of a claim of a figure, NaN when they have
// not all been made.
func (s *Study) Simulated(f *Figure, c *Claim, counts []Count) float64 {
	if len(c.refs) == 0 {
		return math.NaN()
	}
	a := c.refs[0]
	on := func(x float64) float64 { return s.at(f, ref{a.chart, a.curve, x}, counts) }
	switch c.How {
	case "value":
		return on(a.x)
	case "linear":
		return 100 * on(a.x) / (a.x * on(1))
	case "saving":
		return 100 * (on(1) - on(20)) / (on(1) - on(100))
	case "knee":
		return s.knee(&f.Charts[a.chart], a.curve, counts)
	}
	ratio := on(a.x) / s.at(f, c.refs[len(c.refs)-1], counts)
	if c.How == "percent" {
		return 100 * ratio
	}
	return ratio
}

// knee is the first place on a curve that reaches 95 % of its last.
func (s *Study) knee(c *Chart, curve int, counts []Count) float64 {
	x := c.Curves[curve].X
	last := s.Value(c, curve, len(x)-1, counts)
	if !math.IsNaN(last) {
		for i := range x {
			if s.Value(c, curve, i, counts) >= 0.95*last {
				return x[i]
			}
		}
	}
	return math.NaN()
}

// Needs returns the probes of a figure, each once.
func (f *Figure) Needs() []int {
	var out []int
	seen := map[int]bool{}
	for _, c := range f.Charts {
		for _, l := range c.Curves {
			for _, p := range l.Probes {
				if !seen[p] {
					seen[p] = true
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// behaviour reports whether a claim is about a run that is no probe.
func (c *Claim) behaviour() bool { return c.How == "mean" || c.How == "each" }
