//go:build !js

package study

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/sim/demand"
)

func parsed(t *testing.T) *Study {
	t.Helper()
	s, err := Parse(Text())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every figure of the case study is there, says where it stands and what was
// measured, and every claim about it can be read off its curves.
func TestStudy(t *testing.T) {
	s := parsed(t)
	if len(s.Figures) != 13 || len(s.Elsewhere) == 0 || s.Source == "" || s.Team == "" || s.Date == "" {
		t.Fatalf("got %d figures and %d claims elsewhere from %q", len(s.Figures), len(s.Elsewhere), s.Source)
	}
	counts := make([]Count, len(s.Probes))
	for i := range counts {
		counts[i] = Count{1, 100, 100, 1, make([]uint64, len(s.Probes[i].marks))}
	}
	for i := range s.Figures {
		f := &s.Figures[i]
		if f.Number != i+3 || f.Title == "" || f.Section == "" || f.Setup == "" || len(f.Charts) == 0 {
			t.Errorf("figure %d is not whole: %+v", i+3, f)
		}
		for j := range f.Claims {
			c := &f.Claims[j]
			if v := s.Simulated(f, c, nil); !math.IsNaN(v) {
				t.Errorf("figure %d, %s: got %v before anything ran", f.Number, c.What, v)
			}
			if v := s.Simulated(f, c, counts); math.IsNaN(v) && c.How != "saving" { // which divides by what equal points differ by
				t.Errorf("figure %d, %s: %s cannot be read off the curves", f.Number, c.What, c.How)
			}
			if c.Published == "" || c.What == "" || c.Band != c.Hold && c.Why == "" && !c.Band.Has(c.Hold.Low) {
				t.Errorf("figure %d: the claim %+v is not whole", f.Number, c)
			}
		}
	}
}

// Under the first seed a claim is a hit, or the study says why it is missed. Both
// keep the band of ten seeds. The file for a page has every probe's count.
func TestFile(t *testing.T) {
	s := parsed(t)
	data, err := File()
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Figures []struct {
			Claims []struct{ Simulated *float64 }
		}
		Counts [][]uint64
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Counts) != len(s.Probes) || len(file.Figures) != len(s.Figures) {
		t.Fatalf("the file has %d counts and %d figures", len(file.Counts), len(file.Figures))
	}
	missed := 0
	for i := range s.Figures {
		for j := range s.Figures[i].Claims {
			c, v := &s.Figures[i].Claims[j], *file.Figures[i].Claims[j].Simulated
			if !c.Band.Has(v) {
				missed++
				if c.Why == "" {
					t.Errorf("figure %d, %s: %s is missed and nothing says why", i+3, c.What, c.Amount(v))
				}
			}
			if !c.Hold.Has(v) {
				t.Errorf("figure %d, %s: %s is not %v", i+3, c.What, c.Amount(v), c.Hold)
			}
		}
	}
	if missed == 0 {
		t.Error("nothing is missed, though the study explains some misses")
	}
}

// A run gives the same counts whatever the pieces are and however it is said, and
// others under another seed.
func TestRun(t *testing.T) {
	s := parsed(t)
	for _, p := range []*Probe{&s.Probes[s.Figures[0].Needs()[0]], &s.Probes[s.Figures[1].Needs()[0]]} {
		r := p.Begin(3)
		for last := int64(0); !r.Done(); r.Step(7) {
			at := r.Result()
			if len(at) != 1 || at[0] < last || at[0] > 1000 {
				t.Fatalf("at %d thousandths it says %v", last, at)
			}
			last = at[0]
		}
		numbers := []int64{int64(p.Op), 0, 0, int64(p.VMs), int64(p.Threads), int64(p.Batch), p.Seconds, 3}
		numbers[1], numbers[2] = int64(bit(p.Size == demand.ExtraLarge)), int64(bit(p.Many))
		said := NewRun(append(numbers, p.marks...))
		for !said.Done() {
			said.Step(1 << 40)
		}
		if got, want := r.Result(), said.Result(); !slices.Equal(got, want) || len(got) != 3+len(p.marks) || got[0] == 0 {
			t.Errorf("in pieces it counts %v, in numbers %v", got, want)
		}
		other := p.Count(4)
		if int64(other.Entities) == r.Result()[0] {
			t.Errorf("under two seeds it counts %d entities", other.Entities)
		}
	}
	for _, numbers := range [][]int64{nil, {1, 2}, make([]int64, leastNumbers)} {
		if r := NewRun(numbers); !r.Done() || r.Result()[0] != 0 {
			t.Errorf("%v runs: %v", numbers, r.Result())
		}
	}
}

// A line that is not understood is named, whatever is wrong with it.
func TestParse(t *testing.T) {
	head := "figure | 3 | Section | Title\nchart | rate | X | Y\ncurve | A | get xl one x 1 1 60 | 1 2\n"
	if _, err := Parse(head + "claim | Q01 | What | 600 | 600 | % | value 1.1@2 | 2,600 | 1..2 | - |\n"); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"nothing | of | this", "figure | three | a | b", "chart | speed | X | Y", "curve | A | get xl one x 1 | 1 2", "curve | A | get xl one x 1 1 60 | ",
		"curve | A | get xl one x 1 1 60 | 1 0", "curve | A | get xl one x 1 1 60 | 1@z", "claim | Q01 | What | 600 | some | % | value 1.1@2 | - | 1..2 | - |",
		"claim | Q01 | What | 600 | 600 | % | value | - | 1..2 | - |", "claim | Q01 | What | 600 | 600 | % | value 2.1@2 | - | 1..2 | - |",
		"claim | Q01 | What | 600 | 600 | % | value 1.2@2 | - | 1..2 | - |", "claim | Q01 | What | 600 | 600 | % | value 1.1@2 | - | 1 to 2 | - |", "claim",
	} {
		if _, err := Parse(head + line + "\n"); err == nil || !strings.Contains(err.Error(), "line 4") {
			t.Errorf("%q: got the error %v", line, err)
		}
	}
	if _, err := Parse("curve | A | get xl one x 1 1 60 | 1 2\n"); err == nil {
		t.Error("a curve before any chart is understood")
	}
	if _, err := Parse(""); err == nil {
		t.Error("an empty file is understood")
	}
}

func TestFormat(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 35116.6: "35,117", 602.48: "602", 99.96: "100", 66.13: "66.1", 7.4148: "7.41", 7: "7", 0.20677: "0.21", 0.0004637: "0.00046", 1e-12: "0.000000000"} {
		if got := Format(v); got != want {
			t.Errorf("Format(%v) = %q, want %q", v, got, want)
		}
	}
	for b, want := range map[Band]string{{570, 630}: "570 to 630", {math.Inf(-1), 105}: "up to 105", {1.01, math.Inf(1)}: "from 1.01", {0, 0}: "exactly 0", {0.0002, 0.0015}: "0.0002 to 0.0015"} {
		if got := b.String(); got != want {
			t.Errorf("%v is written %q, want %q", b, got, want)
		}
	}
}

// A claim in words, or one that has only a bound on one side, is a check of order
// and no number that can be hit, however it comes out.
func TestNumbersAndChecks(t *testing.T) {
	s := parsed(t)
	numbers, checks := 0, 0
	for i := range s.Figures {
		for j := range s.Figures[i].Claims {
			c := &s.Figures[i].Claims[j]
			open := math.IsInf(c.Band.Low, 0) || math.IsInf(c.Band.High, 0)
			if c.IsNumber() {
				if numbers++; open || !c.Band.Has(c.Number) {
					t.Errorf("%s %s: the number %v and the band %v", c.ID, c.What, c.Number, c.Band)
				}
			} else if checks++; !open && !math.IsNaN(c.Number) {
				t.Errorf("%s %s is no number", c.ID, c.What)
			}
			for _, words := range []string{"more", "rising", "achieved", "above", "most of them", "almost"} {
				if strings.Contains(c.Published, words) && c.IsNumber() && !strings.Contains(c.Published, "a little") {
					t.Errorf("%s is published as %q, which is no number", c.ID, c.Published)
				}
			}
		}
	}
	if numbers < 12 || checks < 12 || numbers+checks != 32 {
		t.Errorf("%d numbers and %d checks", numbers, checks)
	}
}
