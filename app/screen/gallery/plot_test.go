package gallery

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Each design is counted in one mark, marks cover nobody, and a mark stands where the
// figures of its first design are.
func TestPoints(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for range 200 {
		s, placed := NewState(nil), 0
		for range random.IntN(60) {
			o := Outcome{Accepted: random.IntN(5001), Each: math.Exp(random.Float64() * 12)}
			if random.IntN(3) == 0 {
				o = Outcome{Accepted: 4940 + random.IntN(5), Each: 6.5}
			}
			e := &Entry{Done: true, Outcome: o}
			s.entries = append(s.entries, e)
			if o.Accepted > 0 {
				placed++
			}
		}
		var seen []int
		points, steps := s.points(), s.costs()
		for n, p := range points {
			seen = append(seen, p.entries...)
			first := s.entries[p.entries[0]]
			if p.x != plotX(first.Each, steps) || p.y != plotY(first.Accepted) {
				t.Fatalf("a mark stands at %v, %v, its design elsewhere", p.x, p.y)
			}
			for _, i := range p.entries {
				e := s.entries[i]
				if dx, dy := plotX(e.Each, steps)-p.x, plotY(e.Accepted)-p.y; math.Abs(dx) >= 2*wideDot || math.Abs(dy) >= 2*dot {
					t.Fatalf("a design is told %v, %v from its place", dx, dy)
				}
			}
			for _, o := range points[:n] {
				if math.Abs(o.x-p.x) < 2*wideDot && math.Abs(o.y-p.y) < 2*dot {
					t.Fatal("two marks cover each other")
				}
			}
		}
		slices.Sort(seen)
		if len(seen) != placed || len(slices.Compact(seen)) != placed {
			t.Fatalf("%d designs are in %d places of marks", placed, len(seen))
		}
		for _, e := range s.entries {
			if e.Each >= steps[len(steps)-1] {
				t.Fatalf("a cost of %v is beyond the axis of %v", e.Each, steps)
			}
		}
	}
}

// The axis of cost goes as far as the designs do, and a mark says who is chosen and how
// many more stand there.
func TestPointMarks(t *testing.T) {
	s := NewState(nil)
	for _, each := range []float64{2.3, 2.3, 7.8} {
		s.entries = append(s.entries, &Entry{Done: true, Outcome: Outcome{Accepted: 4694, Each: each}})
	}
	if got, want := s.costs(), []float64{1, 2, 5, 10}; !slices.Equal(got, want) {
		t.Errorf("the axis has the steps %v, want %v", got, want)
	}
	points, marks := s.points(), s.marks()
	s.Selected = -1
	if got, want := s.pointMark(points[0], marks), "1 +1"; got != want || len(points) != 2 {
		t.Errorf("%d marks, the first is %q, want 2 and %q", len(points), got, want)
	}
	s.Selected = 1
	if got, want := s.pointMark(points[0], marks), "2 +1"; got != want {
		t.Errorf("the mark of the chosen one is %q, want %q", got, want)
	}
	s.entries[2].Lost = 1
	if got := s.pointLook(points[1]); got != "ga__p lost" {
		t.Errorf("a design that loses rows looks like %q", got)
	}
	if got := s.pointLook(points[0]); got != "ga__p edge sel" {
		t.Errorf("the chosen design on the edge looks like %q", got)
	}
}
