//go:build !js

package study

import (
	_ "embed"
	"encoding/json"
	"math"
)

//go:embed study.txt
var text string

// Text returns the study's file.
func Text() string { return text }

var file []byte

// File returns the study as a page reads it: JSON, with what every probe counts
// under the first seed. It runs them, which takes some seconds, once.
func File() ([]byte, error) {
	if file != nil {
		return file, nil
	}
	s, err := Parse(text)
	if err != nil {
		return nil, err
	}
	counts := make([]Count, len(s.Probes))
	for i := range s.Probes {
		counts[i] = s.Probes[i].Count(1)
	}
	file, err = json.Marshal(s.content(counts))
	return file, err
}

// object is an object of the file.
type object map[string]any

// content is the study with counts of its probes.
func (s *Study) content(counts []Count) object {
	var figures, probes []object
	var all [][]uint64
	for i := range s.Figures {
		figures = append(figures, s.figure(&s.Figures[i], counts))
	}
	for i := range s.Probes {
		p, c := &s.Probes[i], &counts[i]
		probes = append(probes, object{"op": p.Op, "xl": bit(p.Size.Cores > 1), "many": bit(p.Many), "vms": p.VMs, "threads": p.Threads,
			"batch":   p.Batch,
			"seconds": p.Seconds, "marks": append([]int64{}, p.marks...)})
		all = append(all, append([]uint64{c.Seeds, c.Entities, c.Done, c.Throttled}, c.below...))
	}
	return object{"source": s.Source, "team": s.Team, "date": s.Date, "figures": figures, "probes": probes, "counts": all}
}

func (s *Study) figure(f *Figure, counts []Count) object {
	charts, claims := []object{}, []object{}
	for i := range f.Charts {
		c := &f.Charts[i]
		var curves []object
		for _, l := range c.Curves {
			curves = append(curves, object{"name": l.Name, "x": l.X, "probes": l.Probes})
		}
		charts = append(charts, object{"measure": measures[c.Measure], "x": c.X, "y": c.Y, "curves": curves})
	}
	for i := range f.Claims {
		c := &f.Claims[i]
		var refs [][]float64
		for _, r := range c.refs {
			refs = append(refs, []float64{float64(r.chart), float64(r.curve), r.x})
		}
		claims = append(claims, object{"id": c.ID, "what": c.What, "published": c.Published, "number": finite(c.Number), "unit": c.Unit,
			"how": c.How, "refs": refs,
			"x": finite(c.X), "y": finite(c.Y), "band": []any{finite(c.Band.Low), finite(c.Band.High)}, "why": c.Why, "order": !c.IsNumber(),
			"simulated": finite(s.Simulated(f, c, counts))})
	}
	return object{"number": f.Number, "section": f.Section, "title": f.Title, "setup": f.Setup, "note": f.Note, "charts": charts,
		"claims": claims}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// finite is a number, or nothing for what is none or has no end.
func finite(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}
