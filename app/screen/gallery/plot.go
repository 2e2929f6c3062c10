package gallery

import (
	"math"
	"strconv"

	"github.com/keyrange/keyrange/app/design"
)

// The scatter, in its own units.
const (
	plotWidth, plotHeight = 560.0, 420.0
	plotLeft, plotBottom  = 48.0, 44.0
	plotTop, plotRight    = 28.0, 24.0
	dot                   = 10.0 // the radius of a mark
	wideDot               = 19.0 // half the width of a mark that stands for several
	leastEach             = 0.8  // where the axis of cost begins
	mostSteps             = 30   // of the axis of cost, 1, 2, 5, 10 and so on
)

// point is a place of the scatter: of the design that is named first, and of all
// others whose marks would cover its mark.
type point struct {
	x, y    float64
	entries []int
}

// points are the places of all designs that have one, in the order of the entries.
//
// What always holds: each such design is in one point, the one that it is named first
// in, or whose mark its own would cover; no two marks cover each other, and each stands
// where the figures of its first design are.
func (s *State) points() []point {
	var list []point
	steps := s.costs()
	for i, e := range s.entries {
		if !e.plotted() {
			continue
		}
		x, y, found := plotX(e.Each, steps), plotY(e.Accepted), false
		for n := range list {
			if p := &list[n]; !found && math.Abs(p.x-x) < 2*wideDot && math.Abs(p.y-y) < 2*dot {
				p.entries, found = append(p.entries, i), true
			}
		}
		if !found {
			list = append(list, point{x, y, []int{i}})
		}
	}
	return list
}

// costs are the steps of the axis of cost: to the first that is over every design's.
func (s *State) costs() []float64 {
	most := 4.0
	for _, e := range s.entries {
		if e.plotted() {
			most = max(most, e.Each)
		}
	}
	var steps []float64
	for n, at := 0, 1.0; n < mostSteps; n++ {
		steps = append(steps, at)
		if at > most {
			break
		}
		at *= []float64{2, 2.5, 2}[n%3]
	}
	return steps
}

// plotX is where a cost stands, on a log scale that ends with the last of steps; plotY
// where a load does.
func plotX(each float64, steps []float64) float64 {
	most := steps[len(steps)-1]
	v := math.Log(max(leastEach, min(each, most))/leastEach) / math.Log(most/leastEach)
	return plotLeft + v*(plotWidth-plotLeft-plotRight)
}

func plotY(accepted int) float64 {
	return plotHeight - plotBottom - float64(accepted)/(design.ReplayRate*1.08)*(plotHeight-plotBottom-plotTop)
}

// pointMark is what stands in the mark of a point: the short name of the chosen design
// where it is among them, else of the first, and how many more there are.
func (s *State) pointMark(p point, marks []string) string {
	text := marks[p.entries[0]]
	for _, i := range p.entries {
		if i == s.Selected {
			text = marks[i]
		}
	}
	if more := len(p.entries) - 1; more > 0 {
		text += " +" + strconv.Itoa(more)
	}
	return text
}

// pointLook is how a mark is drawn: thick with a design on the edge, dashed where all
// lose rows, filled with the chosen one.
func (s *State) pointLook(p point) string {
	look, keeps := "ga__p", false
	edge, chosen := false, false
	for _, i := range p.entries {
		keeps = keeps || s.entries[i].Lost == 0
		edge = edge || s.Edge(i)
		chosen = chosen || i == s.Selected
	}
	if edge {
		look += " edge"
	}
	if !keeps {
		look += " lost"
	}
	if chosen {
		look += " sel"
	}
	return look
}
