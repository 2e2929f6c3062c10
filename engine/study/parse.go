package study

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Error is a line of a file that is not understood.
type Error struct{ Line int }

// Error says which line it is.
func (e *Error) Error() string { return "line " + strconv.Itoa(e.Line) + " is not understood" }

// Parse reads a study from its file. study.txt tells its form.
func Parse(text string) (*Study, error) {
	s := &Study{Figures: []Figure{{}}}
	n := 0
	for row := range strings.Lines(text) {
		n++
		row = strings.TrimSuffix(row, "\n")
		if row == "" || row[0] == '#' {
			continue
		}
		p := parser{fields: strings.Split(strings.TrimSuffix(row, " |"), " | ")}
		if p.line(s); p.wrong {
			return nil, &Error{n}
		}
	}
	s.Figures = s.Figures[1:]
	last := len(s.Figures) - 1
	if last < 0 {
		return nil, &Error{n}
	}
	if s.Figures[last].Number == 0 {
		s.Elsewhere, s.Figures = s.Figures[last].Claims, s.Figures[:last]
	}
	return s, nil
}

// parser takes the fields of a line one after another.
type parser struct {
	fields []string
	wrong  bool
}

// next returns a field, "" after the last.
func (p *parser) next() (field string) {
	if len(p.fields) > 0 {
		field, p.fields = p.fields[0], p.fields[1:]
	}
	return field
}

// float reads a number. "-" stands for none.
func (p *parser) float(text string) float64 {
	if text == "-" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(text, 64)
	p.wrong = p.wrong || err != nil
	return v
}

// whole reads a number from 1 up.
func (p *parser) whole(text string) int {
	n, err := strconv.Atoi(text)
	p.wrong = p.wrong || err != nil || n < 1
	return n
}

func (p *parser) line(s *Study) {
	f := &s.Figures[len(s.Figures)-1]
	switch p.next() {
	case "source":
		s.Source, s.Team, s.Date = p.next(), p.next(), p.next()
	case "figure":
		s.Figures = append(s.Figures, Figure{Number: int(p.float(p.next())), Section: p.next(), Title: p.next()})
	case "setup":
		f.Setup = p.next()
	case "note":
		f.Note = p.next()
	case "chart":
		m := slices.Index(measures, p.next())
		p.wrong = m < 0
		f.Charts = append(f.Charts, Chart{Measure: Measure(m), X: p.next(), Y: p.next()})
	case "curve":
		if p.wrong = len(f.Charts) == 0; !p.wrong {
			c := &f.Charts[len(f.Charts)-1]
			c.Curves = append(c.Curves, p.curve(s, c.Measure))
		}
	case "claim":
		c := p.claim()
		for _, r := range c.refs {
			p.wrong = p.wrong || r.chart >= len(f.Charts) || r.curve >= len(f.Charts[r.chart].Curves)
		}
		f.Claims = append(f.Claims, c)
	default:
		p.wrong = true
	}
}

var measures = []string{"rate", "throttled", "below", "request", "entity"}

// curve reads a curve and adds the probes that are new with it.
func (p *parser) curve(s *Study, m Measure) Curve {
	c := Curve{Name: p.next()}
	run, places := strings.Fields(p.next()), strings.Fields(p.next())
	if len(run) != 7 || len(places) == 0 {
		p.wrong = true
		return c
	}
	for _, text := range places {
		x, own, _ := strings.Cut(text, "@")
		seconds := run[6]
		if own != "" {
			seconds = own
		}
		c.X = append(c.X, p.float(x))
		if m != Below {
			c.Probes = append(c.Probes, s.add(p.probe(run, x, seconds)))
		}
	}
	if m == Below {
		whole := p.probe(run, "", run[6])
		for _, x := range c.X {
			whole.marks = append(whole.marks, int64(x)*clock.Millisecond)
		}
		n := s.add(whole)
		for range c.X {
			c.Probes = append(c.Probes, n)
		}
	}
	return c
}

// probe reads the words of a curve with a value for x. x/10 is a tenth of it.
func (p *parser) probe(run []string, x, seconds string) Probe {
	number := func(text string) int {
		switch text {
		case "x":
			return p.whole(x)
		case "x/10":
			return p.whole(x) / 10
		}
		return p.whole(text)
	}
	q := Probe{Size: demand.Small, Many: run[2] == "many", VMs: number(run[3]), Threads: number(run[4]), Batch: number(run[5]),
		Seconds: int64(p.whole(seconds))}
	if run[0] == "get" {
		q.Op = service.Get
	}
	if run[1] == "xl" {
		q.Size = demand.ExtraLarge
	}
	return q
}

// add returns the index of a probe, which it adds if it is new.
func (s *Study) add(p Probe) int {
	for i := range s.Probes {
		if s.Probes[i].equal(&p) {
			return i
		}
	}
	s.Probes = append(s.Probes, p)
	return len(s.Probes) - 1
}

func (p *parser) claim() Claim {
	c := Claim{ID: p.next(), What: p.next(), Published: p.next(), Number: p.float(p.next()), Unit: p.next()}
	words := strings.Fields(p.next())
	if len(words) < 2 {
		p.wrong = true
		return c
	}
	c.How = words[0]
	if c.behaviour() {
		c.How = words[0] + " " + words[1]
	} else {
		for _, w := range words[1:] {
			c.refs = append(c.refs, p.ref(w))
		}
	}
	x, y, _ := strings.Cut(p.next(), ",")
	if y == "" {
		y = "-"
	}
	c.X, c.Y = p.float(x), p.float(y)
	c.Band = p.band(p.next())
	c.Hold = c.Band
	if hold := p.next(); hold != "-" {
		c.Hold = p.band(hold)
	}
	c.Why = p.next()
	return c
}

// ref reads a point as chart.curve@x, both from 1. Without @x it is a whole curve.
func (p *parser) ref(text string) ref {
	place, x, found := strings.Cut(text, "@")
	chart, curve, _ := strings.Cut(place, ".")
	r := ref{chart: p.whole(chart) - 1, curve: p.whole(curve) - 1}
	if found {
		r.x = p.float(x)
	}
	return r
}

// band reads "1..2", where either side may be missing.
func (p *parser) band(text string) Band {
	b := Band{math.Inf(-1), math.Inf(1)}
	low, high, found := strings.Cut(text, "..")
	p.wrong = p.wrong || !found
	if low != "" {
		b.Low = p.float(low)
	}
	if high != "" {
		b.High = p.float(high)
	}
	return b
}
