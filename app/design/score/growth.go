package score

import (
	"slices"
	"strconv"

	words "github.com/keyrange/keyrange/engine/text"
)

// Scales are the sizes of the data, as multiples of the present one, for which
// the scorecard gives an estimate.
var Scales = [2]int{100, 10_000}

// Estimate is what a question would take with many times the data. It is worked
// out and not run.
type Estimate struct {
	Examined, Returned, Pages, Ranges int // of pages and ranges the fewest
	Most                              int // pages, where every border of a range ends one early and the service reads slowly
}

// ReadsPerPage are how many entities the service is taken to read in the five
// seconds of a page, at least and at most. The service says that there is such a
// limit and not what it comes to: the least is its target for one partition,
// 2,000 entities a second.
var ReadsPerPage = [2]int{10_000, 1_000_000}

// growth is what the estimates of one question rest on.
type growth struct {
	examined, returned bool // they grow with the data
	most               int  // the partitions that the plans may reach now
	partitions         bool // their number grows with the data
}

// growthOf looks at what holds the requests of a question.
func (p *Scoring) growthOf(s *Score) growth {
	g := growth{examined: !slices.ContainsFunc(s.columns, p.questions.Grows), returned: !slices.ContainsFunc(s.held, p.questions.Grows),
		most: len(s.Requests)}
	for _, r := range s.Requests {
		if !r.plan.Partition.Fixed() {
			g.most = s.parts
			g.partitions = slices.ContainsFunc(s.by, p.questions.Grows)
		}
	}
	return g
}

// basis says in words what the estimates of a question rest on.
func (p *Scoring) basis(s *Score, g growth) string {
	if s.pointed {
		return "A point query reads one entity, however many there are."
	}
	if s.stops && s.Cost.Returned >= s.Top*len(s.Requests) {
		return "The first " + strconv.Itoa(s.Top) + " entities are enough, however many follow."
	}
	var grow []string
	for _, c := range s.columns {
		if p.questions.Grows(c) && !slices.Contains(grow, c) {
			grow = append(grow, c)
		}
	}
	if !g.examined {
		return "The bounds on the keys hold " + words.List(grow) + ", which gets new values as the data grow. " +
			"The range that is read keeps its size."
	}
	text := "Nothing that grows holds the keys, so what is read grows as the data do."
	if !g.partitions && g.most < 1000 {
		text += " A partition is never in two ranges."
	}
	return text
}

// estimate works out what a question takes with so many times the data.
//
// What grows: where the bounds on the keys hold a growing column on both sides,
// the stretch of keys that is read keeps its size; else it grows as the data do.
// The same goes for what is returned and the conditions of the question. A
// question that stops at its $top reads on until it is full. A range keeps its
// size, so a stretch that grows lies in more of them, but never in more than it
// has partitions. A page also ends at the border of a range, and when its time is
// up. Where the borders lie among the entities is not known, nor how fast the
// service reads, see ReadsPerPage: both make the pages a range and no figure.
func (s *Score) estimate(g growth, times, ranges int) Estimate {
	return s.grown(g, times, ranges).timed()
}

// requests is the range of pages in words.
func (e Estimate) requests() string {
	if e.Most <= e.Pages {
		return words.Number(e.Pages)
	}
	return words.Number(e.Pages) + " to " + words.Number(e.Most)
}

// timed adds the pages that end because their time is up.
func (e Estimate) timed() Estimate {
	e.Most = max(e.Most, e.Pages) + max(0, e.Examined-1)/ReadsPerPage[0]
	e.Pages = max(e.Pages, (e.Examined+ReadsPerPage[1]-1)/ReadsPerPage[1])
	return e
}

func (s *Score) grown(g growth, times, ranges int) Estimate {
	now := Estimate{Examined: s.Cost.Examined, Returned: s.Cost.Returned, Pages: s.Cost.Pages, Ranges: s.Cost.Ranges}
	if s.pointed || s.Cost.Examined == 0 && !g.examined {
		return now
	}
	e, requests := now, len(s.Requests)
	if g.returned {
		e.Returned *= times
	}
	if g.examined {
		e.Examined *= times
	}
	if s.stops { // reads until $top is full in every request
		full := s.Top * requests
		if now.Returned >= full {
			return now
		}
		if e.Returned = min(e.Returned, full); now.Returned > 0 {
			e.Examined = min(e.Examined, now.Examined*e.Returned/now.Returned)
		}
	}
	e.Returned = min(e.Returned, e.Examined)
	borders := e.Ranges
	if g.examined && !s.stops {
		size := max(1, s.stored/max(1, ranges))
		most := g.most
		if g.partitions {
			most *= times
		}
		need := (e.Examined + size - 1) / size
		e.Ranges, borders = max(now.Ranges, min(most, need)), max(now.Ranges, min(most, need+requests)) // a stretch begins inside a range
	}
	size := pageSize
	if s.stops && s.Top > 0 {
		size = s.Top
	}
	full := (e.Returned + size - 1) / size
	e.Pages, e.Most = max(now.Pages, full, e.Ranges), full+max(0, borders-requests)
	return e
}
